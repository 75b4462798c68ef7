import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema/members.ts'

/** Whoever has this address at this moment: one that was changed since is somebody's no more. */
const hasAddress = (address: string) => eq(users.email, address.toLowerCase())

export async function noteRefused(db: Queryable, address: string): Promise<void> {
  await db
    .update(users)
    .set({ emailRefusedAt: sql`now()` })
    .where(and(hasAddress(address), isNull(users.emailRefusedAt)))
}

/** It exists after all. */
export async function noteAccepted(db: Queryable, address: string): Promise<void> {
  await db
    .update(users)
    .set({ emailRefusedAt: null })
    .where(and(hasAddress(address), isNotNull(users.emailRefusedAt)))
}
