import { returningText } from '#shared/members/approval/returning-text.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Pager } from '#web/components/pager.tsx'
import type { Waiting } from '#web/members/approval/queue.ts'
import { QueueList } from '#web/members/approval/queue-list.tsx'
import { TickedBar } from '#web/members/approval/ticked-bar.tsx'
import type { Queue } from '#web/members/approval/use-queue.ts'
import type { Ticks } from '#web/members/approval/use-ticks.ts'
import { foundText } from '#web/members/found-line.tsx'
import { changePlace } from '#web/members/list-address.ts'
import { SearchBox } from '#web/members/search-box.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

interface QueuePaneProps {
  queue: Queue
  /** How many there are of each kind; undefined while that is on its way. */
  counts: { pendingCount: number; returnedCount: number } | undefined
  ticks: Ticks
  onApprove: (people: readonly Waiting[]) => void
  onReject: (people: readonly Waiting[]) => void
}

export function QueuePane({ queue, counts, ticks, onApprove, onReject }: QueuePaneProps) {
  const { list, rows, searchQuery, page, pageCount } = queue
  const { data } = list
  const isSettled = data !== undefined && !list.isFetching
  return (
    <section aria-label="Queue" className="flex min-h-0 flex-col border-line bg-card lg:border-r">
      <div className="flex-none border-b border-line p-4">
        <SearchBox hint="Name, serial, reference" />
        <QueueTabs queue={queue} counts={counts} />
        {searchQuery && (
          <p role="status" className="mt-2 min-h-6 text-muted">
            {queue.count !== undefined && foundText(queue.count, searchQuery !== '', 'applicant', 'applicants')}
          </p>
        )}
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {list.isError && !data ? (
          <div className="p-4">
            <Failed title="Error Loading Users" error={list.error} onRetry={() => window.location.reload()} />
          </div>
        ) : rows.length === 0 && isSettled ? (
          <Nobody searchQuery={searchQuery} returned={queue.returned} />
        ) : (
          <QueueList
            rows={rows.length > 0 ? rows : undefined}
            current={queue.current}
            ticked={ticks.ticked}
            now={list.dataUpdatedAt}
            stale={list.isPlaceholderData}
            onChoose={queue.choose}
            onTick={ticks.change}
          />
        )}
        <div className="px-2 py-3">
          <Pager
            label="Applicants"
            page={page}
            pageCount={pageCount}
            onPage={(turned) => changePlace({ page: turned, applicant: null })}
          />
        </div>
      </div>
      {ticks.ticked.size > 0 && (
        <TickedBar
          count={ticks.ticked.size}
          onApprove={() => onApprove([...ticks.ticked.values()])}
          onReject={() => onReject([...ticks.ticked.values()])}
          onUntick={ticks.clear}
        />
      )}
    </section>
  )
}

/** Only once somebody was asked for a correction: until then there is one queue. A search looks in both. */
function QueueTabs({ queue, counts }: Pick<QueuePaneProps, 'queue' | 'counts'>) {
  if (queue.searchQuery || !counts || (counts.returnedCount === 0 && !queue.returned)) return null
  const tabs = [
    { returned: false, label: returningText.waiting(counts.pendingCount) },
    { returned: true, label: returningText.sentBack(counts.returnedCount) },
  ]
  return (
    <div role="group" aria-label="Applications" className="mt-3 flex flex-wrap gap-2">
      {tabs.map(({ returned, label }) => (
        <Button
          key={label}
          look={returned === queue.returned ? 'primary' : 'outline'}
          size="small"
          className="flex-1"
          aria-pressed={returned === queue.returned}
          onClick={() => changePlace({ queue: returned ? 'returned' : null, page: 1, applicant: null })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function Nobody({ searchQuery, returned }: { searchQuery: string; returned: boolean }) {
  if (returned && !searchQuery)
    return (
      <div className="p-4">
        <EmptyState title={returningText.nobodySentBack}>{returningText.nobodySentBackHint}</EmptyState>
      </div>
    )
  return (
    <div className="p-4">
      {searchQuery ? (
        <EmptyState title={`Nobody found for “${searchQuery}”`}>
          Try fewer letters, or only the last name. Capitals and accents make no difference.
        </EmptyState>
      ) : (
        <EmptyState
          title="Nobody is waiting"
          action={
            <SiteLink href="/members" className={buttonClass('outline')}>
              See the members
            </SiteLink>
          }
        >
          New applications appear here as soon as they are sent.
        </EmptyState>
      )}
    </div>
  )
}
