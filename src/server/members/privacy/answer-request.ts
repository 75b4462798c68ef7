import { and, eq, isNull } from 'drizzle-orm'
import { refuseOnOpenRoll } from '#server/accounts/account-standing.ts'
import { shareAccount } from '#server/accounts/queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { ballots, elections, privacyRequests } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { findBeforeEdit } from '#server/members/profile/queries.ts'
import { refuseOthersRecord, writeRecord, toDuplicateError } from '#server/members/profile/write-record.ts'
import { releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import { whyCannotErase, whyNotAnswer, type PrivacyAnswer } from '#shared/members/privacy/privacy.ts'
import { isChangeFile, type ChangeField, type ChangeTextField } from '#shared/members/profile/changes.ts'
import { parseChange } from '#shared/members/profile/profile.ts'
import type { Instant } from '#shared/time.ts'
import { eraseMember } from './erase-member.ts'
import { lockMember } from './queries.ts'
import { requestAnsweredEmail } from './text.ts'

/** A request is answered once, by one administrator. The outcome "done" performs the deletion or the change. */
export async function answerRequest(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'storage' | 'log' | 'siteKey'>,
  admin: Person,
  requestId: string,
  form: PrivacyAnswer,
): Promise<void> {
  const { shortName } = await deps.settings()
  const answered = inTransaction(deps, (tx) => answer(deps, tx, { admin, requestId, form, shortName }))
  await removeFiles(
    deps,
    await answered.catch((error: unknown) => {
      throw toDuplicateError(error)
    }),
  )
}

interface Answering {
  admin: Person
  requestId: string
  form: PrivacyAnswer
  shortName: string
}

/** Returns the files to remove after the commit. */
async function answer(
  deps: Pick<Deps, 'clock' | 'siteKey'>,
  tx: Queryable,
  { admin, requestId, form, shortName }: Answering,
): Promise<string[]> {
  const now = deps.clock.now()
  const { memberId, kind, field, value, filePath } = await findRequest(tx, requestId)
  const fields = whyNotAnswer(kind, form)
  if (Object.keys(fields).length > 0) throw new AppError('invalid-input', { fields })
  const { outcome, answer: words, version = 0 } = form
  // Always locks the member before the request: deletion touches all of a member's requests, whoever answers another one. Two
  // administrators who answer each other's requests also lock their records in a fixed order.
  if (admin.id < memberId) await shareAccount(tx, admin.id)
  const member = await lockMember(tx, memberId)
  await closeRequest(tx, requestId, { outcome, answer: words, answeredAt: now, answeredBy: admin.id })
  const erases = kind === 'erasure' && outcome === 'done'
  const why =
    erases && member && whyCannotErase({ ...member, hasUncertifiedBallot: await hasUncertifiedBallot(tx, memberId) })
  if (why) throw new AppError(why)
  if (erases) await refuseOnOpenRoll(deps, tx, memberId)
  const paths = erases && member ? await eraseMember(tx, memberId, member, { by: admin.id, now }) : []
  const accepts = field !== null && outcome === 'done'
  const applied = accepts
    ? await applyChange(deps, tx, { admin, memberId, field, value, filePath, version, shortName })
    : null
  if (filePath && !accepts) await releasePaths(tx, filePath)
  const to = applied ? applied.email : member?.email
  if (to) await queueEmail(tx, { to, ...requestAnsweredEmail({ shortName, kind, field, outcome, answer: words }) })
  const entry = { actor: admin.id, subject: memberId }
  const detail = { kind, ...(field && { field }), outcome }
  await appendAudit(tx, deps.clock, { ...entry, action: 'privacy request answered', detail })
  if (erases) await appendAudit(tx, deps.clock, { ...entry, action: 'member erased' })
  return [...paths, ...(applied?.replaced ?? []), ...(filePath && !accepts ? [filePath] : [])]
}

async function hasUncertifiedBallot(tx: Queryable, memberId: string): Promise<boolean> {
  const found = await tx
    .select({ id: elections.id })
    .from(ballots)
    .innerJoin(elections, eq(elections.id, ballots.electionId))
    .where(
      and(
        eq(ballots.voterId, memberId),
        eq(elections.kind, 'election'),
        isNull(elections.certifiedAt),
        isNull(elections.cancelledAt),
      ),
    )
    .limit(1)
  return found.length > 0
}

async function findRequest(tx: Queryable, id: string) {
  const [found] = await tx
    .select({
      memberId: privacyRequests.memberId,
      kind: privacyRequests.kind,
      field: privacyRequests.field,
      value: privacyRequests.value,
      filePath: privacyRequests.filePath,
    })
    .from(privacyRequests)
    .where(eq(privacyRequests.id, id))
  return mustExist(found)
}

type Closing = Pick<PrivacyAnswer, 'outcome' | 'answer'> & { answeredAt: Instant; answeredBy: string }

async function closeRequest(tx: Queryable, id: string, closing: Closing): Promise<void> {
  const closed = await tx
    .update(privacyRequests)
    // The picture now belongs to the record, or to nobody.
    .set({ ...closing, filePath: null })
    .where(and(eq(privacyRequests.id, id), isNull(privacyRequests.outcome)))
  if (closed.rowCount !== 1) throw new AppError('request-already-answered')
}

interface Accepted {
  admin: Person
  memberId: string
  field: ChangeField
  value: string
  filePath: string | null
  /** The version of the record that the administrator saw. */
  version: number
  shortName: string
}

/**
 * Writes an accepted change into the record. Only the rules for this field apply, so that other gaps of an imported
 * record do not block it. Returns the files to remove after the commit.
 */
async function applyChange(
  deps: Pick<Deps, 'clock' | 'siteKey'>,
  tx: Queryable,
  { admin, memberId, field, value, filePath, version, shortName }: Accepted,
): Promise<{ replaced: string[]; email: string | null }> {
  const before = mustExist(await findBeforeEdit(tx, memberId, 'update'), 'member-vanished')
  refuseOthersRecord(admin, before)
  // An edit, a withdrawal or another change since the administrator saw the record: they must look again.
  if (before.version !== version) throw new AppError('edited-meanwhile')
  const change = isChangeFile(field)
    ? { values: {}, paths: pathOf(field, filePath) }
    : { values: valueOf(field, value), paths: {} }
  const { replaced } = await writeRecord(deps, tx, { admin, before, ...change, shortName })
  return { replaced, email: field === 'email' ? value : before.email }
}

function pathOf(field: MemberFileKind, filePath: string | null) {
  if (filePath === null) throw new AppError('not-found')
  return { [`${field}Path`]: filePath }
}

/** The rules may have changed since the request. */
function valueOf(field: ChangeTextField, value: string) {
  const read = parseChange(field, value)
  if ('wrong' in read) throw new AppError('invalid-input', { fields: { [field]: read.wrong } })
  return { [field]: read.value === '' ? null : read.value }
}
