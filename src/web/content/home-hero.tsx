import { unbrokenName } from '#shared/content/association-name.ts'
import type { Site } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { LockIcon, OutsideIcon } from '#web/components/icons.tsx'
import heroScene from '#web/content/hero.svg'
import { SiteLink } from '#web/router/site-link.tsx'

export function HomeHero({ site, title, welcome }: { site: Site; title: string; welcome: string }) {
  return (
    <section className="on-dark signed-in:order-last relative overflow-hidden bg-navy text-white">
      <img
        src={heroScene}
        alt=""
        width="1440"
        height="560"
        fetchPriority="high"
        className="absolute inset-x-0 bottom-0 h-80 w-full object-cover object-[88%_100%] mask-t-from-70% md:h-[28rem] xl:h-[43rem] xl:object-[100%_100%]"
      />
      <div className="wrap relative pt-10 pb-80 md:pt-16 md:pb-[27rem] xl:pb-52">
        <div className="md:max-w-[38rem]">
          <p className="eyebrow text-balance text-gold-2">{unbrokenName(site.name)}</p>
          <h1 className="mt-4 text-[min(14vw,clamp(2.6rem,1.5rem+4.6vw,4.6rem))] leading-[1.02] whitespace-pre-line">
            {title}
          </h1>
          <p className="mt-5 max-w-[54ch] text-lg whitespace-pre-line md:text-xl md:leading-relaxed">{welcome}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            {site.registrationOpen ? (
              <SiteLink href="/register" className={`${buttonClass('accent')} px-8 text-lg signed-in:hidden`}>
                Join Us
              </SiteLink>
            ) : (
              <p className="flex min-h-12 items-center gap-2 rounded-field bg-white/10 px-5 font-semibold signed-in:hidden">
                <LockIcon className="size-5" />
                Registration Closed
              </p>
            )}
            <a href="#how-to-register" className={`${buttonClass('outline-light')} signed-in:hidden`}>
              How to register
            </a>
            {site.socialUrl && (
              <a href={site.socialUrl} target="_blank" rel="noopener" className={buttonClass('outline-light')}>
                Our social page
                <OutsideIcon className="size-4" />
              </a>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}
