import { pages } from '../pages.ts'

const webAddress = /^https?:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** Pages about one thing, such as `/member/:id`, are not linked to from a list that everybody reads. */
const sitePaths = Object.values(pages).flatMap(({ path }): string[] => (path.includes(':') ? [] : [path]))
const sitePage = /^(\/[a-z0-9/-]*)(?:#[\w-]*)?$/i

/**
 * A page of this site, with or without a place on it. Only a path that is in the table of pages: `//host` and `/\host`
 * look like paths, and browsers read them as another site.
 */
export function isSitePage(link: string): boolean {
  const path = sitePage.exec(link)?.[1]
  return path !== undefined && sitePaths.includes(path)
}

/** An http(s) address with a host, a page of this site, or a hash where there is no page to go to. */
export function isLink(typed: string): boolean {
  const link = typed.trim()
  return link.startsWith('#') ? !/\s/.test(link) : isSitePage(link) || webAddress.test(link)
}

/** Nobody is told off for an address they are in the middle of typing. */
export function isBeginningOfLink(typed: string): boolean {
  const start = typed.trim().toLowerCase()
  return ['https://', 'http://', ...sitePaths].some((address) => address.startsWith(start))
}
