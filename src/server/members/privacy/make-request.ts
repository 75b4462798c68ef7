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
import { changeText } from '#shared/members/profile/changes.ts'
import type { ChangeForm } from '#shared/members/profile/profile.ts'
import { lockMember } from './queries.ts'
import { requestArrivedEmail } from './text.ts'

/** A member makes a request; the index allows one open request of each kind. */
export async function makeRequest(
  deps: Pick<Deps, 'db' | 'pool' | 'siteKey' | 'clock' | 'settings'>,
  member: Person,
  { kind, details }: PrivacyRequestForm,
): Promise<{ id: string; dueAt: number }> {
  const { id: memberId, email } = member
  await spendRequest(deps, member)
  const { shortName } = await deps.settings()
  const now = deps.clock.now()
  const due = dueAt(now)
  return inTransaction(deps, async (tx) => {
    // Somebody who is being deleted at this moment leaves no words behind.
    if (!(await lockMember(tx, memberId))) throw new AppError('not-signed-in')
    const [made] = await tx
      .insert(privacyRequests)
      .values({ memberId, kind, details, createdAt: now, dueAt: due })
      .onConflictDoNothing()
      .returning({ id: privacyRequests.id })
    if (!made) throw new AppError('request-already-open')
    if (email) await queueEmail(tx, { to: email, ...requestArrivedEmail({ shortName, kind, dueAt: due }) })
    await appendAudit(tx, deps.clock, {
      actor: memberId,
      action: 'privacy request made',
      subject: memberId,
      detail: { kind },
    })
    return { id: made.id, dueAt: due }
  })
}

/** A picture for a change to be requested next. */
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
export async function askChange(
  deps: Pick<Deps, 'db' | 'pool' | 'siteKey' | 'clock' | 'settings'>,
  person: Person,
  form: ChangeForm,
): Promise<{ id: string; dueAt: number }> {
  await spendRequest(deps, person)
  const { shortName } = await deps.settings()
  const now = deps.clock.now()
  const due = dueAt(now)
  const { field } = form
  return inTransaction(deps, async (tx) => {
    // Locked, so that nobody edits, withdraws or deletes the record meanwhile.
    const member = await findBeforeEdit(tx, person.id, 'update')
    if (!member || !member.approved || member.withdrawnAt !== null) throw new AppError('not-signed-in')
    if (form.value !== undefined && form.value === (member[form.field] ?? ''))
      throw new AppError('invalid-input', { fields: { value: changeText.alreadyThere } })
    const filePath = form.file !== undefined ? await claimFile(tx, person.id, form) : null
    const [made] = await tx
      .insert(privacyRequests)
      .values({
        memberId: person.id,
        kind: 'change',
        field,
        value: form.value ?? '',
        filePath,
        createdAt: now,
        dueAt: due,
      })
      .onConflictDoNothing()
      .returning({ id: privacyRequests.id })
    if (!made) throw new AppError('change-already-asked')
    if (member.email)
      await queueEmail(tx, {
        to: member.email,
        ...requestArrivedEmail({ shortName, kind: 'change', field, dueAt: due }),
      })
    await appendAudit(tx, deps.clock, {
      actor: person.id,
      action: 'privacy request made',
      subject: person.id,
      detail: { kind: 'change', field },
    })
    return { id: made.id, dueAt: due }
  })
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
    // Locks the member before the request, as everybody who answers does.
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
