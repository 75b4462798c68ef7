import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import { memberFields, type MemberField } from '#shared/members/member-fields.ts'
import { answerWithinDays, heldFileText } from '#shared/members/privacy/privacy.ts'

/**
 * What a member can ask to have changed directly. Not the serial number, birthday and service: a login, a ballot and a seat
 * depend on them, so they are requested in words, as a correction.
 */
export const changeTextFields = [
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'email',
  'cellphoneNumber',
  'personnelAddress',
  'rank',
  'unitAssignment',
  'unitAddress',
  'region',
  'height',
  'weight',
  'bloodType',
  'philhealthNumber',
  'contactPersonFirstName',
  'contactPersonMiddleName',
  'contactPersonLastName',
  'contactPersonRelationship',
  'contactPersonNumber',
  'contactPersonEmail',
] as const satisfies readonly MemberField[]
export type ChangeTextField = (typeof changeTextFields)[number]

export type ChangeField = ChangeTextField | MemberFileKind
export const changeFields: readonly ChangeField[] = [...changeTextFields, ...memberFileKinds]

export const isChangeFile = (field: string): field is MemberFileKind =>
  (memberFileKinds as readonly string[]).includes(field)
export const isChangeText = (field: string): field is ChangeTextField =>
  (changeTextFields as readonly string[]).includes(field)

/** Many people have none of these; every other field is replaced, not emptied. */
const mayBeEmpty: readonly ChangeTextField[] = ['middleName', 'suffix', 'contactPersonMiddleName']

/** Why this is no change of what is on record; beside the rule of the field itself. */
export function whyNotChange(field: ChangeTextField, value: string, present: string | null): string | null {
  const typed = value.trim()
  if (typed === '' && !mayBeEmpty.includes(field)) return `Please enter the new ${changeName(field)}`
  return typed === (present ?? '') ? changeText.alreadyThere : null
}

/** The name of a field in a request: `Cellphone number`. */
export const changeLabel = (field: ChangeField): string =>
  isChangeFile(field) ? heldFileText[field] : memberFields[field].label

/** The same inside a sentence: `cellphone number`. */
export function changeName(field: ChangeField): string {
  const label = changeLabel(field)
  // `PhilHealth number` keeps its capitals; everything else is a common word.
  return /^\p{Lu}\p{Ll}+\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

export const changeText = {
  howToCorrect:
    'To correct a detail, press “Change” beside it and send us a request. If it has no “Change” button, ask for the correction under',
  unreadable: 'Please check this',
  choosePicture: 'Please choose a picture first',
  alreadyThere: 'This is what we already have',
  title: (name: string) => `Change your ${name}`,
  sendTitle: (name: string) => `Send us your ${name}`,
  present: 'On your record now',
  now: 'On the record now',
  asked: 'Asked for',
  nothing: 'Nothing',
  next: (name: string) => `New ${name}`,
  how: (byEmail: boolean) =>
    `An administrator checks it within ${answerWithinDays} days. You can see the answer here${byEmail ? ', and we email it to you' : ''}.`,
  emailWarning: 'We will also write to your present address. Once the address is changed, you have to log in again.',
  pictureReady: 'Now press “Send the request”.',
  sent: 'We have received your request.',
  send: 'Send the request',
  waiting: 'Waiting for an administrator',
  takeBack: 'Withdraw request',
  takeBackTitle: 'Withdraw this request?',
  takeBackMeans: 'Nobody will check it, and nothing changes on your record.',
  keep: 'Keep it',
  takenBack: 'You have withdrawn the request.',
  missing: (name: string) => `Your ${name} is not on file.`,
  sendIt: 'Send it to us',
  changePicture: 'Change my picture',
  addPicture: 'Add my picture',
  pictureWaiting: 'Your new picture is waiting for an administrator.',
  adminEmailWarning:
    'Links for a new password go to this address. Make sure that the request comes from the member. We write to both addresses.',
  accepted: (name: string) => `The change has been made for ${name}.`,
  decline: (name: string) => `Decline the change of ${name}`,
  declineHint: 'Say why, and what they can do instead.',
} as const
