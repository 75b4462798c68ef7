import { pages } from '#shared/pages.ts'

const publicPaths = new Set<string>(
  Object.values(pages).flatMap((page) => (page.access === 'public' ? [page.path] : [])),
)

export function isPublicPath(href: string): boolean {
  return publicPaths.has(href.replace(/[?#].*$/, ''))
}
