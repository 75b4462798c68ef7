import { randomUUID } from 'node:crypto'
import type { InviteAdministratorForm } from '#shared/accounts/administrators.ts'
import { addressBeside, invitationDays } from '#shared/accounts/invitation.ts'
import { AppError } from '#shared/errors.ts'
import type { Job } from '#shared/permissions.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { violated } from '#server/db/refusals.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { administratorInvitation } from './administrator-email-text.ts'
import { addAdministrator, findAdministrator, setInvitedAt } from './administrator-queries.ts'
import { refuseUnlessManager } from './change-administrators.ts'
import {
  addInvitedAccount,
  findAccountByEmail,
  invitationLink,
  queueOrShow,
  type SentInvitation,
} from './invited-account.ts'
import { endChallenges } from './queries.ts'

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'auth' | 'config' | 'settings'>

/** An administrator's account is one of its own: nobody administers with what they vote or observe with. */
export async function inviteAdministrator(
  deps: InviteDeps,
  admin: Person,
  form: InviteAdministratorForm,
): Promise<{ id: string } & SentInvitation> {
  const known = await findAccountByEmail(deps.db, form.email)
  if (known?.isAdmin) throw new AppError('administrator-exists')
  if (known)
    throw new AppError(known.isObserver ? 'administrator-is-observer' : 'administrator-is-member', {
      values: { suggestion: addressBeside(form.email, 'admin') },
    })
  const id = randomUUID()
  const written = await invitation(deps, admin, id, form.jobs)
  const inviting = inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    await refuseUnlessManager(tx, admin)
    await addInvitedAccount(tx, 'administrator', id, form)
    await addAdministrator(tx, { userId: id, jobs: form.jobs, invitedBy: admin.id, invitedAt: deps.clock.now() })
    const { link, logged } = await queueOrShow(deps, tx, { userId: id, to: form.email }, written)
    const detail = { jobs: form.jobs.join(', '), ...logged }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator invited', subject: id, detail })
    return { id, link }
  })
  return inviting.then(
    (invited) => invited,
    (error: unknown) => {
      // Somebody else has just taken the address: now it can be told who.
      if (violated(error) === 'users_email_unique') return inviteAdministrator(deps, admin, form)
      throw error
    },
  )
}

/** Another link; the ones before it stop working. */
export async function inviteAdministratorAgain(deps: InviteDeps, admin: Person, id: string): Promise<SentInvitation> {
  const before = await findAdministrator(deps.db, id)
  if (!before) throw new AppError('not-found')
  if (before.accepted) throw new AppError('administrator-accepted')
  await endChallenges(deps.db, id)
  const written = await invitation(deps, admin, id, before.jobs)
  return inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    await refuseUnlessManager(tx, admin)
    const found = await findAdministrator(tx, id)
    if (!found?.email) throw new AppError('not-found')
    if (found.accepted) throw new AppError('administrator-accepted')
    if (found.jobs.join() !== before.jobs.join()) throw new AppError('edited-meanwhile')
    await setInvitedAt(tx, id, deps.clock.now())
    const { link, logged } = await queueOrShow(deps, tx, { userId: id, to: found.email }, written)
    const detail = { again: true, ...logged }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator invited', subject: id, detail })
    return { link }
  })
}

async function invitation(deps: InviteDeps, { name: by }: Person, id: string, jobs: readonly Job[]) {
  const { shortName } = await deps.settings()
  const link = await invitationLink(deps, 'administrator', id)
  const site = deps.config.publicUrl
  return { link, email: administratorInvitation({ shortName, by, jobs, link, site, validDays: invitationDays }) }
}
