import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { pageContents, pageVersions, uploads, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { defaultAbout, defaultHome } from '#shared/content/defaults.ts'
import { filesIn, lacksCaption } from '#shared/content/rich-text.ts'
import type { AboutContent, HomeContent } from '#shared/content/schemas.ts'
import { AppError } from '#shared/errors.ts'
import { claimNamed } from './claim-picture.ts'

interface Contents {
  home: HomeContent
  about: AboutContent
}
type EditablePage = keyof Contents

const defaults: Contents = { home: defaultHome, about: defaultAbout }

/** The present content of the page. Version 0 is a new site's text. */
export async function readPage<Name extends EditablePage>(db: Queryable, page: Name) {
  const [stored] = await db
    .select({ content: pageContents.content, version: pageContents.version })
    .from(pageContents)
    .where(eq(pageContents.page, page))
  const content = { ...defaults[page], ...filled(stored?.content ?? {}) } as Contents[Name]
  return { page, content, version: stored?.version ?? 0 }
}

/** An emptied text falls back to the default, so that a page is never blank. */
const filled = (content: Record<string, string>) =>
  Object.fromEntries(Object.entries(content).filter(([, text]) => text !== ''))

/** Saves over the version the editor started from, and keeps the old one. A newer one is never overwritten. */
export async function savePage<Name extends EditablePage>(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  page: Name,
  edit: { content: Contents[Name]; version: number },
) {
  return inTransaction(deps, async (tx) => {
    const content = edit.content as Record<string, string>
    if (Object.values(content).some(lacksCaption)) throw new AppError('text-caption-missing')
    await claimPageFiles(tx, admin, Object.values(content).join('\n\n'))
    const savedAt = deps.clock.now()
    const saved =
      edit.version === 0
        ? await tx
            .insert(pageContents)
            .values({ page, content, updatedAt: savedAt, updatedBy: admin.id })
            .onConflictDoNothing()
            .returning({ version: pageContents.version })
        : await tx
            .update(pageContents)
            .set({ content, version: edit.version + 1, updatedAt: savedAt, updatedBy: admin.id })
            .where(sql`${pageContents.page} = ${page} and ${pageContents.version} = ${edit.version}`)
            .returning({ version: pageContents.version })
    const version = saved[0]?.version
    if (version === undefined) throw new AppError('edited-meanwhile')
    await tx.insert(pageVersions).values({ page, version, content, savedAt, savedBy: admin.id })
    const answer = await readPage(tx, page)
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'page edited', subject: page, detail: { version } })
    return answer
  })
}

/** Claims files that no text has named before. Nothing is released: an earlier version can be restored. */
async function claimPageFiles(tx: Queryable, admin: Person, text: string): Promise<void> {
  const named = new Set(filesIn(text))
  if (named.size === 0) return
  const held = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(inArray(uploads.id, [...named]), eq(uploads.bucket, 'media'), isNotNull(uploads.claimedAt)))
  await claimNamed(tx, admin, 'media', named.difference(new Set(held.map(({ id }) => id))))
}

/** Earlier versions, newest first, with who saved them. */
export async function readPageVersions(db: Queryable, page: EditablePage) {
  const versions = await db
    .select({
      version: pageVersions.version,
      content: pageVersions.content,
      savedAt: pageVersions.savedAt,
      savedBy: users.email,
    })
    .from(pageVersions)
    .leftJoin(users, eq(users.id, pageVersions.savedBy))
    .where(eq(pageVersions.page, page))
    .orderBy(desc(pageVersions.version))
    .limit(50)
  return { versions }
}
