import { abbreviate } from '#shared/elections/results/names.ts'
import { placeOf } from '#shared/elections/counting/standings.ts'
import type { Candidate, Counted } from '#web/api/elections/results.ts'
import { classes } from '#web/components/classes.ts'
import { ServicePill } from '#web/components/pill.tsx'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import { barColour } from '#web/elections/results/bar-colours.ts'
import { OutcomeMark } from '#web/elections/results/outcome-mark.tsx'
import { votesText } from '#web/elections/results/stage-text.ts'

/** The faces and figures of those who lead, in the order and colours of the chart's bars. */
export function LeadingPanel({ leaders, votes }: { leaders: readonly Candidate[]; votes: Counted }) {
  return (
    <section aria-labelledby="leaders-title" className="card flex flex-col px-4 py-5 sm:px-6">
      <h2 id="leaders-title" className="text-2xl md:text-3xl">
        Overall Leading Candidates
      </h2>
      <ol className="mt-4 flex flex-1 flex-col">
        {leaders.map((one, place) => (
          <li key={one.nomineeId} className="flex flex-1 items-center gap-3 border-t border-line py-2.5 sm:gap-4">
            <span className="display w-6 flex-none text-right text-2xl text-gold-ink">{placeOf(one, leaders)}</span>
            <span className={classes('flex-none rounded-full border-4', barColour(place).border)}>
              <NomineePhoto nominee={{ id: one.nomineeId, name: one.name, hasPhoto: one.hasPhoto }} size="small" />
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 sm:grid sm:grid-cols-[1fr_auto]">
              <span className="w-full text-lg leading-snug font-semibold wrap-anywhere">{abbreviate(one.name)}</span>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
                <ServicePill service={one.ms} />
                {one.rank}
                <OutcomeMark votes={votes} nomineeId={one.nomineeId} />
              </span>
              <span className="text-lg font-bold tabular-nums sm:col-start-2 sm:row-span-2 sm:row-start-1">
                {votesText(one.votes)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
