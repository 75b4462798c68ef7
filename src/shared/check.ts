import { may, type Action, type Who } from './permissions.ts'

/**
 * How one thing stands, said once for everybody who is told of it: the status page and `npm run doctor`, what waits for an
 * administrator and the daily email, the first steps of a new site, the readiness of an election, a member's home page and the
 * line under the header. Rules turn facts into checks; nothing else decides what is urgent.
 */
export interface Check<Name extends string = string> {
  /** Which of its list; a list may have some of the same name. */
  name: Name
  /** What it is about, where the sentence alone does not say so. */
  title?: string | undefined
  state: CheckState
  /** How it stands, with the figures, in the words of a person who is no engineer. */
  sentence: string
  whatToDo?: string | undefined
  /** The same for the person at the server’s keyboard, who reads it in `npm run doctor`. */
  onServer?: string | undefined
  where?: Place | undefined
  /** Whoever may not do this is not told of it. */
  whoseJob?: Action | undefined
  /** How many wait there; one, where it is not said. */
  count?: number | undefined
}

/**
 * `ok`: nothing is left to do. `info`: there is nothing to do. `to do`: it waits for somebody. `warning`: somebody should look
 * at it in the next days. `wrong`: it does not work, is late, or soon will be.
 */
export type CheckState = 'ok' | 'info' | 'to do' | 'warning' | 'wrong'

/** What a button or link says, and where it leads. */
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

export const isWell = ({ state }: Pick<Check, 'state'>): boolean => verdicts[state] === 'ok'

/** How it stands as a whole. */
export function worstOf(checks: readonly Pick<Check, 'state'>[]): Verdict {
  return checks
    .map(({ state }) => verdicts[state])
    .reduce((worst, verdict) => (gravity[verdict] > gravity[worst] ? verdict : worst), 'ok')
}

/** What cannot wait, then what needs attention, then the rest; otherwise in the order in which the rules list it. */
export function urgentFirst<C extends Pick<Check, 'state'>>(checks: readonly C[]): C[] {
  const weigh = ({ state }: C) => gravity[verdicts[state]]
  return checks.toSorted((one, other) => weigh(other) - weigh(one))
}

/** Those that are this person's business. */
export const checksFor = <C extends Check>(checks: readonly C[], who: Who): C[] =>
  checks.filter(({ whoseJob }) => whoseJob === undefined || may(who, whoseJob))
