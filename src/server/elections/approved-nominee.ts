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

export function asNominee(id: string, data: NomineeSnapshot): ApprovedNominee {
  return {
    id,
    name: `${data.first_name} ${data.last_name}`.trim(),
    rank: data.rank ?? '',
    ms: data.ms,
    region: data.region,
    unit: data.unit_assignment ?? '',
    hasPhoto: data.profile_picture_path !== null,
  }
}
