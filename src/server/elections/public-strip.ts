import { isUnsure } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import { differsOrThrow } from '#server/elections/board/signed-election.ts'
import { readTurnout } from '#server/elections/results/results.ts'
import {
  electionStripFor,
  nextStripChange,
  visitor,
  type StripReader,
  type Turnout,
} from '#shared/elections/election-strip.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { dayMs, type Instant } from '#shared/time.ts'
import type { Election } from './election-cache.ts'

export type StripDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'elections' | 'signed'>

/** The line under the header, and when to fetch it again. */
export async function readStrip(deps: StripDeps, reader: StripReader = visitor) {
  const now = deps.clock.now()
  const election = await deps.elections.current()
  return {
    strip:
      election &&
      electionStripFor(await stripElection(deps, election), await turnoutOf(deps, election, reader, now), reader, now),
    stripUntil: soon(await nextChange(deps), now),
    now,
  }
}

async function stripElection({ signed, clock }: StripDeps, election: Election) {
  const { id, frozenAt, certifiedAt, cancelledAt } = election
  const isUnderWay = frozenAt !== null && certifiedAt === null && cancelledAt === null
  const differs = isUnderWay && (await signed.recent(id).then(() => null, differsOrThrow)) !== null
  return { ...election, differs, timeUnsure: isUnsure(clock) }
}

/** When the next window of an election opens or closes: no state of the election is cached beyond that. */
export async function nextChange(deps: Pick<Deps, 'clock' | 'elections'>): Promise<Instant | null> {
  return nextStripChange(await deps.elections.all(), deps.clock.now())
}

/** An open page waits for this moment; one further away than pages stay open is not worth it. */
const soon = (change: Instant | null, now: Instant): Instant | null =>
  change !== null && change - now < dayMs ? change : null

/** Read only where the strip depends on it. */
async function turnoutOf(
  deps: StripDeps,
  election: Election,
  reader: StripReader,
  now: Instant,
): Promise<Turnout | null> {
  const stage = stageOf(election, now)
  const callsToVote = stage === 'voting' && reader.role !== 'visitor' && !reader.voted
  if (!callsToVote && stage !== 'counting') return null
  const regions = await readTurnout(deps, election)
  const sum = (figures: (number | null)[]) => figures.reduce<number>((all, figure) => all + (figure ?? 0), 0)
  return { cast: sum(regions.map(({ cast }) => cast)), eligible: sum(regions.map(({ eligible }) => eligible)) }
}
