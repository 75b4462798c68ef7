import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { uploads, users } from '#server/db/schema.ts'

/** What somebody's own pages show of them. */
export async function findMine(db: Queryable, id: string) {
  const [found] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      region: users.region,
      version: users.version,
      /** By the id it is opened with, never by its path. */
      photo: sql<
        string | null
      >`(select ${uploads.id} from ${uploads} where ${uploads.path} = ${users.profilePicturePath})`,
    })
    .from(users)
    .where(eq(users.id, id))
  return found ?? null
}
