import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/time.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { requestReminders, remindersQuery, type Reminders } from '#web/api/elections/closing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { MailIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { showCount } from '#web/components/show-count.ts'

/** One email to everybody who has not voted yet. It is sent once in an election. */
export function ReminderPanel({ electionId }: { electionId: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const reminders = useQuery(remindersQuery(api, electionId))
  const [asking, setAsking] = useState(false)
  if (!reminders.data)
    return reminders.isError ? (
      <p className="text-muted">Reminders cannot be sent now: {sentenceOf(reminders.error)}</p>
    ) : (
      <Skeleton className="h-11 w-64" />
    )
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-navy-soft p-5">
      <p className="font-semibold">Remind members who have not voted</p>
      <p>{wordsFor(reminders.data)}</p>
      {reminders.data.askedAt === null && (
        <Button look="outline" size="small" onClick={() => setAsking(true)}>
          <MailIcon className="size-5" />
          Send reminders
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Send reminders?"
        action="Send reminders"
        failure="No reminder was sent"
        onConfirm={async () => {
          const requested = await requestReminders(api, electionId)
          queries.setQueryData(remindersQuery(api, electionId).queryKey, requested)
          showToast(requested.mailServer ? 'The reminders are on their way.' : 'The reminders are being prepared.')
        }}
      >
        <p>
          {showCount(reminders.data.waiting, 'member who has', 'members who have')} not voted and{' '}
          {reminders.data.waiting === 1 ? 'has' : 'have'} an email address will get one email. Reminders can be sent
          only once in this election.
        </p>
        {!reminders.data.mailServer && (
          <Notice tone="warning" title="No mail server is set up" className="mt-4">
            <p>
              The emails would wait in the outbox folder on the server and reach nobody. Before you send them, ask the
              person who runs the server to set <strong>SMTP_URL</strong> and <strong>MAIL_FROM</strong>.
            </p>
          </Notice>
        )}
      </ConfirmDialog>
    </div>
  )
}

function wordsFor({ askedAt, written, waiting }: Reminders): string {
  if (askedAt === null) return `${showCount(waiting, 'member', 'members')} with an email address would get one email.`
  const rest = waiting > 0 ? ` ${showCount(waiting, 'email is', 'emails are')} still to be prepared.` : ''
  return `Requested on ${showInstant(askedAt)}: ${showCount(written, 'email')} prepared.${rest}`
}
