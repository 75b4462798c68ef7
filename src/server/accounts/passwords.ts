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

/** OWASP's minimum for argon2id (the package's default kind): 19 MiB, two passes. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Every password that is hashed or checked for a person on the site waits here, whoever asks. */
export const passwordLimit = concurrencyLimit(Math.max(2, availableParallelism()), 400)

/** A birthdate has one stored form however it is typed; any other password is taken as it is. */
const storedForm = (typed: string) => asBirthdayPassword(typed) ?? typed.normalize('NFC')

/** Whose password it is, and the key it is sealed with. */
export interface PasswordKeeper {
  siteKey: string
  userId: string
}

/**
 * The hash, sealed for its owner: one of somebody's own making, or of another row, lets nobody in. Sealed rather than keyed in
 * the hash itself, so that it can be sealed anew when the site key changes.
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
  // As slow as any other wrong password.
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

/** Takes as long as a check of a password, and never lets anybody in. */
export async function verifyNothing(password: string): Promise<null> {
  nobodysHash ??= hash(randomUUID(), passwordCost)
  await verify(await nobodysHash, storedForm(password))
  return null
}

/**
 * Checks a password against a birthdate that was never hashed. Returns the hash to be stored from now on, or null. It
 * costs what a check of a stored hash costs, right or wrong, so that the time tells nobody which accounts have none.
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

/** What the form itself could have told: asked first, for it costs nothing. */
export function refuseMismatch(form: { password: string; confirm: string }): void {
  refuseIf(whyNotPassword(form.password, form.confirm))
}

/** Refuses a password that a stranger would try: one that many people have, or what others know of its owner. */
export async function refuseWeak(db: Queryable, userId: string, password: string): Promise<void> {
  await refuseShort(db, userId, password)
  const owner = await findPasswordOwner(db, userId)
  refuseIf(owner && whyPersonalPassword(password, owner))
  if (isCommon(password)) throw new AppError('password-is-common')
}

/** Who logs in by email needs a longer one than a member. */
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

/** Read when the first password is chosen, and kept: it is a hundred kilobytes. */
function commonPasswords(): ReadonlySet<string> {
  const lines = () => readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n')
  return (read ??= new Set(lines().filter((line) => line !== '' && !line.startsWith('#'))))
}

/**
 * That whoever sits at the screen, which may have been left open, is who logged in there. Counts against the person's tries.
 * Returns the hash that was checked: checking takes a while, and another password may be chosen meanwhile.
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

/** The password of a member who still has their birthdate, ready to be written when the birthday is corrected. */
export const hashBirthday = (keeper: PasswordKeeper, birthday: PlainDate, lane: string): Promise<string> =>
  passwordLimit(() => hashPassword(keeper, birthdayPassword(birthday)), { lane })
