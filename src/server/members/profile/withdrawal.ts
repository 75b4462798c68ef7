import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { refuseOnOpenRoll } from '#server/accounts/account-standing.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { spendChoice } from '#server/members/member-limits.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { findBeforeEdit } from './queries.ts'
import { restoredEmail, withdrawnEmail } from './text.ts'

type CardDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'siteKey'>

/** Withdraws or restores a membership. The database ends the person's sessions. Doing it twice is the same as once. */
export async function setWithdrawn(deps: CardDeps, admin: Person, id: string, withdrawn: boolean): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const member = await memberInHand(tx, id)
    if ((member.withdrawnAt !== null) === withdrawn) return
    if (withdrawn) await refuseOnOpenRoll(deps, tx, id)
    const withdrawnAt = withdrawn ? deps.clock.now() : null
    const written = { withdrawnAt, version: next, updatedAt: sql`now()` }
    await changeAccounts(deps, tx, [id], () => tx.update(users).set(written).where(eq(users.id, id)))
    const email = withdrawn
      ? withdrawnEmail({ shortName })
      : restoredEmail({ shortName, link: `${deps.config.publicUrl}/login` })
    if (member.email) await queueEmail(tx, { to: member.email, ...email })
    const action = withdrawn ? 'member withdrawn' : 'member restored'
    await appendAudit(tx, deps.clock, { actor: admin.id, action, subject: id })
  })
}

/** A lost card's code stops working: new cards have another one. */
export async function renewCardCode(deps: CardDeps, admin: Person, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await memberInHand(tx, id)
    await tx
      .update(users)
      .set({ cardToken: randomUUID(), version: next, updatedAt: sql`now()` })
      .where(eq(users.id, id))
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'card renewed', subject: id })
  })
}

/** Only the member decides whether their blood type may be printed on the card. */
export async function setHealthConsent(
  deps: CardDeps & Pick<Deps, 'pool'>,
  person: Person,
  id: string,
  consent: boolean,
): Promise<void> {
  if (person.id !== id) throw new AppError('not-allowed')
  if (consent) await spendChoice(deps, person)
  await inTransaction(deps, async (tx) => {
    const member = mustExist(await findBeforeEdit(tx, id, 'update'), 'user-not-found')
    if ((member.healthConsentAt !== null) === consent) return
    const healthConsentAt = consent ? deps.clock.now() : null
    await tx
      .update(users)
      .set({ healthConsentAt, version: next, updatedAt: sql`now()` })
      .where(eq(users.id, id))
    const detail = { consent }
    await appendAudit(tx, deps.clock, { actor: id, action: 'health consent changed', subject: id, detail })
  })
}

/** Each version of the record has its own drawing of the card. */
const next = sql`${users.version} + 1`

/** Members only: an applicant has no membership yet, and administrators do not act on one another. */
async function memberInHand(tx: Queryable, id: string) {
  const member = await findBeforeEdit(tx, id, 'update')
  if (!member || !member.approved) throw new AppError('user-not-found')
  if (member.isAdmin) throw new AppError('not-allowed')
  return member
}
