import { searchFromLength } from '#shared/members/listing/listing.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { searchFirst } from '#server/members/listing/search.ts'
import { allMembers } from '#server/members/listing/list-scopes.ts'
import { describeVoters } from './queries.ts'

const enough = 20
/** So many who fit are looked at: who has left, and administrators who are members, are among them and passed over. */
const lookedAt = 50

/** Members for whom an administrator may look, by name, number, serial or unit, and who of them has voted. */
export async function searchVoters(
  deps: Pick<Deps, 'db' | 'pool' | 'settings' | 'elections'>,
  { id, typed, note }: { id: string; typed: string; note: () => Promise<unknown> },
) {
  const election = await deps.elections.byId(id)
  if (!election) throw new AppError('not-found')
  if ([...typed.trim()].length < searchFromLength) return { voters: [], more: false }
  // Before the freeze nobody has voted, and nothing is told of it.
  if (election.rollFrozenAt !== null) await note()
  const { idPrefix } = await deps.settings()
  const found = await searchFirst(deps.db, allMembers, { typed, idPrefix }, lookedAt)
  const voters = await describeVoters(deps.pool, id, found)
  return {
    voters: voters.slice(0, enough).toSorted((a, b) => a.name.localeCompare(b.name)),
    more: voters.length > enough || found.length === lookedAt,
  }
}
