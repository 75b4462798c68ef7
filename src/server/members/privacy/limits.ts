import type { Deps } from '#server/deps.ts'
import { takeOrTell } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { keyedHash } from '#server/signed-values.ts'

/** Each request writes an email, and a picture may stay on the disk for a month. */
export const privacyLimits = { requestsPerDay: 30, filesPerDay: 60 } as const
const day = 24 * 60 * 60

type Counting = Pick<Deps, 'pool' | 'siteKey'>

export const spendRequest = (deps: Counting, member: Person) =>
  spend(deps, 'change', member, privacyLimits.requestsPerDay)

export const spendChangeFile = (deps: Counting, member: Person) =>
  spend(deps, 'changefile', member, privacyLimits.filesPerDay)

async function spend({ pool, siteKey }: Counting, kind: string, { id }: Person, limit: number): Promise<void> {
  const key = `${kind}:${keyedHash(siteKey, 'member', id)}`
  await takeOrTell(pool, [{ key, limit, seconds: day }], 'too-many-changes')
}
