import { whyCannotNominate } from '#shared/elections/nomination/eligibility.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { eachTime } from '#shared/elections/schedule.ts'
import { whyCannotAnswer } from '#shared/elections/candidacy/answer.ts'
import { candidacyOpen } from '#shared/elections/candidacy/eligibility.ts'
import { voteLinkShown } from '#shared/elections/windows.ts'
import { may } from '#shared/permissions.ts'
import type { Person } from '#server/http/session.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { findOwnNomination } from '#server/elections/candidacy/own-nomination.ts'
import { hasVoted } from '#server/elections/voting/my-ballot.ts'

/** The election of these days and what it offers to whoever asks, by the server's clock. */
export async function readCurrentElection(deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'elections'>, person: Person) {
  const election = await deps.elections.current()
  if (!election) return { election: null }
  const now = deps.clock.now()
  const candidacy = await readCandidacy(deps, election, person)
  return {
    election: {
      id: election.id,
      title: election.title,
      seats: election.seats,
      ...eachTime((field) => election[field]),
      stage: stageOf(election, now),
      resultsVisible: election.resultsVisible,
      rehearsal: election.rehearsal,
      countClosedAt: election.countClosedAt,
      certifiedAt: election.certifiedAt,
      nobodyVoted: election.nobodyVoted,
      now,
      mayNominate: whyCannotNominate(election, person.role, now) === null,
      voteLinkShown: voteLinkShown(election, person.role, now),
      voted: may(person.role, 'vote') && (await hasVoted(deps, election.id, person.id, false)),
      candidacyOpen: may(person.role, 'file for candidacy') && candidacyOpen(election, now),
      alreadyNominated: candidacy !== null,
      candidacy,
      ...(may(person.role, 'vote by proxy') && { proxyNeedsSecondAdmin: election.proxyNeedsSecondAdmin }),
    },
  }
}

/** Whether the person is nominated, and whether an answer of theirs is waited for. */
async function readCandidacy({ db, clock }: Pick<Deps, 'db' | 'clock'>, election: Election, { id }: Person) {
  const nominee = await findOwnNomination(db, election.id, id)
  if (!nominee) return null
  const { nomineeId, status, answer } = nominee
  const awaited = answer === null && whyCannotAnswer(election, nominee, clock.now()) === null
  return { nomineeId, status, awaited }
}
