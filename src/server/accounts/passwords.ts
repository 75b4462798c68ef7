import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, verify } from '@node-rs/argon2'
import { asBirthdatePassword } from '#shared/members/birthdate.ts'
import { AppError } from '#shared/errors.ts'

/** OWASP's minimum for argon2id (the library's default kind): 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A birthdate has one stored form however it is typed; any other password is taken as it is. */
const storedForm = (typed: string) => asBirthdatePassword(typed) ?? typed.normalize('NFC')

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

/**
 * Lets a few password checks run at a time and the rest wait their turn, so that a crowd (or an attack) cannot take more
 * memory and processor than the machine has.
 */
export function createTurnstile(atOnce: number, mayWait: number) {
  let inside = 0
  const waiting: (() => void)[] = []
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (inside >= atOnce) {
      if (waiting.length >= mayWait) throw new AppError('site-busy', { retryAfter: 5 })
      await new Promise<void>((enter) => waiting.push(enter))
    } else inside++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside--
    }
  }
}
