import type { Deps } from '#server/deps.ts'
import { takeOrRefuse } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { keyedHash } from '#server/signed-values.ts'
import { daySeconds } from '#shared/time.ts'

/** Each request sends an email, a picture may stay on the disk for a month, and a choice is a permanent log entry. */
export const memberLimits = { requestsPerDay: 30, filesPerDay: 60, choicesPerDay: 30 } as const

type Counting = Pick<Deps, 'pool' | 'siteKey'>

export const spendRequest = (deps: Counting, member: Person) =>
  spend(deps, 'change', member, memberLimits.requestsPerDay)

export const spendChangeFile = (deps: Counting, member: Person) =>
  spend(deps, 'changefile', member, memberLimits.filesPerDay)

/** For giving consent or turning emails on. Turning off is not counted, so that nobody is kept from it. */
export const spendChoice = (deps: Counting, member: Pick<Person, 'id'>) =>
  spend(deps, 'choice', member, memberLimits.choicesPerDay)

async function spend({ pool, siteKey }: Counting, kind: string, { id }: Pick<Person, 'id'>, limit: number) {
  const key = `${kind}:${keyedHash(siteKey, 'member', id)}`
  await takeOrRefuse(pool, [{ key, limit, seconds: daySeconds }], 'too-many-changes')
}
