import { searchFromLength } from '#shared/members/listing/listing.ts'
import type { Deps } from '#server/deps.ts'
import { allMembers } from '#server/members/listing/list-scopes.ts'
import { searchFirst } from '#server/members/listing/search.ts'
import { describeCandidates } from './queries.ts'

const enough = 20
/** So many who fit are looked at: who has left, and administrators who are members, are among them and passed over. */
const lookedAt = 50

/** Members who can be made viewers, by name, number, serial or unit. */
export async function searchCandidates({ db, settings }: Pick<Deps, 'db' | 'settings'>, typed: string) {
  if ([...typed.trim()].length < searchFromLength) return { members: [], more: false }
  const { idPrefix } = await settings()
  const found = await searchFirst(db, allMembers, { typed, idPrefix }, lookedAt)
  const members = await describeCandidates(db, found)
  return { members: members.slice(0, enough), more: members.length > enough || found.length === lookedAt }
}
