import type { Deps } from '#server/deps.ts'
import { allMembers } from '#server/members/listing/queries.ts'
import { maxOffered, maxSearched, searchFirst } from '#server/members/listing/search.ts'
import { votingOpen } from '#shared/elections/lifecycle.ts'
import { lapseOf } from '#shared/elections/proxy/proxy.ts'
import { mustExist } from '#shared/errors.ts'
import { searchFromLength } from '#shared/members/listing/listing.ts'
import { listCast, listPending, describeVoters } from './queries.ts'

/** The proxy ballots of an election: waiting, no longer confirmable, and in the box. */
export async function listProxies(deps: Pick<Deps, 'pool' | 'elections' | 'clock'>, electionId: string) {
  const election = mustExist(await deps.elections.byId(electionId))
  const open = votingOpen(election, deps.clock.now())
  const waiting = await listPending(deps.pool, electionId)
  return {
    waiting: waiting.map(({ voted, mayVote, askedAt, ...one }) => ({
      ...one,
      askedAt: deps.clock.shownFor(askedAt),
      lapsed: lapseOf({ open, voted, mayVote }),
    })),
    cast: await listCast(deps.pool, electionId),
  }
}

/** Members an administrator may look up by name, number, serial or unit, and which of them have voted. */
export async function searchVoters(
  deps: Pick<Deps, 'db' | 'pool' | 'settings' | 'elections'>,
  { id, typed, note }: { id: string; typed: string; note: () => Promise<unknown> },
) {
  const election = mustExist(await deps.elections.byId(id))
  if ([...typed.trim()].length < searchFromLength) return { voters: [], more: false }
  // Before the freeze nobody has voted, so there is nothing to record.
  if (election.rollFrozenAt !== null) await note()
  const { idPrefix } = await deps.settings()
  const found = await searchFirst(deps.db, allMembers, { typed, idPrefix }, maxSearched)
  const voters = await describeVoters(deps.pool, id, found)
  return {
    voters: voters.slice(0, maxOffered).toSorted((a, b) => a.name.localeCompare(b.name)),
    more: voters.length > maxOffered || found.length === maxSearched,
  }
}
