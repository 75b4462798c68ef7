import { and, eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { type NomineeSnapshot, nominees, users } from '#server/db/schema.ts'
import type { CandidatePhoto } from '#shared/elections/candidacy/profile.ts'
import type { Region, Service } from '#shared/members/enums.ts'

/** A candidate, as they were when nominated. */
export interface ApprovedNominee {
  id: string
  name: string
  rank: string
  ms: Service
  region: Region
  unit: string
  hasPhoto: boolean
}

/** `JUAN SANTOS DELA CRUZ III`: the middle name and the suffix distinguish people of the same name. */
export const fullNameOf = ({ first_name, middle_name, last_name, suffix }: Unproven): string =>
  [first_name, middle_name, last_name, suffix].filter(Boolean).join(' ')

/** `JUAN S. DELA CRUZ III`, on the ballot, in the results and on the certificate: of two whose names are short forms of one, each is seen. */
const ballotNameOf = ({ middle_name, ...rest }: NomineeSnapshot): string => {
  const [initial] = (middle_name ?? '').trim()
  return fullNameOf({ ...rest, middle_name: initial ? `${initial}.` : null })
}

/** `photo` is the one the candidate chose, if any. */
export function asNominee(id: string, data: NomineeSnapshot, photo: CandidatePhoto | null = null): ApprovedNominee {
  return {
    id,
    name: ballotNameOf(data),
    rank: data.rank ?? '',
    ms: data.ms,
    region: data.region,
    unit: data.unit_assignment ?? '',
    hasPhoto: data.profile_picture_path !== null || (photo !== null && photo !== 'profile picture'),
  }
}

export async function isNominated(db: Queryable, electionId: string, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: nominees.id })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), eq(nominees.userId, userId)))
  return found.length > 0
}

/** What a nomination stores about a person. */
export const snapshotColumns = {
  id: users.id,
  first_name: users.firstName,
  middle_name: users.middleName,
  last_name: users.lastName,
  suffix: users.suffix,
  rank: users.rank,
  military_serial: users.militarySerial,
  ms: users.ms,
  region: users.region,
  unit_assignment: users.unitAssignment,
  profile_picture_path: users.profilePicturePath,
  is_admin: users.isAdmin,
}

type Unproven = Omit<NomineeSnapshot, 'ms' | 'region'> & { [Key in 'ms' | 'region']: NomineeSnapshot[Key] | null }

/** A nominee must have a service and a region. */
export const isWhole = (person: Unproven): person is NomineeSnapshot => person.ms !== null && person.region !== null

/** The person as a nomination stores them. Locked, so that the record does not change while it is copied. */
export async function findSnapshot(tx: Queryable, userId: string) {
  const [found] = await tx.select(snapshotColumns).from(users).where(eq(users.id, userId)).for('share')
  return found ?? null
}
