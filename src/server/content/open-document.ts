import { and, eq } from 'drizzle-orm'
import { isSlug } from '#shared/content/entries.ts'
import { AppError } from '#shared/errors.ts'
import { mayOpenFile } from '#shared/file-access.ts'
import type { Person } from '#server/http/session.ts'
import { links, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** The document of an entry, by an address that stays when the file is replaced; null for who has to log in first. */
export async function openDocument({ db }: Pick<Deps, 'db'>, slug: string, whoAsks: () => Promise<Person | null>) {
  if (!isSlug(slug)) throw new AppError('not-found')
  const [file] = await db
    .select({
      section: links.section,
      bucket: uploads.bucket,
      ownerId: uploads.ownerId,
      path: uploads.path,
      mime: uploads.mime,
      size: uploads.size,
      sha256: uploads.sha256,
      originalName: uploads.originalName,
    })
    .from(links)
    .innerJoin(uploads, eq(uploads.path, links.documentPath))
    .where(and(eq(links.slug, slug), eq(uploads.state, 'stored')))
  if (!file) throw new AppError('not-found')
  const asked = { ...file, claimed: true }
  if (mayOpenFile(asked, null)) return file
  const person = await whoAsks()
  if (!person) return null
  if (!mayOpenFile(asked, person)) throw new AppError('not-found')
  return file
}
