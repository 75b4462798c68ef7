import { z } from 'zod'
import { inOrder, movedBefore, recordOf } from '../../objects.ts'
import {
  asBloodType,
  isBloodType,
  unknownBloodType,
  birthday,
  email,
  inOrderOf,
  invalidPhone,
  line,
  militaryStatus,
  hasReservistType,
  reservistTypeRequired,
  optional,
  optionalEmail,
  optionalLines,
  paymentReference,
  pruneStatus,
  requiredLines,
  reservistType,
  serial,
  typedPhone,
} from '../fields.ts'
import type { PlainDate } from '../birthday.ts'
import { regions, services } from '../enums.ts'
import { memberFileKinds } from '../files.ts'
import { isIdNumber } from '../id-number.ts'
import { askedLabel, fieldNames, type MemberField } from '../member-fields.ts'
import { measureText, readMeasure, type Measure } from '../measures.ts'
import { isPhone } from '../phone.ts'
import { futureBirthday } from '../registration/registration.ts'

const idNumberRequired = 'ID Number is required and cannot be empty'

const name = (what: string) =>
  line(100)
    .min(2, `${what} must be at least 2 characters long`)
    .transform((typed) => typed.toUpperCase())
/** What cannot be read stays as typed: it may be an old value that nobody has changed (`whyNotProfile`). */
const measured = (which: Measure) => optional(40).transform((typed) => readMeasure(which, typed) ?? typed)
const phoneNumber = () => typedPhone(invalidPhone).refine(isPhone, invalidPhone)

/** The association's sentences about a profile write a label with capitals: `Unit Assignment is required`. */
const titleOf = (field: MemberField) => askedLabel(field).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

const rules = {
  ...requiredLines('profile', titleOf),
  ...optionalLines('profile'),
  /** Null for an applicant, who gets a number at approval and not before. */
  idNumber: line(40)
    .min(1, idNumberRequired)
    .transform((typed) => typed.toUpperCase())
    .refine((typed) => typed === '' || isIdNumber(typed), 'Invalid ID number format')
    .nullable(),
  firstName: name('First Name'),
  lastName: name('Last Name'),
  email: email(),
  militarySerial: serial(),
  region: z.enum(regions, 'Invalid region selected'),
  ms: z.enum(services, 'Invalid Military Service selected'),
  militaryStatus: militaryStatus(),
  reservistType: reservistType(),
  rruChecked: z.boolean().default(false),
  aruChecked: z.boolean().default(false),
  birthday: birthday(),
  height: measured('height'),
  weight: measured('weight'),
  bloodType: optional(10).transform(asBloodType).refine(isBloodType, unknownBloodType),
  cellphoneNumber: phoneNumber(),
  contactPersonNumber: phoneNumber(),
  contactPersonEmail: optionalEmail(),
  paymentReference: paymentReference(),
  /** Pictures that were sent while editing, to take the place of the present ones. */
  files: z
    .object(recordOf(memberFileKinds, () => z.uuid().optional()))
    .partial()
    .default({}),
  /** Of the record as it was read: an edit over somebody else's is refused. */
  version: z.number().int().min(1),
}

/** The order decides which errors are shown first. */
const fields = z.object(inOrder(rules, movedBefore(fieldNames, 'rank', 'militarySerial')))

/** The rule of each field. A change of one field alone is held to it, too. */
export const profileRules = fields.shape

/** What an administrator saves of a member, with the rules the association asks for. */
export const profileSchema = fields
  .refine(hasReservistType, reservistTypeRequired)
  .check(inOrderOf(fields.shape))
  .transform(pruneStatus)

export type ProfileForm = z.input<typeof profileSchema>
export type Profile = z.output<typeof profileSchema>

/** What the form alone cannot know: whose record it is, and which day it is. One sentence per field; empty when all is well. */
export function whyNotProfile(
  profile: Pick<Profile, 'idNumber' | 'birthday' | Measure>,
  member: { approved: boolean } & Record<Measure, string | null>,
  today: PlainDate,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (member.approved && profile.idNumber === null) wrong['idNumber'] = idNumberRequired
  if (!member.approved && profile.idNumber !== null) wrong['idNumber'] = 'ID numbers are given at approval'
  if (profile.birthday > today) wrong['birthday'] = futureBirthday
  for (const which of ['height', 'weight'] as const) {
    const value = profile[which]
    if (value !== '' && value !== member[which] && readMeasure(which, value) === null) wrong[which] = measureText[which]
  }
  return wrong
}
