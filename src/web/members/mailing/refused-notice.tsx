import { refusedText } from '#shared/members/mailing/text.ts'
import type { Member } from '#web/api/members/profile.ts'
import { Notice } from '#web/components/notice.tsx'
import { showDay } from '#web/components/show-day.ts'

/** A mail server does not know the address: whoever looks should see to another one. */
export function RefusedNotice({ member: { emailRefusedAt }, isOwn }: { member: Member; isOwn: boolean }) {
  if (emailRefusedAt === null) return null
  const day = showDay(String(emailRefusedAt))
  return (
    <Notice tone="warning" title={refusedText.title}>
      {isOwn ? refusedText.own(day) : refusedText.admin(day)}
    </Notice>
  )
}
