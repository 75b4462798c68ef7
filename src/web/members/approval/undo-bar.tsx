import { useEffect, useState } from 'react'
import { approvalText } from '#shared/members/approval/approval-text.ts'
import { whom } from '#web/members/approval/queue.ts'
import type { Held } from '#web/members/approval/use-held.ts'

/**
 * Counts down above the decisions, on a phone above the applicant, beside the one way back. It takes its own room, so that it
 * covers no button of the next applicant, and moves none. Read out once, not every second.
 */
export function UndoBar({ held, onUndo }: { held: Held; onUndo: () => void }) {
  const seconds = useSecondsUntil(held.until)
  const name = whom(held.people)
  const serial = held.people.length === 1 ? held.people[0]?.militarySerial : null
  return (
    <div
      role="group"
      aria-label="Approval that can be undone"
      className="on-dark flex flex-none flex-wrap items-center justify-between gap-x-4 bg-navy py-1 pr-2 pl-5 text-white lg:pl-6"
    >
      <p className="min-w-0 flex-1 basis-40 font-semibold break-words tabular-nums">
        <span role="status" className="sr-only">
          {approvalText.held(name)}
        </span>
        <span aria-hidden="true">{approvalText.approvedIn(name, seconds)}</span>
        {/* Two of one name are told apart by it. */}
        {serial && <span className="block text-[0.9375rem] font-normal">{approvalText.serial(serial)}</span>}
      </p>
      <button
        type="button"
        aria-keyshortcuts="U"
        onClick={onUndo}
        className="min-h-11 rounded-field px-4 font-semibold text-gold-2 underline underline-offset-4 hover:bg-white/15"
      >
        {approvalText.undo}
      </button>
    </div>
  )
}

function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
