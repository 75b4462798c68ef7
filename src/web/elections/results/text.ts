import { votingIsOver, type ElectionKind, type Stage } from '#shared/elections/lifecycle.ts'
import { votesText, type SeatState, listFormat, type NamedTie, seatsText } from '#shared/elections/results/results.ts'
import { showNumber } from '#shared/figures.ts'
import { fullServiceNames } from '#shared/members/enums.ts'
import { showInstant } from '#shared/time.ts'

/** What the title of an election adds to that of the page, which stands above it. */
export function addedTitle(page: string, election: string): string {
  const begins = `${election} `.toUpperCase().startsWith(`${page} `.toUpperCase())
  return begins ? election.slice(page.length).trim() : election
}

export const resultsText = {
  share: 'Share the result',
  shareHint: 'A picture of the result, to send to family and friends.',
  shareAlt: (title: string) => `Picture of the certified result of ${title}: who was elected to which seat`,
  shareFailed: 'The picture could not be loaded. Please try again.',
  colours: 'The ring has the same colour as the bar in the chart.',
  chartNote: 'All candidate votes arranged from highest to lowest',
  byRegion: 'Candidates by their home region. Voters from all regions could vote for them.',
} as const

/** Whose bars these are, if there are more candidates than seats. */
export function chartText(stage: Stage, shown: number, candidates: number, ties: number): string {
  if (shown === candidates) return 'The chart shows all candidates.'
  const who = stage === 'certified' ? 'elected' : 'in the lead'
  const sentence = `The chart shows ${showNumber(shown)} of ${showNumber(candidates)} candidates: those ${who}.`
  return ties > 0 ? `${sentence} Some tied candidates have no bar.` : sentence
}

/** Beside somebody who shares a place, because only as many are listed as there are seats. */
export const tiedWithText = (others: readonly string[]): string => `Tied with ${listFormat.format(others)}`

/** To somebody who voted: what has become of their ballot. */
export function ownBallotText(stage: Stage): string {
  switch (stage) {
    case 'counting':
      return 'Your ballot was received. The ballots are being counted.'
    case 'counted':
      return 'You voted in this election. Every ballot is counted.'
    case 'certified':
      return 'You voted in this election. Its result is certified.'
    default:
      return 'Your ballot was received.'
  }
}

interface Figures {
  stage: Stage
  kind: ElectionKind
  cast: number
  counted: number
}

/** Why no candidate has a vote: nobody voted, nothing is counted, or every counted ballot was blank. */
export function emptyTitle({ stage, kind, cast, counted }: Figures): string {
  if (kind === 'rehearsal') return 'No votes yet'
  if (cast === 0) return votingIsOver(stage) ? 'Nobody voted' : 'No votes yet'
  if (stage === 'counted' || stage === 'certified') return 'No candidate got a vote'
  return counted === 0 ? 'No ballot is counted yet' : 'No candidate has a vote so far'
}

/** The same in a sentence, and when there will be more to see. */
export function emptyText({ stage, kind, cast, counted, votingOpens }: Figures & { votingOpens: number }): string {
  if (kind === 'rehearsal') return 'Cast a trial ballot on the voting screen: it is counted within seconds.'
  switch (stage) {
    case 'voting':
      if (cast === 0) return 'Nobody has voted so far. The numbers will appear here as ballots come in.'
      return counted === 0
        ? 'Ballots are counted in groups, so that nobody can tell how one person voted. The first group is not full yet.'
        : 'Every seat was left blank on the ballots counted so far. The numbers will appear here automatically.'
    case 'counting':
      if (cast === 0) return noBallot
      return 'The ballots are being counted. The numbers will appear here automatically.'
    case 'counted':
    case 'certified':
      return cast === 0 ? noBallot : 'Every seat was left blank on every ballot.'
    default:
      return `Voting opens on ${showInstant(votingOpens)}. The first numbers will appear here soon after.`
  }
}

const noBallot = 'No ballot was cast.'

/** In the panel of a region or a service. */
export function nobodyText(stage: Stage, hasCandidates: boolean): string {
  if (!hasCandidates) return 'No candidates'
  return stage === 'counted' || stage === 'certified' ? 'No candidate got a vote' : 'No votes yet'
}

export const tiesTitle = (ties: number): string => (ties === 1 ? 'There is a tie' : 'There are ties')
export const decidedTitle = (ties: number): string => (ties === 1 ? 'A tie was decided' : 'Ties were decided')

export const openTieText = ({ ms, votes, seats }: NamedTie, tied: readonly string[]): string =>
  `${fullServiceNames[ms]}: ${listFormat.format(tied)} have ${votesText(votes)} each for ${seatsText(seats)}.`

/** The panel's title: the association's own until somebody is elected. */
export const leadersTitle = (stage: Stage): string =>
  stage === 'certified' ? 'Elected Candidates' : 'Overall Leading Candidates'

/** How certain their lead is. */
export function leadersText(stage: Stage, kind: ElectionKind): string {
  if (kind === 'rehearsal') return 'Leading in the rehearsal.'
  switch (stage) {
    case 'counting':
      return 'Leading so far. The last ballots are being counted.'
    case 'counted':
      return 'Leading. Every ballot is counted, but the result is not certified yet.'
    case 'certified':
      return 'Elected. The result is certified.'
    default:
      return 'Leading so far. Voting is still open.'
  }
}

export const seatStateText: Record<SeatState, string> = { leading: 'Leading', elected: 'Elected', tied: 'Tie' }
