import { useSuspenseQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { logoAddress } from '#shared/logo.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { InitialRenderContext } from '#web/router/router.tsx'
import { homePageQuery } from './api.ts'
import { HomeParts, MemberRoom } from './home-parts.tsx'
import { firstSentences } from './text.ts'

export function HomeScreen() {
  const site = useSite()
  const { content } = useSuspenseQuery(homePageQuery).data
  return (
    <div className="flex flex-col">
      <PageHead title={`${site.shortName} – ${site.name}`} description={firstSentences(content.content)} />
      <Organization site={site} />
      <MemberRoom />
      <HomeParts content={content} />
    </div>
  )
}

/** Structured data for search engines, not a script: no browser runs it. */
function Organization({ site }: { site: Site }) {
  const { origin } = useContext(InitialRenderContext)
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    alternateName: site.shortName,
    slogan: site.tagline,
    url: `${origin}/`,
    logo: origin + logoAddress(site.logo, 'icon-512.png', '/apple-touch-icon.png'),
    areaServed: 'PH',
    email: site.contactEmail || undefined,
    telephone: site.contactPhone || undefined,
    sameAs: site.socialPages.length > 0 ? site.socialPages : undefined,
  }
  return <script type="application/ld+json">{JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>
}
