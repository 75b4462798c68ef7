import { useMutation, useQuery } from '@tanstack/react-query'
import { subscriptionText as text } from '#shared/members/mailing/subscription-text.ts'
import { memberEmailsText } from '#shared/members/mailing/text.ts'
import { showDay, showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Fetched, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { invalidateMembers, type Member } from '#web/members/api.ts'
import { OwnSwitch } from '#web/members/own-switch.tsx'
import { chooseEmails, clearRefused, emailsToMemberQuery } from './api.ts'

interface EmailSwitchProps {
  member: Member
  /** The id that links lead to. */
  partId: string
}

/** The member's own choice about emails that are not about their account. */
export const EmailSwitch = ({ member: { id, unsubscribedAt }, partId }: EmailSwitchProps) => (
  <OwnSwitch
    id={partId}
    isOn={unsubscribedAt === null}
    save={(wanted) => chooseEmails(id, wanted)}
    text={{ ...text, label: text.label(useSite().shortName) }}
  />
)

/** Shown if a mail server does not know the address: somebody should ask for another one. */
export function RefusedNotice({ member: { id, emailRefusedAt }, isOwn }: { member: Member; isOwn: boolean }) {
  if (emailRefusedAt === null) return null
  const day = showDay(emailRefusedAt)
  return (
    <Notice tone="warning" title={refusedText.title}>
      <p>{isOwn ? refusedText.own(day) : refusedText.admin(day)}</p>
      {!isOwn && <ClearButton id={id} />}
    </Notice>
  )
}

/** For administrators: what was sent to this member, and the outcome of each. */
export function SentEmails({ memberId, partId }: { memberId: string; partId: string }) {
  const query = useQuery(emailsToMemberQuery(memberId))
  return (
    <section aria-labelledby={partId} className="card no-print p-6 md:p-8">
      <h2 id={partId} className="text-2xl">
        {memberEmailsText.title}
      </h2>
      <p className="mt-1 text-muted">{memberEmailsText.lead}</p>
      <Fetched query={query} failed={memberEmailsText.failed} loading={<Skeleton className="mt-4 h-12 w-full" />}>
        {({ emails }) =>
          emails.length === 0 ? (
            <p className="mt-4 text-muted">{memberEmailsText.none}</p>
          ) : (
            <ul className="mt-4 grid">
              {emails.map(({ subject, at, outcome }) => (
                <li key={`${at} ${subject}`} className="border-t border-line py-3">
                  <p className="font-semibold wrap-anywhere">{subject}</p>
                  <p className="text-muted">
                    {memberEmailsText.outcomes[outcome]} · {showInstant(at)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Fetched>
    </section>
  )
}

function ClearButton({ id }: { id: string }) {
  const clear = useMutation({
    mutationFn: () => clearRefused(id),
    onSuccess: async () => {
      showToast(refusedText.cleared)
      await invalidateMembers()
    },
    onError: (error) => showToast(`${refusedText.notCleared}: ${sentenceOf(error)}`, 'error'),
  })
  return (
    <Button look="outline" size="small" className="mt-3" busy={clear.isPending} onClick={() => clear.mutate()}>
      {refusedText.clear}
    </Button>
  )
}

/** About an address that a mail server does not know. */
const refusedText = {
  title: 'Emails do not reach this address',
  admin: (day: string) =>
    `On ${day} the mail server for this address said that it does not exist. We send it no news until the address is changed. Please ask the member for another one. If you know that the address is right, use it again.`,
  clear: 'The address is right: use it again',
  cleared: 'Emails to members go to this address again.',
  notCleared: 'Nothing was changed',
  own: (day: string) =>
    `On ${day} the mail server for your email address said that it does not exist. Please ask for it to be changed below, so that we can reach you.`,
} as const
