import { useContext } from 'react'
import type { Site } from '#web/api/site.ts'
import { InitialRenderContext } from '#web/router/router.tsx'

/** Who we are, for search engines. It is data, not a script: no browser runs it. */
export function Organization({ site }: { site: Site }) {
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
    sameAs: site.socialUrl ? [site.socialUrl] : undefined,
  }
  return <script type="application/ld+json">{JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>
}
