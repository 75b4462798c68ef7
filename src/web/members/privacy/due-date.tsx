import { dueText } from '#shared/members/privacy/privacy.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { AlertIcon } from '#web/components/icons.tsx'

/** How long there is left to answer, in words; red only when it is too late. */
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
