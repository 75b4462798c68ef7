import { asc, eq } from 'drizzle-orm'
import type { Clock } from '#server/clock.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { eraseMember } from '#server/members/privacy/erase-member.ts'
import { lockMember } from '#server/members/privacy/queries.ts'
import type { ErasedMember } from './erased-members.ts'

export interface Erased {
  members: number
  administrators: number
  /** Of the erased members' files. */
  paths: Set<string>
}

/**
 * Erases those whose data was deleted after the backup was made. Returns how many, and their files, which need not be restored.
 * Run again it finds nobody left. An administrator is never erased; `administrators` says how many were on the list.
 */
export async function eraseAgain(
  { db, clock }: { db: Database; clock: Clock },
  erased: readonly ErasedMember[],
): Promise<Erased> {
  const done: Erased = { members: 0, administrators: 0, paths: new Set() }
  // Who answered their requests is not in the backup; somebody must have.
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.createdAt))
    .limit(1)
  for (const { id, erasedAt } of erased)
    await inTransaction({ db }, async (tx) => {
      const member = await lockMember(tx, id)
      if (!member) return
      if (member.isAdmin) return void (done.administrators += 1)
      const now = Math.min(Math.max(Date.parse(erasedAt), 0), clock.now())
      const released = await eraseMember(tx, id, member, { by: admin?.id ?? id, now })
      await appendAudit(tx, clock, { actor: 'system', action: 'member erased', subject: id })
      for (const path of released) done.paths.add(path)
      done.members += 1
    })
  return done
}
