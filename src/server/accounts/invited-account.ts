import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { accountMarks, passkeys, passwords, twoFactors, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type EmailText, hasMailServer, queueEmail, sealedLink } from '#server/email/queue.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import { invitationDays, type InvitedForm } from '#shared/accounts/administrators.ts'
import { AppError } from '#shared/errors.ts'
import { makePasswordLink } from './change-password.ts'

/**
 * Accounts that people are invited to by email, and start by choosing a password: observers and administrators. They are separate
 * accounts that nobody votes with.
 */
type InvitedKind = 'observer' | 'administrator'

const flags = {
  observer: { isObserver: true },
  administrator: { isAdmin: true, approved: true },
} as const

export const isInvitedKind = (word: string | undefined): word is InvitedKind =>
  word === 'observer' || word === 'administrator'

/** Of any kind. */
export async function findAccountByEmail(db: Queryable, email: string) {
  const [found] = await db
    .select({ id: users.id, isObserver: users.isObserver, isAdmin: users.isAdmin })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.erasedAt)))
  return found ?? null
}

/** `given` are the account's initial columns. */
export async function addInvitedAccount(
  deps: Pick<Deps, 'siteKey'>,
  tx: Queryable,
  kind: InvitedKind,
  id: string,
  { firstName, lastName, email }: InvitedForm,
  given: () => Promise<void> = async () => undefined,
): Promise<void> {
  await changeAccounts(deps, tx, [id], async () => {
    await tx.insert(users).values({ id, firstName, lastName, email, ...flags[kind] })
    await given()
  })
}

export interface SentInvitation {
  /** For the administrator to pass on, once, if the site cannot send emails; otherwise null. */
  link: string | null
}

/**
 * The link opens the account, so the inviting administrator sees it only if it could not reach anybody otherwise, and that is
 * logged. For an account already in use it is never shown: that would hand the account over.
 */
export async function queueOrShow(
  { config, siteKey }: Pick<Deps, 'config' | 'siteKey'>,
  tx: Queryable,
  { kind, userId, to }: { kind: InvitedKind; userId: string; to: string },
  emailWith: (link: string) => EmailText,
): Promise<SentInvitation & { logged: { linkShown?: true } }> {
  const link = `${await makePasswordLink({ db: tx, config, siteKey }, userId, invitationDays * 24 * 60)}&for=${kind}`
  if (!hasMailServer(config)) {
    const [account] = await tx.select({ isUsed: users.ownPassword }).from(users).where(eq(users.id, userId))
    if (!account || account.isUsed) throw new AppError('no-mail-server')
    return { link, logged: { linkShown: true } }
  }
  await queueEmail(tx, { to, ...emailWith(sealedLink(siteKey, to, link)) })
  return { link: null, logged: {} }
}

/** Returns their address. Locked, so that adding to an account and ending it happen one after the other. */
export async function lockInvitedAccount(tx: Queryable, kind: InvitedKind, userId: string): Promise<string | null> {
  const isKind = kind === 'observer' ? users.isObserver : users.isAdmin
  const [found] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isKind))
    .for('update')
  return found?.email ?? null
}

/**
 * The address is removed and with it every way in, and somebody else may use it; the name stays, because the log shows what they
 * did. The database ends the sessions of an account whose address changes.
 */
export async function endInvitedAccount(tx: Queryable, kind: InvitedKind, userId: string): Promise<void> {
  const former = kind === 'administrator' ? { isAdmin: false, approved: false, formerAdmin: true } : {}
  await tx
    .update(users)
    .set({
      email: null,
      ownPassword: false,
      twoFactorEnabled: false,
      twoFactorName: null,
      ...former,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId))
  for (const table of [passwords, twoFactors, passkeys, accountMarks])
    await tx.delete(table).where(eq(table.userId, userId))
}
