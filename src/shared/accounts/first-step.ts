import type { Role } from '../permissions.ts'

/** What an administrator has to do before anything else. */
export type FirstStep = 'two-step login' | 'name'

interface Login {
  role: Role
  /** Whether the site knows the person's real name. */
  named: boolean
  twoFactor: boolean
}

/**
 * A site that the world can reach (`secure`: by https) lets no administrator in by a password alone. Under http there is nothing to
 * protect yet, and only the dashboard asks for it.
 */
export function firstStepOf({ role, named, twoFactor }: Login, { secure }: { secure: boolean }): FirstStep | null {
  if (role !== 'admin') return null
  if (secure && !twoFactor) return 'two-step login'
  return named ? null : 'name'
}
