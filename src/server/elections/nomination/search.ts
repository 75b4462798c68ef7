import { and, inArray, not, sql } from 'drizzle-orm'
import { searchFromLength } from '#shared/elections/nomination/nomination.ts'
import type { Person } from '#server/http/session.ts'
import type { Deps } from '#server/deps.ts'
import { users } from '#server/db/schema.ts'
import { searchFirst } from '#server/members/listing/search.ts'
import { membersFor } from '#server/members/listing/list-scopes.ts'
import { alreadyNominated } from './queries.ts'

/** Members who can still be nominated, by what a member may know of another. */
export async function searchNominatable(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  asker: Person,
  electionId: string,
  typed: string,
) {
  if ([...typed.trim()].length < searchFromLength) return { members: [] }
  const { idPrefix } = await settings()
  const found = await searchFirst(db, membersFor('member'), { typed, idPrefix }, lookedAt)
  const taken = await alreadyNominated(db, electionId, found)
  const free = found.filter((id) => !taken.has(id) && id !== asker.id)
  return { members: await describe(db, free.slice(0, enough)) }
}

const enough = 20
/** So many who fit are looked at; some of them cannot be nominated. */
const lookedAt = 50

/** In the order of their names, first name first. */
async function describe(db: Deps['db'], ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      idNumber: sql<string>`${users.idNumber}`,
      name: users.fullName,
      rank: users.rank,
      ms: users.ms,
      region: users.region,
      unit: users.unitAssignment,
    })
    .from(users)
    .where(and(inArray(users.id, ids), not(users.isAdmin)))
    .orderBy(users.firstName, users.lastName, users.idNumber)
}
