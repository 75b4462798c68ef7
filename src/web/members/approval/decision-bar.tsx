import { returningText } from '#shared/members/approval/returning-text.ts'
import { Button } from '#web/components/button.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { KeyCap } from '#web/members/approval/key-cap.tsx'
import type { Waiting } from '#web/members/approval/queue.ts'
import { useKeys } from '#web/members/approval/use-keys.ts'

interface DecisionBarProps {
  person: Waiting
  /** Null when it cannot be foreseen. */
  number: string | null
  keysOn: boolean
  onApprove: (person: Waiting) => void
  onReject: (person: Waiting) => void
  onReturn: (person: Waiting) => void
  onStep: (by: 1 | -1) => void
}

/** At the end of the screen where the thumb is. Nobody is approved before their application is on the screen. */
export function DecisionBar({ person, number, keysOn, onApprove, onReject, onReturn, onStep }: DecisionBarProps) {
  useKeys({ a: () => onApprove(person), r: () => onReject(person), c: () => onReturn(person) }, keysOn)
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3 border-t border-line bg-card px-4 py-3 lg:px-6">
      <Button
        className="w-full lg:w-auto"
        aria-keyshortcuts="A"
        // The second click of a double click, and a held Enter, are not meant for the next applicant.
        onClick={(event) => event.detail <= 1 && onApprove(person)}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        <CheckIcon className="size-5 flex-none max-sm:hidden" />
        <span>
          Approve
          {number !== null && (
            <>
              {' '}
              as <span className="tabular-nums">{number}</span>
            </>
          )}
        </span>
        <KeyCap light>A</KeyCap>
      </Button>
      <Button
        look="outline"
        className="flex-[1_1_min-content] break-words! max-sm:px-1 lg:flex-none"
        aria-keyshortcuts="C"
        onClick={() => onReturn(person)}
      >
        {returningText.button}
        <KeyCap>C</KeyCap>
      </Button>
      <Button
        look="danger-outline"
        className="flex-[1_1_min-content] break-words! max-sm:px-1 lg:flex-none"
        aria-keyshortcuts="R"
        onClick={() => onReject(person)}
      >
        Reject…
        <KeyCap>R</KeyCap>
      </Button>
      <div className="ml-auto hidden gap-1 lg:flex">
        <Button look="quiet" size="small" aria-keyshortcuts="K" onClick={() => onStep(-1)}>
          Previous <KeyCap>K</KeyCap>
        </Button>
        <Button look="quiet" size="small" aria-keyshortcuts="J" onClick={() => onStep(1)}>
          Next <KeyCap>J</KeyCap>
        </Button>
      </div>
    </div>
  )
}
