import type { Deps } from '#server/deps.ts'
import { takeOrTell } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'

/** Each request writes an email, and a picture may stay on the disk for a month. */
export const privacyLimits = { requestsPerDay: 30, filesPerDay: 60 } as const
const day = 24 * 60 * 60

export const spendRequest = (deps: Pick<Deps, 'pool'>, member: Person) =>
  spend(deps, `change:${member.id}`, privacyLimits.requestsPerDay)

export const spendChangeFile = (deps: Pick<Deps, 'pool'>, member: Person) =>
  spend(deps, `changefile:${member.id}`, privacyLimits.filesPerDay)

async function spend({ pool }: Pick<Deps, 'pool'>, key: string, limit: number): Promise<void> {
  await takeOrTell(pool, [{ key, limit, seconds: day }], 'too-many-changes')
}
