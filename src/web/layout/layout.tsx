import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, type ReactNode } from 'react'
import { logoAddress } from '#shared/logo.ts'
import { showInstant } from '#shared/time.ts'
import { useMarkedAs, useMine } from '#web/api/mine.ts'
import { askAtChange, siteQuery, useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { lazyScreen } from '#web/router/lazy.tsx'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem, LogoContext } from '#web/theme/emblem.tsx'
import { ContactLinks, contactWays } from './contact-ways.tsx'
import { Header } from './header.tsx'

/** Paths where administrators work. Members use some of them as well. */
const desk = /^\/(admin|member|nominate|vote|election-|security|my-)/

/** Loaded for administrators only. */
const { Screen: AdminFrame } = lazyScreen(async () => (await import('./admin-frame.tsx')).AdminFrame)

/**
 * Adds navigation and footer to every page, except that administrator screens have their own frame. Until the reader is known,
 * the styles hide the navigation from administrators.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, followed } = useLocation()
  useStartAtTop(pathname, followed)
  return (
    <Suspense>
      <Marked>
        <Frame>{children}</Frame>
      </Marked>
    </Suspense>
  )
}

/** Inside `Suspense`: above it, `useMarkedAs` would make React hydrate the whole page at once, which blocks a slow phone. */
function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isAdmin = useMarkedAs() === 'admin'
  if (isAdmin && desk.test(pathname)) return <AdminFrame>{children}</AdminFrame>
  return <SiteFrame>{children}</SiteFrame>
}

/** Tells the foot of every printed page (`@page` in the styles) what it is, where it is found, and from when. */
function usePrintedFoot() {
  useEffect(() => {
    function tell() {
      const { host, pathname } = window.location
      const foot = `${document.title} · ${host}${pathname} · Printed on ${showInstant(Date.now())}`
      document.documentElement.style.setProperty('--printed', JSON.stringify(foot))
    }
    window.addEventListener('beforeprint', tell)
    return () => window.removeEventListener('beforeprint', tell)
  }, [])
}

/** The association's logo on pages, on the browser tab and on printouts. */
function Marked({ children }: { children: ReactNode }) {
  const { logo, name } = useSite()
  usePrintedFoot()
  return (
    <LogoContext value={logo}>
      <link rel="icon" href={logoAddress(logo, 'icon-192.png', '/favicon.svg')} />
      <link rel="apple-touch-icon" href={logoAddress(logo, 'apple-touch-icon.png', '/apple-touch-icon.png')} />
      <p className="mb-6 hidden items-center gap-4 border-b-2 border-navy pb-3 print:flex">
        <Emblem className="h-14 w-auto" />
        <span className="display text-2xl">{name}</span>
      </p>
      {children}
    </LogoContext>
  )
}

function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col print:min-h-0">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Header />
      <ElectionStrip />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** A followed link starts at the top of the new page. On Back, the browser restores the position. */
function useStartAtTop(pathname: string, followed: boolean) {
  useEffect(() => {
    if (!followed) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, followed])
}

/** With large text it is as tall as its words, but no taller than a finger needs. */
const stripLink = `${buttonClass('primary', 'small')} max-md:min-h-[44px] max-md:px-[min(1rem,4vw)] max-md:py-0 max-md:leading-tight`

/**
 * Says what the election asks for or has come to, on every page except the ballot. Visitors' text is part of the page; members'
 * text replaces it, with space reserved for its link, so nothing moves.
 */
function ElectionStrip() {
  const { data: site } = useSuspenseQuery({ ...siteQuery, ...askAtChange })
  const { mine, failed } = useMine()
  const { pathname } = useLocation()
  const { strip } = mine ?? site
  const unknown = !mine && !failed
  if (!strip || pathname === '/vote') return null
  const where = strip.where?.href === pathname ? undefined : strip.where
  return (
    <section aria-label="Election" className="no-print border-b border-gold bg-gold-soft">
      <div className="wrap narrow-edge flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1 md:py-1.5 md:signed-in:min-h-16">
        <p className="min-w-min flex-1 basis-[min(7rem,100%)] leading-snug font-semibold md:basis-36">
          <span className="md:hidden">{strip.short}</span>
          <span className="max-md:hidden">{strip.sentence}</span>
        </p>
        {where && (
          <SiteLink href={where.href} className={`${stripLink} ${unknown ? 'signed-in:hidden' : ''}`}>
            {where.label}
          </SiteLink>
        )}
        {unknown && (
          <span className="invisible hidden signed-in:block">
            <span className={stripLink}>{strip.membersLink}</span>
          </span>
        )}
      </div>
    </section>
  )
}

const links = [
  ['Home', '/'],
  ['About', '/about'],
  ['Leadership', '/leadership'],
  ['Featured Stories', '/featured-stories'],
  ['Contact Us', '/contact'],
  ['Election', '/election'],
  ['Privacy', '/privacy'],
  // Public pages are the same for everybody, so the label must suit every reader; the server decides where it leads.
  ['My account', '/redirect'],
] as const

function Footer() {
  const site = useSite()
  const ways = contactWays(site)
  return (
    <footer className="on-dark no-print border-t-4 border-olive bg-navy text-sky">
      <div className="wrap grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr]">
        <div className="flex flex-wrap gap-4 sm:col-span-2 lg:col-span-1">
          <Emblem className="h-16 w-auto flex-none" />
          <div className="min-w-48 flex-1">
            <p className="display text-xl text-white">{site.tagline}</p>
            <p className="mt-2 max-w-[36ch] text-balance">{site.name}</p>
          </div>
        </div>
        <nav aria-label="Footer">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5em),1fr))] gap-x-6">
            {links.map(([label, href]) => (
              <li key={href}>
                <SiteLink href={href} className="flex min-h-11 items-center hover:text-white hover:underline">
                  {label}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        {ways.length > 0 && (
          <ContactLinks ways={ways} label="Contact" linkClass="min-h-11 hover:text-white hover:underline" />
        )}
      </div>
    </footer>
  )
}
