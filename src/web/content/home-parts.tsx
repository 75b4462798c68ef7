import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, type ReactNode } from 'react'
import type { PublicSection } from '#shared/content/defaults.ts'
import type { HomeContent } from '#shared/content/schemas.ts'
import { asksForPayment, toPrepareText } from '#shared/members/registration/payment.ts'
import { useMine } from '#web/api/mine.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { ChevronDownIcon, InfoIcon, OutsideIcon } from '#web/components/icons.tsx'
import { useDismissal } from '#web/layout/use-dismissal.ts'
import { WhereToPay } from '#web/layout/wallet-account.tsx'
import { seeApplication } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { linksQuery } from './api.ts'
import heroScene from './hero.svg'
import { LinkRows, shownAtFirst } from './link-rows.tsx'
import { RichText } from './rich-text.tsx'

/** The page without anything personal: as visitors see it and its editor previews it. */
export function HomeParts({ content }: { content: HomeContent }) {
  const site = useSite()
  return (
    <>
      <HomeHero site={site} title={content.title} welcome={content.content} />
      <div className="wrap relative z-10 -mt-14 md:-mt-20 signed-in:mb-12 md:signed-in:mb-16">
        <div className="card grid divide-line shadow-float max-md:divide-y md:grid-cols-2 md:divide-x">
          <LinkList section="Whats New" title="What's New" empty="News of the association will be listed here." />
          <LinkList section="Events" title="Events" empty="Assemblies, trainings and elections will be listed here." />
        </div>
      </div>
      <div className="signed-in:hidden">
        <RegistrationSteps site={site} />
        <MemberStrip />
      </div>
    </>
  )
}

function HomeHero({ site, title, welcome }: { site: Site; title: string; welcome: string }) {
  return (
    <section className="on-dark signed-in:order-last relative overflow-hidden bg-navy text-white">
      <img
        src={heroScene}
        alt=""
        width="1440"
        height="560"
        fetchPriority="high"
        className="no-print absolute inset-x-0 bottom-0 h-80 w-full object-cover object-[88%_100%] mask-[linear-gradient(to_top,black_70%,transparent)] md:h-[28rem] xl:h-[43rem] xl:object-[100%_100%]"
      />
      <div className="wrap relative pt-10 pb-80 md:pt-16 md:pb-[27rem] xl:pb-52">
        <div className="md:max-w-[38rem]">
          <p className="no-print eyebrow text-balance text-gold-2">{site.name}</p>
          <h1 className="mt-4 text-[min(14vw,clamp(2.6rem,1.5rem+4.6vw,4.6rem))] leading-[1.02] whitespace-pre-line">
            {title}
          </h1>
          <RichText text={welcome} className="mt-5 max-w-[54ch] text-lg md:text-xl md:leading-relaxed" />
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <SiteLink href="/register" className={`${buttonClass('accent')} px-8 text-lg signed-in:hidden`}>
              Join Us
            </SiteLink>
            <a href="#how-to-register" className={`${buttonClass('outline-light')} signed-in:hidden`}>
              How to register
            </a>
            {site.socialPages.map((page) => (
              <a key={page} href={page} target="_blank" rel="noopener" className={buttonClass('outline-light')}>
                {socialName(page)}
                <OutsideIcon className="size-4" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}

const places = ['Facebook', 'Instagram', 'YouTube', 'TikTok', 'LinkedIn', 'X'] as const

/** `Facebook` for a page there; otherwise the name of the site. */
function socialName(url: string): string {
  const host = new URL(url).hostname.replace(/^(www|m)\./, '')
  return places.find((place) => host === `${place.toLowerCase()}.com`) ?? host
}

const maxLinksShown = 4

/**
 * One of the two floating menus of the home page. The newest links are always visible; the others open on hover, tap or key: over
 * the page on a wide screen, inside it on a phone. `navigation.css` does it without scripts.
 */
function LinkList({ section, title, empty }: { section: PublicSection; title: string; empty: string }) {
  const { links } = useSuspenseQuery(linksQuery(section)).data
  const heading = useId()
  const menu = useDismissal<HTMLElement>()
  const { first, more } = shownAtFirst(links, maxLinksShown)
  return (
    <section ref={menu} aria-labelledby={heading} className="hover-menu relative p-6 md:p-8">
      <h2 id={heading} className="mb-3 text-3xl">
        {title}
      </h2>
      {links.length === 0 && <p className="border-t border-line pt-4 text-muted">{empty}</p>}
      <LinkRows links={first} />
      {more.length > 0 && (
        <>
          <details className="no-print hover-toggle group">
            <summary className="flex min-h-12 items-center gap-2 border-t border-line font-semibold text-navy-2 lg:-mb-4">
              <ChevronDownIcon className="size-5" />
              <span className="group-open:hidden">Show {more.length} more</span>
              <span className="hidden group-open:inline">Show fewer</span>
              <span className="sr-only">of {title}</span>
            </summary>
          </details>
          <div className="hover-panel print:block! lg:absolute lg:inset-x-0 lg:top-full lg:max-h-[60vh] lg:overflow-y-auto lg:rounded-b-card lg:border-x lg:border-b lg:border-line lg:bg-card lg:px-8 lg:pb-6 lg:shadow-float">
            <LinkRows links={more} />
          </div>
        </>
      )}
    </section>
  )
}

const MemberHome = lazy(() =>
  import('#web/home/member-home.tsx').then(
    (loaded) => ({ default: loaded.MemberHome }),
    // If it cannot be loaded, the rest of the page and the menu are still there.
    () => ({ default: () => null }),
  ),
)

/** Where the greeting, the card and the lines will be. */
const waiting = (
  <div aria-hidden="true" className="grid gap-6 *:rounded-field *:bg-white/10">
    <div className="h-10 w-2/3" />
    <div className="hidden aspect-[1.584] max-w-[22rem] member:block" />
    <div className="h-16" />
  </div>
)

/** The first part of the home page for people who are logged in; its space is reserved while it loads. */
export function MemberRoom() {
  const { signedIn, mine, failed } = useMine()
  const isThere = signedIn && (Boolean(mine) || failed)
  return (
    <section aria-label="Your page" className="on-dark hidden bg-navy text-white signed-in:block">
      <div className="wrap min-h-[19rem] pt-8 pb-24 member:min-h-[43rem] md:min-h-[19.25rem] md:pt-12 md:pb-32 member:md:min-h-[32rem]">
        {!isThere && waiting}
        {signedIn && (
          <Suspense fallback={isThere && waiting}>
            <MemberHome />
          </Suspense>
        )}
      </div>
    </section>
  )
}

/** The info bubble that explains how to register. */
function RegistrationSteps({ site }: { site: Site }) {
  return (
    <section
      id="how-to-register"
      aria-labelledby="how-to-register-title"
      className="@container wrap grid gap-8 py-16 md:py-24 lg:grid-cols-[1fr_1.35fr] lg:gap-16"
    >
      <div>
        <p className="eyebrow text-gold-ink">Membership</p>
        <h2 id="how-to-register-title" className="mt-3 text-4xl md:text-5xl">
          How to register
        </h2>
        <p className="mt-4 max-w-[48ch] text-lg text-muted">{toPrepareText(site)}</p>
        <p className="mt-6 flex max-w-[48ch] gap-3 rounded-card bg-olive-soft p-4 text-olive">
          <InfoIcon className="mt-0.5 size-5 flex-none" />
          <span>After approval, your username is your military serial number and your password is your birthday.</span>
        </p>
      </div>
      <ol className="relative card p-3 @min-[19rem]:p-6 md:p-8 lg:before:absolute lg:before:top-16 lg:before:-left-2.5 lg:before:size-5 lg:before:rotate-45 lg:before:border-b lg:before:border-l lg:before:border-line lg:before:bg-card">
        <Step number={1} title="Click Join Us">
          and accept the privacy notice.
        </Step>
        <Step number={2} title="Fill in the form">
          with your personal, contact and military details.
        </Step>
        {asksForPayment(site) ? (
          <Step
            number={3}
            title="Attach your proof of payment"
            more={
              <>
                <WhereToPay site={site} />
                {site.duesToCome && <p className="mt-3">{site.duesToCome}</p>}
              </>
            }
          >
            of <strong>{site.registrationFee} pesos</strong>
          </Step>
        ) : (
          <Step number={3} title="Attach your documents">
            your commission document, your photos and your signature.
          </Step>
        )}
        <Step
          number={4}
          title="Wait for approval"
          last
          more={
            <SiteLink href="/application" className="tap-link wrap-anywhere">
              {seeApplication}
            </SiteLink>
          }
        >
          We check your documents. Then you can log in.
        </Step>
      </ol>
    </section>
  )
}

function Step({
  number,
  title,
  children,
  more,
  last,
}: {
  number: number
  title: string
  children: ReactNode
  /** Below the sentence. */
  more?: ReactNode
  last?: boolean
}) {
  return (
    <li className="grid grid-cols-[--spacing(12)_minmax(0,1fr)] gap-x-2 @min-[19rem]:gap-x-4">
      <span className="flex flex-col items-center" aria-hidden="true">
        <span className="display grid size-12 place-items-center number-in-circle rounded-full bg-navy text-white">
          {number}
        </span>
        {!last && <span className="my-1.5 w-0.5 flex-1 bg-line" />}
      </span>
      <div className={last ? 'min-w-0 pt-1.5' : 'min-w-0 pt-1.5 pb-7'}>
        <h3 className="text-2xl">{title}</h3>
        <p className="mt-1">{children}</p>
        {more}
      </div>
    </li>
  )
}

/** The entrance for people who are already members. */
function MemberStrip() {
  return (
    <section aria-labelledby="member-strip-title" className="on-dark no-print bg-olive text-white">
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
