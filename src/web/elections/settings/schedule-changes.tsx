import { showInstant } from '#shared/time.ts'
import type { PublicSchedule } from '#web/api/elections/settings.ts'
import { movedTimeNames } from '#shared/elections/time-names.ts'
import { showTime } from '#web/elections/settings/schedule-text.ts'

/** Times that were postponed, or moved after they had begun: nobody has to take it on trust that none was. */
export function ScheduleChanges({ changes }: Pick<PublicSchedule, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes-title" className="mt-10">
      <h2 id="changes-title" className="text-3xl">
        Times that were changed
      </h2>
      <p className="mt-2 max-w-[60ch] text-muted">
        An administrator postponed the election, or changed these after they had begun or to a time that had passed.
      </p>
      <ul className="mt-5 grid gap-4 md:grid-cols-2">
        {changes.map(({ field, before, after, reason, changedAt }) => (
          <li key={`${field} ${changedAt}`} className="rounded-field border-l-4 border-gold bg-gold-soft px-5 py-4">
            <h3 className="text-xl">{movedTimeNames[field]}</h3>
            <p className="mt-1">
              From <s>{showTime(field, before)}</s>
            </p>
            <p>
              To <strong>{showTime(field, after)}</strong>
            </p>
            {reason && <p className="mt-1 break-words whitespace-pre-line">{reason}</p>}
            <p className="mt-1 text-muted">Changed {showInstant(changedAt)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
