import { sha256 } from '#platform'
import { fromHex, toHex } from './bytes.ts'
import { outcomeOf } from './checks/certificate.ts'
import { printable } from './problems.ts'
import type { CheckResult, Verdict } from './verify-package.ts'

/** The verdict in plain words, for the command line and for the page. */

export const outcomeText = { holds: 'holds', fails: 'DOES NOT HOLD', 'not checked': 'not checked' } as const

export function headline({ holds, certified, checks }: Verdict): string {
  if (!holds) return 'This package DOES NOT HOLD'
  const made = checks.filter(({ outcome }) => outcome === 'holds').length
  return certified
    ? `Everything holds: all ${made} checks`
    : `All ${made} checks hold, but the result is not certified yet`
}

/** What comes below the headline. */
export function explanation({ holds, certified, checks, facts }: Verdict): string {
  const failed = checks.filter(({ outcome }) => outcome === 'fails').length
  if (!facts)
    return 'The package could not be read to its end, so most checks could not be made. Download it again; if it is the same, ask the election committee.'
  if (!holds)
    return `${failed} of ${checks.length} checks do not hold. Keep this file, do not change it, and show it to the election committee and to the other observers.`
  if (!certified) return 'There is no certificate in the package. Verify it again once the result is certified.'
  return 'The recount gives exactly what the certificate says.'
}

export function checkText({ outcome, problems, problemCount }: CheckResult): string {
  if (outcome !== 'fails') return outcomeText[outcome]
  const more = problemCount > problems.length ? `; and ${problemCount - problems.length} more` : ''
  return `${outcomeText.fails}: ${problems.join('; ')}${more}`
}

/** What was verified, as names and values. */
export function summary({ facts, certified }: Verdict): { name: string; value: string }[] {
  if (!facts) return []
  const { record, freeze, lastHead, corrections, heads, tree, roll, participation, votes } = facts
  const number = (value: number) => value.toLocaleString('en')
  const people = (ids: readonly string[]) => ids.map((id) => personText(id)).join(', ')
  const personText = (id: string) => `${printable(record.nominees.get(id)?.name ?? id)} (${number(votes.get(id) ?? 0)})`
  const outcome = outcomeOf(facts.seatsByService, record.nominees.values(), votes)
  const tied = (service: string) =>
    facts.certificate?.statement.ties.find((tie) => tie.service === service)?.chosen ?? []
  return [
    { name: 'Election', value: printable(record.title) },
    { name: 'Ballots counted', value: number(lastHead?.statement.counted ?? 0) },
    { name: 'Voters on the roll', value: number(roll.size) },
    { name: 'By proxy', value: number(participation.proxies) },
    { name: 'Corrections', value: number(corrections.length) },
    { name: 'Leaves and heads', value: `${number(tree.size)} and ${number(heads.length)}` },
    { name: 'Fingerprint of the key', value: toHex(sha256(fromHex(freeze.statement.key))) },
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
  ]
}

export const adviceOnFingerprint =
  'Compare the fingerprint of the key with the one you noted before voting began: whoever makes up a whole election signs it with another key.'
