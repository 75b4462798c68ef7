import { createHmac } from 'node:crypto'
import { sureNow } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import { hasJoinedLater } from '#server/elections/roll/my-line.ts'
import { isOnRoll } from '#server/elections/roll/queries.ts'
import type { Person } from '#server/http/session.ts'
import { whyCannotVote } from '#shared/elections/voting/ballot.ts'
import { mustExist } from '#shared/errors.ts'

/** Whether a voter may vote in an election, and whether they have. */
export async function readMyBallot(deps: Deps, voter: Person, electionId: string) {
  const found = mustExist(await deps.elections.byIdOrRehearsal(electionId))
  await ensureFrozen(deps, found)
  const election = (await deps.elections.byIdOrRehearsal(electionId)) ?? found
  const { ownPasswordToVote } = await deps.settings()
  const onRoll = election.rollFrozenAt === null || (await isOnRoll(deps.pool, electionId, voter.id))
  return {
    /** Why a ballot cannot be cast now, apart from having been cast. */
    whyNot: whyCannotVote(election, { ...voter, onRoll }, { ownPasswordToVote }, sureNow(deps.clock)),
    /** Why somebody is not on the roll. */
    joinedLater: !onRoll && (await hasJoinedLater(deps.db, election, voter.id)),
    /** Without the choices: only the receipt shows them, whoever is logged in. */
    voted: await hasVoted(deps, electionId, voter.id),
    /** Determines the order of candidates for this voter (`drawOrder`); null where they are listed by name. */
    lot: election.candidatesByLot ? lotOf(deps.siteKey, electionId, voter.id) : null,
  }
}

/** From the voter's line on the roll, not from the ballot: the same before and after voting, and on every node. */
const lotOf = (siteKey: string, electionId: string, voterId: string): string =>
  createHmac('sha256', siteKey).update(`order of candidates\0${electionId}\0${voterId}`).digest('hex').slice(0, 32)

export async function hasVoted({ pool }: Pick<Deps, 'pool'>, electionId: string, voterId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has voted',
    text: 'select 1 from ballots where election_id = $1 and voter_id = $2',
    values: [electionId, voterId],
  })
  return rowCount === 1
}
