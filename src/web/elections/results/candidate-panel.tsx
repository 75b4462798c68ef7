import { useId, type ReactNode } from 'react'
import { abbreviate } from '#shared/elections/results/names.ts'
import { placeOf } from '#shared/elections/counting/standings.ts'
import type { Stage } from '#shared/elections/lifecycle.ts'
import { nobodyText, votesText } from '#shared/elections/results/results-text.ts'
import type { Candidate, Counted } from '#web/api/elections/results.ts'
import { AboutCandidate, nameClass } from '#web/elections/candidacy/about-candidate.tsx'
import { OutcomeMark } from '#web/elections/results/outcome-mark.tsx'
import { ShareBar } from '#web/elections/share-bar.tsx'

interface CandidatePanelProps {
  title: ReactNode
  leading: readonly Candidate[]
  votes: Counted
  stage: Stage
}

/** The best of a region or a service, each with a line as long as their votes. */
export function CandidatePanel({ title, leading, votes, stage }: CandidatePanelProps) {
  const titleId = useId()
  const most = leading[0]?.votes ?? 1
  return (
    <section aria-labelledby={titleId} className="card px-5 pt-4 pb-3 sm:px-6">
      <h3 id={titleId} className="text-2xl">
        {title}
      </h3>
      {leading.length === 0 ? (
        <p className="mt-3 border-t border-line py-3 text-muted">{nobodyText(stage)}</p>
      ) : (
        <ol className="mt-3">
          {leading.map((one) => (
            <li key={one.nomineeId} className="flex gap-3 border-t border-line py-2.5">
              <span className="display w-5 flex-none pt-0.5 text-xl text-gold-ink">{placeOf(one, leading)}</span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="min-w-0 flex-[1_1_9rem] wrap-anywhere">
                    <AboutCandidate nominee={{ id: one.nomineeId, name: one.name }} className={nameClass}>
                      {abbreviate(one.name)}
                    </AboutCandidate>{' '}
                    <OutcomeMark votes={votes} nomineeId={one.nomineeId} />
                  </span>
                  <span className="font-semibold tabular-nums">{votesText(one.votes)}</span>
                </span>
                <ShareBar share={one.votes / most} className="mt-1 h-1.5" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
