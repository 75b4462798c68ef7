import { and, eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { nominees, users, type NomineeSnapshot } from '#server/db/schema.ts'

export async function isNominated(db: Queryable, electionId: string, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: nominees.id })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), eq(nominees.userId, userId)))
  return found.length > 0
}

/** What a nomination keeps of a person. */
export const snapshotColumns = {
  id: users.id,
  first_name: users.firstName,
  middle_name: users.middleName,
  last_name: users.lastName,
  rank: users.rank,
  military_serial: users.militarySerial,
  ms: users.ms,
  region: users.region,
  unit_assignment: users.unitAssignment,
  profile_picture_path: users.profilePicturePath,
  is_admin: users.isAdmin,
}

type Unproven = Omit<NomineeSnapshot, 'ms' | 'region'> & { [Key in 'ms' | 'region']: NomineeSnapshot[Key] | null }

/** Somebody with a service and a region, as a nominee must be. */
export const isWhole = (person: Unproven): person is NomineeSnapshot => person.ms !== null && person.region !== null

/** The person as a nomination keeps them. Held, so that the record does not change while it is copied. */
export async function findSnapshot(tx: Queryable, userId: string) {
  const [found] = await tx.select(snapshotColumns).from(users).where(eq(users.id, userId)).for('share')
  return found ?? null
}
