import { buffer } from 'node:stream/consumers'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { mailingFiles, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Attachment } from '#server/email/send-due.ts'
import type { Person } from '#server/http/session.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'
import { claimUpload } from '#server/storage/uploads.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { documents } from '#shared/uploads.ts'

const bucket = 'mailings'

/** A file is uploaded before its email is sent; unclaimed files are deleted. */
export const receiveMailingFile = (deps: Deps, admin: Person, sent: SentDocument) =>
  receiveDocument(deps, sent, {
    bucket,
    ownerId: admin.id,
    ...documents.mailing,
    replacesUnused: false,
    whyNot: async () => null,
  })

/** All files together may be as large as one, because each is sent once per recipient. */
export async function attachFiles(tx: Queryable, admin: Person, mailingId: string, files: readonly string[]) {
  if (files.length === 0) return
  const paths: string[] = []
  for (const uploadId of files) paths.push((await claimUpload(tx, { uploadId, ownerId: admin.id, bucket })).path)
  await tx.insert(mailingFiles).values(paths.map((path) => ({ path, mailingId })))
  const [all] = await tx
    .select({ size: sql<number>`sum(${uploads.size})::int` })
    .from(uploads)
    .where(inArray(uploads.path, paths))
  if ((all?.size ?? 0) > documents.mailing.maxBytes) throw new AppError('attachments-too-large')
}

export const filesOf = (db: Queryable, mailingId: string) =>
  db
    .select({ id: uploads.id, name: uploads.originalName, path: uploads.path, mime: uploads.mime })
    .from(mailingFiles)
    .innerJoin(uploads, eq(uploads.path, mailingFiles.path))
    .where(eq(mailingFiles.mailingId, mailingId))
    .orderBy(asc(uploads.originalName))

/** Reads the files once for consecutive recipients of the same email. */
export function attachmentReader({ db, storage }: Pick<Deps, 'db' | 'storage'>) {
  let last: { mailingId: string; files: Promise<Attachment[]> } | undefined
  const read = async (mailingId: string) =>
    Promise.all(
      (await filesOf(db, mailingId)).map(async ({ name, path, mime }) => ({
        filename: name,
        contentType: mime,
        content: await buffer(mustExist(await storage.open(path)).stream),
      })),
    )
  return async (mailingId: string): Promise<Attachment[]> => {
    if (last?.mailingId !== mailingId) last = { mailingId, files: read(mailingId) }
    try {
      return await last.files
    } catch (error) {
      last = undefined
      throw error
    }
  }
}
