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
  /** What holds if it holds. */
  readonly sentence: string
  /** What it means for a person if it does not: goes on from “Something is wrong:”. */
  readonly wrong: string
  /** What must be there for it to be made at all. */
  readonly needs?: 'certificate' | keyof Evidence
  readonly watch: (report: CheckReport, evidence: Evidence) => Watcher
}

/** A table of checks, by their names. */
export const checksOf = (table: Readonly<Record<string, Omit<Check, 'name'>>>): readonly Check[] =>
  Object.entries(table).map(([name, check]) => ({ name, ...check }))

/** Looks at what was read once all of it was: returns what does not hold. */
export const atEnd =
  (problemsOf: (facts: Facts) => Iterable<string | null>): Check['watch'] =>
  ({ fail }) => ({
    end: (facts) => {
      for (const problem of problemsOf(facts)) if (problem !== null) fail(problem)
    },
  })

export interface CheckReport {
  /** Says what does not hold, and where. */
  readonly fail: (what: string) => void
  /** Something to tell the person although it holds. */
  readonly note: (what: string) => void
}

/** Leaves, roll lines and participants are given anew in the same object each time: copy what is kept. */
export interface Watcher {
  /** Something is not as the format has it, but could be read all the same. */
  readonly misshapen?: (what: string) => void
  readonly notCanonical?: (where: string) => void
  readonly freeze?: (freeze: Signed<Freeze>) => void
  /** Corrections and rollbacks in their order; the facts are those before it. */
  readonly link?: (link: Signed<Link>, facts: Facts) => void
  /** The facts are those before it. */
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

/** What whoever follows the board keeps of it. */
export type Collected = Freeze | Head | Link

export interface Leaf {
  /** In the tree: 0, 1, … */
  number: number
  service: string
  /** Null for a blank. */
  nominee: string | null
  readonly nomineeBytes: Uint8Array
  readonly nonce: Uint8Array
  readonly commitment: Uint8Array
}

export interface RollLine {
  /** Of its row, from 1. */
  number: number
  readonly line: Uint8Array
  region: string
  /** Numbers of corrections. */
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
