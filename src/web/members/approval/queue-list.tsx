import { useEffect, useRef } from 'react'
import { returningText } from '#shared/members/approval/returning-text.ts'
import { filterText } from '#shared/members/listing/filter-text.ts'
import type { Instant } from '#shared/time.ts'
import type { Waiting } from '#web/members/approval/queue.ts'
import { classes } from '#web/components/classes.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { concernText } from '#web/members/approval/concerns.ts'
import { timeAgo } from '#web/members/approval/time-ago.ts'
import { memberName } from '#web/members/member-name.ts'

interface QueueListProps {
  /** Undefined while the first page is on its way. */
  rows: readonly Waiting[] | undefined
  current: string | null
  ticked: ReadonlyMap<string, Waiting>
  /** When the list was read. */
  now: Instant
  stale: boolean
  onChoose: (id: string) => void
  onTick: (people: readonly Waiting[], on: boolean) => void
}

export function QueueList({ rows, current, ticked, now, stale, onChoose, onTick }: QueueListProps) {
  if (!rows) return <QueueSkeleton />
  const allTicked = rows.length > 0 && rows.every(({ id }) => ticked.has(id))
  return (
    <>
      <label className="flex min-h-12 cursor-pointer items-center gap-4 border-b border-line px-4 text-muted">
        <input
          type="checkbox"
          className="size-6 accent-navy"
          checked={allTicked}
          onChange={() => onTick(rows, !allTicked)}
        />
        {filterText.tickPage(rows.length)}
      </label>
      <ul
        aria-label="Applicants"
        data-queue
        aria-busy={stale}
        className={classes('transition-opacity duration-150', stale && 'opacity-60')}
      >
        {rows.map((row) => (
          <QueueRow
            key={row.id}
            row={row}
            now={now}
            isCurrent={row.id === current}
            isTicked={ticked.has(row.id)}
            onChoose={() => onChoose(row.id)}
            onTick={(on) => onTick([row], on)}
          />
        ))}
      </ul>
    </>
  )
}

interface QueueRowProps {
  row: Waiting
  now: Instant
  isCurrent: boolean
  isTicked: boolean
  onChoose: () => void
  onTick: (on: boolean) => void
}

function QueueRow({ row, now, isCurrent, isTicked, onChoose, onTick }: QueueRowProps) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isCurrent])
  const { rank, ms, region, appliedAt, concerns } = row
  const name = memberName(row)
  return (
    <li
      ref={element}
      className={classes(
        'flex border-b border-l-4 border-b-line',
        isCurrent ? 'border-l-gold bg-navy-soft' : 'border-l-transparent hover:bg-paper',
      )}
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
      <button
        type="button"
        data-applicant={row.id}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
        className="min-h-16 min-w-0 flex-1 py-2.5 pr-4 text-left -outline-offset-4"
      >
        <span className="block font-semibold break-words">{name}</span>
        <span className="block text-[0.9375rem] text-muted">
          {[[rank, ms, region].filter(Boolean).join(', '), appliedAt && timeAgo(appliedAt, now)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <ReturnMark row={row} />
        {concerns.map((concern) => (
          <span key={concern} className="eyebrow mt-1 block text-[0.9375rem] tracking-wider text-red">
            {concernText[concern]}
          </span>
        ))}
      </button>
    </li>
  )
}

function ReturnMark({ row }: { row: Waiting }) {
  const { returnedAt, mendedAt } = row.application
  if (returnedAt === null && mendedAt === null) return null
  return (
    <span className="eyebrow mt-1 block text-[0.9375rem] tracking-wider text-gold-ink">
      {returnedAt === null ? returningText.mendedMark : returningText.returnedMark}
    </span>
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
