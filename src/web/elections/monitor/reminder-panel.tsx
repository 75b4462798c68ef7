import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reminderText } from '#shared/elections/voting/reminder-text.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { requestReminders, remindersQuery, type Reminders } from '#web/api/elections/closing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { MailIcon } from '#web/components/icons.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { showCount } from '#web/components/show-count.ts'

/** One email to everybody who has not voted yet, once a day, while emails can be sent. */
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
  const { askedAt, waiting, whyNot } = reminders.data
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-navy-soft p-5">
      <p className="font-semibold">{reminderText.title}</p>
      <p>{wordsFor(reminders.data)}</p>
      {whyNot === 'mail-not-working' && <p className="font-semibold text-gold-ink">{reminderText.noMail}</p>}
      {whyNot === null && (
        <Button look="outline" size="small" onClick={() => setAsking(true)}>
          <MailIcon className="size-5" />
          {askedAt === null ? reminderText.send : reminderText.sendAgain}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={reminderText.ask}
        action={reminderText.send}
        failure={reminderText.failed}
        onConfirm={async () => {
          const requested = await requestReminders(api, electionId)
          queries.setQueryData(remindersQuery(api, electionId).queryKey, requested)
          showToast(reminderText.onTheirWay)
        }}
      >
        <p>
          {showCount(waiting, 'member who has', 'members who have')} not voted and {waiting === 1 ? 'has' : 'have'} an
          email address will get one email. Reminders can be sent again after a day.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function wordsFor({ askedAt, written, waiting, nextAt, whyNot }: Reminders): string {
  const would = `${showCount(waiting, 'member', 'members')} with an email address would get one email.`
  if (askedAt === null) return would
  const sent = `Requested on ${showInstant(askedAt)}: ${showCount(written, 'email')} prepared.`
  const rest =
    waiting > 0 && whyNot !== null ? ` ${showCount(waiting, 'email is', 'emails are')} still to be prepared.` : ''
  return `${sent}${rest}${nextAt === null ? '' : ` ${reminderText.again(showInstant(nextAt))}`}`
}
