import { checkBallot, type Choices, type ContestChoice } from '#shared/elections/ballot.ts'
import type { BallotForm, Receipt } from '#shared/elections/ballot-form.ts'
import { isRehearsing, whyCannotVote } from '#shared/elections/eligibility.ts'
import type { Nonce } from '#shared/elections/receipt.ts'
import { AppError } from '#shared/errors.ts'
import type { Region } from '#shared/members/enums.ts'
import type { Person } from '#server/accounts/session.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '../at-hand.ts'
import { open, seal, type BallotOf, type OpenBallot } from '../ballot-box/seal.ts'
import { trackerOf } from '../ballot-box/tracker.ts'

/**
 * A voter's own ballot: all of it or none, once per election. Sent again after a lost reply, it gets the same receipt.
 * The server's clock decides, at the moment the request is read.
 */
export async function castBallot(deps: Deps, voter: Person, electionId: string, form: BallotForm): Promise<Receipt> {
  const now = deps.clock.now()
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const { ownPasswordToVote } = await deps.settings()
  const why = whyCannotVote(election, voter, { ownPasswordToVote, test: form.test }, now)
  if (why) throw new AppError(why)
  const contests = await checkedContests(deps, election, form)
  const whose = { electionId, voterId: voter.id, rehearsal: isRehearsing(election, form.test) }
  const put = await deps.ballotBox.put({
    ...whose,
    castBy: voter.id,
    proxyLabel: null,
    authority: null,
    authorityPath: null,
    voterRegion: regionOf(voter),
    sealed: seal(await deps.vault.keyOf(electionId), whose, form),
  })
  if (put === 'there already') refuseUnlessSame(await openBallot(deps, whose), form)
  return receiptOf(electionId, contests, form.nonce)
}

/** The choices by service, or the refusal of the whole ballot. */
export async function checkedContests(
  deps: Pick<Deps, 'elections'>,
  election: Election,
  { choices, blanksConfirmed }: Pick<BallotForm, 'choices' | 'blanksConfirmed'>,
): Promise<ContestChoice[]> {
  const nominees = await deps.elections.approved(election.id)
  const checked = checkBallot(election.seats, (id) => nominees.get(id)?.ms, choices, blanksConfirmed)
  if (checked.ok) return checked.contests
  const { refusal } = checked
  switch (refusal.why) {
    case 'no-nominee':
      throw new AppError('no-nominee-for-vote', { values: { n: refusal.index } })
    case 'wrong-length':
      throw new AppError('no-nominee-for-vote', { values: { n: choices.length } })
    case 'blanks-unconfirmed':
      throw new AppError('blanks-unconfirmed')
  }
}

function regionOf(voter: Pick<Person, 'region'>): Region {
  if (!voter.region) throw new AppError('voter-without-region')
  return voter.region
}

/** What lies in the box for this voter, opened for this voter; null when nothing does. */
export async function openBallot(deps: Pick<Deps, 'pool' | 'vault'>, whose: BallotOf): Promise<OpenBallot | null> {
  const { rows } = await deps.pool.query<{ sealed: Buffer }>({
    name: 'own ballot',
    text: 'select sealed from ballots where election_id = $1 and voter_id = $2 and rehearsal = $3',
    values: [whose.electionId, whose.voterId, whose.rehearsal],
  })
  return rows[0] ? open(await deps.vault.keyOf(whose.electionId), whose, rows[0].sealed) : null
}

/** The same request, come a second time, is no second ballot. */
function refuseUnlessSame(held: OpenBallot | null, sent: { nonce: Nonce; choices: Choices }): void {
  // No place was free and none is taken: the election has been counted to the end.
  if (!held) throw new AppError('voting-not-open')
  const same =
    held.nonce === sent.nonce &&
    held.choices.length === sent.choices.length &&
    held.choices.every((chosen, place) => chosen === sent.choices[place])
  if (!same) throw new AppError('already-voted')
}

export function receiptOf(electionId: string, contests: readonly ContestChoice[], nonce: Nonce): Receipt {
  return {
    trackers: contests.map((one) => ({
      contest: one.contest,
      tracker: trackerOf(electionId, one, nonce),
    })),
  }
}
