import { z } from 'zod'
import {
  asBloodType,
  isBloodType,
  unknownBloodType,
  birthday,
  email,
  inOrderOf,
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
} from '../fields.ts'
import type { MemberFileKind } from '../files.ts'
import { privacyNoticeVersion } from '../privacy/privacy.ts'

/** What the form calls its five files. */
const fileNames: Record<MemberFileKind, string> = {
  profilePicture: '2x2 profile picture',
  photoUpload: 'Photo upload',
  commissionDocument: 'Copy of commission document',
  paymentProof: 'Proof of payment',
  signature: 'Signature',
}

/** An upload that was finished before the form is sent, by its id. */
const sent = (kind: MemberFileKind) => required(fileNames[kind]).pipe(z.uuid(`${fileNames[kind]} is required`))

/** The whole registration, in the order of the form. The order also decides which errors are shown first. */
const fields = z.object({
  profilePicture: sent('profilePicture'),
  firstName: upperRequired('First name'),
  middleName: upperOptional(),
  lastName: upperRequired('Last name'),
  suffix: upperOptional(20),
  unitAssignment: required('Unit assignment'),
  unitAddress: optional(300),
  region: region(),
  birthday: birthday(),
  height: required('Height', 20),
  bloodType: required('Blood type', 10).transform(asBloodType).refine(isBloodType, unknownBloodType),
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
  photoUpload: sent('photoUpload'),
  commissionDocument: sent('commissionDocument'),
  paymentProof: sent('paymentProof'),
  paymentReference: paymentReference(),
  signature: sent('signature'),
  /** Whether the blood type may be printed on the card. */
  healthConsent: z.boolean().default(false),
  privacyNotice: z.literal(privacyNoticeVersion, 'Please accept the privacy policy'),
})

export const registrationSchema = fields
  .refine((form) => !needsReservistType(form) || form.reservistType !== '', {
    path: ['reservistType'],
    message: 'Reservist type is required',
    // Told together with the other errors, not only after they are mended.
    when: () => true,
  })
  .check(inOrderOf(fields.shape))
  .transform(pruneStatus)

export type RegistrationForm = z.input<typeof registrationSchema>
export type Registration = z.output<typeof registrationSchema>

export const registrationReceived =
  'Your registration has been submitted successfully. Your account is currently pending approval by our admin team.'

/** Of a file that was swept meanwhile, was used already, or belongs to somebody else: from outside all look the same. */
export const sendAgain = (kind: MemberFileKind): string => `${fileNames[kind]}: please upload this file again`

export const futureBirthday = 'Birthday cannot be in the future'
