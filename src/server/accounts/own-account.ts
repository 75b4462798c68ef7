import { randomInt } from 'node:crypto'
import { eq, sql, and } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { administrators, users, sessions } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer, queueEmail } from '#server/email/queue.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import {
  type OwnNameForm,
  isInventedAddress,
  placeholderName,
  type OwnEmailForm,
  addressCode,
} from '#shared/accounts/administrators.ts'
import { AppError } from '#shared/errors.ts'
import { errorText } from '#shared/text.ts'
import { proveOwner } from './passwords.ts'
import { passwordStillIs } from './queries.ts'
import { addressCodeEmail, ownAccountErrors, ownEmailChangedEmail } from './text.ts'
import { createVerification, redeemSecret } from './verifications.ts'

/**
 * Earlier acts are shown under the new name too, so the log keeps the old one: the only name in it. Somebody without a name was
 * shown by their email address, which is not kept.
 */
export async function changeOwnName(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  { firstName, lastName }: OwnNameForm,
): Promise<void> {
  await inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const before = await lockAdministrator(tx, person.id)
    await tx.update(administrators).set({ named: true }).where(eq(administrators.userId, person.id))
    const after = `${firstName} ${lastName}`
    if (before.name === after) return
    await tx
      .update(users)
      .set({ firstName, lastName, version: sql`${users.version} + 1`, updatedAt: sql`now()` })
      .where(eq(users.id, person.id))
    const detail = { ...(before.named && { before: before.name }), after }
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'administrator renamed', subject: person.id, detail })
  })
}

type EmailDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'throttle' | 'siteKey'>

/**
 * They log in with it from then on. Somebody at a screen that was left open could take over the account this way, so it asks for
 * the password and, where the site sends emails, for a code sent to the new address. Neither address is in the log, which cannot
 * be changed later; signed statements keep the one they have.
 */
export async function changeOwnEmail(
  deps: EmailDeps,
  person: Person,
  { email, password, code }: OwnEmailForm,
): Promise<'changed' | 'code sent'> {
  if (email === person.email) throw new AppError('invalid-input', { fields: { email: ownAccountErrors.sameEmail } })
  const hash = await proveOwner(deps, person, password)
  if (hasMailServer(deps.config)) {
    if (code === undefined) {
      await sendAddressCode(deps, person.id, email)
      return 'code sent'
    }
    await useAddressCode(deps, person.id, { email, code })
  }
  const { shortName } = await deps.settings()
  const changing = inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const before = await lockAdministrator(tx, person.id)
    // Checking takes a while: meanwhile another password may have been chosen.
    if (!(await passwordStillIs(tx, person.id, hash))) throw new AppError('wrong-credentials')
    // Pressed twice, it is done once.
    if (before.email === email) return
    const change = () =>
      tx
        .update(users)
        .set({
          email,
          ...(!before.named && placeholderName(email)),
          version: sql`${users.version} + 1`,
          updatedAt: sql`now()`,
        })
        .where(eq(users.id, person.id))
    await keepingSession(tx, person, () => changeAccounts(deps, tx, [person.id], change))
    for (const to of [before.email, email])
      if (to !== null && !isInventedAddress(to)) await queueEmail(tx, { to, ...ownEmailChangedEmail({ shortName }) })
    const entry = { actor: person.id, action: 'administrator email changed', subject: person.id } as const
    await appendAudit(tx, deps.clock, entry)
  })
  await changing.catch((error: unknown) => {
    if (violated(error) !== 'users_email_unique') throw error
    throw addressTaken()
  })
  return 'changed'
}

/**
 * The database ends all sessions, links and second steps of an account whose address changes. The session that asked for it
 * continues.
 */
async function keepingSession(tx: Queryable, { id, session }: Person, change: () => Promise<unknown>): Promise<void> {
  const [own] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.token, session.token), eq(sessions.userId, id)))
    .for('update')
  if (!own) throw new AppError('not-signed-in')
  await change()
  await tx.insert(sessions).values(own)
}

type CodeDeps = Pick<Deps, 'db' | 'settings' | 'siteKey'>

const addressTaken = () => new AppError('email-taken', { fields: { email: errorText['email-taken'] } })

/** Valid for this address only. */
const secretOf = (email: string, code: string) => `${email}:${code}`

/** An address appears in signed records and receives password links, so its owner must be able to read what is sent there. */
async function sendAddressCode(deps: CodeDeps, userId: string, email: string): Promise<void> {
  if ((await deps.db.$count(users, eq(users.email, email))) > 0) throw addressTaken()
  const code = String(randomInt(10 ** addressCode.digits)).padStart(addressCode.digits, '0')
  const owned = { userId, secret: secretOf(email, code) }
  await createVerification(deps, 'own email', { ...owned, minutes: addressCode.minutes })
  const { shortName } = await deps.settings()
  await queueEmail(deps.db, { to: email, ...addressCodeEmail({ shortName, code }) })
}

async function useAddressCode(
  deps: Pick<Deps, 'db' | 'siteKey'>,
  userId: string,
  { email, code }: { email: string; code: string },
): Promise<void> {
  if (!(await redeemSecret(deps, 'own email', { userId, secret: secretOf(email, code) })))
    throw new AppError('invalid-input', { fields: { code: ownAccountErrors.wrongCode } })
}

/** An administrator as of now, locked until the transaction ends. */
async function lockAdministrator(tx: Queryable, id: string) {
  const [found] = await tx
    .select({ name: users.fullName, email: users.email, isAdmin: users.isAdmin, named: administrators.named })
    .from(users)
    .innerJoin(administrators, eq(administrators.userId, users.id))
    .where(eq(users.id, id))
    .for('update')
  if (!found?.isAdmin) throw new AppError('not-allowed')
  return found
}
