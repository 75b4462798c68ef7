import type { Instant } from '../../time.ts'
import { differenceText } from './recount-text.ts'

/** Every check of a recount by its name. The first that fails is told. */
export type RecountCheck = keyof typeof differenceText

/** Where something is not as it was signed, sealed or logged: by kind and place, never by anybody's choice. */
export interface Difference {
  check: RecountCheck
  values: Record<string, string | number>
}

export const describeDifference = ({ check, values }: Difference): string =>
  differenceText[check].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** What a recount went through. */
export interface RecountFigures {
  ballots: number
  proxies: number
  leaves: number
  heads: number
  rollLines: number
  logEntries: number
}

/** How a recount ended. */
export type RecountOutcome = { at: Instant; tookMs: number } & (
  | { agrees: true; figures: RecountFigures }
  | { agrees: false; check: RecountCheck; sentence: string }
)

/** One line of the reply while a recount runs: the last one holds the outcome, or why there is none. */
export type RecountLine =
  | { status: 'running'; done: number; total: number }
  | { status: 'done'; outcome: RecountOutcome }
  | { status: 'failed'; sentence: string }
