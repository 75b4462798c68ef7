import { may, type Action, type Who } from './permissions.ts'

/**
 * The state of one thing, computed once for all who see it: the status page and `npm run doctor`, administrators' tasks
 * and their daily email, the first steps of a new site, the readiness of an election, a member's home page and the line
 * under the header. Rules turn facts into checks; nothing else decides what is urgent.
 */
export interface Check<Name extends string = string> {
  /** Identifies the check in its list; some lists have several checks of one name. */
  name: Name
  /** The subject, if the sentence alone does not name it. */
  title?: string | undefined
  state: CheckState
  /** The state with its figures, in words for a person who is no engineer. */
  sentence: string
  whatToDo?: string | undefined
  /** Replaces `whatToDo` in `npm run doctor`, for the person at the server's keyboard. */
  onServer?: string | undefined
  where?: Place | undefined
  /** People who may not do this do not see the check. */
  whoseJob?: Action | undefined
  /** How many tasks are waiting; one if it is missing. */
  count?: number | undefined
}

/**
 * `ok`: finished. `info`: no action needed. `to do`: waits for somebody. `warning`: somebody should look at it within
 * days. `wrong`: it does not work, is late, or soon will be.
 */
export type CheckState = 'ok' | 'info' | 'to do' | 'warning' | 'wrong'

/** The text of a button or link, and its address. */
export interface Place {
  label: string
  href: string
}

export type Verdict = 'ok' | 'warning' | 'wrong'

const verdicts: Record<CheckState, Verdict> = {
  ok: 'ok',
  info: 'ok',
  'to do': 'warning',
  warning: 'warning',
  wrong: 'wrong',
}
const gravity: Record<Verdict, number> = { ok: 0, warning: 1, wrong: 2 }

export const needsNothing = ({ state }: Pick<Check, 'state'>): boolean => verdicts[state] === 'ok'

/** The worst state of them all. */
export function worstOf(checks: readonly Pick<Check, 'state'>[]): Verdict {
  return checks
    .map(({ state }) => verdicts[state])
    .reduce((worst, verdict) => (gravity[verdict] > gravity[worst] ? verdict : worst), 'ok')
}

/** Sorts by urgency: wrong, then warnings and tasks, then the rest; otherwise in the order of the rules. */
export function urgentFirst<C extends Pick<Check, 'state'>>(checks: readonly C[]): C[] {
  const weigh = ({ state }: C) => gravity[verdicts[state]]
  return checks.toSorted((one, other) => weigh(other) - weigh(one))
}

/** The checks that this person may act on. */
export const checksFor = <C extends Check>(checks: readonly C[], who: Who): C[] =>
  checks.filter(({ whoseJob }) => whoseJob === undefined || may(who, whoseJob))
