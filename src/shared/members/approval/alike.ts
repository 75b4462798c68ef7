/** What two records have in common that two people should not. */
export type SameThing = 'serial' | 'person' | 'reference' | 'picture'

export interface AlikeRecord {
  id: string
  name: string
  militarySerial: string | null
  birthday: string | null
  idNumber: string | null
  standing: 'member' | 'withdrawn' | 'waiting' | 'sent back'
  /** Milliseconds since 1970. */
  appliedAt: number
  /** The id of the profile picture's file. */
  picture: string | null
  same: SameThing[]
}

/** What an application looks like. */
export interface Alike {
  records: AlikeRecord[]
  /** When an application with this serial number and birthday was last rejected. */
  rejectedAt: number | null
}

export const alikeText = {
  title: 'Compare',
  thisOne: 'This application',
  serial: 'Serial',
  birthday: 'Birthday',
  standing: 'Where it stands',
  open: 'Open this record',
  same: {
    serial: 'Same serial number, apart from hyphens and look-alikes',
    person: 'Same name and birthday',
    reference: 'Same payment reference',
    picture: 'Same payment picture',
  } satisfies Record<SameThing, string>,
  standings: {
    member: 'Member',
    withdrawn: 'Membership withdrawn',
    waiting: 'Waiting for approval',
    'sent back': 'Sent back to the applicant',
  } satisfies Record<AlikeRecord['standing'], string>,
  rejected: (when: string) =>
    `An application with this serial number and birthday was rejected on ${when}. Nothing else of it was kept.`,
  failed: 'The other record could not be loaded',
} as const
