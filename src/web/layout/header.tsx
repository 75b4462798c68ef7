import { useEffect, useRef } from 'react'
import { useSite } from '#web/api/site.ts'
import { CloseIcon, MenuIcon } from '#web/components/icons.tsx'
import { useLocation } from '#web/router/router.tsx'
import { AccountSlot } from '#web/layout/account-slot.tsx'
import { ContactItem } from '#web/layout/contact-item.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'

const before = [
  ['Home', '/'],
  ['About', '/about'],
  ['Leadership', '/leadership'],
  ['Featured Stories', '/featured-stories'],
  ['Announcements', '/announcements'],
] as const

export function Header() {
  const site = useSite()
  return (
    <header className="on-dark no-print relative z-30 bg-navy text-white">
      <nav
        aria-label="Main"
        className="wrap flex flex-wrap items-center gap-x-1 sm:gap-x-2 lg:min-h-[4.5rem] lg:flex-nowrap lg:gap-x-5"
      >
        <SiteLink
          href="/"
          aria-label={`${site.shortName}, home`}
          className="mr-auto flex min-h-[4.25rem] items-center gap-1.5 min-[22em]:gap-3"
        >
          <Emblem className="h-12 w-auto" />
          <span className="display text-xl min-[22em]:text-2xl min-[22em]:tracking-[0.08em]">{site.shortName}</span>
        </SiteLink>
        <SiteLink
          href="/login"
          className="flex min-h-12 items-center rounded px-1 font-semibold sm:px-2 lg:hidden signed-in:hidden"
        >
          Log in
        </SiteLink>
        <MenuToggle />
        <ul className="menu-list order-last -mx-5 w-[calc(100%+2.5rem)] border-t border-white/15 py-3 lg:order-none lg:mx-0 lg:w-auto lg:items-center lg:gap-x-5 lg:border-0 lg:py-0">
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
        </ul>
        <AccountSlot />
      </nav>
    </header>
  )
}

/**
 * The phone's menu button. It opens without scripts; with them it also closes by Escape and after a choice. By its name the
 * browser closes it when the account's menu opens, and the other way round.
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
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <details ref={toggle} name="menu" className="menu-toggle">
      <summary className="flex min-h-12 items-center gap-2 rounded px-1 font-semibold sm:px-2">
        <MenuIcon className="when-closed size-7" />
        <CloseIcon className="when-open size-7" />
        Menu
      </summary>
    </details>
  )
}
