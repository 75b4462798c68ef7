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
 * Accounts that somebody is invited to by email, and begins by choosing a password: those of observers and of administrators. Each
 * is an account of its own, and nobody's who votes.
 */
export type InvitedKind = 'observer' | 'administrator'

const flags = {
  observer: { isObserver: true },
  administrator: { isAdmin: true, approved: true },
} as const

export const isInvitedKind = (word: string | undefined): word is InvitedKind =>
  word === 'observer' || word === 'administrator'

/** Of whatever kind. */
export async function findAccountByEmail(db: Queryable, email: string) {
  const [found] = await db
    .select({ id: users.id, isObserver: users.isObserver, isAdmin: users.isAdmin })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.erasedAt)))
  return found ?? null
}

/** `given` is what the account is given with it. */
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

/** What became of an invitation. */
export interface SentInvitation {
  /** For the inviting administrator to hand over, once, where the site cannot send emails; else null. */
  link: string | null
}

/**
 * The link opens the account, so whoever invites sees it only where it could not reach anybody otherwise, and the log says so. Of an
 * account that somebody uses already nobody is shown one: it would hand them over.
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

/** Their address. Held until the transaction ends: what is added to an account and what ends it come one after the other. */
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
 * The address goes, with it every way in, and somebody else may have it; the name stays, for the log tells what they did.
 * The database ends the sessions of whose address changes.
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
