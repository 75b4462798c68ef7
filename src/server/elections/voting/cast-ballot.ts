import { checkBallot, type Choices, type ContestChoice } from '#shared/elections/voting/ballot.ts'
import type { BallotForm, Receipt } from '#shared/elections/voting/ballot-form.ts'
import { isRehearsing, whyCannotVote } from '#shared/elections/voting/eligibility.ts'
import type { Nonce } from '#shared/elections/voting/tracker.ts'
import { AppError } from '#shared/errors.ts'
import type { Region } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import type { Person } from '#server/http/session.ts'
import type { Deps } from '#server/deps.ts'
import type { ApprovedNominee, Election } from '#server/elections/election-cache.ts'
import { open, seal, type BallotOf, type OpenBallot } from './seal.ts'
import { trackerOf } from './tracker.ts'

/**
 * A voter's own ballot: all of it or none, once per election. Sent again after a lost reply, it gets the same receipt, also
 * when voting has closed meanwhile. The server's clock decides, at the moment the request is read.
 */
export async function castBallot(deps: Deps, voter: Person, electionId: string, form: BallotForm): Promise<Receipt> {
  const readAt = deps.clock.now()
  for (let tries = 0; tries < maxTries; tries++) {
    const receipt = await tryToCast(deps, voter, electionId, form, readAt)
    if (receipt) return receipt
    deps.elections.invalidate()
  }
  throw new AppError('site-busy', { retryAfter: 5 })
}

/** An administrator who changes the election at that very moment costs a ballot one try; nobody does so twenty times on end. */
const maxTries = 20

/** Null when the election is no longer as this node knew it. */
async function tryToCast(deps: Deps, voter: Person, electionId: string, form: BallotForm, readAt: Instant) {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const whose = { electionId, voterId: voter.id, rehearsal: isRehearsing(election, form.test) }
  const { ownPasswordToVote } = await deps.settings()
  const why = whyCannotVote(election, voter, { ownPasswordToVote, test: form.test }, readAt)
  if (why) {
    if (stageOf(election, readAt) === 'certified' || !isSame(await openBallot(deps, whose), form))
      throw new AppError(why)
    return receiptOf(electionId, await checkedContests(deps, election, form), form.nonce)
  }
  const contests = await checkedContests(deps, election, form)
  const put = await deps.ballotBox.put({
    ...whose,
    revision: election.revision,
    proxyBy: null,
    confirmedBy: null,
    authority: null,
    authorityPath: null,
    voterRegion: regionOf(voter),
    sealed: seal(await deps.vault.keyOf(electionId), whose, form),
  })
  if (put === 'not taken') {
    const held = await openBallot(deps, whose)
    if (!held) return null
    if (!isSame(held, form)) throw new AppError('already-voted')
  }
  return receiptOf(electionId, contests, form.nonce)
}

/** The choices by service, or the refusal of the whole ballot. */
export async function checkedContests(
  deps: Pick<Deps, 'elections'>,
  election: Election,
  form: Pick<BallotForm, 'choices' | 'blanksConfirmed'>,
): Promise<ContestChoice[]> {
  return contestsAmong(await deps.elections.approved(election.id), election, form)
}

export function contestsAmong(
  nominees: ReadonlyMap<string, ApprovedNominee>,
  { seats }: Election,
  { choices, blanksConfirmed }: { choices: Choices; blanksConfirmed: boolean },
): ContestChoice[] {
  const checked = checkBallot(seats, (id) => nominees.get(id)?.ms, choices, blanksConfirmed)
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

function regionOf({ region }: Pick<Person, 'region'>): Region {
  if (!region) throw new Error('nobody may vote without a region')
  return region
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
export const isSame = (held: OpenBallot | null, sent: { nonce: Nonce; choices: Choices }): boolean =>
  held?.nonce === sent.nonce &&
  held.choices.length === sent.choices.length &&
  held.choices.every((chosen, place) => chosen === sent.choices[place])

export function receiptOf(electionId: string, contests: readonly ContestChoice[], nonce: Nonce): Receipt {
  return {
    trackers: contests.map((one) => ({
      contest: one.contest,
      tracker: trackerOf(electionId, one, nonce),
    })),
  }
}
