import type { Check, Watcher } from './check.ts'
import { certificateChecks } from './checks/certificate.ts'
import { correctionChecks } from './checks/corrections.ts'
import { evidenceChecks } from './checks/evidence.ts'
import { formChecks } from './checks/form.ts'
import { headChecks } from './checks/heads.ts'
import { leafChecks } from './checks/leaves.ts'
import { rollChecks } from './checks/roll.ts'
import { witnessChecks } from './checks/witnesses.ts'
import type { Evidence } from './evidence.ts'
import type { Facts } from './facts.ts'
import { UnreadablePackage } from './problems.ts'
import { readPackage, type Progress } from './read-package.ts'
import type { Source } from './zip.ts'

export interface CheckResult {
  readonly name: string
  readonly sentence: string
  readonly wrong: string
  /** Whether it checks the person's own evidence. */
  readonly isOwn: boolean
  readonly outcome: 'holds' | 'fails' | 'not checked'
  /** The first problems: the same fault often appears in every later line. */
  readonly problems: readonly string[]
  readonly problemCount: number
  readonly notes: readonly string[]
}

export interface Verdict {
  readonly holds: boolean
  readonly certified: boolean
  readonly checks: readonly CheckResult[]
  /** What was read, if the package could be read to its end. */
  readonly facts: Facts | null
}

/** All checks, in the order in which they are shown. Each finds something that no other does. */
export const allChecks: readonly Check[] = [
  ...formChecks,
  ...correctionChecks,
  ...headChecks,
  ...leafChecks,
  ...rollChecks,
  ...certificateChecks,
  ...witnessChecks,
  ...evidenceChecks,
]

const mostProblems = 3

/** Runs every check. Throws `UnusableInput` if the package cannot be read at all. */
export async function verifyPackage(
  source: Source,
  evidence: Evidence = {},
  { checks = allChecks, progress = () => undefined }: { checks?: readonly Check[]; progress?: Progress } = {},
): Promise<Verdict> {
  const running = checks
    .filter(({ needs }) => needs === undefined || needs === 'certificate' || evidence[needs] !== undefined)
    .map((check) => run(check, evidence))
  const facts = await readPackage(source, evidence, tellAll(running.map(({ watcher }) => watcher)), progress).catch(
    (error: unknown) => {
      if (!(error instanceof UnreadablePackage)) throw error
      for (const { watcher } of running) watcher.unexpectedField?.(error.message)
      return null
    },
  )
  const certified = facts?.certificate != null
  const results = running.map(({ result }) => result(facts !== null, certified))
  const holds = facts !== null && results.every(({ outcome }) => outcome !== 'fails')
  return { holds, certified, checks: results, facts }
}

function run({ name, sentence, wrong, needs, watch }: Check, evidence: Evidence) {
  const problems: string[] = []
  const notes: string[] = []
  let problemCount = 0
  const fail = (what: string) => {
    problemCount++
    if (problems.length < mostProblems) problems.push(what)
  }
  const note = (what: string) => void notes.push(what)
  const result = (readToTheEnd: boolean, certified: boolean): CheckResult => {
    const reached = readToTheEnd && (needs !== 'certificate' || certified)
    const outcome = problemCount > 0 ? 'fails' : reached ? 'holds' : 'not checked'
    const isOwn = needs !== undefined && needs !== 'certificate'
    return { name, sentence, wrong, isOwn, outcome, problems, problemCount, notes }
  }
  return { watcher: watch({ fail, note }, evidence), result }
}

const events = [
  ...(['unexpectedField', 'notCanonical', 'freeze', 'link', 'head', 'collected', 'leaf', 'rollLine'] as const),
  ...(['participant', 'decision', 'certificate', 'witness', 'cosignature', 'countersignature', 'end'] as const),
]

/** One function per event, which calls the checks that watch it. */
function tellAll(watchers: readonly Watcher[]) {
  const to = (event: keyof Watcher) => {
    const handlers = watchers.flatMap((watcher) => watcher[event] ?? []) as ((...of: unknown[]) => void)[]
    return (first: unknown, second?: unknown) => {
      for (const handle of handlers) handle(first, second)
    }
  }
  return Object.fromEntries(events.map((event) => [event, to(event)])) as Required<Watcher>
}
