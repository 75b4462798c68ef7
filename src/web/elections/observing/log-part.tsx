import { lineOf } from '#shared/audit/words.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { fill, observingText } from '#shared/elections/observing/text.ts'
import { showInstant } from '#shared/time.ts'
import { checkElectionLog, electionLogQuery, type ElectionLogEntry } from '#web/api/elections/observing.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Task } from './task.tsx'

const text = observingText.log

export function LogPart({ electionId }: { electionId: string }) {
  const log = useInfiniteQuery(electionLogQuery(useApi(), electionId))
  const pages = log.data?.pages
  return (
    <div className="grid gap-5">
      <Task title={text.title} help={fill(text.help, { others: (pages?.[0]?.others ?? 0).toLocaleString('en') })}>
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
            {text.more}
          </Button>
        </p>
      )}
    </div>
  )
}

function LogCheck({ electionId }: { electionId: string }) {
  const api = useApi()
  const check = useMutation({ mutationFn: () => checkElectionLog(api, electionId) })
  return (
    <>
      <Button busy={check.isPending} onClick={() => check.mutate()}>
        {text.check}
      </Button>
      <div role="status" className="mt-4 empty:hidden">
        {check.data?.ok === true && (
          <Notice tone="success" title={fill(text.intact, { n: check.data.entries.toLocaleString('en') })}>
            <p>
              {text.lastHash}
              <span className="font-mono break-all">{check.data.lastHash}</span>
            </p>
            <p>{text.keep}</p>
          </Notice>
        )}
        {check.data?.ok === false && (
          <Notice tone="error" title={fill(text.brokenAt, { n: check.data.brokenAt.toLocaleString('en') })}>
            {text.broken}
          </Notice>
        )}
        {check.isError && (
          <Notice tone="error" title={text.failed}>
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
        <span title={hash}>No. {seq.toLocaleString('en')}</span>
      </p>
    </li>
  )
}
