import { useContext, type ReactNode } from 'react'
import { logoAddress } from '#shared/logo.ts'
import { isListed } from '#shared/pages.ts'
import { useSite } from '#web/api/site.ts'
import { classes } from '#web/components/classes.ts'
import { InitialRenderContext, useLocation } from '#web/router/router.tsx'
import { SunRays } from '#web/theme/sun-rays.tsx'

interface PageHeadProps {
  title: string
  description?: string
  /** The path of a picture for shared links, 1200 by 630. The association's own by default. */
  picture?: string | undefined
  /** The text alternative of the picture. */
  pictureOf?: string | undefined
}

/** The title and meta tags of a page. React moves them into `<head>`. */
export function PageHead({ title, description, picture, pictureOf = title }: PageHeadProps) {
  const site = useSite()
  const { origin } = useContext(InitialRenderContext)
  const { pathname } = useLocation()
  const address = origin + pathname
  const listed = isListed(pathname)
  const about = description ?? `${site.name} – ${site.tagline}`
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={about} />
      {listed ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
      {/* Link previews read only the server's HTML, so browsers need no code for these. */}
      {import.meta.env.SSR && (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={site.shortName} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={about} />
          <meta property="og:url" content={address} />
          <meta property="og:image" content={origin + (picture ?? logoAddress(site.logo, 'preview.png', '/og.png'))} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta
            property="og:image:alt"
            content={
              picture
                ? pictureOf
                : `${site.name}: ${site.logo ? 'the logo' : 'the emblem, and reservists on a hill at sunrise'}`
            }
          />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}

interface PageBannerProps {
  title: string
  children?: ReactNode
  /** The next section reaches up into the banner. */
  overlapped?: boolean
}

/** The heading of every page except home. */
export function PageBanner({ title, children, overlapped }: PageBannerProps) {
  return (
    <section className="relative overflow-hidden bg-linear-to-b from-navy to-navy-2 text-white">
      <SunRays className="absolute top-1/2 -right-24 size-96 -translate-y-1/2 text-white/5 md:right-0 md:size-136" />
      <div className={classes('wrap relative pt-10 md:pt-14', overlapped ? 'pb-28 md:pb-40' : 'pb-10 md:pb-14')}>
        <h1 className="text-[min(14vw,clamp(2.4rem,1.7rem+3.2vw,3.9rem))] leading-[1.05]">{title}</h1>
        {children && <div className="mt-4 max-w-[58ch] text-lg text-pretty text-sky md:text-xl">{children}</div>}
      </div>
    </section>
  )
}
