import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { sealValue, unsealValue } from '#server/signed-values.ts'
import {
  isCommonPassword,
  emailLoginPasswordMin,
  whyNotPassword,
  whyPersonalPassword,
} from '#shared/accounts/password.ts'
import { AppError, refuseIf } from '#shared/errors.ts'
import { asBirthdayPassword, birthdayPassword } from '#shared/members/birthday.ts'
import type { PlainDate } from '#shared/time.ts'
import { findPasswordOwner, findPasswordHash } from './queries.ts'
import { ownAccountErrors } from './text.ts'

/** OWASP's minimum for argon2id (the package's default): 19 MiB, two passes. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Every password hashed or checked on the site queues here. */
export const passwordLimit = concurrencyLimit(Math.max(2, availableParallelism()), 400)

/** A birthdate has one stored form however it is typed; any other password is used as it is. */
const storedForm = (typed: string) => asBirthdayPassword(typed) ?? typed.normalize('NFC')

/** Whose password it is, and the key it is sealed with. */
interface PasswordKeeper {
  siteKey: string
  userId: string
}

/**
 * The hash, sealed for its owner: a hash made by somebody else, or from another row, lets nobody in. Sealed rather than keyed, so
 * that it can be sealed again when the site key changes.
 */
export const hashPassword = async (keeper: PasswordKeeper, password: string): Promise<string> =>
  sealHash(keeper, await hash(storedForm(password), passwordCost))

export const sealHash = ({ siteKey, userId }: PasswordKeeper, hash: string): string =>
  sealValue(siteKey, passwordOf(userId), hash)

export const passwordOf = (userId: string) => `password of ${userId}`

export async function verifyPassword(
  keeper: PasswordKeeper,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  const opened = openHash(keeper, hash)
  // As slow as any wrong password.
  return opened === null ? (await verifyNothing(password)) !== null : verify(opened, storedForm(password))
}

function openHash({ siteKey, userId }: PasswordKeeper, sealed: string): string | null {
  try {
    return unsealValue(siteKey, passwordOf(userId), sealed)
  } catch {
    return null
  }
}

let nobodysHash: Promise<string> | undefined

/** Takes as long as checking a password, and never succeeds. */
export async function verifyNothing(password: string): Promise<null> {
  nobodysHash ??= hash(randomUUID(), passwordCost)
  await verify(await nobodysHash, storedForm(password))
  return null
}

/**
 * Checks a password against a birthdate that was never hashed. Returns the hash to store from now on, or null. Right or wrong, it
 * costs as much as checking a stored hash, so that timing does not reveal which accounts have none.
 */
export async function hashIfBirthday(
  keeper: PasswordKeeper,
  typed: string,
  birthday: PlainDate | null,
): Promise<string | null> {
  const hashed = await hashPassword(keeper, typed)
  const digest = (password: string) => createHash('sha256').update(password).digest()
  const right = timingSafeEqual(digest(storedForm(typed)), digest(birthday ? birthdayPassword(birthday) : ''))
  return right && birthday !== null ? hashed : null
}

/** What the form itself could check comes first: it costs nothing. */
export function refuseMismatch(form: { password: string; confirm: string }): void {
  refuseIf(whyNotPassword(form.password, form.confirm))
}

/** Refuses a password that a stranger would try: a common one, or what others know about its owner. */
export async function refuseWeak(db: Queryable, userId: string, password: string): Promise<void> {
  await refuseShort(db, userId, password)
  const owner = await findPasswordOwner(db, userId)
  refuseIf(owner && whyPersonalPassword(password, owner))
  if (isCommon(password)) throw new AppError('password-is-common')
}

/** People who log in by email need a longer one than members. */
async function refuseShort(db: Queryable, userId: string, password: string): Promise<void> {
  if (password.length >= emailLoginPasswordMin) return
  const [found] = await db
    .select({ isObserver: users.isObserver, isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, userId))
  if (found?.isObserver || found?.isAdmin) throw new AppError('password-under-twelve')
}

export const isCommon = (password: string): boolean => isCommonPassword(password, commonPasswords())

let read: ReadonlySet<string> | undefined

/** Read when the first password is chosen, and kept: a hundred kilobytes. */
function commonPasswords(): ReadonlySet<string> {
  const lines = () => readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n')
  return (read ??= new Set(lines().filter((line) => line !== '' && !line.startsWith('#'))))
}

/**
 * Makes sure that the person at the screen, which may have been left open, is the one who logged in. Counts towards the person's
 * tries. Returns the checked hash: checking takes a while, and another password may be chosen meanwhile.
 */
export async function proveOwner(
  { db, throttle, siteKey }: Pick<Deps, 'db' | 'throttle' | 'siteKey'>,
  { id }: Person,
  password: string,
  field: 'password' | 'present' = 'password',
): Promise<string> {
  await throttle.passwordAct(id)
  const hash = await findPasswordHash(db, id)
  const verify = (stored: string) => verifyPassword({ siteKey, userId: id }, { hash: stored, password })
  const proved = hash !== null && (await passwordLimit(() => verify(hash), { lane: id }))
  if (!proved) throw new AppError('wrong-credentials', { fields: { [field]: ownAccountErrors.wrongPassword } })
  return hash
}

/** For a member who still uses their birthdate, ready to store when the birthday is corrected. */
export const hashBirthday = (keeper: PasswordKeeper, birthday: PlainDate, lane: string): Promise<string> =>
  passwordLimit(() => hashPassword(keeper, birthdayPassword(birthday)), { lane })
