import { isRehearsing, whyCannotVote, type WhyCannotVote } from '#shared/elections/voting/eligibility.ts'
import { checkBallot, type Choices } from '#shared/elections/voting/ballot.ts'
import type { Receipt } from '#shared/elections/voting/ballot-form.ts'
import { AppError } from '#shared/errors.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import type { Person } from '#server/http/session.ts'
import type { Deps } from '#server/deps.ts'
import { openBallot, receiptOf } from './cast-ballot.ts'

interface MyBallot {
  /** Why a ballot cannot be cast now, apart from having been cast. */
  whyNot: WhyCannotVote | null
  voted: boolean
  /**
   * As the voter's own eyes may see it again; null once the election is certified and nobody can open it any more, and for
   * whoever came in with an administrator's help: it may be the administrator.
   */
  choices: Choices | null
  receipt: Receipt | null
}

/** Where a voter stands in an election: may they vote, did they, and what. */
export async function readMyBallot(deps: Deps, voter: Person, electionId: string, test: boolean): Promise<MyBallot> {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const { ownPasswordToVote } = await deps.settings()
  const now = deps.clock.now()
  const whyNot = whyCannotVote(election, voter, { ownPasswordToVote, test }, now)
  const whose = { electionId, voterId: voter.id, rehearsal: isRehearsing(election, test) }
  if (!(await hasVoted(deps, whose.electionId, whose.voterId, whose.rehearsal)))
    return { whyNot, voted: false, choices: null, receipt: null }
  if (stageOf(election, now) === 'certified' || voter.helped)
    return { whyNot, voted: true, choices: null, receipt: null }
  const held = await openBallot(deps, whose)
  if (!held) throw new AppError('unexpected')
  const nominees = await deps.elections.approved(electionId)
  const checked = checkBallot(election.seats, (id) => nominees.get(id)?.ms, held.choices, true)
  return {
    whyNot,
    voted: true,
    choices: held.choices,
    receipt: receiptOf(electionId, checked.ok ? checked.contests : [], held.nonce),
  }
}

export async function hasVoted(
  { pool }: Pick<Deps, 'pool'>,
  electionId: string,
  voterId: string,
  rehearsal: boolean,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has voted',
    text: 'select 1 from ballots where election_id = $1 and voter_id = $2 and rehearsal = $3',
    values: [electionId, voterId, rehearsal],
  })
  return rowCount === 1
}
