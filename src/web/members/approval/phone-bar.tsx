import { Button } from '#web/components/button.tsx'
import { DownIcon, UpIcon } from '#web/components/edit-icons.tsx'
import type { Queue } from '#web/members/approval/use-queue.ts'
import { BackIcon } from '#web/components/list-icons.tsx'

/** The way back to the queue, and along it, above an applicant that fills the screen. */
export function PhoneBar({ queue, waiting }: { queue: Queue; waiting: number | undefined }) {
  return (
    <div className="flex items-center border-b border-line bg-card px-2 py-1.5">
      <Button look="quiet" size="small" className="px-2" onClick={() => queue.choose(null)}>
        <BackIcon />
        Queue
      </Button>
      <p className="ml-auto text-muted tabular-nums">
        {queue.position !== null && waiting !== undefined && `${queue.position} of ${waiting.toLocaleString('en')}`}
      </p>
      <Button look="quiet" size="icon" aria-label="Previous applicant" onClick={() => queue.step(-1)}>
        <UpIcon className="size-6" />
      </Button>
      <Button look="quiet" size="icon" aria-label="Next applicant" onClick={() => queue.step(1)}>
        <DownIcon className="size-6" />
      </Button>
    </div>
  )
}
