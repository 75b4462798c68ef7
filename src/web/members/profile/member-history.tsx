import { useInfiniteQuery } from '@tanstack/react-query'
import { fieldNames, memberFields } from '#shared/members/member-fields.ts'
import { historyText, notesText } from '#shared/members/profile/notes-text.ts'
import { showInstant } from '#shared/time.ts'
import { auditText } from '#web/audit/audit-text.ts'
import { useApi } from '#web/api/client.ts'
import { historyQuery } from '#web/api/members/notes.ts'
import { Button } from '#web/components/button.tsx'
import { Failed } from '#web/components/failed.tsx'
import { fileLabels } from '#web/members/profile/profile-values.ts'
import { Skeleton } from '#web/components/skeleton.tsx'

/** The log's entries about one member, in words. */
export function MemberHistory({ memberId }: { memberId: string }) {
  const history = useInfiniteQuery(historyQuery(useApi(), memberId))
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
          {entries.map(({ seq, at, actor, actorName, action, detail }) => (
            <li key={seq} className="border-t border-line py-3">
              <p className="break-words">
                <strong>{actor === 'system' ? historyText.theSite : (actorName ?? notesText.nobody)}</strong>{' '}
                {auditText[action]}
                {changedWords(detail['changed'])}
              </p>
              <p className="text-muted">{showInstant(at)}</p>
            </li>
          ))}
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

const labels: Record<string, string> = {
  ...Object.fromEntries(fieldNames.map((name) => [name, memberFields[name].label])),
  ...fileLabels,
}

/** `: Region, Email` from the names that the log keeps. */
function changedWords(changed: unknown): string {
  if (typeof changed !== 'string' || changed === '') return ''
  return `: ${changed
    .split(', ')
    .map((name) => labels[name] ?? name)
    .join(', ')}`
}
