import { AppError } from '#shared/errors.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import { changeText } from '#shared/members/privacy/changes.ts'
import { dueAt } from '#shared/members/privacy/privacy.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { privacyRequests } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { spendChangeFile, spendRequest } from '#server/members/member-limits.ts'
import { claimMemberFiles, receiveMemberFile } from '#server/members/profile/member-files.ts'
import { findBeforeEdit } from '#server/members/profile/queries.ts'
import { requestArrivedEmail } from './email-text.ts'
import type { ChangeForm } from '#shared/members/profile/profile.ts'

/** A picture for a change that is asked for next. */
export async function receiveChangeFile(
  deps: Deps,
  person: Person,
  kind: MemberFileKind,
  sent: Parameters<typeof receiveMemberFile>[3],
): Promise<{ id: string }> {
  await spendChangeFile(deps, person)
  return receiveMemberFile(deps, person, kind, sent)
}

/** A member asks for one field to be changed; the index allows one open request for each. */
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
    // Held, so that nobody edits, withdraws or erases the record meanwhile.
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
