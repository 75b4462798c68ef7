import { and, inArray, not, sql } from 'drizzle-orm'
import { users, wholeName } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { membersFor, type MemberList } from '#server/members/listing/queries.ts'
import { maxOffered, maxSearched, searchFirst } from '#server/members/listing/search.ts'
import { searchFromLength } from '#shared/members/listing/listing.ts'
import { may, type Who } from '#shared/permissions.ts'
import { alreadyNominated } from './queries.ts'

/** Members who can still be nominated, searched by what the reader may know about others: administrators also by serial number. */
export async function searchNominatable(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  asker: Person,
  electionId: string,
  typed: string,
) {
  if ([...typed.trim()].length < searchFromLength) return { members: [], more: 0, atLeast: false }
  const { idPrefix } = await settings()
  const found = await searchFirst(db, nominatable(asker), { typed, idPrefix }, maxSearched)
  const taken = await alreadyNominated(db, electionId, found)
  const free = found.filter((id) => !taken.has(id) && id !== asker.id)
  const people = await describe(db, free)
  const known = new Set(people.map(({ id }) => id))
  const offered = new Set(free.filter((id) => known.has(id)).slice(0, maxOffered))
  return {
    members: people.filter(({ id }) => offered.has(id)).map(({ id: _id, ...shown }) => shown),
    /** How many more were found; a lower bound if not everybody was checked. */
    more: Math.max(0, people.length - maxOffered),
    atLeast: found.length === maxSearched,
  }
}

/** The list of members in good standing for every reader; administrators can search more fields. */
const nominatable = (asker: Who): MemberList => ({
  ...membersFor({ role: 'member' }),
  bySerial: may(asker, 'manage nominees'),
})

/** Ordered by name, first name first. */
async function describe(db: Deps['db'], ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: users.id,
      idNumber: sql<string>`${users.idNumber}`,
      name: wholeName,
      rank: users.rank,
      ms: users.ms,
      region: users.region,
      unit: users.unitAssignment,
    })
    .from(users)
    .where(and(inArray(users.id, ids), not(users.isAdmin)))
    .orderBy(users.firstName, users.lastName, users.idNumber)
}
