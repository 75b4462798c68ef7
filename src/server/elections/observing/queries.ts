import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { observers, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { observingEnds, observingIsOver } from '#shared/elections/observing/observing.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'

const inviter = alias(users, 'inviter')

/** Those of one election, by name, for the administrators who invited them. */
export async function listObservers(db: Queryable, electionId: string) {
  return db
    .select({
      id: users.id,
      name: users.fullName,
      email: users.email,
      invitedAt: observers.invitedAt,
      invitedBy: inviter.fullName,
      /** Whether they have chosen a password, and so can log in. */
      hasPassword: users.ownPassword,
    })
    .from(observers)
    .innerJoin(users, eq(users.id, observers.userId))
    .innerJoin(inviter, eq(inviter.id, observers.invitedBy))
    .where(eq(observers.electionId, electionId))
    .orderBy(users.fullName, users.id)
}

/** The ids of the elections that somebody observes. */
export async function electionsObservedBy(db: Queryable, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.select({ id: observers.electionId }).from(observers).where(eq(observers.userId, userId))
  return new Set(rows.map(({ id }) => id))
}

/** False if they were invited before. */
export async function addObserver(
  tx: Queryable,
  row: { electionId: string; userId: string; invitedBy: string; invitedAt: Instant },
): Promise<boolean> {
  const added = await tx.insert(observers).values(row).onConflictDoNothing().returning({ userId: observers.userId })
  return added.length === 1
}

export async function dropObserver(tx: Queryable, electionId: string, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(observers)
    .where(and(eq(observers.electionId, electionId), eq(observers.userId, userId)))
    .returning({ userId: observers.userId })
  return gone.length === 1
}

type ObservingDeps = Pick<Deps, 'db' | 'clock' | 'elections'>

/** The election, if this observer was invited to it and may still look. Asked anew by every request: a removal counts at once. */
export async function observedElection(deps: ObservingDeps, observer: Person, id: string): Promise<Election> {
  const election = mustExist(await deps.elections.byId(id))
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
