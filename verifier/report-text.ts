import { sha256 } from '#platform'
import { fromHex, toHex } from './bytes.ts'
import { outcomeOf } from './checks/certificate.ts'
import type { Evidence } from './evidence.ts'
import type { Facts } from './facts.ts'
import { printable } from './problems.ts'
import type { CheckResult, Verdict } from './verify-package.ts'

/** The verdict in plain words, for the command line and for the page. */
export interface Report {
  /** The first sentence: who was elected, or what is wrong. */
  readonly headline: string
  /** The text below the headline. */
  readonly explanation: string
  /** What to do next if everything holds; may be empty. */
  readonly advice: string
  /** The checks of the person's own evidence, and the others. */
  readonly own: readonly CheckResult[]
  readonly others: readonly CheckResult[]
  /** The recounted figures, by name. */
  readonly summary: readonly Fact[]
  /** What everybody should know, though it is no problem. */
  readonly notes: readonly string[]
  /** Shown only under “Details”. */
  readonly technical: readonly Fact[]
}

export function reportOf(verdict: Verdict, evidence: Evidence): Report {
  const others = verdict.checks.filter(({ isOwn }) => !isOwn)
  return {
    headline: headline(verdict),
    explanation: explanation(verdict),
    advice: verdict.holds && evidence.fingerprint === undefined ? adviceOnFingerprint : '',
    own: verdict.checks.filter(({ isOwn }) => isOwn),
    others,
    summary: summary(verdict),
    notes: others.flatMap(({ notes }) => notes),
    technical: technicalSummary(verdict),
  }
}

const outcomeText = { holds: 'holds', fails: 'does not hold', 'not checked': 'not checked' } as const

const number = (value: number): string => value.toLocaleString('en')
const countOf = (value: number, one: string): string => `${number(value)} ${one}${value === 1 ? '' : 's'}`

function headline({ holds, certified, checks, facts }: Verdict): string {
  if (!holds || !facts) {
    const [first, ...others] = checks.filter(({ outcome }) => outcome === 'fails')
    const more = others.length > 0 ? `, and ${countOf(others.length, 'more thing')}` : ''
    return `Something is wrong: ${first?.wrong ?? 'the package cannot be read'}${more}.`
  }
  const figures = `${countOf(facts.lastHead?.statement.counted ?? 0, 'ballot')} for ${countOf(facts.record.seats.length, 'seat')}`
  if (!certified) return `The count is right: ${figures}. The result is not certified yet.`
  const elected = facts.certificate?.statement.elected.map(({ name }) => printable(name)) ?? []
  return `The result is right: ${elected.join(', ') || 'nobody'} ${elected.length === 1 ? 'was' : 'were'} elected (${figures}).`
}

function explanation({ holds, certified, checks, facts }: Verdict): string {
  const failed = checks.filter(({ outcome }) => outcome === 'fails').length
  if (!facts)
    return 'We could not read the whole package, so most checks could not be made. Download it again. If this happens again, ask the election committee.'
  if (!holds)
    return `${failed} of ${checks.length} checks failed. Keep this file, do not change it, and show it to the election committee and to the other observers.`
  if (!certified) return 'There is no certificate in the package. Verify it again once the result is certified.'
  return `The recount gives exactly what the certificate says: all ${checks.length} checks hold.`
}

export function checkText({ outcome, problems, problemCount }: CheckResult): string {
  if (outcome !== 'fails') return outcomeText[outcome]
  const more = problemCount > problems.length ? `; and ${problemCount - problems.length} more` : ''
  return `${outcomeText.fails}: ${problems.join('; ')}${more}`
}

interface Fact {
  name: string
  value: string
}

function summary({ facts, certified }: Verdict): Fact[] {
  if (!facts) return []
  const { record, lastHead, chain, roll, participation, votes } = facts
  const people = (ids: readonly string[]) => ids.map((id) => personText(id)).join(', ')
  const personText = (id: string) => `${printable(record.nominees.get(id)?.name ?? id)} (${number(votes.get(id) ?? 0)})`
  const outcome = outcomeOf(facts.seatsByService, record.nominees.values(), votes)
  const tied = (service: string) =>
    facts.certificate?.statement.ties.find((tie) => tie.service === service)?.chosen ?? []
  return [
    { name: 'Election', value: printable(record.title) },
    ...outcome.map(({ service, safe, tie, vacant }) => ({
      name: certified ? `Elected, ${printable(service)}` : `Most votes, ${printable(service)}`,
      value:
        [
          people([...safe, ...(tie ? tied(service).map(({ nomineeId }) => nomineeId) : [])]),
          tie ? `tie: ${people(tie.tied)} for ${tie.seats} of the seats` : '',
          vacant > 0 ? `${vacant} vacant` : '',
        ]
          .filter(Boolean)
          .join('; ') || 'nobody',
    })),
    { name: 'Ballots counted', value: number(lastHead?.statement.counted ?? 0) },
    { name: 'Voters on the roll', value: number(roll.size) },
    { name: 'By proxy', value: number(participation.proxies) },
    { name: 'With help to log in', value: number(participation.helped) },
    { name: 'Corrections', value: number(chain.length - facts.rollbacks.length) },
    { name: 'Fingerprint of the key', value: toHex(sha256(fromHex(facts.freeze.statement.key))) },
  ]
}

const technicalSummary = ({ facts }: Verdict): Fact[] =>
  facts
    ? [
        { name: 'Leaves and heads', value: `${number(facts.tree.size)} and ${number(facts.heads.length)}` },
        { name: 'Last head', value: lastHeadText(facts) },
      ]
    : []

function lastHeadText({ lastHead }: Facts): string {
  return lastHead ? `${lastHead.hash} (${boardStateText(lastHead.statement)})` : 'none'
}

/** A head in plain words: board state 14, 9:05 AM, 131 ballots. */
export const boardStateText = (head: { number: number; minute: string; ballots: number }): string =>
  `board state ${head.number}, ${timeText(head.minute)}, ${countOf(head.ballots, 'ballot')}`

/** In the reader's own time zone. */
const timeText = (time: string): string =>
  new Date(time).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replaceAll('\u202f', ' ')

const adviceOnFingerprint =
  'Compare the fingerprint of the key with the one you noted before voting began. A made-up election would be signed with another key.'
