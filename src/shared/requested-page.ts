import { findPage } from './pages.ts'

/**
 * Where somebody wanted to go before they were asked to log in: one of our own guarded pages, or null. The address comes
 * with a link that anybody may have made, so it is compared with the table of pages and never taken as it is.
 */
export function requestedPage(next: string | null | undefined): string | null {
  const [, path = '', query] = /^([\w/-]{1,200})(?:\?([\w.~*=&%+-]{0,300}))?$/.exec(next ?? '') ?? []
  const found = findPage(path)
  if (!found || found.page.access === 'public') return null
  return query ? `${path}?${query}` : path
}

/** An address of the login that remembers where to go afterwards. */
export function withNext(address: string, next: string | null | undefined): string {
  const page = requestedPage(next)
  if (page === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}next=${encodeURIComponent(page).replaceAll('%2F', '/')}`
}
