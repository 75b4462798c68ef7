import { phaseAt } from '#shared/elections/phases.ts'
import type { Instant } from '#shared/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '../at-hand.ts'
import { mixBatch } from '../ballot-box/mixer.ts'
import { shuffle } from '../ballot-box/shuffle.ts'

/** A ballot that was let in at the last moment may still be on its way into the box; after this long none is. */
const lastBallotsMs = 60_000

type CountDeps = Pick<Deps, 'pool' | 'elections' | 'vault' | 'clock' | 'log'>

/** The job that counts: batch by batch while voting goes on, the rest when it is over, and then the final shuffle. */
export async function countBallots(deps: CountDeps, signal: AbortSignal): Promise<void> {
  for (const election of await deps.elections.all()) {
    if (election.certifiedAt !== null) continue
    const onItsOwn = (act: () => Promise<unknown>) =>
      act().catch((err: unknown) => deps.log.error({ err, election: election.id }, 'ballots could not be counted'))
    // What is wrong with one election, or with a rehearsal, must not hold up the others.
    await onItsOwn(() => countBallotsOf(deps, election, signal))
    if (election.rehearsal) await onItsOwn(() => countAll(deps, election, { rehearsal: true, all: true }, signal))
  }
}

async function countBallotsOf(deps: CountDeps, election: Election, signal: AbortSignal): Promise<void> {
  if (election.shuffledAt !== null || deps.clock.now() < election.votingOpens) return
  const all = isOver(election, deps.clock.now())
  await countAll(deps, election, { rehearsal: false, all }, signal)
  if (all && !signal.aborted) await shuffle(deps.pool, election.id, deps.clock.now())
}

export const isOver = (election: Election, now: Instant): boolean =>
  phaseAt(election, now) === 'closed' && now >= election.votingCloses + lastBallotsMs

async function countAll(
  deps: CountDeps,
  { id, seats }: Election,
  how: { rehearsal: boolean; all: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (!(await anyUncounted(deps, id, how.rehearsal))) return
  const key = await deps.vault.keyOf(id)
  while (!signal.aborted) if ((await mixBatch(deps.pool, key, { electionId: id, seats, ...how })) === 0) return
}

async function anyUncounted({ pool }: CountDeps, electionId: string, rehearsal: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from ballots where election_id = $1 and rehearsal = $2 and not mixed limit 1',
    [electionId, rehearsal],
  )
  return rowCount === 1
}
