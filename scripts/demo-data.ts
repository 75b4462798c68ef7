import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { LinkSection } from '#shared/content/defaults.ts'
import type { LeaderGroup } from '#shared/content/schemas.ts'
import type { Service, Region } from '#shared/members/enums.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { accounts, leaders, links, settings, users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Site } from '#server/site.ts'
import { fillDemoElection } from './demo-election.ts'
import {
  applicantDocuments,
  insertUploads,
  memberDocuments,
  pathsByOwner,
  storeFiles,
  type Papers,
} from './demo-files.ts'

/** A made-up association: nobody in it is real. */

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
const units = [
  '1302ND RRIBN',
  'NAVAL RESERVE CENTER MANILA',
  '505TH AIR RESERVE GROUP',
  'TAS HEADQUARTERS',
  '7RCDG',
  '11TH RCDG',
]
const ranks: Record<Service, string[]> = {
  PA: ['2LT', '1LT', 'CPT', 'MAJ', 'LTC'],
  PN: ['ENS', 'LTJG', 'LT', 'LCDR'],
  PAF: ['2LT', '1LT', 'CPT', 'MAJ'],
  TAS: ['CPT', 'MAJ', 'LTC'],
}
const services: Service[] = ['PA', 'PA', 'PA', 'PN', 'PAF', 'TAS']
const regions: Region[] = ['NCR', 'Luzon', 'Visayas', 'Mindanao']
const birthdays = ['1964-10-05', '1958-03-21', '1971-09-14', '1980-12-01', '1992-06-30']

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

export const demoAdmin = { email: 'admin@demo.local', password: 'demo admin 2025' }
export const demoMember = { serial: 'O-200001', password: birthdayPassword(at(birthdays, 0)) }
const members = 300
const applicants = 12

/** Fills an empty site once; a later start finds it filled. */
export async function fillDemo({ deps }: Site): Promise<void> {
  const { db } = deps
  const already = await db.execute(sql`select 1 from users where military_serial = ${demoMember.serial}`)
  if (already.rows.length > 0) return

  const hashes = new Map(
    await Promise.all(birthdays.map(async (day) => [day, await hashPassword(birthdayPassword(day))] as const)),
  )
  const now = Date.now()
  const people = Array.from({ length: members + applicants }, (_, n) => somebody(n, now))
  const documents = people.map(documentsOf)
  const files = [
    ...(await memberDocuments(documents.slice(0, members))),
    ...(await applicantDocuments(documents.slice(members))),
  ]
  await storeFiles(deps, files)
  const paths = pathsByOwner(files)
  await inTransaction({ db }, async (tx) => {
    await insertUploads(tx, files)
    // Every row of a list to insert has the columns of the first.
    await tx.insert(users).values(people.map((person) => ({ ...noPapers, ...person, ...paths.get(person.id) })))
    await tx.insert(accounts).values(
      people.map(({ id, birthday }) => ({
        userId: id,
        accountId: id,
        providerId: 'credential',
        password: hashes.get(birthday) ?? null,
      })),
    )
    await tx.insert(links).values([...news, ...forMembers])
    await tx.insert(leaders).values([...board, ...officers])
    const value = { ...(await deps.settings()), ...contact }
    await tx.insert(settings).values({ value }).onConflictDoNothing()
  })
  await fillDemoElection(deps)
}

const noPapers = {
  profilePicturePath: null,
  photoUploadPath: null,
  commissionDocumentPath: null,
  paymentProofPath: null,
  signaturePath: null,
}

const numberOf = (n: number) => `ARRAPI-000-${String(n).padStart(3, '0')}`

const documentsOf = (person: ReturnType<typeof somebody>, n: number): Papers => ({
  ownerId: person.id,
  n,
  name: `${person.firstName} ${person.lastName}`,
  rank: person.rank,
  serial: person.militarySerial,
  reference: person.paymentReference,
})

const hour = 60 * 60_000
/** How long ago the applicants sent their forms, first to last. */
const hoursAgo = [76, 51, 50, 30, 27, 22, 9, 7, 5, 3, 1.2, 0.4]
/** This applicant gives the reference of somebody else's payment. */
const reusesReference = { applicant: 2, of: 5 }

function paymentReferenceOf(n: number): string {
  const payer = n === members + reusesReference.applicant ? reusesReference.of : n
  return String(9_041_228_771_000 + payer)
}

function somebody(n: number, now: number) {
  const ms = at(services, n * 7 + 1)
  const approved = n < members
  const number = n + 1
  return {
    id: randomUUID(),
    firstName: at(firstNames, n * 3),
    middleName: at(lastNames, n * 5 + 2),
    lastName: at(lastNames, n * 11 + 4),
    email: `member${number}@demo.local`,
    militarySerial: `O-${200_000 + number}`,
    birthday: at(birthdays, n),
    region: at(regions, n * 5),
    ms,
    rank: at(ranks[ms], n),
    militaryStatus: 'Reservist' as const,
    reservistType: 'Ready Reserve' as const,
    rruChecked: n % 2 === 0,
    unitAssignment: at(units, n),
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
    createdAt: approved ? new Date('2025-01-20T00:00:00+08:00') : new Date(now - at(hoursAgo, n - members) * hour),
    approved,
    approvedAt: approved ? new Date('2025-02-01T00:00:00+08:00') : null,
    idNumber: approved ? numberOf(number) : null,
  }
}

const news: (typeof links.$inferInsert)[] = [
  {
    section: 'Whats New',
    title: 'ID card printing schedule, Visayas',
    link: '#',
    createdAt: new Date('2025-03-12T08:00:00+08:00'),
  },
  {
    section: 'Whats New',
    title: 'Annual training guidance 2025',
    link: 'https://example.org/training',
    createdAt: new Date('2025-03-04T08:00:00+08:00'),
  },
  {
    section: 'Whats New',
    title: 'New officers take their oath',
    link: 'https://example.org/oath',
    createdAt: new Date('2025-02-27T08:00:00+08:00'),
  },
  {
    section: 'Events',
    title: 'Board of Trustees election, 29 March',
    link: '#',
    createdAt: new Date('2025-03-10T08:00:00+08:00'),
  },
  {
    section: 'Events',
    title: 'Araw ng Kagitingan march, 9 April',
    link: 'https://example.org/march',
    createdAt: new Date('2025-03-09T08:00:00+08:00'),
  },
  {
    section: 'Events',
    title: 'General assembly, Quezon City, 20 June',
    link: 'https://example.org/assembly',
    createdAt: new Date('2025-03-01T08:00:00+08:00'),
  },
]

const link = (section: LinkSection, day: string, title: string, address: string): typeof links.$inferInsert => ({
  section,
  title,
  link: address,
  createdAt: new Date(`${day}T08:00:00+08:00`),
})

const forMembers = [
  link('Whats New', '2025-02-20', 'Chapter in Davao opens its office', 'https://example.org/davao'),
  link('Whats New', '2025-02-11', 'Thank you to the relief volunteers of Bicol', 'https://example.org/bicol'),
  link('Whats New', '2025-01-30', 'Scholarships for members’ children', 'https://example.org/scholarships'),
  link('Programs and Projects', '2025-03-06', 'Basic life support training, four regions', 'https://example.org/bls'),
  link('Programs and Projects', '2025-02-14', 'One reservist, ten trees', 'https://example.org/trees'),
  link(
    'Programs and Projects',
    '2025-01-20',
    'Disaster response register: tell us your skills',
    'https://example.org/skills',
  ),
  link('Legalities', '2025-02-01', 'By-laws of the association, as amended', 'https://example.org/by-laws'),
  link(
    'Legalities',
    '2025-01-15',
    'Resolution 2025-01: rules of the election',
    'https://example.org/resolution-2025-01',
  ),
]

const leader = (
  group: LeaderGroup,
  order: number,
  rank: string,
  name: string,
  position: string,
): typeof leaders.$inferInsert => ({ group, order, rank, name, position })

const board = [
  leader('Board of Trustees', 1, 'BGEN', 'Eduardo M. Villanueva', 'Chairman of the Board'),
  leader('Board of Trustees', 2, 'COL', 'Teresita R. de la Peña', 'Vice Chairman'),
  leader('Board of Trustees', 3, 'CAPT', 'Ramon S. Ocampo', 'Trustee, Navy'),
  leader('Board of Trustees', 4, 'LTC', 'Maria Corazon Muñoz', 'Trustee, Army'),
  leader('Board of Trustees', 5, 'LTC', 'Antonio G. Bautista', 'Trustee, Air Force'),
  leader('Board of Trustees', 6, 'MAJ', 'Pilar D. Magsaysay', 'Trustee, Technical and Administrative Service'),
  leader('Board of Trustees', 7, 'MAJ', 'Vicente T. Soriano', 'Trustee, Army'),
]
const officers = [
  leader('Officers', 1, 'COL', 'Fernando A. Reyes', 'President'),
  leader('Officers', 2, 'LCDR', 'Gloria P. Nuñez', 'Secretary General'),
  leader('Officers', 3, 'CPT', 'Ricardo L. Torres', 'Treasurer'),
  leader('Officers', 4, '1LT', 'Ana B. Pascual', 'Public Information Officer'),
]

const contact = {
  socialUrl: 'https://example.org/arrapi',
  contactEmail: 'secretariat@example.org',
  contactPhone: '0917 123 4567',
  walletName: 'ARRAPI Treasurer',
  walletAccount: '0917 123 4567',
}
