import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useLocation, useNavigate } from '#web/router/router.tsx'
import { isPlainClick } from '#web/router/plain-click.ts'
import { opensInPlace } from '#web/router/public-path.ts'

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
