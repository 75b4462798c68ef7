import { count, eq, isNotNull } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'

/** A whole profile, for the member it belongs to and for those who may read any. */
const profileColumns = {
  id: users.id,
  idNumber: users.idNumber,
  firstName: users.firstName,
  middleName: users.middleName,
  lastName: users.lastName,
  suffix: users.suffix,
  email: users.email,
  militarySerial: users.militarySerial,
  unitAssignment: users.unitAssignment,
  unitAddress: users.unitAddress,
  region: users.region,
  rank: users.rank,
  ms: users.ms,
  militaryStatus: users.militaryStatus,
  reservistType: users.reservistType,
  rruChecked: users.rruChecked,
  aruChecked: users.aruChecked,
  birthday: users.birthday,
  height: users.height,
  weight: users.weight,
  bloodType: users.bloodType,
  philhealthNumber: users.philhealthNumber,
  personnelAddress: users.personnelAddress,
  cellphoneNumber: users.cellphoneNumber,
  contactPersonFirstName: users.contactPersonFirstName,
  contactPersonMiddleName: users.contactPersonMiddleName,
  contactPersonLastName: users.contactPersonLastName,
  contactPersonNumber: users.contactPersonNumber,
  contactPersonEmail: users.contactPersonEmail,
  contactPersonRelationship: users.contactPersonRelationship,
  approved: users.approved,
}

export async function findProfile(db: Queryable, id: string) {
  const [found] = await db.select(profileColumns).from(users).where(eq(users.id, id))
  return found ?? null
}

/** Applicants waiting and members approved; administrators who are not members count as neither. */
export async function countMembers(db: Queryable): Promise<{ pendingCount: number; approvedCount: number }> {
  const rows = await db
    .select({ approved: users.approved, people: count() })
    .from(users)
    .where(isNotNull(users.militarySerial))
    .groupBy(users.approved)
  const of = (approved: boolean) => rows.find((row) => row.approved === approved)?.people ?? 0
  return { pendingCount: of(false), approvedCount: of(true) }
}
