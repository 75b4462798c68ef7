import { and, eq, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import { takeOrRefuse } from '#server/http/rate-limit.ts'
import { isDuplicate, toDuplicateError, type FilePaths } from '#server/members/profile/write-record.ts'
import { picturePaths } from '#server/members/record-columns.ts'
import { keyedHash } from '#server/signed-values.ts'
import { claimOrAskAgain, releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { AppError } from '#shared/errors.ts'
import { memberFileKinds, memberFiles, type MemberFileKind } from '#shared/members/files.ts'
import { isCorrectableItem, correctableFields } from '#shared/members/registration/correctable.ts'
import {
  readCorrection,
  type ApplicationKey,
  type ApplicationCorrection,
  type EmailCorrection,
} from '#shared/members/registration/correction.ts'
import { applicationAddress } from '#shared/members/registration/reference.ts'
import { sendAgain } from '#shared/members/registration/registration.ts'
import { daySeconds } from '#shared/time.ts'
import { openApplication, readApplication } from './application.ts'
import { receiveApplicantFile, spendRefusal, type SentFile } from './register.ts'
import { registrationReceivedEmail } from './text.ts'

/**
 * The applicant sends everything that was asked for at once; the application is with the administrators again. If somebody
 * decides on it at the same moment, the lock makes one of them second, who is told.
 */
export async function correctApplication(deps: Deps, form: ApplicationCorrection, address: string) {
  const { id } = await openApplication(deps, form, address)
  const replaced = await inTransaction(deps, (tx) => write(deps, tx, id, form)).catch(refuseTaken(deps, address))
  await removeFiles(deps, replaced)
  return readApplication(deps, form, address)
}

/** The applicant mistyped the address: the email with the reference number is sent to the right one. */
export async function correctEmail(deps: Deps, { email, ...key }: EmailCorrection, address: string) {
  const { id } = await openApplication(deps, key, address)
  const budget = { key: `joinemail:${keyedHash(deps.siteKey, 'application', id)}`, limit: 5, seconds: daySeconds }
  await takeOrRefuse(deps.pool, [budget], 'too-many-changes')
  const { shortName } = await deps.settings()
  const link = applicationAddress(deps.config.publicUrl, key.reference)
  const write = inTransaction(deps, async (tx) => {
    const written = await changeAccounts(deps, tx, [id], () =>
      tx
        .update(users)
        .set({ email, version: sql`${users.version} + 1`, updatedAt: sql`now()` })
        .where(and(eq(users.id, id), eq(users.approved, false))),
    )
    if (written.rowCount !== 1) throw new AppError('application-not-returned')
    const text = registrationReceivedEmail({ shortName, reference: key.reference, address: link, corrected: true })
    await queueEmail(tx, { to: email, ...text })
    const detail = { changed: 'email' }
    await appendAudit(tx, deps.clock, { actor: id, action: 'application corrected', subject: id, detail })
  })
  await write.catch(refuseTaken(deps, address))
  return readApplication(deps, key, address)
}

/** Somebody else has the address or the serial number. */
const refuseTaken = (deps: Deps, address: string) => async (error: unknown) => {
  if (!isDuplicate(error)) throw error
  await spendRefusal(deps, address)
  throw toDuplicateError(error)
}

async function write(deps: Deps, tx: Queryable, id: string, form: ApplicationCorrection): Promise<string[]> {
  const before = await lockReturned(tx, id)
  const items = before.items.filter(isCorrectableItem)
  const { values, problems } = readCorrection(items, form)
  if (Object.keys(problems).length > 0) throw new AppError('invalid-input', { fields: problems })
  const paths: Partial<FilePaths> = {}
  for (const kind of memberFileKinds.filter((one) => items.includes(one))) {
    const claim = { uploadId: form.files[kind] ?? '', ownerId: id, bucket: memberFiles[kind].bucket }
    paths[`${kind}Path`] = await claimOrAskAgain(tx, claim, { [kind]: sendAgain(kind) })
  }
  const texts = correctableFields.filter((name) => name in values).map((name) => [name, values[name] || null] as const)
  const written = {
    ...Object.fromEntries(texts),
    ...paths,
    returnedAt: null,
    correctedAt: deps.clock.now(),
    version: sql`${users.version} + 1`,
    updatedAt: sql`now()`,
  }
  await changeAccounts(deps, tx, [id], () => tx.update(users).set(written).where(eq(users.id, id)))
  const replaced = memberFileKinds.flatMap((kind) =>
    `${kind}Path` in paths ? (before.paths[`${kind}Path`] ?? []) : [],
  )
  await releasePaths(tx, ...replaced)
  await appendAudit(tx, deps.clock, {
    actor: id,
    action: 'application corrected',
    subject: id,
    detail: { changed: items.join(', ') },
  })
  return replaced
}

/** Locked until the transaction ends. If it was approved, rejected or corrected meanwhile, there is nothing to correct. */
async function lockReturned(tx: Queryable, id: string) {
  const [row] = await tx
    .select({
      items: users.returnItems,
      returnedAt: users.returnedAt,
      paths: picturePaths,
    })
    .from(users)
    .where(and(eq(users.id, id), eq(users.approved, false)))
    .for('update')
  if (!row?.returnedAt) throw new AppError('application-not-returned')
  return { items: row.items ?? [], paths: row.paths }
}

/** For an application that was sent back, also after the closing date: it belongs to the applicant and is deleted with them. */
export async function receiveCorrectedFile(
  deps: Deps,
  kind: MemberFileKind,
  { key, ...sent }: SentFile & { key: ApplicationKey },
): Promise<{ id: string }> {
  const { id, returned } = await openApplication(deps, key, sent.address)
  if (!returned?.items.includes(kind)) throw new AppError('application-not-returned')
  const budget = {
    key: `joincorrection:${keyedHash(deps.siteKey, 'application', id)}`,
    limit: filesPerDay,
    seconds: daySeconds,
  }
  await takeOrRefuse(deps.pool, [budget], 'too-many-registrations')
  return receiveApplicantFile(deps, kind, sent, id)
}
const filesPerDay = 100
