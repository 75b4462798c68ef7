import { eq, isNotNull } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { links } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { claimUpload, releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { slugOf, whyNotEntry } from '#shared/content/entries.ts'
import type { LinkForm } from '#shared/content/schemas.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { claimPicture } from './claim-picture.ts'
import { readLink } from './read-links.ts'

type EditDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>

export async function addLink(deps: EditDeps, admin: Person, form: LinkForm) {
  const values = checked(form, null)
  const id = await inTransaction({ db: deps.db, lock: 'announcements' }, async (tx) => {
    const files = await claimFiles(tx, admin, form)
    const slug = form.kind === 'link' ? null : slugOf(values.title, await takenSlugs(tx))
    const [added] = await tx
      .insert(links)
      .values({ ...values, ...files, kind: form.kind, slug, createdAt: deps.clock.now() })
      .returning({ id: links.id })
    if (!added) throw new Error('the entry was not stored')
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'link added',
      subject: added.id,
      detail: { kind: form.kind, section: values.section, title: values.title },
    })
    return added.id
  })
  return readLink(deps.db, id)
}

export async function editLink(deps: EditDeps, admin: Person, id: string, form: LinkForm & { version: number }) {
  const gone = await inTransaction(deps, async (tx) => {
    const before = await lock(tx, id)
    if (before.version !== form.version) throw new AppError('edited-meanwhile')
    const values = checked(form, { kind: before.kind, hasDocument: before.documentPath !== null })
    const files = await claimFiles(tx, admin, form)
    await tx
      .update(links)
      .set({ ...values, ...files, version: before.version + 1 })
      .where(eq(links.id, id))
    const forgotten = [
      ...('documentPath' in files ? await releasePaths(tx, before.documentPath) : []),
      ...('pictureWebpPath' in files ? await releasePaths(tx, before.pictureAvifPath, before.pictureWebpPath) : []),
    ]
    const renamed = before.title === values.title ? {} : { 'before.title': before.title, 'after.title': values.title }
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'link edited',
      subject: id,
      detail: { kind: before.kind, section: values.section, title: values.title, ...renamed },
    })
    return forgotten
  })
  await removeFiles(deps, gone)
  return readLink(deps.db, id)
}

export async function deleteLink(deps: EditDeps, admin: Person, id: string): Promise<void> {
  const gone = await inTransaction(deps, async (tx) => {
    const before = await lock(tx, id)
    await tx.delete(links).where(eq(links.id, id))
    const { documentPath, pictureAvifPath, pictureWebpPath } = before
    const forgotten = await releasePaths(tx, documentPath, pictureAvifPath, pictureWebpPath)
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'link deleted',
      subject: id,
      detail: { kind: before.kind, section: before.section, title: before.title },
    })
    return forgotten
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

/** The columns of the files that change; without one, what is there stays. */
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
      documentPath: links.documentPath,
      pictureAvifPath: links.pictureAvifPath,
      pictureWebpPath: links.pictureWebpPath,
    })
    .from(links)
    .where(eq(links.id, id))
    .for('update')
  return mustExist(found)
}
