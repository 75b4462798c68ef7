import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { pages } from '#shared/pages.ts'
import { useLocation, useNavigate } from './router.tsx'

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/**
 * A link within the site. Public pages change in place. Other pages are loaded fully, so that the server's guard decides who may
 * see them and where others are sent.
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

/** A click without a special meaning to the browser, such as opening a new tab. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

const publicPaths = new Set<string>(
  Object.values(pages).flatMap((page) => (page.access === 'public' ? [page.path] : [])),
)

/**
 * Whether a link changes the page in place. Links with a fragment do not, because the browser scrolls there by itself. Nor does a
 * link to the login from another page, because the server redirects people who are already logged in.
 */
function opensInPlace(href: string, from: string): boolean {
  const path = href.replace(/\?.*$/, '')
  return publicPaths.has(path) && (path !== pages.login.path || from === path)
}
