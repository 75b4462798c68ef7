import { z } from 'zod'
import {
  birthday,
  email,
  line,
  militaryStatus,
  needsReservistType,
  optional,
  optionalEmail,
  paymentReference,
  phone,
  pruneStatus,
  region,
  required,
  reservistType,
  serial,
  service,
  upperOptional,
  upperRequired,
} from './fields.ts'
import { privacyNoticeVersion } from './privacy.ts'

/** An upload that was finished before the form is sent, by its id. */
const sent = (what: string) =>
  line()
    .min(1, `${what} is required`)
    .pipe(z.uuid(`${what} is required`))

/** The whole registration, in the order of the form. The order also decides which errors are shown first. */
export const registrationSchema = z
  .object({
    profilePicture: sent('2x2 profile picture'),
    firstName: upperRequired('First name'),
    middleName: upperOptional(),
    lastName: upperRequired('Last name'),
    suffix: upperOptional(20),
    unitAssignment: required('Unit assignment'),
    unitAddress: optional(300),
    region: region(),
    birthday: birthday(),
    height: required('Height', 20),
    bloodType: required('Blood type', 10),
    weight: required('Weight', 20),
    philhealthNumber: optional(40),
    personnelAddress: required('Personnel address', 300),
    email: email(),
    cellphoneNumber: phone('Cellphone number'),
    contactPersonFirstName: upperRequired('Contact person first name'),
    contactPersonMiddleName: upperOptional(),
    contactPersonLastName: upperRequired('Contact person last name'),
    contactPersonNumber: phone('Contact person number'),
    contactPersonEmail: optionalEmail(),
    contactPersonRelationship: required('Contact person relationship', 60),
    militarySerial: serial(),
    rank: upperRequired('Rank', 40),
    ms: service(),
    militaryStatus: militaryStatus(),
    reservistType: reservistType(),
    rruChecked: z.boolean().default(false),
    aruChecked: z.boolean().default(false),
    photoUpload: sent('Photo upload'),
    commissionDocument: sent('Copy of commission document'),
    paymentProof: sent('Proof of payment'),
    paymentReference: paymentReference(),
    signature: sent('Signature'),
    /** Whether the blood type may be printed on the card. */
    healthConsent: z.boolean().default(false),
    privacyNotice: z.literal(privacyNoticeVersion, 'Please accept the privacy policy'),
  })
  .refine((form) => !needsReservistType(form) || form.reservistType !== '', {
    path: ['reservistType'],
    message: 'Reservist type is required',
    // Told together with the other errors, not only after they are mended.
    when: () => true,
  })
  .transform(pruneStatus)

export type RegistrationForm = z.input<typeof registrationSchema>
export type Registration = z.output<typeof registrationSchema>

export const futureBirthday = 'Birthday cannot be in the future'
