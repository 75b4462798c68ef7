import type { Deps } from '#server/deps.ts'
import { findOwnNomination } from '#server/elections/candidacy/queries.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { isOnRoll, whyOffRoll } from '#server/elections/roll/queries.ts'
import { hasVoted } from '#server/elections/voting/my-ballot.ts'
import type { Person } from '#server/http/session.ts'
import { candidacyOpen, isAskedToAccept, whyCannotWithdraw } from '#shared/elections/candidacy/candidacy.ts'
import { stageOf, voteLinkFor } from '#shared/elections/lifecycle.ts'
import { whyCannotNominate } from '#shared/elections/nomination/eligibility.ts'
import { eachTime } from '#shared/elections/schedule.ts'
import { may } from '#shared/permissions.ts'

/** The current election and what it offers to this person, by the server's clock. */
export async function readCurrentElection(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'elections'>,
  person: Person,
  test = false,
) {
  const current = await deps.elections.current()
  if (!current) return { election: null }
  const election = test ? await deps.elections.orRehearsal(current) : current
  const now = deps.clock.now()
  const cancelled = election.cancelledAt !== null
  const [candidacy, standing] = await Promise.all([
    readCandidacy(deps, election, person),
    rollPositionOf(deps, election, person),
  ])
  return {
    election: {
      id: election.id,
      kind: election.kind,
      rehearsalOf: election.rehearsalOf,
      title: election.title,
      seats: election.seats,
      ...eachTime((field) => election[field]),
      stage: stageOf(election, now),
      resultsVisible: election.resultsVisible,
      rehearsal: election.rehearsal,
      nomineesAccept: election.nomineesAccept,
      countClosedAt: election.countClosedAt,
      certifiedAt: election.certifiedAt,
      nobodyVoted: election.nobodyVoted,
      draft: election.draft,
      cancelledAt: election.cancelledAt,
      cancelledReason: election.cancelledReason,
      now,
      mayNominate: !cancelled && whyCannotNominate(election, person, now) === null,
      voteLink: voteLinkFor(election, { role: person.role, ...standing }, now),
      ...standing,
      candidacyOpen: !cancelled && may(person, 'file for candidacy') && candidacyOpen(election, now),
      alreadyNominated: candidacy !== null,
      candidacy,
      ...(may(person, 'vote by proxy') && { proxyNeedsSecondAdmin: election.proxyNeedsSecondAdmin }),
    },
  }
}

/** Whether the person is nominated, and whether they still have to answer. */
async function readCandidacy({ db, clock }: Pick<Deps, 'db' | 'clock'>, election: Election, { id }: Person) {
  const nominee = await findOwnNomination(db, election.id, id)
  if (!nominee) return null
  const { nomineeId, status, answer } = nominee
  const awaited =
    election.cancelledAt === null &&
    answer === null &&
    isAskedToAccept(election, nominee) &&
    whyCannotWithdraw(election, clock.now()) === null
  return { nomineeId, status, awaited }
}

/** Before the roll is drawn up every member counts as on it; `offRoll` says who would not be. */
async function rollPositionOf({ pool, clock }: Pick<Deps, 'pool' | 'clock'>, election: Election, person: Person) {
  const { id, rollFrozenAt } = election
  if (!may(person, 'vote')) return { onRoll: false, voted: false, offRoll: null }
  const [onRoll, voted] = await Promise.all([
    rollFrozenAt === null || isOnRoll(pool, id, person.id),
    hasVoted({ pool }, id, person.id),
  ])
  return { onRoll, voted, offRoll: await whyOffRoll(pool, election, person.id, { onRoll, now: clock.now() }) }
}
