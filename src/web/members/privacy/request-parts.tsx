import { dueText, type PrivacyOutcome, type PrivacyRequestKind } from '#shared/members/privacy/privacy.ts'
import { changeLabel, changeText, isChangeText, type ChangeField } from '#shared/members/profile/changes.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { AlertIcon } from '#web/components/icons.tsx'
import { showToast } from '#web/components/toast.tsx'
import { showField } from '#web/members/record-facts.ts'
import { invalidateRequests, takeBackRequest } from './api.ts'

/** How long is left to answer, in words; red only when overdue. */
export function DueDate({ dueAt, now, overdue }: { dueAt: Instant; now: Instant; overdue: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <strong className={overdue ? 'inline-flex items-center gap-1.5 text-red' : undefined}>
        {overdue && <AlertIcon className="size-5 flex-none" />}
        {dueText(dueAt, now)}
      </strong>
      <span className="text-muted">
        {overdue ? 'was due' : 'by'} {showInstant(dueAt)}
      </span>
    </span>
  )
}

/** Withdraws one's own open request. `what` is for screen readers. */
export function TakeBackButton({ requestId, what }: { requestId: string; what: string }) {
  return (
    <ConfirmButton
      button={{ look: 'outline', size: 'small', 'aria-label': `${changeText.takeBack}: ${what}` }}
      title={changeText.takeBackTitle}
      description={changeText.takeBackMeans}
      action={changeText.takeBack}
      cancel={changeText.keep}
      onConfirm={() =>
        takeBackRequest(requestId)
          .then(() => showToast(changeText.takenBack))
          .catch((error: unknown) => showToast(sentenceOf(error), 'error'))
          // Also if it was answered meanwhile.
          .finally(() => void invalidateRequests())
      }
    />
  )
}

const kinds: Record<PrivacyRequestKind, string> = { correction: 'Correction', erasure: 'Deletion', change: 'Change' }

/** `Correction`, or `Change: Cellphone number`. */
export const kindText = ({ kind, field }: { kind: PrivacyRequestKind; field: ChangeField | null }): string =>
  field ? `${kinds[kind]}: ${changeLabel(field)}` : kinds[kind]

export const outcomeText: Record<PrivacyOutcome, string> = {
  done: 'Done',
  refused: 'Refused',
  'taken back': 'Withdrawn',
}

/** The new value as a record shows it; empty for a request in words, or for a picture. */
export const shownValue = ({ field, value }: { field: ChangeField | null; value: string }): string =>
  field && isChangeText(field) ? showField(field, value) || changeText.nothing : value
