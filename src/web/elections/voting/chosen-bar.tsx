import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'

interface ChosenBarProps {
  seats: readonly Seat[]
  choices: Choices
  /** Whose ballot it is: a member reviews their own, an administrator that of another. */
  reviewLabel: string
  onReview: () => void
  className?: string
}

/** What is left to choose, and the way on: always in sight, within reach of a thumb. */
export function ChosenBar({ seats, choices, reviewLabel, onReview, className }: ChosenBarProps) {
  const chosen = choices.filter((one) => one !== null).length
  return (
    <div
      className={classes(
        'no-print sticky bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] shadow-float',
        className,
      )}
    >
      <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <div className="min-w-0 flex-auto sm:flex sm:items-center sm:gap-5">
          <p role="status" className="font-semibold tabular-nums">
            {chosen} of {seats.length} chosen
          </p>
          <div aria-hidden="true" className="mt-1.5 flex gap-1 sm:mt-0">
            {seats.map(({ slot }, place) => (
              <span
                key={slot}
                className={classes('h-2 max-w-7 flex-1 rounded-full sm:w-7', choices[place] ? 'bg-gold' : 'bg-line')}
              />
            ))}
          </div>
        </div>
        <Button onClick={onReview} className="flex-auto sm:flex-none">
          {reviewLabel}
        </Button>
      </div>
    </div>
  )
}
