import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import heroScene from './hero.svg'

/** Says what happened and offers links. */
export function NotFoundScreen() {
  const site = useSite()
  return (
    <div className="on-dark relative overflow-hidden bg-navy text-white xl:min-h-[42rem]">
      <PageHead title={`Page not found – ${site.shortName}`} />
      <img
        src={heroScene}
        alt=""
        width="1440"
        height="560"
        className="absolute inset-x-0 bottom-0 h-80 w-full object-cover object-[88%_100%] mask-[linear-gradient(to_top,black_70%,transparent)] md:h-96 xl:h-full xl:object-[100%_100%]"
      />
      <div className="relative wrap pt-14 pb-80 md:pt-24 md:pb-96">
        <p className="eyebrow text-gold-2">Error 404</p>
        <h1 className="mt-3 text-5xl md:text-6xl">{pageNotFound.title}</h1>
        <p className="mt-4 max-w-[44ch] text-lg text-sky md:text-xl">{pageNotFound.help}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <SiteLink href="/" className={buttonClass('accent')}>
            Go to Home
          </SiteLink>
          <SiteLink href="/login" className={`${buttonClass('outline-light')} signed-in:hidden`}>
            Log in
          </SiteLink>
          <SiteLink href="/contact" className={buttonClass('outline-light')}>
            Contact Us
          </SiteLink>
        </p>
      </div>
    </div>
  )
}

const pageNotFound = {
  title: 'We could not find this page',
  help: 'The address may be mistyped, or the page may have moved. Try one of these.',
} as const
