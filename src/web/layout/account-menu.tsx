import { useEffect, useState } from 'react'
import { homeText } from '#shared/home/text.ts'
import { useMine } from '#web/api/mine.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { logOut } from './log-out.ts'
import { useDismissal } from './use-dismissal.ts'

/** Used until the person is known, or if loading them failed. */
const unknownMenu = [
  { label: homeText.menu.profile, href: '/profile' },
  { label: homeText.menu.security, href: '/security' },
]

/** The signed-in person's photo, or their initials. */
export function AccountPhoto() {
  const { mine } = useMine()
  const [lost, setLost] = useState(false)
  if (!mine) return <span className="account-photo block" />
  return (
    <Avatar
      name={mine.fullName}
      photo={lost ? null : mine.photo}
      onFailed={() => setLost(true)}
      className="account-photo"
    />
  )
}

/** The person's own pages, which come first in the phone menu. */
export function AccountPages() {
  const { mine } = useMine()
  return (
    <>
      {mine && <li className="px-5 py-1 font-semibold break-words lg:hidden">{mine.name}</li>}
      <Pages className="nav-link" itemClass="lg:hidden" />
      <li aria-hidden="true" className="my-2 border-t border-white/15 lg:hidden" />
    </>
  )
}

/**
 * On wide screens, the signed-in person's photo and first name, with a menu of their own pages. It opens like Contact Us: by tap,
 * by key, and on hover with the delays of `navigation.css`.
 */
export function AccountMenu() {
  const { mine } = useMine()
  const { pathname } = useLocation()
  const menu = useDismissal<HTMLDivElement>()

  // Following a link that changes the page in place closes the menu.
  useEffect(() => {
    const toggle = menu.current?.querySelector('details')
    if (toggle) toggle.open = false
  }, [menu, pathname])

  return (
    <div ref={menu} className="hover-menu relative">
      <details className="hover-toggle">
        <summary className="account-button">
          <AccountPhoto />
          <span className="sr-only">{homeText.yourAccount}</span>
          <span className="account-name max-xl:sr-only">{mine?.name.split(' ')[0]}</span>
          <ChevronDownIcon className="size-5 flex-none" />
        </summary>
      </details>
      <div className="hover-panel absolute top-full right-0 z-10 w-56 rounded-card border border-white/15 bg-navy-2 p-2 shadow-float">
        {mine && <p className="border-b break-words border-white/15 px-4 py-2 font-semibold">{mine.name}</p>}
        <ul>
          <Pages className="flex min-h-12 w-full items-center rounded-field px-4 py-2 text-left hover:bg-white/10" />
        </ul>
      </div>
    </div>
  )
}

function Pages({ className, itemClass }: { className: string; itemClass?: string }) {
  const { mine } = useMine()
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      {(mine?.menu ?? unknownMenu).map(({ label, href }) => (
        <li key={label} className={itemClass}>
          <SiteLink href={href} className={className}>
            {label}
          </SiteLink>
        </li>
      ))}
      <li className={itemClass}>
        <button
          type="button"
          disabled={leaving}
          className={className}
          onClick={() => {
            setLeaving(true)
            void logOut().then(setLeaving)
          }}
        >
          {homeText.menu.logOut}
        </button>
      </li>
    </>
  )
}
