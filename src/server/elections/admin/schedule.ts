import { desc, eq } from 'drizzle-orm'
import { eachTime, phaseAt, type Schedule } from '#shared/elections/phases.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { scheduleChanges } from '#server/db/schema.ts'
import type { Election } from '../at-hand.ts'

const timesOf = (election: Election): Schedule => eachTime((field) => election[field])

/** Every election, the next first, as far as anybody signed in may know. */
export async function listElections(deps: Pick<Deps, 'elections' | 'clock'>) {
  const now = deps.clock.now()
  const current = await deps.elections.current()
  const all = await deps.elections.all()
  return {
    elections: all
      .toSorted((a, b) => b.votingOpens - a.votingOpens)
      .map((one) => ({
        ...timesOf(one),
        id: one.id,
        title: one.title,
        seats: one.seats,
        phase: phaseAt(one, now),
        resultsVisible: one.resultsVisible,
        rehearsal: one.rehearsal,
        candidacyFiling: one.candidacyFiling,
        proxyNeedsSecondAdmin: one.proxyNeedsSecondAdmin,
        certifiedAt: one.certifiedAt,
        publishedAt: one.publishedAt,
        version: one.version,
        current: one.id === current?.id,
      })),
  }
}

/** The times of an election and how they were moved after they had begun: for everybody, without signing in. */
export async function readSchedule(deps: Pick<Deps, 'db' | 'elections' | 'clock'>, id: string) {
  const election = await deps.elections.byId(id)
  if (!election) throw new AppError('not-found')
  const changes = await deps.db
    .select({
      field: scheduleChanges.field,
      before: scheduleChanges.before,
      after: scheduleChanges.after,
      changedAt: scheduleChanges.changedAt,
    })
    .from(scheduleChanges)
    .where(eq(scheduleChanges.electionId, id))
    .orderBy(desc(scheduleChanges.changedAt))
  return { title: election.title, phase: phaseAt(election, deps.clock.now()), ...timesOf(election), changes }
}
