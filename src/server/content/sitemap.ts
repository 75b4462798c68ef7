import { isListed, pages } from '#shared/pages.ts'
import type { Deps } from '#server/deps.ts'
import { publicTextAddresses } from './read-links.ts'

/** Pages about one thing are listed by what there is. */
const fixed = Object.values(pages).flatMap(({ path }): string[] =>
  isListed(path) && !path.includes(':') ? [path] : [],
)

/** What search engines may list: the public pages and the announcements everybody may read. */
export async function sitemap({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string> {
  const paths = [...fixed, ...(await publicTextAddresses(db))]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`),
    '</urlset>',
  ].join('\n')
}
