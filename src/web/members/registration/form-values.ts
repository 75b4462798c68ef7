import { memberFileKinds, memberFiles, type MemberFileKind } from '#shared/members/files.ts'
import { withUnit } from '#shared/members/measures.ts'
import {
  askedLabel,
  isCheck,
  isRequired,
  registrationFields,
  registrationOrder,
  registrationParts,
  type CheckField,
  type RegistrationField,
} from '#shared/members/member-fields.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import type { RegistrationForm } from '#shared/members/registration/registration.ts'
import { withKeysFirst, recordOf } from '#shared/objects.ts'
import { errorText } from '#shared/text.ts'
import type { Instant } from '#shared/time.ts'
import { isKeptPicture } from '#web/components/draft.ts'
import { useFormAround } from '#web/components/fields.tsx'
import type { SentPicture } from '#web/components/picture-field.tsx'
import { useValues, type FormState, type Uploads } from '#web/components/use-form.ts'
import { registrationText } from './text.ts'

type TextField = Exclude<RegistrationField, CheckField | 'birthday'>
const textFields = registrationFields.filter((name): name is TextField => name !== 'birthday' && !isCheck(name))

/** A birthday has three controls, and a measure has its unit beside it. */
const birthdayNames = ['birthdayDay', 'birthdayMonth', 'birthdayYear'] as const
const textNames = [...textFields, ...birthdayNames, 'heightUnit', 'heightInches', 'weightUnit'] as const
const checkNames = [...registrationFields.filter(isCheck), 'healthConsent'] as const

/** What is typed, chosen and uploaded, by the name of the control. */
export type Values = Partial<
  Record<(typeof textNames)[number], string | null> &
    Record<(typeof checkNames)[number], boolean> &
    Record<MemberFileKind, SentPicture | null>
>
export type Birthday = Partial<Record<(typeof birthdayNames)[number], string | null>>

/** The present content of the surrounding form. */
export const useAnswers = (): Answers => answersOf(useValues(useFormAround() as FormState<Values>))

/** `1964-10-05` from three fields; empty if none is filled in, and not a date if only some are. */
export function birthdayOf({ birthdayYear, birthdayMonth, birthdayDay }: Birthday): string {
  const parts = [birthdayYear, birthdayMonth, birthdayDay].map((part) => (part ?? '').trim())
  if (parts.every((part) => part === '')) return ''
  return parts.map((part) => part.padStart(2, '0')).join('-')
}

/** All three fields are filled in; the rules decide whether such a day exists. */
export const isWholeBirthday = (birthday: string): boolean => birthday !== '' && !birthday.split('-').includes('00')

/** Everything except the accepted notice. In the order of the screen, which is also that of the errors. */
export type Answers = Omit<RegistrationForm, 'privacyNotice'>

export function answersOf(values: Values): Answers {
  const answers = {
    ...recordOf(textFields, (name) => values[name] ?? ''),
    ...recordOf(checkNames, (name) => values[name] ?? false),
    ...recordOf(memberFileKinds, (kind) => values[kind]?.id ?? ''),
    birthday: birthdayOf(values),
    height: withUnit('height', values.height ?? '', values.heightUnit ?? '', values.heightInches ?? undefined),
    weight: withUnit('weight', values.weight ?? '', values.weightUnit ?? ''),
  }
  return withKeysFirst(answers, registrationOrder)
}

/** The field that a control belongs to, by its name. */
export const fieldOf = (control: string): string => /^(birthday|height|weight)/.exec(control)?.[0] ?? control

/** A field that the form asks for by its own name. */
type AskedField = RegistrationField | MemberFileKind
export type PartName = keyof typeof registrationParts
export const partNames = Object.keys(registrationParts) as PartName[]
type Problems = Readonly<Record<string, string>>

const isFile = (name: string): name is MemberFileKind => name in memberFiles

/** What a part needs to be complete. */
function neededIn(part: PartName, form: Answers) {
  const names: readonly AskedField[] = registrationParts[part]
  return names.filter(
    (name) =>
      isFile(name) ||
      isRequired(name, 'registration') ||
      (name === 'reservistType' && form.militaryStatus === 'Reservist'),
  )
}

export const isAnswered = (name: string, form: Answers): boolean =>
  name === 'birthday' ? isWholeBirthday(form.birthday) : String(form[name as AskedField] || '').trim() !== ''

const missingIn = (part: PartName, form: Answers, asksPayment: boolean): AskedField[] =>
  neededIn(part, form).filter((name) => !isAnswered(name, form) && (name !== 'paymentProof' || asksPayment))

/** What is asked for and missing, in the order of the screen. */
export const unansweredFields = (form: Answers, asksPayment: boolean): AskedField[] =>
  partNames.flatMap((part) => missingIn(part, form, asksPayment))

/** Everything asked for is there without known problems; whether it is right is decided later. */
export const isComplete = (part: PartName, form: Answers, asksPayment: boolean, problems: Problems): boolean =>
  missingIn(part, form, asksPayment).length === 0 && !registrationParts[part].some((name) => name in problems)

/** Their labels, for where their part of the form is not visible. */
export const fieldNamesOf = (fields: readonly AskedField[]): string[] =>
  fields.map((name) => (isFile(name) ? fileTexts[name].name : askedLabel(name)))

/** They are neither there nor left out: sent without them, the form would lose them silently. */
export function picturesUnderway(uploads: Uploads): Record<string, string> {
  const kinds = memberFileKinds.filter((kind) => uploads[kind])
  return recordOf(kinds, (kind) => {
    const { name, failed } = fileTexts[kind]
    return uploads[kind] === 'sending' ? registrationText.stillSending(name) : failed
  })
}

/** The field for a refusal that names none. */
export function fieldOfCode(code: string): Record<string, string> {
  if (code === 'email-taken') return { email: errorText[code] }
  return code === 'serial-taken' ? { militarySerial: errorText[code] } : {}
}

const longestText = 1000

/** What may be used of a stored draft: nothing unknown, too old, or not written by this page. */
export function readDraftValues(stored: Record<string, unknown>, now: Instant): Values {
  const fits: [readonly string[], (value: unknown) => boolean][] = [
    [textNames, (value) => typeof value === 'string' && value !== '' && value.length <= longestText],
    [checkNames, (value) => value === true],
    [memberFileKinds, (value) => isKeptPicture(value, now)],
  ]
  const names = fits.flatMap(([all, isUsable]) => all.filter((name) => isUsable(stored[name])))
  return Object.fromEntries(names.map((name) => [name, stored[name]]))
}
