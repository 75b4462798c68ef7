import { z } from 'zod'
import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { militaryStatuses, regions, reservistTypes, services } from '#shared/members/enums.ts'
import {
  asBloodType,
  isBloodType,
  unknownBloodType,
  invalidPhone,
  lineRule,
  optionalLineRule,
  optionalEmail,
  optionalLine,
  optionalLineNames,
  optionalMeasure,
  pruneRecord,
  requiredLineRule,
  requiredLines,
  serial,
  wrongRegion,
  wrongService,
} from '#shared/members/fields.ts'
import { isIdNumber } from '#shared/members/id-number.ts'
import { foldPhone, isPhone, whyDoubtPhone } from '#shared/members/phone.ts'
import { futureBirthday } from '#shared/members/registration/registration.ts'
import { withKeysFirst, recordOf } from '#shared/objects.ts'
import { isPlainDate, type PlainDate } from '#shared/time.ts'
import { importFields } from './columns.ts'
import { isDamaged } from './split-name.ts'

/** Validates the fields of a member in a file: the same rules as the forms, but more lenient about spelling. */

const orNull = <Text extends string>(value: Text) => (value === '' ? null : (value as Exclude<Text, ''>))
const upper = (typed: string) => typed.toUpperCase()

/** Spreadsheets drop the leading `0` of a mobile number. */
const phone = () =>
  lineRule(40)
    .transform((typed) => foldPhone(typed).replace(/^(?=9\d{9}$)/, '0'))
    .refine((folded) => folded === '' || isPhone(folded), invalidPhone)
    .transform(orNull)

/** The first of several numbers in a cell, `09171234567 / 0918 765 4321`, as it is stored. Null if it is not whole. */
export function firstPhone(text: string): string | null {
  const [figures = ''] = /[+(]*\d[\d\s()+.\p{Pd}]*/u.exec(text) ?? []
  const parts = figures.split(' ')
  for (const place of parts.keys()) {
    const { data } = phone().safeParse(parts.slice(0, place + 1).join(' '))
    if (data?.startsWith('0') && whyDoubtPhone(data) === null) return data
  }
  return null
}

/** Keeps letters and digits only, so that `ncr`, `N.C.R.` and `NCR ` are equal. */
const bare = (typed: string) => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Accepts any known spelling of one of these words. Null for an empty cell. */
function oneOf<Word extends string>(words: readonly Word[], spellings: Partial<Record<Word, string>>, refusal: string) {
  const bySpelling = new Map(
    words.flatMap((word) =>
      [word, ...(spellings[word]?.split(/,\s*/) ?? [])].map((each) => [bare(each), word] as const),
    ),
  )
  return lineRule().transform((typed, context): Word | null => {
    const word = typed === '' ? null : bySpelling.get(bare(typed))
    if (word !== undefined) return word
    context.addIssue({ code: 'custom', message: refusal })
    return z.NEVER
  })
}

/** The country's regions by the names, Roman numerals and numbers that people use. */
const regionSpellings = {
  NCR: 'National Capital Region, Metro Manila, Manila, NCR - Metro Manila',
  Luzon: `${numbered('I', '1', 'Ilocos')}, ${numbered('II', '2', 'Cagayan Valley')}, ${numbered('III', '3', 'Central Luzon')},
    ${numbered('IV', '4', 'Southern Tagalog')}, ${numbered('IV-A', '4A', 'CALABARZON')}, ${numbered('IV-B', '4B', 'MIMAROPA')},
    ${numbered('V', '5', 'Bicol')}, CAR, Cordillera, Cordillera Administrative Region, Northern Luzon, Southern Luzon`,
  Visayas: `${numbered('VI', '6', 'Western Visayas')}, ${numbered('VII', '7', 'Central Visayas')},
    ${numbered('VIII', '8', 'Eastern Visayas')}, ${numbered('XVIII', '18', 'Negros Island')}, NIR`,
  Mindanao: `${numbered('IX', '9', 'Zamboanga Peninsula')}, ${numbered('X', '10', 'Northern Mindanao')},
    ${numbered('XI', '11', 'Davao')}, ${numbered('XII', '12', 'SOCCSKSARGEN')}, ${numbered('XIII', '13', 'Caraga')}, BARMM, ARMM`,
}

function numbered(roman: string, figure: string, name: string): string {
  const numbers = ['', 'Region ', 'Reg ', 'R'].flatMap((before) => [before + roman, before + figure])
  return [...numbers, name, `${name} Region`, ...numbers.map((number) => `${number} ${name}`)].join(', ')
}

const answers = new Map([
  ...['true', 'yes', 'y', '1', 'x', 'checked'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', ''].map((word) => [word, false] as const),
])

const yesOrNo = () =>
  lineRule().transform((typed, context) => {
    const answer = answers.get(typed.toLowerCase())
    if (answer !== undefined) return answer
    context.addIssue({ code: 'custom', message: 'Please write yes or no' })
    return z.NEVER
  })

/** A birthday is also a password, so we never guess the order of day and month, nor the century for a child. */
const writtenBirthday = () =>
  requiredLineRule('Birthday', 40).transform((typed, context): PlainDate => {
    const read = readBirthday(typed)
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (read?.status === 'impossible' && readBirthday(typed, lastPaidYear)?.status !== 'impossible')
      return refuse(futureBirthday)
    if (read?.status === 'impossible' && readBirthday(typed, lastPaidYear, 1000)?.status !== 'impossible')
      return refuse('This birthday is too long ago: please check the year')
    if (read?.status === 'impossible') return refuse('There is no such day in the calendar: please check the birthday')
    if (read?.status === 'ambiguous')
      return refuse('We cannot tell the day from the month: please write it like 1964-10-05 or 5 October 1964')
    if (read === null || !isPlainDate(read.date)) return refuse('Please write it like 1964-10-05 or 5 October 1964')
    if (!/\d{4}/.test(typed) && read.date > lastShortYear)
      return refuse('Please write the year of birth with four digits')
    return read.date
  })
/** A two-digit `12` may mean 1912 or 2012. */
const lastShortYear = '2010-12-31'

export const lastPaidYear = 2099

/** Many lists only have the year in which somebody joined. */
const writtenStart = () => z.preprocess((typed) => yearAlone(typed) ?? typed, writtenDay())

export const yearAlone = (typed: unknown): PlainDate | null =>
  typeof typed === 'string' && /^\s*(?:19|20)\d\d\s*$/.test(typed) ? `${typed.trim()}-01-01` : null

/** An optional date. A `paid until` date may be many years ahead, for instance for members who paid for life. */
function writtenDay() {
  return lineRule(40).transform((typed, context): PlainDate | null => {
    if (typed === '' || isPlainDate(typed)) return orNull(typed)
    const read = readBirthday(typed, lastPaidYear)
    if (read?.status === 'clear' && isPlainDate(read.date)) return read.date
    context.addIssue({ code: 'custom', message: 'Please write the day like 2026-12-31 or 31 December 2026' })
    return z.NEVER
  })
}

/** Applies to members and contact persons: `PEÃ±A` would be printed on a card, and no search would find it. */
export const isNamePart = (field: string): boolean => /(?:first|middle|last)name$/i.test(field)
const damagedName = 'Some letters of this name are damaged'
const isWhole = (name: string) => !isDamaged(name)
const requiredNames = requiredLines('file')

export const importRules = {
  firstName: requiredNames.firstName.refine(isWhole, damagedName),
  lastName: requiredNames.lastName.refine(isWhole, damagedName),
  ...recordOf(optionalLineNames('file'), (field) =>
    optionalLine(field)
      .refine((text) => !isNamePart(field) || isWhole(text), damagedName)
      .transform(orNull),
  ),
  idNumber: lineRule(40)
    .transform(upper)
    .refine((typed) => typed === '' || isIdNumber(typed), 'Invalid ID number format')
    // New numbers continue from the highest, so one mistyped number here could use up almost all of them.
    .refine((typed) => !/-[5-9]\d\d-/.test(typed), 'This number is far higher than any in use. Is it mistyped?')
    .transform(orNull),
  memberSince: writtenStart(),
  email: optionalEmail().transform(orNull),
  militarySerial: serial(),
  region: oneOf(regions, regionSpellings, wrongRegion),
  ms: oneOf(
    services,
    {
      PA: 'Army, Philippine Army, Phil Army, PA Res, Army Reserve, Hukbong Katihan, Hukbong Katihan ng Pilipinas, Katihan',
      PN: 'Navy, Philippine Navy, Phil Navy, PN Res, Marines, Philippine Marines, Marine Corps, Philippine Marine Corps, PMC, PN(M), Hukbong Dagat, Hukbong Dagat ng Pilipinas, Hukbong Pandagat, Dagat',
      PAF: 'Air Force, Philippine Air Force, Phil Air Force, PAF Res, Hukbong Himpapawid, Hukbong Himpapawid ng Pilipinas, Hukbong Panghimpapawid, Himpapawid',
      TAS: 'Technical and Administrative Service, Technical & Administrative Service, Tech Service, AFP TAS',
    },
    wrongService,
  ),
  militaryStatus: oneOf(
    militaryStatuses,
    {
      Regular: 'Reg, Regulars, Active, Active duty',
      Reservist: 'Res, Reserve, Reservists, AFP Reservist',
      'Civilian Human Resource (CHR)': 'CHR, Civilian Human Resource, Civilian, Civ HR',
    },
    'Invalid military status selected',
  ),
  reservistType: oneOf(
    reservistTypes,
    {
      'Ready Reserve': 'Ready, Ready Reservist, RR',
      'Standby Reserve': 'Standby, Standby Reservist, Stand-by Reservist',
      'Retired Reserve': 'Retired, Retired Reservist',
    },
    'Invalid reservist type selected',
  ),
  rruChecked: yesOrNo(),
  aruChecked: yesOrNo(),
  birthday: writtenBirthday(),
  height: optionalMeasure('height').transform(orNull),
  weight: optionalMeasure('weight').transform(orNull),
  bloodType: optionalLineRule(10).transform(asBloodType).refine(isBloodType, unknownBloodType).transform(orNull),
  cellphoneNumber: phone(),
  contactPersonNumber: phone(),
  contactPersonEmail: optionalEmail().transform(orNull),
  duesPaidUntil: writtenDay(),
}

export const reservistsOnly = 'A reservist type is only for the military status Reservist'

export const importedPersonSchema = z
  .object(withKeysFirst(importRules, importFields))
  // Anyone with a reservist type is a reservist, even if the file has no column for the military status.
  .overwrite((person) => ({
    ...person,
    militaryStatus: person.militaryStatus ?? (person.reservistType && 'Reservist'),
  }))
  .refine((person) => person.reservistType === null || person.militaryStatus === 'Reservist', {
    path: ['reservistType'],
    message: reservistsOnly,
  })
  .transform((person) => pruneRecord(person))

/** A person from the file, in the form to be stored. */
export type ImportedPerson = z.output<typeof importedPersonSchema>
