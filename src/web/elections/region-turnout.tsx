import { showShare } from '#shared/elections/results/results.ts'
import { count } from '#shared/elections/results/results-text.ts'
import { ShareBar } from '#web/elections/share-bar.tsx'

interface RegionTurnoutProps {
  region: string
  cast: number
  /** Null where it is not known, or not yet, how many may vote. */
  eligible: number | null
  /** Where the figures need other words. */
  words?: string
}

/** One line of a list by region: how many of its members have voted, as a share, as a bar and in words. */
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
  `${count(cast)} ${eligible === null ? (cast === 1 ? 'ballot' : 'ballots') : `of ${count(eligible)} voted`}`
