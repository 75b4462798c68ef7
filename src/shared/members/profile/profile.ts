import { z } from 'zod'
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
  needsReservistType,
  optional,
  optionalEmail,
  paymentReference,
  pruneStatus,
  required,
  reservistType,
  serial,
  upperOptional,
} from '../fields.ts'
import type { PlainDate } from '../birthday.ts'
import { regions, services } from '../enums.ts'
import { memberFileKinds, type MemberFileKind } from '../files.ts'
import { isIdNumber } from '../id-number.ts'
import { foldPhone, isPhone } from '../phone.ts'
import { futureBirthday } from '../registration/registration.ts'

const idNumberRequired = 'ID Number is required and cannot be empty'

const name = (what: string) =>
  line(100)
    .min(2, `${what} must be at least 2 characters long`)
    .transform((typed) => typed.toUpperCase())
const phoneNumber = () => z.string(invalidPhone).overwrite(foldPhone).refine(isPhone, invalidPhone)

const sentFiles = Object.fromEntries(memberFileKinds.map((kind) => [kind, z.uuid().optional()])) as Record<
  MemberFileKind,
  z.ZodOptional<z.ZodUUID>
>

const fields = z.object({
  /** Null for an applicant, who gets a number at approval and not before. */
  idNumber: line(40)
    .min(1, idNumberRequired)
    .transform((typed) => typed.toUpperCase())
    .refine((typed) => typed === '' || isIdNumber(typed), 'Invalid ID number format')
    .nullable(),
  firstName: name('First Name'),
  middleName: upperOptional(),
  lastName: name('Last Name'),
  suffix: upperOptional(20),
  email: email(),
  rank: required('Rank', 40).transform((typed) => typed.toUpperCase()),
  militarySerial: serial(),
  unitAssignment: required('Unit Assignment'),
  unitAddress: optional(300),
  region: z.enum(regions, 'Invalid region selected'),
  ms: z.enum(services, 'Invalid Military Service selected'),
  militaryStatus: militaryStatus(),
  reservistType: reservistType(),
  rruChecked: z.boolean().default(false),
  aruChecked: z.boolean().default(false),
  birthday: birthday(),
  height: optional(20),
  weight: optional(20),
  bloodType: optional(10).transform(asBloodType).refine(isBloodType, unknownBloodType),
  philhealthNumber: optional(40),
  personnelAddress: optional(300),
  cellphoneNumber: phoneNumber(),
  contactPersonFirstName: required('Contact Person First Name', 100).transform((typed) => typed.toUpperCase()),
  contactPersonMiddleName: upperOptional(),
  contactPersonLastName: required('Contact Person Last Name', 100).transform((typed) => typed.toUpperCase()),
  contactPersonNumber: phoneNumber(),
  contactPersonEmail: optionalEmail(),
  contactPersonRelationship: required('Contact Person Relationship', 60),
  paymentReference: paymentReference(),
  /** Pictures that were sent while editing, to take the place of the present ones. */
  files: z.object(sentFiles).partial().default({}),
  /** Of the record as it was read: an edit over somebody else's is refused. */
  version: z.number().int().min(1),
})

/** What an administrator saves of a member, with the rules the association asks for. */
export const profileSchema = fields
  .refine((form) => !needsReservistType(form) || form.reservistType !== '', {
    path: ['reservistType'],
    message: 'Reservist type is required',
    when: () => true,
  })
  .check(inOrderOf(fields.shape))
  .transform(pruneStatus)

export type ProfileForm = z.input<typeof profileSchema>
export type Profile = z.output<typeof profileSchema>

/** What the form alone cannot know: whose record it is, and which day it is. One sentence per field; empty when all is well. */
export function whyNotProfile(
  profile: Pick<Profile, 'idNumber' | 'birthday'>,
  member: { approved: boolean },
  today: PlainDate,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (member.approved && profile.idNumber === null) wrong['idNumber'] = idNumberRequired
  if (!member.approved && profile.idNumber !== null) wrong['idNumber'] = 'ID numbers are given at approval'
  if (profile.birthday > today) wrong['birthday'] = futureBirthday
  return wrong
}
