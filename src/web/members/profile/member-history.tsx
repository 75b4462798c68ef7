import { useInfiniteQuery } from '@tanstack/react-query'
import { lineOf } from '#shared/audit/entry-text.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { historyQuery } from '#web/members/profile/api.ts'

/** The log's entries about one member, in words. */
export function MemberHistory({ memberId }: { memberId: string }) {
  const history = useInfiniteQuery(historyQuery(memberId))
  const entries = history.data?.pages.flatMap((page) => page.entries)
  return (
    <section aria-labelledby="history-title" className="card no-print p-6 md:p-8">
      <h2 id="history-title" className="text-2xl">
        {historyText.title}
      </h2>
      <p className="mt-1 text-muted">{historyText.lead}</p>
      {history.isError && !entries ? (
        <Failed title={historyText.failed} error={history.error} onRetry={() => void history.refetch()} />
      ) : !entries ? (
        <Skeleton className="mt-4 h-12 w-full" />
      ) : entries.length === 0 ? (
        <p className="mt-4 text-muted">{historyText.none}</p>
      ) : (
        <ol className="mt-4 grid">
          {entries.map((entry) => {
            const { by, before, about, after, facts } = lineOf(entry)
            return (
              <li key={entry.seq} className="border-t border-line py-3">
                <p className="break-words">
                  <strong>{by}</strong> {before}
                  {about}
                  {after}
                </p>
                {facts.length > 0 && <p className="break-words text-muted">{facts.join(' ')}</p>}
                <p className="text-muted">{showInstant(entry.at)}</p>
              </li>
            )
          })}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          look="outline"
          size="small"
          className="mt-2"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {historyText.more}
        </Button>
      )}
    </section>
  )
}

const historyText = {
  title: 'History',
  lead: 'What administrators, the member and the site did with this record, newest first.',
  none: 'The log says nothing about this record yet.',
  more: 'Show earlier entries',
  failed: 'The history could not be loaded',
} as const
