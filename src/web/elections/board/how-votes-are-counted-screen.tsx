import { howText } from '#shared/elections/board/how-text.ts'
import { howTitle } from '#shared/elections/board/schedule-text.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { PageBanner } from '#web/layout/page-banner.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** One page for voters: what is stored, what the receipt does, and what remains. */
export function HowVotesAreCountedScreen() {
  const { shortName } = useSite()
  return (
    <>
      <PageHead
        title={`${howTitle} – ${shortName}`}
        description="What is stored when you vote, what your receipt does, and what anybody can check."
      />
      <PageBanner title={howTitle} />
      <div className="wrap grid gap-10 py-10 md:grid-cols-2 md:gap-x-14 md:py-14">
        {howText.map(({ title, points }, place) => (
          <section key={title} aria-labelledby={`how-${place}`}>
            <h2 id={`how-${place}`} className="text-3xl">
              {title}
            </h2>
            <ul className="mt-4 grid list-disc gap-3 pl-6 text-lg marker:text-olive">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
        <p className="flex flex-wrap gap-3 md:col-span-2">
          <SiteLink href="/receipt" className={buttonClass('accent')}>
            Check your receipt
          </SiteLink>
          <SiteLink href="/board" className={buttonClass('outline')}>
            See the public board
          </SiteLink>
        </p>
      </div>
    </>
  )
}
