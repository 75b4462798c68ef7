import { z } from 'zod'
import { birthdayPassword, asBirthdayPassword, isCalendarDate, type PlainDate } from '#shared/members/birthday.ts'
import { militaryStatuses, regions, reservistTypes, services } from '#shared/members/enums.ts'
import {
  asBloodType,
  isBloodType,
  unknownBloodType,
  invalidPhone,
  line,
  optional,
  optionalEmail,
  optionalLine,
  optionalLineNames,
  optionalMeasure,
  required,
  requiredLines,
  serial,
} from '#shared/members/fields.ts'
import { isIdNumber } from '#shared/members/id-number.ts'
import { fileFields } from '#shared/members/member-fields.ts'
import { foldPhone, isPhone } from '#shared/members/phone.ts'
import { inOrder, recordOf } from '#shared/objects.ts'

/** The fields of a member as a file spells them: the rules of the forms, with the freedom of a spreadsheet. */

const orNull = <Text extends string>(value: Text) => (value === '' ? null : (value as Exclude<Text, ''>))
const upper = (typed: string) => typed.toUpperCase()

/** A spreadsheet takes the `0` from a mobile number. */
const phone = () =>
  line(40)
    .transform((typed) => foldPhone(typed).replace(/^(?=9\d{9}$)/, '0'))
    .refine((folded) => folded === '' || isPhone(folded), invalidPhone)
    .transform(orNull)

/** Compared by its letters alone: `ncr`, `N.C.R.` and `NCR ` are one. */
const letters = (typed: string) => typed.toLowerCase().replaceAll(/[^a-z]/g, '')

/** One of a few words, however it is spelled; null when nothing is said. */
function oneOf<Word extends string>(words: readonly Word[], otherwise: Record<string, Word>, refusal: string) {
  const bySpelling = new Map([...words.map((word) => [letters(word), word] as const), ...Object.entries(otherwise)])
  return line().transform((typed, context): Word | null => {
    const word = typed === '' ? null : bySpelling.get(letters(typed))
    if (word !== undefined) return word
    context.addIssue({ code: 'custom', message: refusal })
    return z.NEVER
  })
}

const answers = new Map([
  ...['true', 'yes', 'y', '1', 'x', 'checked'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', ''].map((word) => [word, false] as const),
])

const yesOrNo = () =>
  line().transform((typed, context) => {
    const answer = answers.get(typed.toLowerCase())
    if (answer !== undefined) return answer
    context.addIssue({ code: 'custom', message: 'Please write yes or no' })
    return z.NEVER
  })

const writtenBirthday = () =>
  required('Birthday', 40).transform((typed, context): PlainDate => {
    const birthday = readWrittenBirthday(typed)
    if (birthday !== null) return birthday
    context.addIssue({ code: 'custom', message: whyNotBirthday(typed) })
    return z.NEVER
  })

const monthNumbers = new Map(
  Array.from({ length: 12 }, (_, n) => {
    const month = String(n + 1).padStart(2, '0')
    return [birthdayPassword(`2000-${month}-01`).slice(2, 5), month]
  }),
)

/** `1964-10-05` from that, `1964/10/5`, `05Oct1964`, `5 October 1964` or `October 5, 1964`; null from anything else. */
export function readWrittenBirthday(typed: string): PlainDate | null {
  const date = writtenDate(typed)
  return date !== null && isCalendarDate(date) ? date : null
}

/** The same, whether or not the calendar has such a day. */
function writtenDate(typed: string): string | null {
  const [, year, month = '', day = ''] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(typed) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : byMonthName(typed)
}

function byMonthName(typed: string): string | null {
  const dayFirst = typed.replace(/^([a-z]{3,9})\.? +(\d{1,2}),? +(\d{4})$/i, '$2 $1 $3')
  const stored = asBirthdayPassword(dayFirst)
  return stored && `${stored.slice(5)}-${monthNumbers.get(stored.slice(2, 5))}-${stored.slice(0, 2)}`
}

/** A birthday is also a password, so nothing is guessed: with the year last, two figures may stand in either order. */
function whyNotBirthday(typed: string): string {
  if (/^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}$/.test(typed))
    return 'We cannot tell the day from the month: please write the birthday as 1964-10-05 or 5 October 1964'
  if (/^\d{1,2}[\s-]*[a-z]{3,9}[\s-]*\d{2}$/i.test(typed)) return 'Please write the year of birth with four digits'
  if (/^(19|20)/.test(writtenDate(typed) ?? ''))
    return 'There is no such day in the calendar: please check the birthday'
  return 'Please write the birthday as 1964-10-05 or 5 October 1964'
}

export const importRules = {
  ...requiredLines('file'),
  ...recordOf(optionalLineNames('file'), (name) => optionalLine(name).transform(orNull)),
  idNumber: line(40)
    .transform(upper)
    .refine((typed) => typed === '' || isIdNumber(typed), 'Invalid ID number format')
    // New numbers follow the greatest, and a slip of the finger here would use up nearly all of them.
    .refine((typed) => !/-[5-9]\d\d-/.test(typed), 'This number is far higher than any in use. Is it mistyped?')
    .transform(orNull),
  email: optionalEmail().transform(orNull),
  militarySerial: serial(),
  region: oneOf(regions, { nationalcapitalregion: 'NCR', metromanila: 'NCR' }, 'Invalid region selected'),
  ms: oneOf(
    services,
    {
      army: 'PA',
      philippinearmy: 'PA',
      navy: 'PN',
      philippinenavy: 'PN',
      airforce: 'PAF',
      philippineairforce: 'PAF',
      technicalandadministrativeservice: 'TAS',
    },
    'Invalid Military Service selected',
  ),
  militaryStatus: oneOf(
    militaryStatuses,
    { chr: 'Civilian Human Resource (CHR)', civilianhumanresource: 'Civilian Human Resource (CHR)' },
    'Invalid military status selected',
  ),
  reservistType: oneOf(
    reservistTypes,
    { ready: 'Ready Reserve', standby: 'Standby Reserve', retired: 'Retired Reserve' },
    'Invalid reservist type selected',
  ),
  rruChecked: yesOrNo(),
  aruChecked: yesOrNo(),
  birthday: writtenBirthday(),
  height: optionalMeasure('height').transform(orNull),
  weight: optionalMeasure('weight').transform(orNull),
  bloodType: optional(10).transform(asBloodType).refine(isBloodType, unknownBloodType).transform(orNull),
  cellphoneNumber: phone(),
  contactPersonNumber: phone(),
  contactPersonEmail: optionalEmail().transform(orNull),
}

export const reservistsOnly = 'A reservist type is only for the military status Reservist'

export const importedPersonSchema = z
  .object(inOrder(importRules, fileFields))
  .refine((person) => person.reservistType === null || person.militaryStatus === 'Reservist', {
    path: ['reservistType'],
    message: reservistsOnly,
  })
  .transform((person) => {
    const ready = person.reservistType === 'Ready Reserve'
    return { ...person, rruChecked: ready && person.rruChecked, aruChecked: ready && person.aruChecked }
  })

/** A person as the file brings them, and as they would be stored. */
export type ImportedPerson = z.output<typeof importedPersonSchema>
