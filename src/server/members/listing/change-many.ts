import { and, asc, inArray, not, sql } from 'drizzle-orm'
import { appendAudits } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import type { ManyChange } from '#shared/members/listing/change-many.ts'
import { filterFor, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { memberConditions } from './member-conditions.ts'

const batch = 500

/**
 * Changes the next batch of matching members who have a different value. Callers repeat it until nobody is changed, and can start
 * again after a failure. Administrators' records are skipped, as in an import.
 */
export async function changeMany(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  admin: Person,
  filter: MemberFilter,
  { field, value }: ManyChange,
): Promise<{ changed: number }> {
  const context = { reader: admin, settings: await deps.settings(), now: deps.clock.now() }
  const which = await memberConditions(deps.db, filterFor(admin, filter), context)
  return inTransaction(deps, async (tx) => {
    const held = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(which, not(users.isAdmin), sql`${users[field]} is distinct from ${value}`))
      .orderBy(asc(users.id))
      .limit(batch)
      .for('update')
    const ids = held.map(({ id }) => id)
    if (ids.length === 0) return { changed: 0 }
    await tx
      .update(users)
      .set({ [field]: value, version: sql`${users.version} + 1`, updatedAt: sql`now()` })
      .where(inArray(users.id, ids))
    await appendAudits(
      tx,
      deps.clock,
      ids.map((subject) => ({
        actor: admin.id,
        action: 'member edited',
        subject,
        detail: { changed: field, together: true },
      })),
    )
    return { changed: ids.length }
  })
}
