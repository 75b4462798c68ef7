import type { Results } from '#web/api/elections/results.ts'
import { HeadFigures } from '#web/elections/results/head-figures.tsx'
import { LiveLine } from '#web/elections/results/live-line.tsx'
import { stageText } from '#web/elections/results/stage-text.ts'
import { SunRays } from '#web/theme/sun-rays.tsx'

interface ResultsHeadProps {
  title: string
  /** Undefined while they are on their way. */
  results: Results | undefined
  /** The last attempt to refresh them failed. */
  lost: boolean
}

/** What it is about, how far it is, and who took part: large enough for the last row of a hall. */
export function ResultsHead({ title, results, lost }: ResultsHeadProps) {
  const ownTitle = results && results.title.toUpperCase() !== title.toUpperCase() ? results.title : ''
  return (
    <section className="on-dark relative overflow-hidden bg-linear-to-b from-navy to-navy-2 text-white">
      <SunRays className="absolute top-1/2 -right-24 size-96 -translate-y-1/2 text-white/5 md:right-0 md:size-136" />
      <div className="wrap relative grid gap-x-10 gap-y-6 pt-8 pb-7 lg:grid-cols-[1fr_auto] lg:items-end lg:pt-10 lg:pb-8">
        <div>
          <p className="eyebrow min-h-5 text-gold-2">{results && stageText(results)}</p>
          <h1 className="mt-2 text-[min(14vw,clamp(2.5rem,1.9rem+2.4vw,3.8rem))] leading-none">{title}</h1>
          {ownTitle && <p className="mt-2 text-xl text-sky">{ownTitle}</p>}
        </div>
        <HeadFigures results={results} />
        <LiveLine results={results} lost={lost} />
      </div>
    </section>
  )
}
