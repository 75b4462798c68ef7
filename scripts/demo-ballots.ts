import { randomBytes } from 'node:crypto'
import { and, asc, isNotNull } from 'drizzle-orm'
import { users, type NomineeSnapshot } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { isWhole, snapshotColumns } from '#server/elections/nominees.ts'
import { receiptMark } from '#server/elections/voting/ballot-box.ts'
import { sealBallot } from '#server/elections/voting/vault.ts'
import { services, type Region, type Service } from '#shared/members/enums.ts'

export type Slate = Record<Service, string[]>

/** Everybody who may stand or vote, in the order of their numbers. */
export async function wholeMembers(deps: Pick<Deps, 'db'>): Promise<NomineeSnapshot[]> {
  const people = await deps.db
    .select(snapshotColumns)
    .from(users)
    .where(and(users.approved, isNotNull(users.idNumber)))
    .orderBy(asc(users.idNumber))
  return people.filter(isWhole)
}

export const slateOf = (people: readonly { userId: string; nomineeId: string; ms: Service }[]): Slate =>
  Object.fromEntries(
    services.map((ms) => [ms, people.filter((one) => one.ms === ms).map(({ nomineeId }) => nomineeId)]),
  ) as Slate

/** A ballot of each of these people, put straight into the box: the earlier on the slate, the more are for a candidate. */
export async function castDemoBallots(
  deps: Pick<Deps, 'elections' | 'vault' | 'ballotBox' | 'signed'>,
  electionId: string,
  slate: Slate,
  people: readonly { id: string; region: Region }[],
): Promise<void> {
  deps.elections.invalidate()
  const election = await deps.elections.byId(electionId)
  if (!election) throw new Error('there is no such election')
  const key = await deps.vault.keyOf(electionId)
  const { recordHash: record } = await deps.signed.recent(electionId)
  await Promise.all(
    people.map(({ id, region }, n) => {
      const taken = new Set<string>()
      const choices = election.seats.map(({ ms }, place) => {
        // The square of an even spread.
        const start = Math.floor((((n * 37 + place * 11) % 100) / 100) ** 2 * slate[ms].length)
        const free = [...slate[ms].slice(start), ...slate[ms].slice(0, start)].find((one) => !taken.has(one)) ?? null
        if (free) taken.add(free)
        return free
      })
      const whose = { electionId, voterId: id, record, helped: false }
      const secret = randomBytes(16).toString('hex')
      return deps.ballotBox.put({
        ...whose,
        revision: election.revision,
        proxyBy: null,
        confirmedBy: null,
        authority: null,
        authorityPath: null,
        region,
        receiptMark: receiptMark(key, secret),
        sealed: sealBallot(key, whose, { secret, choices }),
      })
    }),
  )
}
