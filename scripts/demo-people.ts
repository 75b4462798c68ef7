import { randomUUID } from 'node:crypto'
import type { Region, Service } from '#shared/members/enums.ts'
import { makeReference, referenceBytes } from '#shared/members/registration/reference.ts'

/** The made-up members and applicants: nobody here is real. */

const firstNames = [
  'JUAN',
  'MARIA',
  'JOSE',
  'ANA',
  'PEDRO',
  'LUZ',
  'RAMON',
  'TERESITA',
  'ANTONIO',
  'CORAZON',
  'EDUARDO',
  'ROSARIO',
  'MANUEL',
  'GLORIA',
  'FERNANDO',
  'IMELDA',
  'RICARDO',
  'NENITA',
  'VICENTE',
  'PILAR',
]
const lastNames = [
  'DELA CRUZ',
  'SANTOS',
  'REYES',
  'MUÑOZ',
  'GARCIA',
  'DE LA PEÑA',
  'BAUTISTA',
  'OCAMPO',
  'MENDOZA',
  'TORRES',
  'VILLANUEVA',
  'RAMOS',
  'AQUINO',
  'CASTRO',
  'NUÑEZ',
  'SORIANO',
  'PASCUAL',
  'MAGSAYSAY',
]
const units: Record<Service, string[]> = {
  PA: ['1302ND RRIBN', '7RCDG', '11TH RCDG'],
  PN: ['NAVAL RESERVE CENTER MANILA', 'NAVAL RESERVE CENTER CEBU'],
  PAF: ['505TH AIR RESERVE GROUP', '560TH AIR RESERVE GROUP'],
  TAS: ['TAS HEADQUARTERS'],
}
const ranks: Record<Service, string[]> = {
  PA: ['2LT', '1LT', 'CPT', 'MAJ', 'LTC'],
  PN: ['ENS', 'LTJG', 'LT', 'LCDR'],
  PAF: ['2LT', '1LT', 'CPT', 'MAJ'],
  TAS: ['CPT', 'MAJ', 'LTC'],
}
const services: Service[] = ['PA', 'PA', 'PA', 'PN', 'PAF', 'TAS']
const regions: Region[] = ['NCR', 'Luzon', 'Visayas', 'Mindanao']
export const birthdays = ['1964-10-05', '1958-03-21', '1971-09-14', '1980-12-01', '1992-06-30']

export const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

export const firstBirthday = at(birthdays, 0)
export const memberCount = 300
export const applicantCount = 12

/** The first of them have been members since before the earlier election. */
const membersOf2022 = 180

const hour = 60 * 60_000
/** How long ago the applicants sent their forms, first to last. */
const hoursAgo = [76, 51, 50, 30, 27, 22, 9, 7, 5, 3, 1.2, 0.4]
/** O-200005 has left the association. */
export const withdrawn = 5
/** This applicant gives the reference of somebody else's payment. */
const reusesReference = { applicant: 2, of: 5 }

function paymentReferenceOf(n: number): string {
  const payer = n === memberCount + reusesReference.applicant ? reusesReference.of : n
  return String(9_041_228_771_000 + payer)
}

/** Always the same, so that the README can name them. */
export const referenceOf = (applicant: number): string =>
  makeReference(Uint8Array.from({ length: referenceBytes }, (_, n) => (applicant * 31 + n * 97 + 7) % 256))

/** After so many the names would come again. */
const namesRepeat = 180
/** This applicant has the name and the birthday of a member. */
const double = memberCount + 7

export function somebody(n: number, now: number) {
  const ms = at(services, n * 7 + 1)
  const approved = n < memberCount
  const joined = n < membersOf2022 ? '2022-11' : '2025-02'
  const number = n + 1
  return {
    id: randomUUID(),
    firstName: at(firstNames, n * 3),
    middleName: at(lastNames, n * 5 + 2),
    lastName: at(lastNames, n * 11 + 4 + (n === double ? 0 : Math.floor(n / namesRepeat))),
    email: `member${number}@demo.local`,
    militarySerial: `O-${200_000 + number}`,
    birthday: at(birthdays, n),
    region: at(regions, n * 5),
    ms,
    rank: at(ranks[ms], n),
    militaryStatus: 'Reservist' as const,
    reservistType: 'Ready Reserve' as const,
    rruChecked: n % 2 === 0,
    unitAssignment: at(units[ms], n),
    unitAddress: 'Camp General Emilio Aguinaldo, Quezon City',
    height: `${160 + (n % 25)} cm`,
    weight: `${58 + (n % 30)} kg`,
    bloodType: at(['O+', 'A+', 'B+', 'AB+'], n),
    personnelAddress: 'Quezon City',
    cellphoneNumber: `0917${String(1_000_000 + number)}`,
    contactPersonFirstName: 'LUZ',
    contactPersonLastName: at(lastNames, n + 1),
    contactPersonNumber: `0918${String(1_000_000 + number)}`,
    contactPersonRelationship: 'Spouse',
    paymentReference: paymentReferenceOf(n),
    createdAt: approved ? Date.parse(`${joined}-01T09:00:00+08:00`) : now - at(hoursAgo, n - memberCount) * hour,
    approved,
    approvedAt: approved ? Date.parse(`${joined}-10T09:00:00+08:00`) : null,
    memberSince: approved ? `${joined}-10` : null,
    idNumber: approved ? `ARRAPI-000-${String(number).padStart(3, '0')}` : null,
    applicationReference: approved ? null : referenceOf(n - memberCount),
    withdrawnAt: number === withdrawn ? Date.parse('2025-03-02T09:00:00+08:00') : null,
  }
}
