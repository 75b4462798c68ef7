import { observingEnds, observingIsOver } from '#shared/elections/observing/observing.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { electionsObservedBy } from './queries.ts'

type ObservingDeps = Pick<Deps, 'db' | 'clock' | 'elections'>

/** The election, if this observer was invited to it and may still look. Asked anew by every request: a removal counts at once. */
export async function observedElection(deps: ObservingDeps, observer: Person, id: string): Promise<Election> {
  const election = await deps.elections.byId(id)
  if (!election) throw new AppError('not-found')
  if (!(await electionsObservedBy(deps.db, observer.id)).has(election.id)) throw new AppError('not-allowed')
  if (observingIsOver(election, deps.clock.now())) throw new AppError('observing-over')
  return election
}

/** Administrators look at every election, observers at those they were invited to. */
export async function refuseUninvited(deps: ObservingDeps, person: Person, electionId: string): Promise<void> {
  if (person.role === 'observer') await observedElection(deps, person, electionId)
}

/** What this observer may look at now, the next first. */
export async function listObserved(deps: ObservingDeps, observer: Person) {
  const now = deps.clock.now()
  const theirs = await electionsObservedBy(deps.db, observer.id)
  const all = await deps.elections.all()
  return {
    now,
    elections: all
      .filter((election) => theirs.has(election.id) && !observingIsOver(election, now))
      .toSorted((a, b) => b.votingOpens - a.votingOpens)
      .map((election) => ({
        id: election.id,
        title: election.title,
        stage: stageOf(election, now),
        endsAt: observingEnds(election),
      })),
  }
}
