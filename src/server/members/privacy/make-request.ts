import { and, eq, isNull } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { privacyRequests } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { spendRequest, spendChangeFile } from '#server/members/member-limits.ts'
import { findBeforeEdit } from '#server/members/profile/queries.ts'
import { claimMemberFiles, receiveMemberFile } from '#server/members/profile/save-profile.ts'
import { releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import { dueAt, type PrivacyRequestForm } from '#shared/members/privacy/privacy.ts'
import { whyNotChange } from '#shared/members/profile/changes.ts'
import type { ChangeForm } from '#shared/members/profile/profile.ts'
import type { Instant } from '#shared/time.ts'
import { lockMember } from './queries.ts'
import { requestArrivedEmail } from './text.ts'

type RequestDeps = Pick<Deps, 'db' | 'pool' | 'siteKey' | 'clock' | 'settings'>

/** A member makes a request; the index allows one open request of each kind. */
export async function makeRequest(deps: RequestDeps, member: Person, { kind, details }: PrivacyRequestForm) {
  const { id: memberId, email } = member
  await spendRequest(deps, member)
  const { shortName } = await deps.settings()
  return inTransaction(deps, async (tx) => {
    // A member who is being erased at this moment must not leave a new request behind.
    if (!(await lockMember(tx, memberId))) throw new AppError('not-signed-in')
    return mustExist(
      await openRequest(deps, tx, { email, shortName }, { memberId, kind, details }),
      'request-already-open',
    )
  })
}

/** Receives a picture for a change that the member requests next. */
export async function receiveChangeFile(
  deps: Deps,
  person: Person,
  kind: MemberFileKind,
  sent: Parameters<typeof receiveMemberFile>[3],
): Promise<{ id: string }> {
  await spendChangeFile(deps, person)
  return receiveMemberFile(deps, person, kind, sent)
}

/** A member asks for one field to be changed; the index allows one open request per field. */
export async function askChange(deps: RequestDeps, person: Person, form: ChangeForm) {
  await spendRequest(deps, person)
  const { shortName } = await deps.settings()
  const { field, value = '' } = form
  return inTransaction(deps, async (tx) => {
    // Locked, so that nobody edits, withdraws or deletes the record meanwhile.
    const member = await findBeforeEdit(tx, person.id, 'update')
    if (!member || !member.approved || member.withdrawnAt !== null) throw new AppError('not-signed-in')
    const why = form.value === undefined ? null : whyNotChange(form.field, form.value, member[form.field])
    if (why) throw new AppError('invalid-input', { fields: { value: why } })
    const filePath = form.file !== undefined ? await claimFile(tx, person.id, form) : null
    const request = { memberId: person.id, kind: 'change', field, value, filePath } as const
    return mustExist(await openRequest(deps, tx, { email: member.email, shortName }, request), 'change-already-asked')
  })
}

type NewRequest = Omit<typeof privacyRequests.$inferInsert, 'createdAt' | 'dueAt'>

/** Stores the request, tells the member by email, and logs it. Null if the member has one like it open. */
async function openRequest(
  { clock }: RequestDeps,
  tx: Queryable,
  { email, shortName }: { email: string | null; shortName: string },
  request: NewRequest,
): Promise<{ id: string; dueAt: Instant } | null> {
  const now = clock.now()
  const due = dueAt(now)
  const [made] = await tx
    .insert(privacyRequests)
    .values({ ...request, createdAt: now, dueAt: due })
    .onConflictDoNothing()
    .returning({ id: privacyRequests.id })
  if (!made) return null
  const { kind, field, memberId } = request
  const detail = { kind, ...(field && { field }) }
  if (email) await queueEmail(tx, { to: email, ...requestArrivedEmail({ shortName, ...detail, dueAt: due }) })
  await appendAudit(tx, clock, { actor: memberId, action: 'privacy request made', subject: memberId, detail })
  return { id: made.id, dueAt: due }
}

async function claimFile(tx: Queryable, memberId: string, { field, file }: { field: MemberFileKind; file: string }) {
  const paths = await claimMemberFiles(tx, { sentBy: memberId, memberId }, { [field]: file })
  return paths[`${field}Path`] ?? null
}

/** A member withdraws a request before it is answered. An uploaded picture is deleted with it. */
export async function takeBack(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>,
  { id: memberId }: Person,
  requestId: string,
): Promise<void> {
  const unused = await inTransaction(deps, async (tx) => {
    // Locks the member before the request, as answering a request does.
    if (!(await lockMember(tx, memberId))) throw new AppError('not-signed-in')
    const own = and(eq(privacyRequests.id, requestId), eq(privacyRequests.memberId, memberId))
    const [row] = await tx
      .select({ kind: privacyRequests.kind, field: privacyRequests.field, filePath: privacyRequests.filePath })
      .from(privacyRequests)
      .where(own)
    const found = mustExist(row)
    const closed = await tx
      .update(privacyRequests)
      .set({ outcome: 'taken back', answeredAt: deps.clock.now(), answeredBy: memberId, filePath: null })
      .where(and(own, isNull(privacyRequests.outcome)))
    if (closed.rowCount !== 1) throw new AppError('request-already-answered')
    const { kind, field, filePath } = found
    await releasePaths(tx, filePath)
    const detail = { kind, ...(field && { field }) }
    await appendAudit(tx, deps.clock, {
      actor: memberId,
      action: 'privacy request taken back',
      subject: memberId,
      detail,
    })
    return filePath ? [filePath] : []
  })
  await removeFiles(deps, unused)
}
