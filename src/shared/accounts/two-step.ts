import type { Role } from '#shared/permissions.ts'
import { codeAlphabet, foldTypedCode } from '#shared/typed-text.ts'

/** What an administrator has to do before anything else. */
export type FirstStep = 'two-step login' | 'name'

interface Login {
  role: Role
  /** Whether the site knows the person's real name. */
  named: boolean
  twoFactor: boolean
}

/**
 * A site on the internet (`secure`: https) requires two-step login from administrators. Over http there is nothing to protect
 * yet, and only the dashboard asks for it.
 */
export function firstStepOf({ role, named, twoFactor }: Login, { secure }: { secure: boolean }): FirstStep | null {
  if (role !== 'admin') return null
  if (secure && !twoFactor) return 'two-step login'
  return named ? null : 'name'
}

/** How many recovery codes a person has, and the random bytes for each. */
export const recoveryCodes = { count: 10, length: 10 } as const

/** Ten unmistakable characters in two groups: `K7QX2-M9PT4`. */
export function makeRecoveryCode(random: Uint8Array): string {
  if (random.length !== recoveryCodes.length)
    throw new Error(`a recovery code is made of ${recoveryCodes.length} bytes`)
  const made = [...random].map((byte) => codeAlphabet[byte % codeAlphabet.length]).join('')
  return `${made.slice(0, 5)}-${made.slice(5)}`
}

/** Which of these codes was typed, or -1. */
export const findRecoveryCode = (codes: readonly string[], typed: string): number =>
  codes.findIndex((code) => foldTypedCode(code) === foldTypedCode(typed))
