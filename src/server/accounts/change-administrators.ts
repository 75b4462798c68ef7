import { whyCannotLose } from '#shared/accounts/administrators.ts'
import { AppError } from '#shared/errors.ts'
import { may, type Job } from '#shared/permissions.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { jobsChangedEmail, removedEmail } from './administrator-email-text.ts'
import {
  countOthersWithEveryJob,
  findAdministrator,
  markRemoved,
  onlyMember,
  setJobs,
} from './administrator-queries.ts'
import { endInvitedAccount } from './invited-account.ts'
import { endChallenges, endSessions } from './queries.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** The guard asked when the request came; another may have removed them while it waited for the lock. */
export async function refuseUnlessManager(tx: Queryable, { id }: Person): Promise<void> {
  const found = await findAdministrator(tx, id)
  if (!found || !may({ role: 'admin', jobs: found.jobs }, 'manage administrators'))
    throw new AppError('every-job-missing')
}

/** They hold from the next request on, for the session asks for them each time. */
export async function changeJobs(deps: ChangeDeps, admin: Person, id: string, jobs: readonly Job[]): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const found = await changeable(tx, admin, id, jobs)
    const before = found.jobs.join(', ')
    const after = jobs.join(', ')
    if (before === after) return
    await setJobs(tx, id, jobs)
    if (found.email) await queueEmail(tx, { to: found.email, ...jobsChangedEmail({ shortName, by: admin.name, jobs }) })
    const detail = { before, after }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'administrator jobs changed', subject: id, detail })
  })
}

/** Ends the account and its sessions at once, or takes an invitation back. The name and address stay with what they did. */
export async function removeAdministrator(deps: ChangeDeps, admin: Person, id: string): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const { email, accepted, isMember } = await changeable(tx, admin, id, [])
    await endSessions(tx, id)
    await endChallenges(tx, id)
    await markRemoved(tx, id, { by: admin.id, at: deps.clock.now(), email })
    await (isMember ? onlyMember(tx, id) : endInvitedAccount(tx, 'administrator', id))
    if (email) await queueEmail(tx, { to: email, ...removedEmail({ shortName, by: admin.name, accepted, isMember }) })
    const action = accepted ? 'administrator removed' : 'administrator invitation withdrawn'
    await appendAudit(tx, deps.clock, { actor: admin.id, action, subject: id })
  })
}

/** Both people are held, and nobody else changes administrators meanwhile: what is counted here stays true. */
async function changeable(tx: Queryable, admin: Person, id: string, left: readonly Job[]) {
  await refuseUnlessManager(tx, admin)
  const found = await findAdministrator(tx, id)
  if (!found) throw new AppError('not-found')
  const why = whyCannotLose(found, left, await countOthersWithEveryJob(tx, id))
  if (why) throw new AppError(why)
  return found
}
