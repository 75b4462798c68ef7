import { showInstant } from '#shared/time.ts'
import { logText } from '#shared/audit/text.ts'
import { lineOf } from '#shared/audit/words.ts'
import type { LogActor, LogEntry } from '#web/api/audit.ts'
import { EmptyState } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'

interface AuditListProps {
  /** Undefined while they are on their way. */
  entries: readonly LogEntry[] | undefined
  filtered: boolean
  onPerson: (person: LogActor) => void
}

/** The log as sentences, one day after the other. */
export function AuditList({ entries, filtered, onPerson }: AuditListProps) {
  if (!entries) return <ListSkeleton />
  if (entries.length === 0)
    return (
      <EmptyState title={filtered ? logText.nothing : 'Nothing has been done yet'}>
        {filtered ? logText.nothingHelp : 'Everything administrators do will be listed here.'}
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      {byDay(entries).map(([day, ofThatDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="text-2xl">{day}</h2>
          <ol className="card mt-2 divide-y divide-line">
            {ofThatDay.map((entry) => (
              <Entry key={entry.seq} entry={entry} onPerson={onPerson} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Days by Manila's calendar, in the order the entries come. */
function byDay(entries: readonly LogEntry[]): [string, LogEntry[]][] {
  const days = new Map<string, LogEntry[]>()
  for (const entry of entries) {
    const [day = ''] = showInstant(entry.at).split(', ')
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}

function Entry({ entry, onPerson }: { entry: LogEntry; onPerson: (person: LogActor) => void }) {
  const { by, before, about, after, facts } = lineOf(entry)
  return (
    <li className="grid gap-x-6 grid-cols-1 gap-y-1 px-4 py-3 md:grid-cols-[1fr_auto] md:items-center md:px-5">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <button
            type="button"
            className="text-link -my-2.5 inline-block py-2.5 text-left"
            onClick={() => onPerson({ id: entry.actor, name: by })}
          >
            {by}
            <span className="sr-only"> (show only what they did)</span>
          </button>{' '}
          {before}
          {entry.memberId && about ? (
            <a href={`/member/${entry.memberId}`} className="text-link -my-2.5 inline-block py-2.5">
              {about}
            </a>
          ) : (
            about
          )}
          {after}
        </p>
        {facts.length > 0 && <p className="text-muted">{facts.join(' ')}</p>}
      </div>
      <p className="text-muted tabular-nums md:text-right">
        {showInstant(entry.at).split(', ')[1]}
        <span className="mx-2" aria-hidden="true">
          ·
        </span>
        <span title={entry.hash}>No. {entry.seq.toLocaleString('en')}</span>
      </p>
    </li>
  )
}

function ListSkeleton() {
  return (
    <div className="card grid gap-5 p-5" role="status">
      <span className="sr-only">Loading…</span>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className={place % 2 ? 'h-6 w-4/5' : 'h-6 w-3/5'} />
      ))}
    </div>
  )
}
