import { timingSafeEqual } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { spendChoice } from '#server/members/member-limits.ts'
import { keyedHash } from '#server/signed-values.ts'
import { AppError } from '#shared/errors.ts'
import { uuid } from '#shared/uuid.ts'

/** The secret in an unsubscribe link: the member's id, signed by the site. It allows nothing but this choice. */
export const unsubscribeToken = (siteKey: string, memberId: string): string =>
  `${memberId}.${keyedHash(siteKey, 'unsubscribe', memberId)}`

const token = new RegExp(String.raw`^(${uuid})\.([\w-]{22})$`)

function memberOf(siteKey: string, linkToken: string): string {
  const [, memberId = '', hash = ''] = token.exec(linkToken) ?? []
  const isOurs = timingSafeEqual(
    Buffer.from(keyedHash(siteKey, 'unsubscribe', memberId)),
    Buffer.from(hash.padEnd(22, ' ')),
  )
  if (!isOurs) throw new AppError('unsubscribe-link-wrong')
  return memberId
}

type SubscriptionDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'siteKey'>

/** How the choice was made, for the log. */
type By = 'the link in an email' | 'the mail program' | 'the profile'

/** Needs no login: whoever has the email has the link. */
export async function chooseByLink(
  deps: SubscriptionDeps,
  { token: linkToken, wanted }: { token: string; wanted: boolean },
  by: By = 'the link in an email',
): Promise<void> {
  await choose(deps, memberOf(deps.siteKey, linkToken), { wanted, by })
}

/** The switch on the profile, for the member alone. */
export async function chooseOnProfile(deps: SubscriptionDeps, person: Person, id: string, wanted: boolean) {
  if (person.id !== id) throw new AppError('not-allowed')
  await choose(deps, id, { wanted, by: 'the profile' })
}

/** Repeating a choice changes nothing. An email being sent right now still goes out; every later one checks first. */
async function choose(deps: SubscriptionDeps, id: string, { wanted, by }: { wanted: boolean; by: By }): Promise<void> {
  if (wanted) await spendChoice(deps, { id })
  await inTransaction(deps, async (tx) => {
    const isMember = and(eq(users.id, id), users.approved, isNull(users.erasedAt), isNotNull(users.militarySerial))
    const changed = await tx
      .update(users)
      .set({ unsubscribedAt: wanted ? null : sql`now()` })
      .where(and(isMember, wanted ? isNotNull(users.unsubscribedAt) : isNull(users.unsubscribedAt)))
    if (changed.rowCount === 0) {
      const [member] = await tx.select({ id: users.id }).from(users).where(isMember)
      if (!member) throw new AppError('unsubscribe-link-wrong')
      return
    }
    const action = wanted ? 'emails turned on' : 'emails turned off'
    await appendAudit(tx, deps.clock, { actor: id, action, subject: id, detail: { by } })
  })
}

/** A mail server may have been wrong about an address, or its owner fixed it. Clearing twice is the same as once. */
export async function clearRefused(deps: Pick<Deps, 'db' | 'clock'>, admin: Person, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ emailRefusedAt: null })
      .where(and(eq(users.id, id), isNotNull(users.emailRefusedAt)))
    if (rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'refused address cleared', subject: id })
  })
}
