import { useSuspenseQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useSite, type Site } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { InitialRenderContext } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { homePageQuery } from './api.ts'
import { HomeHero, LinkList, MemberRoom, RegistrationSteps } from './home-parts.tsx'
import { firstSentences } from './text.ts'

export function HomeScreen() {
  const site = useSite()
  const { content } = useSuspenseQuery(homePageQuery).data
  return (
    <div className="flex flex-col">
      <PageHead title={`${site.shortName} – ${site.name}`} description={firstSentences(content.content)} />
      <Organization site={site} />
      <MemberRoom />
      <HomeHero site={site} title={content.title} welcome={content.content} />
      <div className="wrap relative z-10 -mt-14 md:-mt-20 signed-in:mb-12 md:signed-in:mb-16">
        <div className="card grid divide-line shadow-float max-md:divide-y md:grid-cols-2 md:divide-x">
          <LinkList section="Whats New" title="What’s New" empty="News of the association will be listed here." />
          <LinkList section="Events" title="Events" empty="Assemblies, trainings and elections will be listed here." />
        </div>
      </div>
      <div className="signed-in:hidden">
        <RegistrationSteps site={site} />
        <MemberStrip />
      </div>
    </div>
  )
}

/** The way in for those who already belong. */
function MemberStrip() {
  return (
    <section aria-labelledby="member-strip-title" className="on-dark bg-olive text-white">
      <div className="wrap flex flex-wrap items-center justify-between gap-6 py-10 md:py-12">
        <div>
          <h2 id="member-strip-title" className="text-3xl md:text-4xl">
            Already a member?
          </h2>
          <p className="mt-2 max-w-[56ch] text-lg text-olive-soft">
            See your profile, nominate fellow members, and vote for the board.
          </p>
        </div>
        <SiteLink href="/login" className={buttonClass('outline-light')}>
          Log in
        </SiteLink>
      </div>
    </section>
  )
}

/** Who we are, for search engines. It is data, not a script: no browser runs it. */
function Organization({ site }: { site: Site }) {
  const { origin } = useContext(InitialRenderContext)
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    alternateName: site.shortName,
    slogan: site.tagline,
    url: `${origin}/`,
    logo: `${origin}/apple-touch-icon.png`,
    areaServed: 'PH',
    email: site.contactEmail || undefined,
    telephone: site.contactPhone || undefined,
    sameAs: site.socialPages.length > 0 ? site.socialPages : undefined,
  }
  return <script type="application/ld+json">{JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>
}
