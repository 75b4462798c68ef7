import { and, eq, sql } from 'drizzle-orm'
import { isInventedAddress, unnamed, type OwnEmailForm } from '#shared/accounts/administrators.ts'
import { ownAccountText } from '#shared/accounts/administrators-text.ts'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { violated } from '#server/db/refusals.ts'
import { administrators, sessions, users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { ownEmailChangedEmail } from './administrator-email-text.ts'
import { addressTaken, sendAddressCode, useAddressCode } from './prove-address.ts'
import { provePassword } from './prove-password.ts'
import { passwordStillIs } from './queries.ts'

type EmailDeps = Pick<Deps, 'auth' | 'db' | 'clock' | 'config' | 'settings' | 'throttle'>

/**
 * They log in with it from then on. Whoever sits at a screen that was left open would take the account over with it, so it asks
 * for the password; and where the site sends emails, for a code that it sends to the new address. Neither address is in the log, where nothing can be changed again; what was signed keeps the one it has.
 */
export async function changeOwnEmail(
  deps: EmailDeps,
  person: Person,
  { email, password, code }: OwnEmailForm,
): Promise<'changed' | 'code sent'> {
  if (email === person.email) throw new AppError('invalid-input', { fields: { email: ownAccountText.sameEmail } })
  await deps.throttle.passwordAct(person.id)
  const hash = await provePassword(deps, person, { field: 'password', password })
  if (hasMailServer(deps.config)) {
    if (code === undefined) {
      await sendAddressCode(deps, person.id, email)
      return 'code sent'
    }
    await useAddressCode(deps, person.id, { email, code })
  }
  const { shortName } = await deps.settings()
  const changing = inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const [before] = await tx
      .select({ email: users.email, isAdmin: users.isAdmin, named: administrators.named })
      .from(users)
      .innerJoin(administrators, eq(administrators.userId, users.id))
      .where(eq(users.id, person.id))
      .for('update')
    if (!before?.isAdmin) throw new AppError('not-allowed')
    // Checking takes a while: another password may have been chosen meanwhile.
    if (!(await passwordStillIs(tx, person.id, hash))) throw new AppError('wrong-credentials')
    // Pressed twice, it is done once.
    if (before.email === email) return
    await keepingSession(tx, person, () =>
      tx
        .update(users)
        .set({
          email,
          ...(!before.named && unnamed(email)),
          version: sql`${users.version} + 1`,
          updatedAt: sql`now()`,
        })
        .where(eq(users.id, person.id)),
    )
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

/** The database ends all sessions, links and second steps of whose address changes. The session that asked for it goes on. */
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
