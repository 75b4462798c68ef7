import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { lineOf } from '#shared/audit/entry-text.ts'
import { inGroups, showCount, showNumber } from '#shared/figures.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { checkElectionLog, electionLogQuery, rollHref, rollQuery, type ElectionLogEntry, type RollLine } from './api.ts'
import { Task } from './task.tsx'
import { fillTemplate, observingText } from './text.ts'

const logText = observingText.log

export function LogPart({ electionId }: { electionId: string }) {
  const log = useInfiniteQuery(electionLogQuery(electionId))
  const pages = log.data?.pages
  return (
    <div className="grid gap-5">
      <Task
        title={logText.title}
        help={fillTemplate(logText.help, { others: showCount(pages?.[0]?.others ?? 0, 'entry', 'entries') })}
      >
        <LogCheck electionId={electionId} />
      </Task>
      {log.isError && !pages && (
        <Failed title="The log could not be loaded" error={log.error} onRetry={() => void log.refetch()} />
      )}
      {!pages && !log.isError && <Skeleton className="h-40 w-full" />}
      {pages && (
        <ol className="card divide-y divide-line">
          {pages
            .flatMap((page) => page.entries)
            .map((entry) => (
              <Entry key={entry.seq} entry={entry} />
            ))}
        </ol>
      )}
      {log.hasNextPage && (
        <p>
          <Button look="outline" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {logText.more}
          </Button>
        </p>
      )}
    </div>
  )
}

function LogCheck({ electionId }: { electionId: string }) {
  const check = useMutation({ mutationFn: () => checkElectionLog(electionId) })
  return (
    <>
      <Button busy={check.isPending} onClick={() => check.mutate()}>
        {logText.check}
      </Button>
      <div role="status" className="mt-4 empty:hidden">
        {check.data?.ok === true && (
          <Notice tone="success" title={fillTemplate(logText.intact, { n: showNumber(check.data.entries) })}>
            <p>
              {logText.lastHash}
              <span className="font-mono break-all">{check.data.lastHash}</span>
            </p>
            <p>{logText.keep}</p>
          </Notice>
        )}
        {check.data?.ok === false && (
          <Notice tone="error" title={fillTemplate(logText.brokenAt, { n: showNumber(check.data.brokenAt) })}>
            {logText.broken}
          </Notice>
        )}
        {check.isError && (
          <Notice tone="error" title={logText.failed}>
            {sentenceOf(check.error)}
          </Notice>
        )}
      </div>
    </>
  )
}

function Entry({ entry: { seq, at, hash, ...entry } }: { entry: ElectionLogEntry }) {
  const { election: _election, ...detail } = entry.detail
  const { by, before, about, after, facts } = lineOf({ ...entry, detail })
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[1fr_auto] md:px-5">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-semibold">{by}</span> {before + about + after}
        </p>
        {facts.length > 0 && <p className="text-muted">{facts.join(' ')}</p>}
      </div>
      <p className="text-muted tabular-nums md:text-right">
        {showInstant(at)}
        <span className="mx-2" aria-hidden="true">
          ·
        </span>
        <span title={hash}>{`No.\u00a0${showNumber(seq)}`}</span>
      </p>
    </li>
  )
}

const rollText = observingText.roll

const columns: readonly Column<RollLine>[] = [
  { heading: 'Name', main: true, cell: (line) => <Name line={line} /> },
  { heading: 'Serial number', phone: 'hidden', cell: ({ serial }) => serial ?? rollText.gone },
  { heading: 'Region', phone: 'hidden', cell: ({ region }) => region },
  { heading: 'Voted', phone: 'hidden', cell: votedText },
  { heading: 'Line', cell: ({ line }) => <Hash value={line} /> },
  { heading: 'Private code', cell: ({ salt }) => (salt === null ? rollText.gone : <Hash value={salt} />) },
]

/** On a phone it includes the next three columns. */
const Name = ({ line }: { line: RollLine }) => (
  <>
    {line.name}
    <span className="block text-base font-normal text-muted as-table:hidden">
      {joinWithDots([line.serial ?? rollText.gone, line.region, votedText(line)])}
    </span>
  </>
)

const Hash = ({ value }: { value: string }) => <span className="font-mono text-sm break-words">{inGroups(value)}</span>

function votedText({ voted, byProxy, struck }: RollLine): string {
  if (struck !== null) return fillTemplate(rollText.struck, { n: struck })
  if (!voted) return rollText.notVoted
  return byProxy === true ? rollText.byProxy : rollText.voted
}

/** The roll with its unpublished part. Opened only on request, because that is logged. */
export function RollPart({ electionId, frozen }: { electionId: string; frozen: boolean }) {
  const [open, setOpen] = useState(false)
  const roll = useInfiniteQuery(rollQuery(electionId, open))
  const lines = roll.data?.pages.flatMap((page) => page.lines)
  if (!frozen)
    return (
      <Task title={rollText.title} help={rollText.help}>
        <p>{rollText.empty}</p>
      </Task>
    )
  return (
    <div className="grid gap-5">
      <Task title={rollText.title} help={rollText.help}>
        <div className="flex flex-wrap gap-3">
          {!open && <Button onClick={() => setOpen(true)}>{rollText.open}</Button>}
          <a href={rollHref(electionId)} download className={buttonClass('outline')}>
            {rollText.download}
          </a>
        </div>
      </Task>
      {roll.isError && (
        <Failed title="The roll could not be loaded" error={roll.error} onRetry={() => void roll.refetch()} />
      )}
      {open && !(roll.isError && !lines) && (
        <DataTable
          caption={rollText.title}
          columns={columns}
          rows={lines}
          keyOf={({ line }) => line}
          empty={<p>{rollText.empty}</p>}
        />
      )}
      {roll.hasNextPage && (
        <p>
          <Button look="outline" busy={roll.isFetchingNextPage} onClick={() => void roll.fetchNextPage()}>
            {rollText.more}
          </Button>
        </p>
      )}
    </div>
  )
}
