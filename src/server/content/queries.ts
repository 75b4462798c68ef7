import { desc, eq } from 'drizzle-orm'
import type { LinkSection } from '#shared/content/defaults.ts'
import type { Queryable } from '#server/db/database.ts'
import { links, pageContents } from '#server/db/schema.ts'

export async function findPageContent(db: Queryable, page: 'home' | 'about') {
  const [found] = await db
    .select({ content: pageContents.content, version: pageContents.version })
    .from(pageContents)
    .where(eq(pageContents.page, page))
  return found ?? null
}

export function findLinks(db: Queryable, section: LinkSection) {
  return db
    .select({ id: links.id, title: links.title, link: links.link, createdAt: links.createdAt })
    .from(links)
    .where(eq(links.section, section))
    .orderBy(desc(links.createdAt), links.id)
}
