import type { Stage } from '#shared/elections/lifecycle.ts'
import { AppError } from '#shared/errors.ts'
import { showInstant } from '#shared/time.ts'
import type { Candidate, Counted, Results } from './results.ts'

/** Results with their votes: what a file of them needs. */
export type WholeResults = Results & { votes: Counted }

/** A file does not tell what the screen keeps back. */
export function whole(results: Results): WholeResults {
  if (!hasVotes(results))
    throw new AppError('results-not-shown', { values: { when: showInstant(results.votingCloses) } })
  return results
}

const hasVotes = (results: Results): results is WholeResults => results.votes !== null

const notOpen = 'Voting has not opened yet'
const stageText: Record<Stage, string> = {
  draft: notOpen,
  cancelled: 'Cancelled: there is no result',
  announced: notOpen,
  nomination: notOpen,
  campaign: notOpen,
  voting: 'Provisional: voting is still open',
  counting: 'Provisional: ballots are still being counted',
  counted: 'Provisional: all ballots are counted, the result is not certified yet',
  certified: 'Certified',
}

export const stateOf = ({ stage, kind }: Results): string =>
  kind === 'rehearsal' ? 'Rehearsal: these are trial ballots, not a result' : stageText[stage]

/** What is to be said of a candidate beside the votes. */
export function markOf({ elected, ties }: Counted, { nomineeId }: Candidate): 'Elected' | 'Tie' | '' {
  if (elected.includes(nomineeId)) return 'Elected'
  return ties.some((tie) => tie.nomineeIds.includes(nomineeId)) ? 'Tie' : ''
}
