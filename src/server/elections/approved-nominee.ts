import type { CandidatePhoto } from '#shared/elections/candidacy/profile.ts'
import type { Region, Service } from '#shared/members/enums.ts'
import type { NomineeSnapshot } from '#server/db/schema.ts'

/** A nominee whom one can vote for, as they were when nominated. */
export interface ApprovedNominee {
  id: string
  name: string
  rank: string
  ms: Service
  region: Region
  unit: string
  hasPhoto: boolean
}

/** `JUAN SANTOS DELA CRUZ`: two people of one name are told apart by the middle one. */
export const fullNameOf = ({ first_name, middle_name, last_name }: NomineeSnapshot): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

/** `photo` is what the candidate chose, if they did. */
export function asNominee(id: string, data: NomineeSnapshot, photo: CandidatePhoto | null = null): ApprovedNominee {
  return {
    id,
    name: `${data.first_name} ${data.last_name}`.trim(),
    rank: data.rank ?? '',
    ms: data.ms,
    region: data.region,
    unit: data.unit_assignment ?? '',
    hasPhoto: data.profile_picture_path !== null || (photo !== null && photo !== 'profile picture'),
  }
}
