import { votingOpen } from '#shared/elections/voting/eligibility.ts'
import type { Lapse } from '#shared/elections/proxy/proxy.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { listCast, listPending } from './queries.ts'

/** Proxy ballots of an election: those that wait to be confirmed, or no longer can be, and those in the box. */
export async function listProxies(deps: Pick<Deps, 'pool' | 'elections' | 'clock'>, electionId: string) {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const open = votingOpen(election, deps.clock.now())
  const lapseOf = (one: { voted: boolean; mayVote: boolean }): Lapse | null => {
    if (!open) return 'voting is over'
    if (one.voted) return 'has voted'
    return one.mayVote ? null : 'not a member'
  }
  const waiting = await listPending(deps.pool, electionId)
  return {
    waiting: waiting.map(({ voted, mayVote, askedAt, ...one }) => ({
      ...one,
      askedAt: deps.clock.shownFor(askedAt),
      lapsed: lapseOf({ voted, mayVote }),
    })),
    cast: await listCast(deps.pool, electionId),
  }
}
