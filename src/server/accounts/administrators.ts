import { randomUUID } from 'node:crypto'
import { appendAudit } from '#server/audit/audit.ts'
import type { Clock } from '#server/clock.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import {
  type InviteAdministratorForm,
  whyCannotLose,
  placeholderName,
  addressBeside,
  invitationDays,
} from '#shared/accounts/administrators.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { type Job, may } from '#shared/permissions.ts'
import {
  addAdministrator,
  findAdministrator,
  setInvitedAt,
  countOthersWithEveryJob,
  markRemoved,
  onlyMember,
  setJobs,
} from './administrator-queries.ts'
import {
  addInvitedAccount,
  findAccountByEmail,
  queueOrShow,
  type SentInvitation,
  endInvitedAccount,
} from './invited-account.ts'
import { endChallenges, endSessions, writePassword } from './queries.ts'
import { administratorInvitation, jobsChangedEmail, removedEmail } from './text.ts'

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'siteKey'>

/** Administrators have their own accounts: nobody administers with the account they vote or observe with. */
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
  const emailWith = await invitation(deps, admin, form.jobs)
  const inviting = inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    await refuseUnlessManager(tx, admin)
    const row = { userId: id, jobs: form.jobs, invitedBy: admin.id, invitedAt: deps.clock.now() }
    await addInvitedAccount(deps, tx, 'administrator', id, form, () => addAdministrator(tx, row))
    const { link, logged } = await queueOrShow(
      deps,
      tx,
      { kind: 'administrator', userId: id, to: form.email },
      emailWith,
    )
    const detail = { jobs: form.jobs.join(', '), ...logged }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator invited', subject: id, detail })
    return { id, link }
  })
  return inviting.then(
    (invited) => invited,
    (error: unknown) => {
      // Somebody else has just taken the address: now we can say who.
      if (violated(error) === 'users_email_unique') return inviteAdministrator(deps, admin, form)
      throw error
    },
  )
}

/** Sends a new link; earlier ones stop working. */
export async function inviteAdministratorAgain(deps: InviteDeps, admin: Person, id: string): Promise<SentInvitation> {
  const before = mustExist(await findAdministrator(deps.db, id))
  if (before.accepted) throw new AppError('administrator-accepted')
  const emailWith = await invitation(deps, admin, before.jobs)
  return inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    await refuseUnlessManager(tx, admin)
    const found = await findAdministrator(tx, id)
    if (!found?.email) throw new AppError('not-found')
    if (found.accepted) throw new AppError('administrator-accepted')
    if (found.jobs.join() !== before.jobs.join()) throw new AppError('edited-meanwhile')
    await setInvitedAt(tx, id, deps.clock.now())
    await endChallenges(tx, id)
    const { link, logged } = await queueOrShow(
      deps,
      tx,
      { kind: 'administrator', userId: id, to: found.email },
      emailWith,
    )
    const detail = { again: true, ...logged }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator invited', subject: id, detail })
    return { link }
  })
}

async function invitation(deps: InviteDeps, { name: by }: Person, jobs: readonly Job[]) {
  const { shortName } = await deps.settings()
  const site = deps.config.publicUrl
  return (link: string) => administratorInvitation({ shortName, by, jobs, link, site, validDays: invitationDays })
}

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'siteKey'>

/** The guard checked when the request arrived; meanwhile somebody may have removed them. */
async function refuseUnlessManager(tx: Queryable, { id }: Person): Promise<void> {
  const found = await findAdministrator(tx, id)
  if (!found || !may({ role: 'admin', jobs: found.jobs }, 'manage administrators'))
    throw new AppError('every-job-missing')
}

/** Effective from the next request, because sessions read the jobs each time. */
export async function changeJobs(deps: ChangeDeps, admin: Person, id: string, jobs: readonly Job[]): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const found = await changeable(tx, admin, id, jobs)
    const before = found.jobs.join(', ')
    const after = jobs.join(', ')
    if (before === after) return
    await changeAccounts(deps, tx, [id], () => setJobs(tx, id, jobs))
    if (found.email) await queueEmail(tx, { to: found.email, ...jobsChangedEmail({ shortName, by: admin.name, jobs }) })
    const detail = { before, after }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator jobs changed', subject: id, detail })
  })
}

/** Ends the account and its sessions at once, or withdraws an invitation. Name and address stay with what they did. */
export async function removeAdministrator(deps: ChangeDeps, admin: Person, id: string): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const { email, accepted, isMember } = await changeable(tx, admin, id, [])
    await endSessions(tx, id)
    await endChallenges(tx, id)
    await changeAccounts(deps, tx, isMember ? [id] : [], async () => {
      await markRemoved(tx, id, { by: admin.id, at: deps.clock.now(), email })
      await (isMember ? onlyMember(tx, id) : endInvitedAccount(tx, 'administrator', id))
    })
    if (email) await queueEmail(tx, { to: email, ...removedEmail({ shortName, by: admin.name, accepted, isMember }) })
    const action = accepted ? 'administrator removed' : 'administrator invitation withdrawn'
    await appendAudit(tx, deps.clock, { actor: admin.id, action, subject: id })
  })
}

/** Both people are locked and nobody else changes administrators meanwhile, so what is counted here stays true. */
async function changeable(tx: Queryable, admin: Person, id: string, left: readonly Job[]) {
  await refuseUnlessManager(tx, admin)
  const found = mustExist(await findAdministrator(tx, id))
  refuseIf(whyCannotLose(found, left, await countOthersWithEveryJob(tx, id)))
  return found
}

interface NewAdministrator {
  id: string
  email: string
  /** Null if unknown: then the person is asked at the first login. */
  name: { firstName: string; lastName: string } | null
  jobs: readonly Job[]
  hash: string
}

/** Without an invitation: at the first start, or from the server's command line. False if the address is taken. */
export async function makeAdministrator(
  deps: { siteKey: string; clock: Clock },
  tx: Queryable,
  { id, email, name, jobs, hash }: NewAdministrator,
): Promise<boolean> {
  const now = deps.clock.now()
  return changeAccounts(deps, tx, [id], async () => {
    const made = await tx
      .insert(users)
      .values({ id, ...(name ?? placeholderName(email)), email, isAdmin: true, approved: true, approvedAt: now })
      .onConflictDoNothing()
    if (made.rowCount !== 1) return false
    await addAdministrator(tx, { userId: id, jobs, named: name !== null, invitedBy: null, invitedAt: now })
    await writePassword(deps, tx, id, { hash, own: 'made for them' })
    return true
  })
}
