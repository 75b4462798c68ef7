import { randomUUID } from 'node:crypto'
import type { InviteAdministratorForm } from '#shared/accounts/administrators.ts'
import { invitationDays } from '#shared/accounts/invitation.ts'
import { AppError } from '#shared/errors.ts'
import type { Job } from '#shared/permissions.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { violated } from '#server/db/refusals.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { administratorInvitation } from './administrator-email-text.ts'
import { addAdministrator, findAdministrator, setInvitedAt } from './administrator-queries.ts'
import { refuseUnlessManager } from './change-administrators.ts'
import { addInvitedAccount, findAccountByEmail, invitationLink } from './invited-account.ts'
import { endChallenges } from './queries.ts'

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'auth' | 'config' | 'settings'>

/** An administrator's account is one of its own: nobody administers with what they vote or observe with. */
export async function inviteAdministrator(
  deps: InviteDeps,
  admin: Person,
  form: InviteAdministratorForm,
): Promise<{ id: string }> {
  const known = await findAccountByEmail(deps.db, form.email)
  if (known?.isAdmin) throw new AppError('administrator-exists')
  if (known) throw new AppError(known.isObserver ? 'administrator-is-observer' : 'administrator-is-member')
  const id = randomUUID()
  const email = await invitation(deps, admin, id, form.jobs)
  const inviting = inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    await refuseUnlessManager(tx, admin)
    await addInvitedAccount(tx, 'administrator', id, form)
    await addAdministrator(tx, { userId: id, jobs: form.jobs, invitedBy: admin.id, invitedAt: deps.clock.now() })
    await queueEmail(tx, { to: form.email, ...email })
    const detail = { jobs: form.jobs.join(', ') }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator invited', subject: id, detail })
  })
  return inviting.then(
    () => ({ id }),
    (error: unknown) => {
      // Somebody else has just taken the address: now it can be told who.
      if (violated(error) === 'users_email_unique') return inviteAdministrator(deps, admin, form)
      throw error
    },
  )
}

/** Another link; the ones before it stop working. */
export async function inviteAdministratorAgain(deps: InviteDeps, admin: Person, id: string): Promise<void> {
  const before = await findAdministrator(deps.db, id)
  if (!before) throw new AppError('not-found')
  if (before.accepted) throw new AppError('administrator-accepted')
  await endChallenges(deps.db, id)
  const email = await invitation(deps, admin, id, before.jobs)
  await inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    await refuseUnlessManager(tx, admin)
    const found = await findAdministrator(tx, id)
    if (!found?.email) throw new AppError('not-found')
    if (found.accepted) throw new AppError('administrator-accepted')
    if (found.jobs.join() !== before.jobs.join()) throw new AppError('edited-meanwhile')
    await setInvitedAt(tx, id, deps.clock.now())
    await queueEmail(tx, { to: found.email, ...email })
    const detail = { again: true }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator invited', subject: id, detail })
  })
}

async function invitation(deps: InviteDeps, { name: by }: Person, id: string, jobs: readonly Job[]) {
  const { shortName } = await deps.settings()
  return administratorInvitation({
    shortName,
    by,
    jobs,
    link: await invitationLink(deps, 'administrator', id),
    site: deps.config.publicUrl,
    validDays: invitationDays,
  })
}
