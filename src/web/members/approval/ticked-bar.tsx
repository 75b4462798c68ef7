import { Button } from '#web/components/button.tsx'

interface TickedBarProps {
  count: number
  onApprove: () => void
  onReject: () => void
  onUntick: () => void
}

/** Appears with the first tick, at the foot of the queue. */
export function TickedBar({ count, onApprove, onReject, onUntick }: TickedBarProps) {
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
