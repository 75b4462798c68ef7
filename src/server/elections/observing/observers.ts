import { randomUUID } from 'node:crypto'
import {
  addInvitedAccount,
  findAccountByEmail,
  lockInvitedAccount,
  queueOrShow,
  type SentInvitation,
  endInvitedAccount,
} from '#server/accounts/invited-account.ts'
import { endChallenges, endSessions } from '#server/accounts/queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, violated } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { addressBeside, invitationDays, type InvitedForm } from '#shared/accounts/administrators.ts'
import { observingIsOver } from '#shared/elections/observing/observing.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { addObserver, electionsObservedBy, dropObserver } from './queries.ts'
import { observerInvitation } from './text.ts'

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'elections' | 'siteKey'>

/** Observers have their own accounts: nobody observes with the account they vote or administer with. */
export async function inviteObserver(
  deps: InviteDeps,
  admin: Person,
  electionId: string,
  form: InvitedForm,
): Promise<{ id: string } & SentInvitation> {
  const election = await electionToObserve(deps, electionId)
  const known = await findAccountByEmail(deps.db, form.email)
  if (known && !known.isObserver)
    throw new AppError('observer-has-account', { values: { suggestion: addressBeside(form.email, 'observer') } })
  if (known && (await electionsObservedBy(deps.db, known.id)).has(electionId))
    throw new AppError('observer-already-invited')
  const id = known?.id ?? randomUUID()
  const emailWith = await invitation(deps, election)
  const inviting = inTransaction(deps, async (tx) => {
    if (!known) await addInvitedAccount(deps, tx, 'observer', id, form)
    // Meanwhile removed from the last election they observed.
    else if ((await lockInvitedAccount(tx, 'observer', id)) !== form.email) throw new AppError('edited-meanwhile')
    const row = { electionId, userId: id, invitedBy: admin.id, invitedAt: deps.clock.now() }
    if (!(await addObserver(tx, row))) throw new AppError('observer-already-invited')
    const { link, logged } = await queueOrShow(deps, tx, { kind: 'observer', userId: id, to: form.email }, emailWith)
    const detail = { election: electionId, ...logged }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'observer invited', subject: id, detail })
    return { id, link }
  })
  return inviting.then(
    (invited) => invited,
    (error: unknown) => {
      // Somebody else has just taken the address: now we can say who.
      if (!known && violated(error) === 'users_email_unique') return inviteObserver(deps, admin, electionId, form)
      throw error
    },
  )
}

/** Sends a new link; earlier ones stop working. */
export async function inviteAgain(
  deps: InviteDeps,
  admin: Person,
  electionId: string,
  userId: string,
): Promise<SentInvitation> {
  const election = await electionToObserve(deps, electionId)
  mustExist((await electionsObservedBy(deps.db, userId)).has(electionId))
  const emailWith = await invitation(deps, election)
  return inTransaction(deps, async (tx) => {
    const address = await lockInvitedAccount(tx, 'observer', userId)
    if (!address || !(await electionsObservedBy(tx, userId)).has(electionId)) throw new AppError('not-found')
    await endChallenges(tx, userId)
    const { link, logged } = await queueOrShow(deps, tx, { kind: 'observer', userId, to: address }, emailWith)
    const detail = { election: electionId, again: true, ...logged }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'observer invited', subject: userId, detail })
    return { link }
  })
}

async function electionToObserve({ elections, clock }: InviteDeps, id: string): Promise<Election> {
  const election = mustExist(await elections.byId(id))
  if (observingIsOver(election, clock.now())) throw new AppError('observing-over')
  return election
}

async function invitation(deps: InviteDeps, election: Election) {
  const { shortName } = await deps.settings()
  const site = deps.config.publicUrl
  return (link: string) =>
    observerInvitation({ shortName, election: election.title, link, site, validDays: invitationDays })
}

/** Ends their sessions at once; removing them from their last election also ends the account. */
export async function removeObserver(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  electionId: string,
  userId: string,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await lockInvitedAccount(tx, 'observer', userId)
    mustExist(await dropObserver(tx, electionId, userId))
    await endSessions(tx, userId)
    await endChallenges(tx, userId)
    if ((await electionsObservedBy(tx, userId)).size === 0) await endInvitedAccount(tx, 'observer', userId)
    const detail = { election: electionId }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'observer removed', subject: userId, detail })
  })
}
