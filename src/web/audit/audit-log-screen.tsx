import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { lineOf } from '#shared/audit/entry-text.ts'
import type { LogFilter } from '#shared/audit/filter.ts'
import { logText } from '#shared/audit/text.ts'
import { showNumber } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { EmptyState, Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { useSearch } from '#web/router/router.tsx'
import { checkLog, exportAddress, logQuery, type LogActor, type LogEntry } from './api.ts'
import { AuditFilter } from './audit-filter.tsx'

/** Shows who did what, newest first, and whether the log is still intact. */
export function AuditLogScreen() {
  // A link to the log of one thing contains its reference.
  const about = useSearch().get('person')
  const [chosen, setChosen] = useState<LogFilter>(about ? { person: about } : {})
  /** Used as a key: clearing the filter mounts it again, which also clears the text field. */
  const [round, setRound] = useState(0)
  const [by, setBy] = useState<LogActor | null>(null)
  const change = useCallback((part: LogFilter) => setChosen((now) => ({ ...now, ...part })), [])
  const filter = { ...chosen, ...(by && { actor: by.id }) }
  const log = useInfiniteQuery({ ...logQuery(filter), placeholderData: keepPreviousData })
  const filtered = Object.values(filter).some(Boolean)
  const entries = log.data?.pages.flatMap((page) => page.entries)

  function clear() {
    setChosen({})
    setBy(null)
    setRound((now) => now + 1)
  }

  return (
    <AdminLayout title="Audit log">
      <AuditCheck filter={filter} filtered={filtered} />
      <AuditFilter
        key={round}
        filter={chosen}
        by={by}
        onChange={change}
        onEveryone={() => setBy(null)}
        onClear={clear}
      />
      {log.isError && !entries ? (
        <Failed title="The log could not be loaded" error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <div aria-busy={log.isPlaceholderData} className={log.isPlaceholderData ? 'opacity-60' : undefined}>
          <AuditList entries={entries} filtered={filtered} onPerson={setBy} />
        </div>
      )}
      {log.isFetchNextPageError && (
        <Notice tone="error" title="Older entries could not be loaded" className="mt-6">
          {sentenceOf(log.error)}
        </Notice>
      )}
      {log.hasNextPage && (
        <p className="mt-6 flex justify-center">
          <Button look="outline" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older entries
          </Button>
        </p>
      )}
      {entries && entries.length > 0 && !log.hasNextPage && (
        <p className="mt-6 text-center text-muted">
          {filtered ? 'No older entries match this choice.' : 'This is the beginning of the log.'}
        </p>
      )}
    </AdminLayout>
  )
}

interface AuditListProps {
  /** Undefined while loading. */
  entries: readonly LogEntry[] | undefined
  filtered: boolean
  onPerson: (person: LogActor) => void
}

/** The log as sentences, grouped by day. */
function AuditList({ entries, filtered, onPerson }: AuditListProps) {
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

/** Groups by the day in Manila, in the order of the entries. */
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
        <span title={entry.hash}>{`No.\u00a0${showNumber(entry.seq)}`}</span>
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

/** Nobody has to trust the log: people can check it here, or export it and check it elsewhere. */
function AuditCheck({ filter, filtered }: { filter: LogFilter; filtered: boolean }) {
  const check = useMutation({ mutationFn: () => checkLog() })
  return (
    <section aria-labelledby="check-title" className="card p-5 md:p-6">
      <h2 id="check-title" className="text-2xl">
        Is the log intact?
      </h2>
      <p className="mt-2 max-w-[70ch] text-muted">
        Each entry carries a fingerprint of the one before it. If somebody changed or removed an entry, the chain would
        break. The export has everything an observer needs to check it without our help.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          Check the log
        </Button>
        <a href={exportAddress('in words', filter)} download className={buttonClass('outline')}>
          {logText.exportWords}
        </a>
        <a href={exportAddress('as written', filter)} download className={buttonClass('outline')}>
          {logText.exportChain}
        </a>
      </div>
      {filtered && <p className="mt-3 text-muted">{logText.exportFiltered}</p>}
      <div role="status" className="mt-4 empty:hidden">
        {check.data?.ok === true && (
          <Notice tone="success" title={`The log is intact: ${showNumber(check.data.entries)} entries`}>
            <p>
              Last fingerprint: <span className="font-mono break-all">{check.data.lastHash}</span>
            </p>
            <p>Write it down somewhere else. With it you can tell if somebody cuts off the end of the log.</p>
          </Notice>
        )}
        {check.data?.ok === false && (
          <Notice tone="error" title={`The log is broken at entry ${showNumber(check.data.brokenAt)}`}>
            This entry or a later one was changed, moved or removed by someone with access to the database. Keep an
            export of the log and tell the board.
          </Notice>
        )}
        {check.isError && (
          <Notice tone="error" title="The log could not be checked">
            {sentenceOf(check.error)}
          </Notice>
        )}
      </div>
    </section>
  )
}
