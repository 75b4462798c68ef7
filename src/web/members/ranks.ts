import type { Service } from '#shared/members/enums.ts'

const army = [
  'PVT',
  'PFC',
  'CPL',
  'SGT',
  'SSG',
  'TSG',
  'MSG',
  'SMSG',
  'CMSG',
  'FCMSG',
  'P2LT',
  '2LT',
  '1LT',
  'CPT',
  'MAJ',
  'LTC',
  'COL',
  'BGEN',
  'MGEN',
  'LTGEN',
  'GEN',
] as const
const airForce = [
  'AM',
  'A2C',
  'A1C',
  'SGT',
  'SSGT',
  'TSGT',
  'MSGT',
  'SMSGT',
  'CMSGT',
  'FCMSGT',
  'P2LT',
  '2LT',
  '1LT',
  'CPT',
  'MAJ',
  'LTCOL',
  'COL',
  'BGEN',
  'MGEN',
  'LTGEN',
  'GEN',
] as const
const navy = [
  'ASN',
  'SN2',
  'SN1',
  'PO3',
  'PO2',
  'PO1',
  'CPO',
  'SCPO',
  'MCPO',
  'FMCPO',
  'PENS',
  'ENS',
  'LTJG',
  'LT',
  'LCDR',
  'CDR',
  'CAPT',
  'COMMO',
  'RADM',
  'VADM',
  'ADM',
] as const

interface RankGroup {
  label: string
  ranks: readonly string[]
}

/** Offered, never enforced: ranks differ by service (a Navy captain is not an Army captain), and any other may be typed. */
export const ranksByService: Record<Service, readonly RankGroup[]> = {
  PA: [{ label: 'Army', ranks: army }],
  PN: [
    { label: 'Navy', ranks: navy },
    { label: 'Marines', ranks: army },
  ],
  PAF: [{ label: 'Air Force', ranks: airForce }],
  TAS: [{ label: 'Technical and Administrative Service', ranks: army }],
}
