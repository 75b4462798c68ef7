import { memberFields, missingFields } from '#shared/members/member-fields.ts'
import { profileText } from '#shared/members/profile/text.ts'
import { Notice } from '#web/components/notice.tsx'
import type { Member } from '#web/members/api.ts'

/** What an imported record lacks. Any of it can be added by itself. */
export function MissingNotice({ member }: { member: Member }) {
  const missing = missingFields(member)
  if (missing.length === 0) return null
  return (
    <Notice tone="info" title={profileText.lacks}>
      <span className="break-words">{missing.map((name) => memberFields[name].label).join(', ')}</span>
    </Notice>
  )
}
