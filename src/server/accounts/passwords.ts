import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { asBirthdayPassword, birthdayPassword, type PlainDate } from '#shared/members/birthday.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'

/** OWASP's minimum for argon2id (the library's default kind): 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Every password that is hashed or checked for a person on the site waits here, whoever asks. */
export const passwordLimit = concurrencyLimit(Math.max(2, availableParallelism()), 400)

/** A birthdate has one stored form however it is typed; any other password is taken as it is. */
const storedForm = (typed: string) => asBirthdayPassword(typed) ?? typed.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(storedForm(password), cost)

/**
 * Set while the account library signs in somebody whom the login service has already proved, by password or one-time
 * code: the library asks for a password check on every sign-in, and this answers it.
 */
export const alreadyProved = new AsyncLocalStorage<true>()

export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  if (alreadyProved.getStore()) return true
  return verify(input.hash, storedForm(input.password))
}

let nobodysHash: Promise<string> | undefined

/** Takes as long as a check of a password, and never lets anybody in. */
export async function proveNothing(password: string): Promise<null> {
  nobodysHash ??= hashPassword(randomUUID())
  await verifyPassword({ hash: await nobodysHash, password })
  return null
}

/**
 * Checks a password against a birthdate that was never hashed. Returns the hash to be stored from now on, or null. It
 * costs what a check of a stored hash costs, right or wrong, so that the time tells nobody which accounts have none.
 */
export async function hashIfBirthday(typed: string, birthday: PlainDate | null): Promise<string | null> {
  const hashed = await hashPassword(typed)
  const digest = (password: string) => createHash('sha256').update(password).digest()
  const right = timingSafeEqual(digest(storedForm(typed)), digest(birthday ? birthdayPassword(birthday) : ''))
  return right && birthday !== null ? hashed : null
}
