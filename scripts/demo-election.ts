import { randomBytes } from 'node:crypto'
import { and, asc, isNotNull } from 'drizzle-orm'
import { services, type Region, type Service } from '#shared/members/enums.ts'
import { receiptMark } from '#server/elections/voting/cast-ballot.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import { seal } from '#server/elections/voting/seal.ts'
import { isWhole, snapshotColumns } from '#server/elections/nominee-snapshot.ts'
import { countBallots } from '#server/elections/counting/count-ballots.ts'
import { nominees, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** The election of the demonstration: people who stand for it, and a morning's worth of ballots. */

const standing: Record<Service, number> = { PA: 9, PN: 4, PAF: 4, TAS: 3 }
const firstVoter = 40
const voters = 120

export async function fillDemoElection(deps: Deps): Promise<void> {
  const people = await deps.db
    .select(snapshotColumns)
    .from(users)
    .where(and(users.approved, isNotNull(users.idNumber)))
    .orderBy(asc(users.idNumber))
  const whole = people.filter(isWhole)
  const electionId = (await deps.elections.current())?.id
  if (!electionId) throw new Error('the site has no election')
  // The first member is the one whose login is printed: they nominate and vote, and do not stand.
  const chosen = services.flatMap((ms) => whole.filter((one, n) => n > 0 && one.ms === ms).slice(0, standing[ms]))
  const made = await deps.db
    .insert(nominees)
    .values(
      chosen.map((data, n) => ({
        electionId,
        userId: data.id,
        nominatedBy: whole[n % 5]?.id ?? data.id,
        data,
        createdAt: new Date(`2025-03-${String(1 + (n % 13)).padStart(2, '0')}T10:00:00+08:00`),
      })),
    )
    .returning({ id: nominees.id, userId: nominees.userId })
  const idOf = new Map(made.map(({ id, userId }) => [userId, id]))
  const slate = Object.fromEntries(
    services.map((ms) => [ms, chosen.filter((one) => one.ms === ms).flatMap((one) => idOf.get(one.id) ?? [])]),
  ) as Record<Service, string[]>
  await castBallots(deps, electionId, slate, whole.slice(firstVoter, firstVoter + voters))
}

async function castBallots(
  deps: Deps,
  electionId: string,
  slate: Record<Service, string[]>,
  people: { id: string; region: Region }[],
): Promise<void> {
  deps.elections.invalidate()
  const opening = await deps.elections.byId(electionId)
  if (opening) await ensureFrozen(deps, opening)
  const election = await deps.elections.byId(electionId)
  if (!election) return
  const key = await deps.vault.keyOf(electionId)
  await Promise.all(
    people.map(({ id, region }, n) => {
      const taken = new Set<string>()
      const choices = election.seats.map(({ ms }, place) => {
        // The earlier on the slate, the more are for them: the square of an even spread.
        const start = Math.floor((((n * 37 + place * 11) % 100) / 100) ** 2 * slate[ms].length)
        const free = [...slate[ms].slice(start), ...slate[ms].slice(0, start)].find((one) => !taken.has(one)) ?? null
        if (free) taken.add(free)
        return free
      })
      const whose = { electionId, voterId: id, rehearsal: false }
      const secret = randomBytes(16).toString('hex')
      return deps.ballotBox.put({
        ...whose,
        revision: election.revision,
        proxyBy: null,
        confirmedBy: null,
        authority: null,
        authorityPath: null,
        rehearsalRegion: region,
        receiptMark: receiptMark(key, secret),
        sealed: seal(key, whose, { secret, choices }),
      })
    }),
  )
  await countBallots(deps, AbortSignal.timeout(60_000))
}
