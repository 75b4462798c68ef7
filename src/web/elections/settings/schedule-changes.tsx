import { showInstant } from '#shared/time.ts'
import type { PublicSchedule } from '#web/elections/settings/api.ts'
import { showTime } from '#web/elections/settings/schedule-text.ts'
import { movedTimeNames } from '#shared/elections/schedule.ts'

type Changes = PublicSchedule['changes']

/** Times that were changed after the election was announced: nobody has to take it on trust that none was. */
export function ScheduleChanges({ changes }: { changes: Changes }) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes-title" className="mt-10">
      <h2 id="changes-title" className="text-3xl">
        Times that were changed
      </h2>
      <p className="mt-2 max-w-[60ch] text-muted">
        What an administrator changed after the election was announced, the latest first.
      </p>
      <ol className="mt-5 grid items-start gap-4 md:grid-cols-2">
        {byMoment(changes).map((together) => (
          <li
            key={together[0]?.changedAt}
            className="rounded-field border-l-4 border-gold bg-gold-soft px-5 py-4 break-words"
          >
            <OneChange changes={together} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What was changed at once, with its reason. */
function OneChange({ changes }: { changes: Changes }) {
  const [first] = changes
  if (!first) return null
  return (
    <>
      <p className="font-semibold">Changed {showInstant(first.changedAt)}</p>
      {first.reason && <p className="mt-1 whitespace-pre-line">{first.reason}</p>}
      <dl className="mt-3 grid gap-3">
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt className="font-semibold">{movedTimeNames[field]}</dt>
            <dd>
              from <s>{showTime(field, before)}</s>
            </dd>
            <dd>
              to <strong>{showTime(field, after)}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const order = Object.keys(movedTimeNames)

/** As the site sends them, the latest first; what was changed together in the order of the schedule. */
const byMoment = (changes: Changes): Changes[] =>
  [...new Set(changes.map(({ changedAt }) => changedAt))].map((moment) =>
    order.flatMap((field) => changes.filter((one) => one.changedAt === moment && one.field === field)),
  )
