import { and, eq, sql } from 'drizzle-orm'
import { whyCannotCorrectStatement } from '#shared/elections/candidacy/profile.ts'
import { AppError } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import type { Queryable } from '#server/db/database.ts'
import { candidateProfiles, candidatesFiles, nominees, uploads, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { asNominee, fullNameOf } from '#server/elections/approved-nominee.ts'

/**
 * What everybody who may vote reads of a candidate. Of somebody who is not on the ballot it is not there, but for themselves and
 * the administrators. Which voter read whose is not written down.
 */
export async function readCandidate(deps: Pick<Deps, 'db' | 'elections' | 'clock'>, reader: Person, id: string) {
  const found = await findCandidate(deps.db, id)
  const manages = may(reader, 'manage nominees')
  if (!found || !(found.status === 'approved' || manages || found.userId === reader.id)) throw new AppError('not-found')
  const election = await deps.elections.byId(found.electionId)
  if (!election) throw new AppError('not-found')
  // Refused when they are not those who were frozen.
  await deps.elections.approved(election.id)
  const erased = found.erasedAt !== null
  const shown = asNominee(id, found.data, found.photo)
  return {
    ...shown,
    hasPhoto: shown.hasPhoto && !erased,
    fullName: fullNameOf(found.data),
    statement: found.statement ?? '',
    hasDocument: found.hasDocument,
    /** What an administrator may do about the statement now. */
    ...(manages && { correctable: correctableAt(election, deps.clock.now()) }),
  }
}

function correctableAt(election: Parameters<typeof whyCannotCorrectStatement>[0], now: number) {
  if (whyCannotCorrectStatement(election, 'another', now) === null) return 'change' as const
  return whyCannotCorrectStatement(election, '', now) === null ? ('remove' as const) : null
}

async function findCandidate(db: Queryable, id: string) {
  const [found] = await db
    .select({
      electionId: nominees.electionId,
      userId: nominees.userId,
      status: nominees.status,
      data: nominees.data,
      erasedAt: users.erasedAt,
      statement: candidateProfiles.statement,
      photo: candidateProfiles.photo,
      hasDocument: sql<boolean>`${uploads.id} is not null`,
    })
    .from(nominees)
    .innerJoin(users, eq(users.id, nominees.userId))
    .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
    .leftJoin(
      candidatesFiles,
      and(eq(candidatesFiles.electionId, nominees.electionId), eq(candidatesFiles.userId, nominees.userId)),
    )
    .leftJoin(uploads, and(eq(uploads.path, candidatesFiles.filepath), eq(uploads.state, 'stored')))
    .where(eq(nominees.id, id))
  return found ?? null
}
