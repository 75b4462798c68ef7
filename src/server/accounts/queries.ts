import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import {
  elections,
  observers,
  oneTimeCodes,
  passkeys,
  passwords,
  sessions,
  users,
  verifications,
} from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import { sessionLifeMs, type Person } from '#server/http/session.ts'
import { isHelped } from '#shared/accounts/login-help.ts'
import type { PasswordOwner } from '#shared/accounts/password.ts'
import { meantBySerial, spellingsOf } from '#shared/members/serial-number.ts'

/** What a login needs to know about an account. None of it leaves the server. */
const loginColumns = {
  id: users.id,
  email: users.email,
  serial: users.militarySerial,
  approved: sql<boolean>`(${users.approved} or ${users.isObserver})`,
  isAdmin: users.isAdmin,
  isObserver: users.isObserver,
  ownPassword: users.ownPassword,
  withdrawn: sql<boolean>`(${users.withdrawnAt} is not null)`,
  twoFactor: users.twoFactorEnabled,
  passwordHash: passwords.hash,
  /** An imported member has an account without a hash until the first login. */
  birthday: users.birthday,
}

export type LoginAccount = Awaited<ReturnType<typeof findBySerial>>

const theirs = eq(passwords.userId, users.id)
const canLogIn = sql<boolean>`((${users.approved} or ${users.isObserver}) and ${users.withdrawnAt} is null)`

const selectLogins = (db: Queryable) =>
  db
    .select({ ...loginColumns, canLogIn })
    .from(users)
    .leftJoin(passwords, theirs)

/** Also finds `O-123456` for `O123456`, and for a zero instead of the letter; `meantBySerial` chooses among those found. */
export async function findBySerial(db: Queryable, serial: string) {
  const found = await selectLogins(db)
    .where(
      and(
        isNotNull(users.militarySerial),
        inArray(sql`replace(${users.militarySerial}, '-', '')`, spellingsOf(serial)),
      ),
    )
    // However many look-alikes register, the right one is among the first.
    .orderBy(
      desc(sql`${canLogIn} and ${users.militarySerial} = ${serial}`),
      desc(canLogIn),
      desc(eq(users.militarySerial, serial)),
    )
    .limit(3)
  return meantBySerial(serial, found)
}

/**
 * Administrators and observers log in with their email address; members do not. An administrator who still uses their birthday
 * can only log in by serial number: the limits for birthdays would reveal that the address is an administrator's, and without
 * them it could be guessed.
 */
export async function findByEmail(db: Queryable, email: string): Promise<LoginAccount> {
  const [found] = await selectLogins(db).where(
    and(eq(users.email, email), or(users.isAdmin, users.isObserver), users.ownPassword),
  )
  return found ?? null
}

export async function findLoginById(db: Queryable, id: string): Promise<LoginAccount> {
  const [found] = await selectLogins(db).where(eq(users.id, id))
  return found ?? null
}

/** Accounts a reset link may be sent to: those that can log in and have an address. An expired invitation is not a login yet. */
export async function findForResetLink(db: Queryable, by: { serial: string } | { email: string }) {
  if ('serial' in by) {
    const meant = await findBySerial(db, by.serial)
    return meant?.approved && meant.email ? { ...meant, email: meant.email } : null
  }
  const [found] = await db
    .select({
      id: users.id,
      email: users.email,
      serial: users.militarySerial,
      isAdmin: users.isAdmin,
      isObserver: users.isObserver,
    })
    .from(users)
    .where(
      and(
        eq(users.email, by.email),
        or(users.approved, users.isObserver),
        or(users.ownPassword, isNotNull(users.militarySerial)),
      ),
    )
  return found?.email ? { ...found, email: found.email } : null
}

/** Waits for a concurrent change of the address. */
export async function addressStillIs(tx: Queryable, { id, email }: { id: string; email: string }): Promise<boolean> {
  const [now] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id)).for('share')
  return now?.email === email
}

/** Waits for a concurrent change, so that it is noticed. */
export async function passwordStillIs(db: Queryable, userId: string, hash: string | null): Promise<boolean> {
  const [found] = await db
    .select({ hash: passwords.hash })
    .from(passwords)
    .where(eq(passwords.userId, userId))
    .for('share')
  return found !== undefined && found.hash === hash
}

export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const [found] = await db.select({ hash: passwords.hash }).from(passwords).where(eq(passwords.userId, userId))
  return found?.hash ?? null
}

/** Whether there is a password yet. Locked until the transaction ends; lock the person first, as everybody does. */
export async function lockPassword(tx: Queryable, userId: string): Promise<boolean> {
  const found = await tx
    .select({ userId: passwords.userId })
    .from(passwords)
    .where(eq(passwords.userId, userId))
    .for('update')
  return found.length > 0
}

/**
 * Stores the first hash of an account; false if another login or a new password was first, or the birthday is no longer the one
 * that was checked.
 */
export async function writeFirstHash(
  db: Queryable,
  userId: string,
  first: { hash: string; birthday: string },
): Promise<boolean> {
  const onThatBirthdate = sql`exists (select from ${users} where ${users.id} = ${userId}
    and ${users.birthday} = ${first.birthday} and not ${users.ownPassword})`
  const written = await db
    .update(passwords)
    .set({ hash: first.hash, updatedAt: sql`now()` })
    .where(and(eq(passwords.userId, userId), isNull(passwords.hash), onThatBirthdate))
    .returning({ userId: passwords.userId })
  return written.length > 0
}

/** Whether an administrator may help this person log in: only present members. */
export async function findHelped(db: Queryable, userId: string) {
  const [found] = await db
    .select({
      approved: users.approved,
      isAdmin: users.isAdmin,
      twoFactor: users.twoFactorEnabled,
      email: users.email,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
  return found ?? null
}

/** With the clock's time at this moment: the transaction may have begun before a password was chosen. */
export async function markHelped(deps: Pick<Deps, 'siteKey'>, tx: Queryable, userId: string): Promise<void> {
  await changeAccounts(deps, tx, [userId], () =>
    tx
      .update(users)
      .set({ loginHelpedAt: sql`clock_timestamp()` })
      .where(eq(users.id, userId)),
  )
}

/** What others know about somebody who chooses a password. */
export async function findPasswordOwner(db: Queryable, userId: string): Promise<PasswordOwner | null> {
  const [found] = await db
    .select({
      firstName: users.firstName,
      middleName: users.middleName,
      lastName: users.lastName,
      serial: users.militarySerial,
      idNumber: users.idNumber,
      email: users.email,
      birthday: users.birthday,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!found) return null
  const { firstName, middleName, lastName, ...others } = found
  return { names: [firstName, middleName, lastName], ...others }
}

/** With `held`, locked until the transaction ends, so that decisions based on it stay valid. */
export async function findBirthday(db: Queryable, userId: string, held = false) {
  const birthdays = db.select({ birthday: users.birthday }).from(users).where(eq(users.id, userId))
  const [found] = await (held ? birthdays.for('update') : birthdays)
  return found?.birthday ?? null
}

/** Locked until the transaction ends: simultaneous help waits. */
export async function lockBeforeNewPassword(tx: Queryable, userId: string) {
  const [found] = await tx
    .select({
      email: users.email,
      serial: users.militarySerial,
      helpedAt: users.loginHelpedAt,
      ownPasswordAt: users.ownPasswordAt,
      isAdmin: users.isAdmin,
      invited: sql<boolean>`(${users.isAdmin} or ${users.isObserver}) and not ${users.ownPassword} and ${users.militarySerial} is null`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (!found) return null
  const { email, serial, helpedAt, ownPasswordAt, isAdmin, invited } = found
  return {
    email,
    serial,
    /** By choosing a first password somebody accepts the invitation as administrator or observer. */
    invited,
    joinsAdministrators: invited && isAdmin,
    helped: isHelped({ helpedAt, ownPasswordAt }),
  }
}

/** Stores the hash and ends the person's sessions, except the one that asked. */
export async function writePassword(
  deps: Pick<Deps, 'siteKey'>,
  db: Queryable,
  userId: string,
  change: { hash: string; own: boolean | 'made for them'; keepSession?: string | undefined },
): Promise<void> {
  // Locks the person before the password, as in editing, rejecting and deleting, so that nothing deadlocks.
  const written = {
    ownPassword: change.own !== false,
    ownPasswordAt: change.own === true ? sql`clock_timestamp()` : null,
    updatedAt: sql`now()`,
  }
  await changeAccounts(deps, db, [userId], () => db.update(users).set(written).where(eq(users.id, userId)))
  await db
    .insert(passwords)
    .values({ userId, hash: change.hash })
    .onConflictDoUpdate({ target: passwords.userId, set: { hash: change.hash, updatedAt: sql`now()` } })
  await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
  await endChallenges(db, userId)
  await endSessions(db, userId, change.keepSession)
}

/** Links and second steps begun with an old password become invalid. */
export async function endChallenges(db: Queryable, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.userId, userId))
}

export async function endSessions(db: Queryable, userId: string, except?: string): Promise<void> {
  await db
    .delete(sessions)
    .where(except ? and(eq(sessions.userId, userId), ne(sessions.token, except)) : eq(sessions.userId, userId))
}

/**
 * A new session, if the password is still the one with which the person proved their identity; otherwise null. Waits for a
 * concurrent change of it, which ends every session it finds: so none is opened after it.
 */
export async function insertSession(
  db: Queryable,
  { userId, hash, device }: { userId: string; hash: string | null; device: string },
): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  const { rowCount } = await db.execute(sql`
    insert into ${sessions} (token, user_id, expires_at, device)
    select ${token}, user_id, ${timestamptz(Date.now() + sessionLifeMs)}, ${device} from passwords
    where user_id = ${userId} and hash is not distinct from ${hash} for share`)
  return rowCount === 1 ? token : null
}

export async function deleteSession(db: Queryable, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/** Where somebody is logged in, the most recently used device first. */
export async function listSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id, session }: Person) {
  const rows = await db
    .select({
      id: sessions.id,
      token: sessions.token,
      device: sessions.device,
      loggedInAt: sessions.createdAt,
      seenAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt))
  return rows.map(({ token, loggedInAt, seenAt, ...row }) => ({
    ...row,
    loggedInAt: clock.shownFor(loggedInAt),
    seenAt: clock.shownFor(seenAt),
    isThis: token === session.token,
  }))
}

export async function endSession(db: Queryable, userId: string, id: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
}

/** The owner of this passkey as a login needs them, with what its signature is checked against. */
export async function findByPasskey(db: Queryable, credentialId: string) {
  const { id, publicKey, counter, transports } = passkeys
  const [found] = await db
    .select({
      account: { ...loginColumns, canLogIn },
      passkey: { id, credentialId: passkeys.credentialId, publicKey, counter, transports },
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .leftJoin(passwords, theirs)
    .where(eq(passkeys.credentialId, credentialId))
  return found ?? null
}

/** True for exactly one caller. */
export async function redeemCode(db: Queryable, userId: string, codeHash: string): Promise<boolean> {
  const used = await db
    .delete(oneTimeCodes)
    .where(
      and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.codeHash, codeHash), gt(oneTimeCodes.expiresAt, sql`now()`)),
    )
    .returning({ userId: oneTimeCodes.userId })
  return used.length === 1
}

/** The lock that everybody takes who logs an act of this person. */
export async function shareAccount(tx: Queryable, id: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share')
}

/** When the elections that somebody observes ended, if they did. */
export const listObservedEnds = (db: Queryable, userId: string) =>
  db
    .select({ certifiedAt: elections.certifiedAt, cancelledAt: elections.cancelledAt })
    .from(observers)
    .innerJoin(elections, eq(elections.id, observers.electionId))
    .where(eq(observers.userId, userId))
