import { eq, inArray, isNotNull } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { linkFiles, links, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { claimUpload, releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { publicationOf, slugOf, whyNotEntry } from '#shared/content/entries.ts'
import { filesIn } from '#shared/content/rich-text.ts'
import type { LinkForm } from '#shared/content/schemas.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { showInstant } from '#shared/time.ts'
import { claimNamed, claimPicture } from './claim-picture.ts'
import { readLink } from './read-links.ts'

type EditDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>

export async function addLink(deps: EditDeps, admin: Person, form: LinkForm) {
  const values = checked(form, null)
  const id = await inTransaction({ db: deps.db, lock: 'announcements' }, async (tx) => {
    const files = await claimFiles(tx, admin, form)
    const slug = form.kind === 'link' ? null : slugOf(values.title, await takenSlugs(tx))
    const publication = publicationOf(form, null, deps.clock.now())
    const [added] = await tx
      .insert(links)
      .values({ ...values, ...files, ...publication, kind: form.kind, slug, createdAt: deps.clock.now() })
      .returning({ id: links.id })
    if (!added) throw new Error('the entry was not stored')
    await claimTextFiles(tx, admin, added.id, values.text)
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'link added',
      subject: added.id,
      detail: { kind: form.kind, section: values.section, title: values.title, ...logged(publication) },
    })
    return added.id
  })
  return readLink(deps, id)
}

export async function editLink(deps: EditDeps, admin: Person, id: string, form: LinkForm & { version: number }) {
  const gone = await inTransaction(deps, async (tx) => {
    const before = await lock(tx, id)
    if (before.version !== form.version) throw new AppError('edited-meanwhile')
    const values = checked(form, { kind: before.kind, hasDocument: before.documentPath !== null })
    const files = await claimFiles(tx, admin, form)
    const publication = publicationOf(form, before, deps.clock.now())
    await tx
      .update(links)
      .set({ ...values, ...files, ...publication, version: before.version + 1 })
      .where(eq(links.id, id))
    const forgotten = [
      ...(await claimTextFiles(tx, admin, id, values.text)),
      ...('documentPath' in files ? await releasePaths(tx, before.documentPath) : []),
      ...('pictureWebpPath' in files ? await releasePaths(tx, before.pictureAvifPath, before.pictureWebpPath) : []),
    ]
    const renamed = before.title === values.title ? {} : { 'before.title': before.title, 'after.title': values.title }
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'link edited',
      subject: id,
      detail: { kind: before.kind, section: values.section, title: values.title, ...renamed, ...logged(publication) },
    })
    return forgotten
  })
  await removeFiles(deps, gone)
  return readLink(deps, id)
}

export async function deleteLink(deps: EditDeps, admin: Person, id: string): Promise<void> {
  const gone = await inTransaction(deps, async (tx) => {
    const before = await lock(tx, id)
    const forgottenOfText = await claimTextFiles(tx, admin, id, '')
    await tx.delete(links).where(eq(links.id, id))
    const { documentPath, pictureAvifPath, pictureWebpPath } = before
    const forgotten = await releasePaths(tx, documentPath, pictureAvifPath, pictureWebpPath)
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'link deleted',
      subject: id,
      detail: { kind: before.kind, section: before.section, title: before.title },
    })
    return [...forgotten, ...forgottenOfText]
  })
  await removeFiles(deps, gone)
}

function checked(form: LinkForm, stored: Parameters<typeof whyNotEntry>[1]) {
  const refusal = whyNotEntry(form, stored)
  if (refusal || form.section === '') throw new AppError(refusal ?? 'link-fields-required')
  const { section, kind, startsAt, endsAt } = form
  return {
    section,
    title: form.title.trim(),
    link: kind === 'link' ? form.link.trim() : '',
    text: kind === 'text' ? form.text.trim() : '',
    startsAt,
    endsAt,
    place: form.place.trim(),
  }
}

/** The columns of changed files; the others stay as they are. */
async function claimFiles(tx: Queryable, admin: Person, { kind, documentId, picture }: LinkForm) {
  if (kind === 'document' && documentId) {
    const claim = { uploadId: documentId, ownerId: admin.id, bucket: 'announcements' } as const
    const { path, mime } = await claimUpload(tx, claim)
    if (mime !== 'application/pdf') throw new AppError('entry-document-type')
    return { documentPath: path }
  }
  if (kind !== 'text' || picture === undefined) return {}
  const paths = picture && (await claimPicture(tx, admin, 'announcements', picture))
  return { pictureAvifPath: paths?.avifPath ?? null, pictureWebpPath: paths?.webpPath ?? null }
}

/** Claims files newly named in the text and releases those no longer named. Returns the files to remove. */
async function claimTextFiles(tx: Queryable, admin: Person, linkId: string, text: string): Promise<string[]> {
  const held = await tx
    .select({ id: uploads.id, path: linkFiles.path })
    .from(linkFiles)
    .innerJoin(uploads, eq(uploads.path, linkFiles.path))
    .where(eq(linkFiles.linkId, linkId))
  const named = new Set(filesIn(text))
  const paths = await claimNamed(tx, admin, 'announcements', named.difference(new Set(held.map(({ id }) => id))))
  if (paths.length > 0) await tx.insert(linkFiles).values(paths.map((path) => ({ path, linkId })))
  const gone = held.filter(({ id }) => !named.has(id)).map(({ path }) => path)
  if (gone.length === 0) return []
  await tx.delete(linkFiles).where(inArray(linkFiles.path, gone))
  return releasePaths(tx, ...gone)
}

const logged = ({ draft, publishAt }: ReturnType<typeof publicationOf>) => ({
  ...(draft && { draft }),
  ...(publishAt !== null && { publishAt: showInstant(publishAt) }),
})

const takenSlugs = async (tx: Queryable) =>
  new Set(
    (await tx.select({ slug: links.slug }).from(links).where(isNotNull(links.slug))).map(({ slug }) => slug ?? ''),
  )

async function lock(tx: Queryable, id: string) {
  const [found] = await tx
    .select({
      kind: links.kind,
      section: links.section,
      title: links.title,
      version: links.version,
      draft: links.draft,
      publishAt: links.publishAt,
      documentPath: links.documentPath,
      pictureAvifPath: links.pictureAvifPath,
      pictureWebpPath: links.pictureWebpPath,
    })
    .from(links)
    .where(eq(links.id, id))
    .for('update')
  return mustExist(found)
}
