import { figuresText, isLive } from '#shared/elections/results/results.ts'
import { showInstant } from '#shared/time.ts'
import type { Results } from '#web/api/elections/results.ts'
import { classes } from '#web/components/classes.ts'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'

/** How fresh the figures are. Room for the longest words is kept, so that losing the connection moves nothing. */
export function LiveLine({ results, lost }: { results: Results | undefined; lost: boolean }) {
  return (
    <>
      <p className={classes('flex min-h-18 items-center gap-3 sm:min-h-6 lg:col-span-2', lost && 'text-gold-2')}>
        {results && (
          <>
            <Mark results={results} lost={lost} />
            <span>
              {/* Spoken when it is lost; the time, which changes every minute, is not. */}
              <span role="status">{lost && 'Connection lost, trying again. '}</span>
              {lost ? 'Figures' : figuresText(...aboutFigures(results))} as of {showInstant(results.asOf)}
            </span>
          </>
        )}
      </p>
      {lost && results && <LostBar />}
    </>
  )
}

const aboutFigures = ({ stage, votes, rehearsal }: Results) => [stage, votes !== null, rehearsal] as const

/** A pulse while figures are live, a tick once they are final, and nothing in between. */
function Mark({ results, lost }: { results: Results; lost: boolean }) {
  if (lost) return <AlertIcon className="size-5 flex-none" />
  if (isLive(...aboutFigures(results))) return <Beat />
  return results.stage === 'certified' ? <CheckIcon className="size-5 flex-none" /> : null
}

/** For who has scrolled on and does not see the line above; it lies over the page and moves nothing. */
const LostBar = () => (
  <span
    aria-hidden="true"
    className="fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit items-center gap-3 rounded-field bg-ink px-5 py-3 text-white shadow-float"
  >
    <AlertIcon className="size-5 flex-none text-gold-2" />
    Connection lost, trying again
  </span>
)

const Beat = () => (
  <span aria-hidden="true" className="size-3 flex-none rounded-full bg-gold-2 motion-safe:animate-pulse" />
)
