import { z } from 'zod'
import type { ErrorCode } from '#shared/errors.ts'
import {
  asBloodType,
  isBloodType,
  unknownBloodType,
  birthday,
  email,
  inOrderOf,
  measure,
  militaryStatus,
  hasReservistType,
  reservistTypeRequired,
  optionalEmail,
  optionalLines,
  paymentReference,
  phone,
  pruneStatus,
  region,
  requiredLineRule,
  requiredLines,
  reservistType,
  serial,
  service,
} from '#shared/members/fields.ts'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import { registrationOrder } from '#shared/members/member-fields.ts'
import { privacyNoticeVersion } from '#shared/members/privacy/privacy.ts'
import { withKeysFirst, movedBefore, recordOf } from '#shared/objects.ts'
import type { Instant, PlainDate } from '#shared/time.ts'
import { fileTexts } from './correctable.ts'

/** For a registration that must pay. */
export const proofRequired = `${fileTexts.paymentProof.name} is required`

/** A file uploaded before the form is sent, by its id. */
const sent = (kind: MemberFileKind) =>
  requiredLineRule(fileTexts[kind].name).pipe(z.uuid(`${fileTexts[kind].name} is required`))

/** Each field separately, for correcting an application field by field. */
export const registrationRules = {
  ...requiredLines('registration'),
  ...optionalLines('registration'),
  ...recordOf(memberFileKinds, sent),
  region: region(),
  birthday: birthday(),
  height: measure('height'),
  weight: measure('weight'),
  bloodType: requiredLineRule('Blood type', 10).transform(asBloodType).refine(isBloodType, unknownBloodType),
  email: email(),
  cellphoneNumber: phone('Cellphone number'),
  contactPersonNumber: phone('Contact person number'),
  contactPersonEmail: optionalEmail(),
  militarySerial: serial(),
  ms: service(),
  militaryStatus: militaryStatus(),
  reservistType: reservistType(),
  rruChecked: z.boolean().default(false),
  aruChecked: z.boolean().default(false),
  paymentReference: paymentReference(),
  /** Whether the blood type may be printed on the card. */
  healthConsent: z.boolean().default(false),
  privacyNotice: z.literal(privacyNoticeVersion, 'Please accept the privacy policy'),
}

/** As on the screen, except for two pairs that the association's list of errors has in reverse. */
const errorOrder = movedBefore(movedBefore(registrationOrder, 'bloodType', 'weight'), 'rank', 'ms')

/** The whole registration. The order decides which errors are shown first. */
function schemaWith(paymentProof: z.ZodType<string, string>) {
  const fields = z.object(withKeysFirst({ ...registrationRules, paymentProof }, errorOrder))
  return fields.refine(hasReservistType, reservistTypeRequired).check(inOrderOf(fields.shape)).transform(pruneStatus)
}

export const registrationSchema = schemaWith(registrationRules.paymentProof)

/** While nobody is asked to pay (`asksForPayment`), no proof is required either; it may be sent all the same. */
export const unpaidRegistrationSchema = schemaWith(
  z.string(proofRequired).pipe(z.union([z.literal(''), z.uuid(proofRequired)], proofRequired)),
)

export type RegistrationForm = z.input<typeof registrationSchema>
export type Registration = z.output<typeof registrationSchema>

/** Open before the closing instant, closed from then on. */
export const whyCannotRegister = (
  { registrationCloses }: { registrationCloses: Instant },
  now: Instant,
): Extract<ErrorCode, 'registration-closed'> | null => (now < registrationCloses ? null : 'registration-closed')

export const registrationReceived =
  'Your registration has been submitted successfully. Your account is currently pending approval by our admin team.'

/** For a file that was deleted meanwhile, was already used, or belongs to somebody else: from outside all look the same. */
export const sendAgain = (kind: MemberFileKind): string => `${fileTexts[kind].name}: please upload this file again`

export const futureBirthday = 'Birthday cannot be in the future'

/** Browser and server ask the same of an application. */
export const whyNotBornOn = (birthday: PlainDate, today: PlainDate): Record<string, string> =>
  birthday > today ? { birthday: futureBirthday } : {}
