import { useEffect, useState } from 'react'
import { homeText } from '#shared/home/text.ts'
import { useMine } from '#web/api/mine.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { logOut } from './log-out.ts'
import { useDismissal } from './use-dismissal.ts'

/** While nothing is known of the person, or it could not be loaded. */
const unknownMenu = [
  { label: homeText.menu.profile, href: '/profile' },
  { label: homeText.menu.security, href: '/security' },
]

const itemClass = 'flex min-h-12 w-full items-center rounded-field px-4 py-2 text-left hover:bg-white/10'

/**
 * Photo and first name of whoever is signed in, with the pages of their own. It opens like Contact Us: by tap, by key, and on
 * hover with the delays of `navigation.css`.
 */
export function AccountMenu() {
  const { mine } = useMine()
  const { pathname } = useLocation()
  const menu = useDismissal<HTMLDivElement>()
  const [lost, setLost] = useState(false)
  const [leaving, setLeaving] = useState(false)

  // A choice that changes the page in place closes the menu.
  useEffect(() => {
    const toggle = menu.current?.querySelector('details')
    if (toggle) toggle.open = false
  }, [menu, pathname])

  return (
    <div ref={menu} className="hover-menu lg:relative">
      <details name="menu" className="hover-toggle">
        <summary className="account-button">
          {mine ? (
            <Avatar
              name={mine.fullName}
              photo={lost ? null : mine.photo}
              onFailed={() => setLost(true)}
              className="account-photo"
            />
          ) : (
            <span className="account-photo" />
          )}
          <span className="sr-only">{homeText.yourAccount}</span>
          <span className="account-name max-xl:sr-only">{mine?.name.split(' ')[0]}</span>
          <ChevronDownIcon className="size-5 flex-none max-lg:hidden" />
        </summary>
      </details>
      <div className="hover-panel absolute top-full right-5 z-10 w-56 max-w-[calc(100%-2.5rem)] lg:right-0 lg:max-w-none rounded-card border border-white/15 bg-navy-2 p-2 shadow-float">
        {mine && <p className="border-b break-words border-white/15 px-4 py-2 font-semibold">{mine.name}</p>}
        <ul>
          {(mine?.menu ?? unknownMenu).map(({ label, href }) => (
            <li key={label}>
              <SiteLink href={href} className={itemClass}>
                {label}
              </SiteLink>
            </li>
          ))}
          <li>
            <button
              type="button"
              disabled={leaving}
              className={itemClass}
              onClick={() => {
                setLeaving(true)
                void logOut().then(setLeaving)
              }}
            >
              {homeText.menu.logOut}
            </button>
          </li>
        </ul>
      </div>
    </div>
  )
}
