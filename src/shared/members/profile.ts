import { z } from 'zod'
import {
  birthday,
  email,
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
} from './fields.ts'
import { regions, services } from './enums.ts'
import { memberFileKinds, type MemberFileKind } from './files.ts'
import { isIdNumber } from './id-number.ts'
import { foldPhone, isPhone } from './phone.ts'

const name = (what: string) =>
  line(100)
    .min(2, `${what} must be at least 2 characters long`)
    .transform((typed) => typed.toUpperCase())
const phoneNumber = () => line(40).transform(foldPhone).refine(isPhone, invalidPhone)

const files = Object.fromEntries(memberFileKinds.map((kind) => [kind, z.uuid().optional()])) as Record<
  MemberFileKind,
  z.ZodOptional<z.ZodUUID>
>

/** What an administrator saves of a member, with the rules the association asks for. */
export const profileSchema = z
  .object({
    idNumber: line(40)
      .min(1, 'ID Number is required and cannot be empty')
      .transform((typed) => typed.toUpperCase())
      .refine((typed) => typed === '' || isIdNumber(typed), 'Invalid ID number format'),
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
    bloodType: optional(10),
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
    files: z.object(files).partial().default({}),
    /** Of the record as it was read: an edit over somebody else's is refused. */
    version: z.number().int().min(1),
  })
  .refine((form) => !needsReservistType(form) || form.reservistType !== '', {
    path: ['reservistType'],
    message: 'Reservist type is required',
    when: () => true,
  })
  .transform(pruneStatus)

export type ProfileForm = z.input<typeof profileSchema>
export type Profile = z.output<typeof profileSchema>
