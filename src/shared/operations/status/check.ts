export const checkNames = [
  'database',
  'database writes',
  'disk',
  'files',
  'ballot keys',
  'clock',
  'jobs',
  'emails',
  'address',
  'logins',
  'ballots',
  'backup',
  'nodes',
  'stray files',
] as const
export type CheckName = (typeof checkNames)[number]

/** `wrong`: something does not work, or soon will not. `warning`: somebody should look at it in the next days. */
export type CheckState = 'ok' | 'warning' | 'wrong'

/** One thing that was looked at, in the words of a person who is no engineer, and what to do if it is not well. */
export interface Check {
  name: CheckName
  state: CheckState
  sentence: string
  next?: string | undefined
}

const gravity: Record<CheckState, number> = { ok: 0, warning: 1, wrong: 2 }

export function worstOf(checks: readonly Pick<Check, 'state'>[]): CheckState {
  return checks.reduce<CheckState>((worst, { state }) => (gravity[state] > gravity[worst] ? state : worst), 'ok')
}

/** What needs attention first, and otherwise in the order given. */
export function worstFirst(checks: readonly Check[]): Check[] {
  return checks.toSorted((one, other) => gravity[other.state] - gravity[one.state])
}
