import type { Check } from '../check.ts'
import type { Freeze, Signed } from '../statements.ts'
import { shown } from '../unusable.ts'

/** Whether the package is what the format describes, before anything is compared with anything. */

const form: Check = {
  name: 'form',
  sentence: 'Every file has the form that the format describes',
  watch: ({ fail }) => ({
    misshapen: fail,
    freeze: ({ where, statement }) => {
      for (const problem of freezeProblems(statement)) fail(`${where}: ${problem}`)
    },
  }),
}

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

const canonical: Check = {
  name: 'canonical',
  sentence: 'Every signed text is written in the one canonical way, so that it cannot be read in two ways',
  watch: ({ fail }) => ({ notCanonical: (where) => fail(`${where} is not canonical JSON`) }),
}

const sameElection: Check = {
  name: 'same-election',
  sentence: 'Every signed text is about this election, and none is of a rehearsal',
  watch: ({ fail }) => {
    let election = ''
    const compare = ({ where, statement }: Signed<{ election: string }>) => {
      if (statement.election !== election) fail(`${where} is about another election: ${shown(statement.election)}`)
    }
    return {
      freeze: ({ statement }) => void (election = statement.election),
      correction: compare,
      head: (head) => {
        compare(head)
        if (head.statement.rehearsal) fail(`${head.where} is of a rehearsal`)
      },
      certificate: compare,
      countersignature: compare,
    }
  },
}

export const formChecks = [form, canonical, sameElection]
