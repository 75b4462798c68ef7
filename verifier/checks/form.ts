import { checksOf, type CheckReport, type Watcher } from '../check.ts'
import { printable } from '../problems.ts'
import type { Freeze, Signed } from '../statements.ts'

/** Whether the package is what the format describes, before anything is compared with anything. */

export const formChecks = checksOf({
  form: {
    sentence: 'Every file has the form that the format describes',
    watch: ({ fail }) => ({
      misshapen: fail,
      freeze: ({ where, statement }) => {
        for (const problem of freezeProblems(statement)) fail(`${where}: ${problem}`)
      },
    }),
  },
  canonical: {
    sentence: 'Every signed text is written in the one canonical way, so that it cannot be read in two ways',
    watch: ({ fail }) => ({ notCanonical: (where) => fail(`${where} is not canonical JSON`) }),
  },
  'same-election': {
    sentence: 'Every signed text is about this election',
    watch: ({ fail }) => {
      let election = ''
      const compare = ({ where, statement }: Signed<{ election: string }>) => {
        if (statement.election !== election)
          fail(`${where} is about another election: ${printable(statement.election)}`)
      }
      return {
        freeze: ({ statement }) => void (election = statement.election),
        correction: compare,
        head: compare,
        certificate: compare,
        countersignature: compare,
      }
    },
  },
  // Whether the site said all this, with one key.
  'freeze-signature': {
    sentence: 'The freeze record is signed with the key that it names',
    watch: (report) => ({
      freeze: (signed) => {
        if (!isSoundKey(signed.statement.key)) report.fail('the key is one that any signature would fit')
        else refuseForged(report)(signed)
      },
    }),
  },
  'correction-signatures': areSigned('correction', 'Every correction is signed with that key'),
  'head-signatures': areSigned('head', 'Every head of the public board is signed with that key'),
  'certificate-signature': {
    ...areSigned('certificate', 'The certificate is signed with that key'),
    needs: 'certificate',
  },
  'countersignature-signatures': areSigned('countersignature', 'Every countersignature is signed with that key'),
})

function freezeProblems({ seats, nominees, times, roll }: Freeze): string[] {
  const problems: string[] = []
  if (seats.length === 0) problems.push('there is no seat')
  if (new Set(seats.map(({ slot }) => slot)).size !== seats.length) problems.push('a seat stands there twice')
  const unordered = nominees.findIndex(({ id }, i) => i > 0 && id <= (nominees[i - 1]?.id ?? ''))
  if (unordered > 0) problems.push(`nominee ${unordered + 1} stands twice or in the wrong place`)
  for (const name of ['votingOpens', 'votingCloses'])
    if (!Object.hasOwn(times, name)) problems.push(`the time "${name}" is missing`)
  const sum = Object.values(roll.byRegion).reduce((total, size) => total + size, 0)
  if (sum !== roll.size) problems.push(`the roll of the regions is ${sum} together, but ${roll.size} in all`)
  return problems
}

function areSigned(event: 'correction' | 'head' | 'certificate' | 'countersignature', sentence: string) {
  return { sentence, watch: (report: CheckReport): Watcher => ({ [event]: refuseForged(report) }) }
}

const refuseForged =
  ({ fail }: CheckReport) =>
  ({ where, signatureHolds }: Signed<unknown>): void => {
    if (!signatureHolds) fail(`the signature of ${where} does not fit`)
  }

/**
 * A key that fits only a signature made with its secret. With one of the eight points of small order, anybody’s would fit; these
 * are their y, of which the sign of x is left out. Nor may a key be a second spelling of another: then y is 2^255 - 19 or more.
 */
const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]

export function isSoundKey(key: string): boolean {
  const lastByte = Number.parseInt(key.slice(62), 16) & 0x7f
  const y = key.slice(0, 62) + lastByte.toString(16).padStart(2, '0')
  return !smallOrder.includes(y) && !/^(?:e[d-f]|f.)f{60}7f$/.test(y)
}
