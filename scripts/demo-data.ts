import { sql } from 'drizzle-orm'
import type { Service, Region } from '#shared/members/enums.ts'
import { birthdatePassword } from '#shared/members/birthdate.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { accounts, links, settings, users } from '#server/db/schema.ts'
import type { Site } from '#server/site.ts'

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
export const demoMember = { serial: 'O-200001', password: birthdatePassword(at(birthdays, 0)) }
const members = 300
const applicants = 12

/** Fills an empty site once; a later start finds it filled. */
export async function fillDemo({ deps }: Site): Promise<void> {
  const { db } = deps
  const already = await db.execute(sql`select 1 from users where military_serial = ${demoMember.serial}`)
  if (already.rows.length > 0) return

  const hashes = new Map(
    await Promise.all(birthdays.map(async (day) => [day, await hashPassword(birthdatePassword(day))] as const)),
  )
  const people = Array.from({ length: members + applicants }, (_, n) => somebody(n))
  await db.transaction(async (tx) => {
    const made = await tx.insert(users).values(people).returning({ id: users.id, birthday: users.birthday })
    await tx.insert(accounts).values(
      made.map(({ id, birthday }) => ({
        userId: id,
        accountId: id,
        providerId: 'credential',
        password: hashes.get(birthday ?? '') ?? null,
      })),
    )
    await tx.insert(links).values(news)
    const value = { ...(await deps.settings()), ...contact }
    await tx.insert(settings).values({ value }).onConflictDoNothing()
  })
}

function somebody(n: number): typeof users.$inferInsert {
  const ms = at(services, n * 7 + 1)
  const approved = n < members
  const number = n + 1
  return {
    firstName: at(firstNames, n * 3),
    middleName: at(lastNames, n * 5 + 2),
    lastName: at(lastNames, n * 11 + 4),
    email: `member${number}@demo.local`,
    militarySerial: `O-${200_000 + number}`,
    birthday: at(birthdays, n),
    region: at(regions, n * 5),
    ms,
    rank: at(ranks[ms], n),
    militaryStatus: 'Reservist',
    reservistType: 'Ready Reserve',
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
    approved,
    approvedAt: approved ? new Date('2025-02-01T00:00:00+08:00') : null,
    idNumber: approved ? `ARRAPI-000-${String(number).padStart(3, '0')}` : null,
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

const contact = {
  socialUrl: 'https://example.org/arrapi',
  contactEmail: 'secretariat@example.org',
  contactPhone: '0917 123 4567',
  walletName: 'ARRAPI Treasurer',
  walletAccount: '0917 123 4567',
}
