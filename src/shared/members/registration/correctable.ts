import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import { askedLabel, registrationFields, type RegistrationField } from '#shared/members/member-fields.ts'

/** What an administrator can ask an applicant to send again. Without the rules, which the desk does not load. */

/** The birthday opens the application and is the first password, and the status is a tree: administrators correct these themselves. */
type Kept = 'birthday' | 'militaryStatus' | 'reservistType' | 'rruChecked' | 'aruChecked'
const kept: readonly string[] = [
  'birthday',
  'militaryStatus',
  'reservistType',
  'rruChecked',
  'aruChecked',
] satisfies Kept[]

export type CorrectableField = Exclude<RegistrationField, Kept>
export type CorrectableItem = MemberFileKind | CorrectableField

export const correctableFields = registrationFields.filter((name): name is CorrectableField => !kept.includes(name))
/** Pictures first: they are requested most often. */
export const correctableItems: readonly CorrectableItem[] = [...memberFileKinds, ...correctableFields]

export const isCorrectableItem = (name: string): name is CorrectableItem =>
  correctableItems.some((item) => item === name)
export const isPictureItem = (item: CorrectableItem): item is MemberFileKind =>
  memberFileKinds.some((kind) => kind === item)

/** The form's label. */
export const itemLabel = (item: CorrectableItem): string =>
  isPictureItem(item) ? fileTexts[item].name : askedLabel(item)

/** Each picture's name in messages, what it must show, and the message if it fails. */
export const fileTexts: Record<MemberFileKind, { name: string; hint: string; failed: string }> = {
  profilePicture: {
    name: '2x2 profile picture',
    hint: 'Your face from the front, on a plain background. JPEG or PNG, at least 600\u00A0×\u00A0600 pixels, under 20 MB. It will be on your ID card.',
    failed: 'Failed to upload profile picture',
  },
  photoUpload: {
    name: 'Photo upload',
    hint: 'A photo of you, in uniform if you have one. JPEG or PNG, at least 600\u00A0×\u00A0600 pixels, under 20 MB.',
    failed: 'Failed to upload photo',
  },
  commissionDocument: {
    name: 'Copy of commission document',
    hint: 'Your commission or enlistment orders. All four corners in the picture, in good light. JPEG or PNG, under 20 MB. If you have a PDF, take a photo or a screenshot of the page.',
    failed: 'Commission document upload failed',
  },
  paymentProof: {
    name: 'Proof of payment',
    hint: 'A screenshot or photo of the receipt. JPEG or PNG, under 20 MB.',
    failed: 'Payment proof upload failed',
  },
  signature: {
    name: 'Signature',
    hint: 'Sign on white paper with a dark pen and take a photo of it. JPEG or PNG, under 20 MB.',
    failed: 'Failed to upload signature',
  },
}
