import { useContext } from 'react'
import { useSite } from '#web/api/site.ts'
import { InitialRenderContext } from '#web/router/hydrated.ts'
import { useLocation } from '#web/router/router.tsx'

interface PageHeadProps {
  title: string
  description?: string
  /** Keep it out of search engines. */
  unlisted?: boolean
}

/** Title and tags of a page. React puts them into `<head>`. */
export function PageHead({ title, description, unlisted }: PageHeadProps) {
  const site = useSite()
  const { origin } = useContext(InitialRenderContext)
  const address = origin + useLocation().pathname
  const about = description ?? `${site.name} – ${site.tagline}`
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={about} />
      {unlisted ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.shortName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={about} />
      {!unlisted && <meta property="og:url" content={address} />}
      <meta property="og:image" content={`${origin}/og.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
