import type { Evidence } from './evidence.ts'
import type { Facts } from './facts.ts'
import type {
  Certificate,
  Cosignature,
  Countersignature,
  Decision,
  Freeze,
  Head,
  Link,
  Signed,
  Witness,
} from './statements.ts'

/** One thing that must hold. It watches the package as it is read, once, from the freeze record to the certificate. */
export interface Check {
  readonly name: string
  /** What is shown if it passes. */
  readonly sentence: string
  /** What is shown if it fails; it continues “Something is wrong:”. */
  readonly wrong: string
  /** What it needs; without that it is skipped. */
  readonly needs?: 'certificate' | keyof Evidence
  readonly watch: (report: CheckReport, evidence: Evidence) => Watcher
}

/** Checks from a table by name. */
export const checksOf = (table: Readonly<Record<string, Omit<Check, 'name'>>>): readonly Check[] =>
  Object.entries(table).map(([name, check]) => ({ name, ...check }))

/** A check that runs once everything has been read, and returns the problems it found. */
export const checkAtEnd =
  (problemsOf: (facts: Facts) => Iterable<string | null>): Check['watch'] =>
  ({ fail }) => ({
    end: (facts) => {
      for (const problem of problemsOf(facts)) if (problem !== null) fail(problem)
    },
  })

export interface CheckReport {
  /** Reports a problem and its place. */
  readonly fail: (what: string) => void
  /** Reports something the person should know, though it is no problem. */
  readonly note: (what: string) => void
}

/** Leaves, roll lines and participants arrive in one object that is reused, so copy what you keep. */
export interface Watcher {
  /** Something that the format does not have, but that does not prevent reading. */
  readonly unexpectedField?: (what: string) => void
  readonly notCanonical?: (where: string) => void
  readonly freeze?: (freeze: Signed<Freeze>) => void
  /** Corrections and rollbacks, in order. The facts do not include this one yet. */
  readonly link?: (link: Signed<Link>, facts: Facts) => void
  /** The facts do not include it yet. */
  readonly head?: (head: Signed<Head>, facts: Facts) => void
  readonly collected?: (collected: Signed<Collected>, facts: Facts) => void
  readonly leaf?: (leaf: Leaf) => void
  readonly rollLine?: (line: RollLine) => void
  readonly participant?: (participant: Participant, facts: Facts) => void
  readonly decision?: (decision: Signed<Decision>, facts: Facts) => void
  readonly certificate?: (certificate: Signed<Certificate>, facts: Facts) => void
  readonly witness?: (witness: Signed<Witness>, facts: Facts) => void
  readonly cosignature?: (cosignature: Signed<Cosignature>, facts: Facts) => void
  readonly countersignature?: (countersignature: Signed<Countersignature>, facts: Facts) => void
  readonly end?: (facts: Facts) => void
}

/** The records that a follower of the board collects. */
export type Collected = Freeze | Head | Link

export interface Leaf {
  /** Its position in the tree: 0, 1, … */
  number: number
  service: string
  /** Null for a seat left blank. */
  nominee: string | null
  readonly nomineeBytes: Uint8Array
  readonly nonce: Uint8Array
  readonly commitment: Uint8Array
}

export interface RollLine {
  /** The number of its row, from 1. */
  number: number
  readonly line: Uint8Array
  region: string
  /** The numbers of the corrections that added and struck it. */
  added: number | null
  struck: number | null
}

export interface Participant {
  number: number
  readonly line: Uint8Array
  region: string
  voted: boolean
  proxy: boolean
  helped: boolean
}
