import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { showShare, decidedTieText } from '#shared/elections/results/results.ts'
import { placeOf } from '#shared/elections/counting/standings.ts'
import { services } from '#shared/members/enums.ts'
import { showInstant } from '#shared/time.ts'
import { markOf, stateOf, type WholeResults } from './whole-results.ts'

/** Every candidate by service, and who took part, for a spreadsheet. */
export function resultsCsv(results: WholeResults, association: string): string {
  return (
    byteOrderMark +
    [...heading(results, association), [''], ...turnout(results), [''], ...candidates(results), ...decided(results)]
      .map(csvLine)
      .join('')
  )
}

type Line = (string | number | null)[]

function heading(results: WholeResults, association: string): Line[] {
  return [
    ['Association', association],
    ['Election', results.title],
    ['State', stateOf(results)],
    ['As of', showInstant(results.asOf)],
    ['Ballots cast', results.cast],
    ['Ballots counted', results.counted],
    ...(results.proxies === null ? [] : [['Cast by proxy', results.proxies]]),
  ]
}

const turnout = (results: WholeResults): Line[] => [
  ['Region of the voter', 'Ballots cast', 'Members who may vote', 'Turnout'],
  ...results.turnout.map(({ region, cast, eligible }) => [
    region,
    cast,
    eligible,
    eligible === null ? null : showShare(cast, eligible),
  ]),
]

function candidates({ votes }: WholeResults): Line[] {
  const lines = services.flatMap((ms) => {
    const running = votes.standings.filter((one) => one.ms === ms)
    return running.map((one) => [
      ms,
      placeOf(one, running),
      one.name,
      one.rank,
      one.region,
      one.votes,
      markOf(votes, one),
    ])
  })
  return [['Service', 'Place', 'Candidate', 'Rank', 'Region', 'Votes', 'Outcome'], ...lines]
}

function decided({ votes }: WholeResults): Line[] {
  if (votes.decided.length === 0) return []
  const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name)
  const lines = votes.decided.map((tie) => [
    decidedTieText(tie, namesOf(tie.tied), namesOf(tie.chosen)),
    tie.reason,
    tie.decidedBy,
    showInstant(tie.decidedAt),
  ])
  return [[''], ['Tie', 'How it was decided', 'Recorded by', 'On'], ...lines]
}
