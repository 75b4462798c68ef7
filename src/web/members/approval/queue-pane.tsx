import { joinWithDots } from '#shared/joined-text.ts'
import type { Instant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { EmptyState, Failed, reloadPage } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { QueueRow } from '#web/members/desk-parts.tsx'
import { changePlace } from '#web/members/list-address.ts'
import { foundText, SearchBox } from '#web/members/search-box.tsx'
import { memberName, tickPageText } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import type { Applicant } from './applicants.ts'
import { concernText, returningText, timeAgo } from './text.ts'
import type { ApprovalDesk } from './use-desk.ts'

interface QueuePaneProps {
  desk: ApprovalDesk
  /** How many there are of each kind; undefined while loading. */
  counts: { pendingCount: number; returnedCount: number } | undefined
  onDecide: (decision: 'approve' | 'reject', people: readonly Applicant[]) => void
}

export function QueuePane({ desk, counts, onDecide }: QueuePaneProps) {
  const { queue, ticked } = desk
  const { list, rows, searchQuery, page, pageCount } = queue
  const isSettled = list.data !== undefined && !list.isFetching
  return (
    <section aria-label="Queue" className="flex min-h-0 flex-col border-line bg-card lg:border-r">
      <div className="flex-none border-b border-line p-4">
        <SearchBox hint="Name, serial, reference" />
        <QueueTabs queue={queue} counts={counts} />
        {searchQuery && (
          <p role="status" className="mt-2 min-h-6 text-muted">
            {queue.counted && foundText(queue.counted, searchQuery !== '', 'applicant', 'applicants')}
          </p>
        )}
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {list.isError && !list.data ? (
          <div className="p-4">
            <Failed title="Error Loading Users" error={list.error} onRetry={reloadPage} />
          </div>
        ) : rows.length > 0 ? (
          <QueueList desk={desk} />
        ) : isSettled ? (
          <div className="p-4">
            <Nobody searchQuery={searchQuery} returned={queue.returned} decided={list.data.users.length > 0} />
          </div>
        ) : (
          <QueueSkeleton />
        )}
        <div className="px-2 py-3">
          <Pager
            label="Applicants"
            page={page}
            pageCount={pageCount}
            more={list.data?.more}
            onPage={(turned) => changePlace({ page: turned, applicant: null })}
          />
        </div>
      </div>
      {ticked.length > 0 && (
        <TickedBar
          count={ticked.length}
          onApprove={() => onDecide('approve', ticked)}
          onReject={() => onDecide('reject', ticked)}
          onUntick={desk.untickAll}
        />
      )}
    </section>
  )
}

/** Only once somebody was asked for a correction: until then there is one queue. A search covers both. */
function QueueTabs({ queue, counts }: Pick<ApprovalDesk, 'queue'> & Pick<QueuePaneProps, 'counts'>) {
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

function QueueList({ desk: { queue, ticked, tick } }: { desk: ApprovalDesk }) {
  const { rows, list } = queue
  const ids = new Set(ticked.map(({ id }) => id))
  const allTicked = rows.every(({ id }) => ids.has(id))
  return (
    <>
      <label className="flex min-h-12 cursor-pointer items-center gap-4 border-b border-line px-4 text-muted">
        <input
          type="checkbox"
          className="size-6 accent-navy"
          checked={allTicked}
          onChange={() => tick(rows, !allTicked)}
        />
        {tickPageText(rows.length)}
      </label>
      <ul
        aria-label="Applicants"
        data-queue
        aria-busy={list.isPlaceholderData}
        className={classes('transition-opacity duration-150', list.isPlaceholderData && 'opacity-60')}
      >
        {rows.map((row) => (
          <ApplicantRow
            key={row.id}
            row={row}
            readAt={list.dataUpdatedAt}
            isCurrent={row.id === queue.current}
            isTicked={ids.has(row.id)}
            onChoose={() => queue.choose(row.id)}
            onTick={(on) => tick([row], on)}
          />
        ))}
      </ul>
    </>
  )
}

interface ApplicantRowProps {
  row: Applicant
  /** When the list was read. */
  readAt: Instant
  isCurrent: boolean
  isTicked: boolean
  onChoose: () => void
  onTick: (on: boolean) => void
}

function ApplicantRow({ row, readAt, isCurrent, isTicked, onChoose, onTick }: ApplicantRowProps) {
  const { rank, ms, region, appliedAt, concerns, application } = row
  const name = memberName(row)
  const marks = [
    application.returnedAt !== null && { text: returningText.returnedMark, tone: 'text-gold-ink' as const },
    application.returnedAt === null &&
      application.correctedAt !== null && { text: returningText.correctedMark, tone: 'text-gold-ink' as const },
    ...concerns.map((concern) => ({ text: concernText[concern], tone: 'text-red' as const })),
  ]
  return (
    <QueueRow
      {...{ name, isCurrent, onChoose }}
      id={row.id}
      line={joinWithDots([
        [rank, ms, region].filter(Boolean).join(', '),
        appliedAt ? timeAgo(appliedAt, readAt) : null,
      ])}
      marks={marks.filter((mark) => mark !== false)}
    >
      <label className="grid w-13 flex-none cursor-pointer place-items-center">
        <span className="sr-only">Tick {name}</span>
        <input
          type="checkbox"
          className="size-6 accent-navy"
          checked={isTicked}
          onChange={(event) => onTick(event.target.checked)}
        />
      </label>
    </QueueRow>
  )
}

function QueueSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className="grid gap-2 border-b border-line px-4 py-4">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  )
}

interface NobodyProps {
  searchQuery: string
  returned: boolean
  /** Somebody was found, and has just been decided on. */
  decided: boolean
}

function Nobody({ searchQuery, returned, decided }: NobodyProps) {
  if (searchQuery)
    return (
      <EmptyState title={`Nobody ${decided ? 'else ' : ''}found for “${searchQuery}”`}>
        Try fewer letters, or only the last name. Capitals and accents make no difference.
      </EmptyState>
    )
  if (returned) return <EmptyState title={returningText.nobodySentBack}>{returningText.nobodySentBackHint}</EmptyState>
  const members = (
    <SiteLink href="/members" className={buttonClass('outline')}>
      See the members
    </SiteLink>
  )
  return (
    <EmptyState title="Nobody is waiting" action={members}>
      New applications appear here automatically.
    </EmptyState>
  )
}

interface TickedBarProps {
  count: number
  onApprove: () => void
  onReject: () => void
  onUntick: () => void
}

/** Appears with the first tick, at the bottom of the queue. */
function TickedBar({ count, onApprove, onReject, onUntick }: TickedBarProps) {
  return (
    <div
      role="group"
      aria-label="Ticked applicants"
      className="sticky bottom-0 z-10 grid flex-none gap-2 border-t border-line bg-gold-soft px-3 py-3 lg:static"
    >
      <p className="flex flex-wrap items-center justify-between gap-x-3 font-semibold">
        <span role="status">{count} ticked</span>
        <button type="button" className="text-link min-h-11 px-1" onClick={onUntick}>
          Untick all
        </button>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" className="flex-auto" onClick={onApprove}>
          Approve ticked
        </Button>
        <Button look="danger-outline" size="small" className="flex-auto" onClick={onReject}>
          Reject ticked…
        </Button>
      </div>
    </div>
  )
}
