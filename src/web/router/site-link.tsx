import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { pages } from '#shared/pages.ts'
import { useLocation, useNavigate } from './router.tsx'

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/**
 * A link within the site. Public pages change in place; the others are loaded whole, so that the server's guard decides
 * who gets in and where the rest are sent. So is a place on a page, which the browser then finds by itself.
 */
export function SiteLink({ href, children, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!opensInPlace(href, pathname) || !isPlainClick(event)) return
    event.preventDefault()
    navigate(href)
  }

  return (
    <a href={href} aria-current={pathname === href ? 'page' : undefined} onClick={follow} {...rest}>
      {children}
    </a>
  )
}

/** A click that asks for nothing of the browser's own, such as a new tab. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

const publicPaths = new Set<string>(
  Object.values(pages).flatMap((page) => (page.access === 'public' ? [page.path] : [])),
)

/**
 * Whether an address is opened in place. A part of a page is not: the browser finds it by itself. The login is from itself
 * only: the server sends on whoever is logged in already.
 */
function opensInPlace(href: string, from: string): boolean {
  const path = href.replace(/\?.*$/, '')
  return publicPaths.has(path) && (path !== pages.login.path || from === path)
}
