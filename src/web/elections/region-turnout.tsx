import { showShare } from '#shared/elections/results/results.ts'
import { showNumber } from '#shared/figures.ts'
import { classes } from '#web/components/classes.ts'

interface RegionTurnoutProps {
  region: string
  cast: number
  /** Null if the number of voters is not known (yet). */
  eligible: number | null
  /** Replaces the usual words. */
  words?: string
}

/** One line of a list by region: how many members have voted, as a share, a bar and in words. */
export function RegionTurnout({ region, cast, eligible, words }: RegionTurnoutProps) {
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{region}</span>
        {eligible !== null && <span className="display text-2xl tabular-nums">{showShare(cast, eligible)}</span>}
      </p>
      {eligible !== null && <ShareBar share={eligible === 0 ? 0 : cast / eligible} className="mt-1.5 h-2.5" />}
      <p className="mt-1.5 text-muted tabular-nums">{words ?? wordsOf(cast, eligible)}</p>
    </li>
  )
}

const wordsOf = (cast: number, eligible: number | null) =>
  `${showNumber(cast)} ${eligible === null ? (cast === 1 ? 'ballot' : 'ballots') : `of ${showNumber(eligible)} voted`}`

/** A share as a bar; the figure is beside it. */
export function ShareBar({ share, className }: { share: number; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={classes('block w-full rounded-full', className)}
    >
      <rect width="100" height="1" className="fill-line" />
      <rect
        width={Math.min(1, share) * 100}
        height="1"
        className="fill-olive-2 motion-safe:transition-all motion-safe:duration-200"
      />
    </svg>
  )
}
