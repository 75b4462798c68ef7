import type { Deps } from '#server/deps.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import type { SignedElection } from '#server/elections/board/signed-election.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { isOnRoll } from '#server/elections/roll/queries.ts'
import type { Person } from '#server/http/session.ts'
import { isHelpedBallot } from '#shared/accounts/login-help.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import { ballotHash, createLeafMaker, type LeafMaker } from '#shared/elections/board/leaves.ts'
import { hasReached, isWithin, originalOf, stageOf } from '#shared/elections/lifecycle.ts'
import { whyCannotVote, whyNotOnRoll, type BallotForm, type BallotPromise } from '#shared/elections/voting/ballot.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { notStated } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import {
  ElectionChanged,
  withFreezeRecord,
  isSameBallot,
  openBallot,
  receiptMark,
  refuseBadBallot,
  untilUnchanged,
} from './ballot-box.ts'
import { sealBallot, type OpenBallot } from './vault.ts'

/**
 * A voter's own ballot: all of it or nothing, once per election. Sent again after a lost reply, it gets the same promise, even if
 * voting has closed meanwhile.
 */
export const castBallot = (deps: Deps, voter: Person, electionId: string, form: BallotForm): Promise<BallotPromise> =>
  untilUnchanged(deps, (readAt) => castOnce(deps, voter, electionId, form, readAt))

async function castOnce(deps: Deps, voter: Person, electionId: string, form: BallotForm, readAt: Instant) {
  const known = mustExist(await deps.elections.byIdOrRehearsal(electionId))
  const { ownPasswordToVote } = await deps.settings()
  // The box itself checks the roll: asking beforehand would cost every ballot a query.
  const why = whyCannotVote(known, { ...voter, onRoll: true }, { ownPasswordToVote }, readAt)
  if (why) {
    if (hasReached(stageOf(known, readAt), 'certified') || known.cancelledAt !== null) throw new AppError(why)
    const signed = known.kind === 'election' && known.frozenAt === null ? null : await deps.signed.recent(electionId)
    if (!signed || !isSameBallot(await openBallot(deps, known, signed, voter.id), form)) throw new AppError(why)
    return promiseFor(deps, signed, form)
  }
  const election = await withFreezeRecord(deps, known)
  const signed = await deps.signed.recent(electionId)
  // Changing the hours in the database for a moment opens nothing.
  if (signed.hours && !isWithin(signed.hours, readAt)) throw new AppError('voting-not-open')
  refuseBadBallot(signed, form)
  const key = await deps.vault.keyOf(originalOf(election))
  const helped = isHelpedBallot(voter.helpedAt && deps.clock.shownFor(voter.helpedAt), election.rollFrozenAt)
  const whose = { electionId, voterId: voter.id, record: signed.recordHash, helped }
  const put = await deps.ballotBox.put({
    ...whose,
    revision: election.revision,
    proxyBy: null,
    confirmedBy: null,
    authority: null,
    authorityPath: null,
    region: voter.region ?? notStated,
    receiptMark: receiptMark(key, form.secret),
    sealed: sealBallot(key, whose, form),
  })
  if (put === 'not taken') {
    const held = await openBallot(deps, election, signed, voter.id)
    if (!held) return explainNotTaken(deps, election, voter.id, receiptMark(key, form.secret))
    if (!isSameBallot(held, form)) throw new AppError('already-voted')
  }
  return promiseFor(deps, signed, form)
}

/** Throws the reason; `ElectionChanged` if nothing else was in the way. */
async function explainNotTaken(
  { pool }: Pick<Deps, 'pool'>,
  election: Election,
  voterId: string,
  mark: Buffer,
): Promise<never> {
  const { id, kind } = election
  if (kind === 'election' && !(await isOnRoll(pool, id, voterId))) throw new AppError(whyNotOnRoll(election))
  const { rowCount } = await pool.query('select from ballots where election_id = $1 and receipt_mark = $2', [id, mark])
  if (rowCount !== 0) throw new AppError('secret-used')
  throw new ElectionChanged()
}

/** The site's promise that this ballot is in the box. Made after the commit, also for a retry, and stored nowhere. */
function promiseFor(
  { boardKey }: Pick<Deps, 'boardKey'>,
  { id, seats }: Pick<SignedElection, 'id' | 'seats'>,
  { secret, choices }: OpenBallot,
): BallotPromise {
  const leaves = leafMaker(id).leavesOf(seats, fromHex(secret), choices)
  const hash = ballotHash(
    sha256,
    leaves.map(({ commitment }) => commitment),
  )
  const ballot = toHex(hash)
  return { ballot, signature: boardKey.sign({ type: 'promise/1', election: id, ballot }).signature }
}

/** There are few elections, and a ballot should not wait for what is the same for all. */
function leafMaker(electionId: string): LeafMaker {
  const known = makers.get(electionId) ?? createLeafMaker(sha256, electionId)
  makers.set(electionId, known)
  return known
}
const makers = new Map<string, LeafMaker>()
