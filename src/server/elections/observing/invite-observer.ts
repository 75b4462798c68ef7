import { randomUUID } from 'node:crypto'
import { invitationDays, observingIsOver, type ObserverForm } from '#shared/elections/observing/observing.ts'
import { AppError } from '#shared/errors.ts'
import { makePasswordLink } from '#server/accounts/change-password.ts'
import { endChallenges } from '#server/accounts/queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { violated } from '#server/db/refusals.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { observerInvitation } from './email-text.ts'
import { addObserver, addObserverAccount, electionsObservedBy, findAccountByEmail, lockAccount } from './queries.ts'

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'auth' | 'config' | 'settings' | 'elections'>

/** An observer's account is one of its own: nobody observes with what they vote or administer with. */
export async function inviteObserver(
  deps: InviteDeps,
  admin: Person,
  electionId: string,
  form: ObserverForm,
): Promise<{ id: string }> {
  const election = await electionToObserve(deps, electionId)
  const known = await findAccountByEmail(deps.db, form.email)
  if (known && !known.isObserver) throw new AppError('observer-has-account')
  if (known && (await electionsObservedBy(deps.db, known.id)).has(electionId))
    throw new AppError('observer-already-invited')
  const id = known?.id ?? randomUUID()
  // Ahead of the transaction, for the account library has connections of its own. A link that is never sent opens nothing.
  const email = await invitation(deps, election, id)
  const inviting = inTransaction(deps, async (tx) => {
    if (!known) await addObserverAccount(tx, id, form)
    // Removed meanwhile from the last election they observed.
    else if ((await lockAccount(tx, id)) !== form.email) throw new AppError('edited-meanwhile')
    const row = { electionId, userId: id, invitedBy: admin.id, invitedAt: deps.clock.now() }
    if (!(await addObserver(tx, row))) throw new AppError('observer-already-invited')
    await queueEmail(tx, { to: form.email, ...email })
    const detail = { election: electionId }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'observer invited', subject: id, detail })
  })
  return inviting.then(
    () => ({ id }),
    (error: unknown) => {
      // Somebody else has just taken the address: now it can be told who.
      if (!known && violated(error) === 'users_email_unique') return inviteObserver(deps, admin, electionId, form)
      throw error
    },
  )
}

/** Another link; the ones before it stop working. */
export async function inviteAgain(deps: InviteDeps, admin: Person, electionId: string, userId: string): Promise<void> {
  const election = await electionToObserve(deps, electionId)
  if (!(await electionsObservedBy(deps.db, userId)).has(electionId)) throw new AppError('not-found')
  await endChallenges(deps.db, userId)
  const email = await invitation(deps, election, userId)
  await inTransaction(deps, async (tx) => {
    const address = await lockAccount(tx, userId)
    if (!address || !(await electionsObservedBy(tx, userId)).has(electionId)) throw new AppError('not-found')
    await queueEmail(tx, { to: address, ...email })
    const detail = { election: electionId, again: true }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'observer invited', subject: userId, detail })
  })
}

async function electionToObserve({ elections, clock }: InviteDeps, id: string): Promise<Election> {
  const election = await elections.byId(id)
  if (!election) throw new AppError('not-found')
  if (observingIsOver(election, clock.now())) throw new AppError('observing-over')
  return election
}

async function invitation(deps: InviteDeps, election: Election, userId: string) {
  const { shortName } = await deps.settings()
  const link = await makePasswordLink(deps, userId, invitationDays * 24 * 60)
  return observerInvitation({
    shortName,
    election: election.title,
    link: `${link}&for=observer`,
    site: deps.config.publicUrl,
    validDays: invitationDays,
  })
}
