import { checksOf, type CheckReport, type Watcher } from '../check.ts'
import { printable } from '../problems.ts'
import { isSoundKey, type Freeze, type Signed } from '../statements.ts'

/** Checks that the package follows the format. Other checks compare its contents. */

export const formChecks = checksOf({
  form: {
    sentence: 'Every file has the form that the format describes',
    wrong: 'a file of the package is not what it should be',
    watch: ({ fail }) => ({
      unexpectedField: fail,
      freeze: ({ where, statement }) => {
        for (const problem of freezeProblems(statement)) fail(`${where}: ${problem}`)
      },
    }),
  },
  canonical: {
    sentence: 'Every signed text is written in the one canonical way, so that it cannot be read in two ways',
    wrong: 'something that was signed can be read in two ways',
    watch: ({ fail }) => ({ notCanonical: (where) => fail(`${where} is not canonical JSON`) }),
  },
  'same-election': {
    sentence: 'Every signed text is about this election',
    wrong: 'something in the package is from another election',
    watch: ({ fail }) => {
      let election = ''
      const compare = ({ where, statement }: Signed<{ election: string }>) => {
        if (statement.election !== election)
          fail(`${where} is about another election: ${printable(statement.election)}`)
      }
      return {
        freeze: ({ statement }) => void (election = statement.election),
        link: compare,
        head: compare,
        decision: compare,
        certificate: compare,
        witness: compare,
        cosignature: compare,
        countersignature: compare,
      }
    },
  },
  // The site must have signed all of this with one key, and witnesses their own statements.
  'freeze-signature': {
    sentence: 'The record made before voting is signed with the key that it names',
    wrong: 'the record made before voting is not signed by the site',
    watch: (report) => ({
      freeze: (signed) => {
        if (!isSoundKey(signed.statement.key)) report.fail('the key is one that any signature would fit')
        else refuseForged(report)(signed)
      },
    }),
  },
  'correction-signatures': areSigned(
    'link',
    'Every correction and every rollback is signed with that key',
    'a correction is not signed by the site',
  ),
  'head-signatures': areSigned(
    'head',
    'Every head of the public board is signed with that key',
    'a state of the public board is not signed by the site',
  ),
  'decision-signatures': areSigned(
    'decision',
    'Every decision of a tie is signed with that key',
    'the decision of a tie is not signed by the site',
  ),
  'certificate-signature': {
    ...areSigned('certificate', 'The certificate is signed with that key', 'the certificate is not signed by the site'),
    needs: 'certificate',
  },
  'witness-signatures': areSigned(
    'witness',
    'The key of every witness who came later is signed with that key',
    'the site has not confirmed a witness',
  ),
  'cosignature-signatures': areSigned(
    'cosignature',
    'What witnesses have signed of the board is signed with the key of a witness',
    'a state of the public board has the name of somebody who did not sign it',
  ),
  'countersignature-signatures': areSigned(
    'countersignature',
    'Every countersignature is signed with the key of a witness',
    'the certificate has the name of somebody who did not sign it',
  ),
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

type SignedEvent = 'link' | 'head' | 'decision' | 'certificate' | 'witness' | 'cosignature' | 'countersignature'

function areSigned(event: SignedEvent, sentence: string, wrong: string) {
  return { sentence, wrong, watch: (report: CheckReport): Watcher => ({ [event]: refuseForged(report) }) }
}

const refuseForged =
  ({ fail }: CheckReport) =>
  ({ where, signatureHolds }: Signed<unknown>): void => {
    if (!signatureHolds) fail(`the signature of ${where} does not fit`)
  }
