import { pages } from '#shared/pages.ts'

const publicPaths = new Set<string>(
  Object.values(pages).flatMap((page) => (page.access === 'public' ? [page.path] : [])),
)

/**
 * Whether an address is opened in place. A part of a page is not: the browser finds it by itself. The login is from itself
 * only: the server sends on whoever is logged in already.
 */
export function opensInPlace(href: string, from: string): boolean {
  const path = href.replace(/\?.*$/, '')
  return publicPaths.has(path) && (path !== pages.login.path || from === path)
}
