import { lazy, Suspense, useEffect, useRef, type ReactElement } from 'react'
import { useMine } from '#web/api/mine.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { ChevronDownIcon, CloseIcon, MenuIcon } from '#web/components/icons.tsx'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'
import { Address, contactWays } from './contact-ways.tsx'
import { useDismissal } from './use-dismissal.ts'

const before = [
  ['Home', '/'],
  ['About', '/about'],
  ['Leadership', '/leadership'],
  ['Featured Stories', '/featured-stories'],
  ['Announcements', '/announcements'],
] as const

/** On a phone the foot of the page, which has them too, is far away. */
const forVisitors = [
  ['Join Us', '/register'],
  ['Election', '/election'],
] as const

export function Header() {
  const site = useSite()
  return (
    <header className="on-dark no-print relative z-30 bg-navy text-white">
      <nav
        aria-label="Main"
        className="@container wrap narrow-edge flex flex-wrap items-center gap-x-1 sm:gap-x-2 lg:min-h-[4.5rem] lg:flex-nowrap lg:gap-x-5"
      >
        <SiteLink
          href="/"
          aria-label={`${site.shortName}, home`}
          // In pixels, like the emblem: with large text, only the words make the header grow.
          className="mr-auto flex min-h-[56px] items-center gap-1.5 min-[22em]:gap-3"
        >
          <Emblem className="h-[min(3rem,11vw,48px)] w-auto" />
          <span className="display text-[min(1.25rem,8vw)] min-[22em]:text-[min(1.5rem,8vw)] min-[22em]:tracking-[0.08em]">
            {site.shortName}
          </span>
        </SiteLink>
        <SiteLink
          href="/login"
          // With large text there is no room for it, and the menu has it too.
          className="flex min-h-[48px] items-center rounded px-1 font-semibold sm:px-2 lg:hidden signed-in:hidden @max-[15rem]:hidden"
        >
          Log in
        </SiteLink>
        <MenuToggle />
        <ul className="menu-list full-bleed order-last border-t border-white/15 py-3 lg:order-none lg:w-auto lg:items-center lg:gap-x-5 lg:border-0 lg:py-0">
          <OwnPages />
          <li className="lg:hidden signed-in:hidden">
            <SiteLink href="/login" className="nav-link">
              Log in
            </SiteLink>
          </li>
          {before.map(([label, href]) => (
            <li key={href}>
              <SiteLink href={href} className="nav-link">
                {label}
              </SiteLink>
            </li>
          ))}
          <ContactItem site={site} />
          <li className="signed-in:hidden">
            <SiteLink href="/profile" className="nav-link">
              Profile Account
            </SiteLink>
          </li>
          {(site.registrationOpen ? forVisitors : forVisitors.slice(1)).map(([label, href]) => (
            <li key={href} className="lg:hidden signed-in:hidden">
              <SiteLink href={href} className="nav-link">
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
        <AccountSlot />
      </nav>
    </header>
  )
}

/**
 * The phone menu. Its button shows the signed-in person's photo. It opens without scripts; with them it also closes by Escape and
 * after a choice.
 */
function MenuToggle() {
  const toggle = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    if (toggle.current) toggle.current.open = false
  }, [pathname])

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !toggle.current?.open) return
      toggle.current.open = false
      toggle.current.querySelector('summary')?.focus()
    }
    // The browser has scrolled there past the open menu, which is gone now.
    function onHashChange() {
      if (!toggle.current?.open) return
      toggle.current.open = false
      document.querySelector(':target')?.scrollIntoView({ behavior: 'instant' })
    }
    document.addEventListener('keydown', onKeyDown)
    window.addEventListener('hashchange', onHashChange)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('hashchange', onHashChange)
    }
  }, [])

  return (
    <details ref={toggle} className="menu-toggle">
      <summary className="flex min-h-[48px] items-center gap-2 rounded px-1 font-semibold sm:px-2">
        <span className="when-closed">
          <MenuIcon className="size-[28px] signed-in:hidden" />
          <span className="hidden signed-in:block">
            <Photo />
          </span>
        </span>
        <CloseIcon className="when-open size-[28px]" />
        Menu
      </summary>
    </details>
  )
}

/** If loading fails, the fallback stays, so that a lost connection does not break the page. */
const ofAccount = (name: 'AccountMenu' | 'AccountPages' | 'AccountPhoto', instead: () => ReactElement) =>
  lazy(() =>
    import('./account-menu.tsx').then(
      (loaded) => ({ default: loaded[name] }),
      () => ({ default: instead }),
    ),
  )

const NoPhoto = () => <span className="account-photo block" />
const AccountMenu = ofAccount('AccountMenu', ProfileLink)
const AccountPages = ofAccount('AccountPages', ProfileItem)
const AccountPhoto = ofAccount('AccountPhoto', NoPhoto)

/** On a phone, the person's own pages come first in the menu. */
function OwnPages() {
  const { signedIn } = useMine()
  return (
    signedIn && (
      <Suspense fallback={<ProfileItem />}>
        <AccountPages />
      </Suspense>
    )
  )
}

function Photo() {
  const { signedIn } = useMine()
  return <Suspense fallback={<NoPhoto />}>{signedIn ? <AccountPhoto /> : <NoPhoto />}</Suspense>
}

function ProfileItem() {
  return (
    <li className="lg:hidden">
      <SiteLink href="/profile" className="nav-link">
        Profile Account
      </SiteLink>
    </li>
  )
}

/** On wide screens, reserves the space of the signed-in person's photo and name until they are loaded. Visitors see none. */
function AccountSlot() {
  const { signedIn } = useMine()
  return (
    <div className="account-slot">
      {signedIn ? (
        <Suspense fallback={<ProfileLink />}>
          <AccountMenu />
        </Suspense>
      ) : (
        <ProfileLink />
      )}
    </div>
  )
}

function ProfileLink() {
  return (
    <SiteLink href="/profile" aria-label="Profile Account" className="account-button">
      <span className="account-photo" />
    </SiteLink>
  )
}

/**
 * Contact Us, with a panel of contact details. It opens on hover, and by tap or key on its own toggle; `navigation.css` does both
 * without scripts. With scripts, Escape and a tap elsewhere close it too.
 */
function ContactItem({ site }: { site: Site }) {
  const ways = contactWays(site)
  const item = useDismissal<HTMLLIElement>()
  return (
    <li ref={item} className="hover-menu relative flex flex-wrap items-center lg:flex-nowrap">
      <SiteLink href="/contact" className="nav-link">
        Contact Us
      </SiteLink>
      {ways.length > 0 && (
        <>
          <details className="hover-toggle ml-auto lg:-mr-3 lg:ml-0">
            <summary aria-label="Ways to contact us" className="grid size-12 place-items-center rounded lg:size-11">
              <ChevronDownIcon className="size-5" />
            </summary>
          </details>
          <div className="hover-panel w-full bg-navy-2 py-2 lg:absolute lg:top-full lg:right-0 lg:w-96 lg:rounded-card lg:border lg:border-white/15 lg:p-2 lg:shadow-float">
            <ul>
              {ways.map(({ label, value, href, Icon, outside }) => (
                <li key={href}>
                  <a
                    href={href}
                    {...(outside && { target: '_blank', rel: 'noopener' })}
                    className="flex min-h-14 items-center gap-3 rounded-field px-5 py-2 hover:bg-white/10 lg:px-3"
                  >
                    <Icon className="size-5 flex-none text-sky" />
                    <span className="min-w-0">
                      <span className="block leading-snug text-sky">{label}</span>
                      <span className="block leading-snug font-semibold wrap-anywhere">
                        <Address text={value} />
                      </span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </li>
  )
}
