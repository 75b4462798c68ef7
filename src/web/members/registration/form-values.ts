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
import type { RegistrationForm } from '#shared/members/registration/registration.ts'
import { inOrder, recordOf } from '#shared/objects.ts'
import { birthdayOf, isWholeBirthday, type Values } from '#web/members/registration/typed-values.ts'
import { fileTexts } from '#shared/members/registration/mendable.ts'

type TextField = Exclude<RegistrationField, CheckField | 'birthday'>
const textFields = registrationFields.filter((name): name is TextField => name !== 'birthday' && !isCheck(name))

/** A birthday is typed in three, and a measure has its unit beside it. */
export const textNames = [
  ...textFields,
  'birthdayDay',
  'birthdayMonth',
  'birthdayYear',
  'heightUnit',
  'heightInches',
  'weightUnit',
] as const
export const checkNames = [...registrationFields.filter(isCheck), 'healthConsent'] as const

/** Writes what was kept into fields that are still empty; what is there already was typed later. */
export function fillIn(form: HTMLFormElement, values: Values): void {
  for (const name of textNames) {
    const value = values[name]
    const field = form.elements.namedItem(name)
    if (value === undefined || field === null) continue
    if (field instanceof RadioNodeList) {
      if (field.value === '') field.value = value
    } else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.value === '')
      field.value = value
  }
  for (const name of checkNames) {
    const box = form.elements.namedItem(name)
    if (box instanceof HTMLInputElement && values[name] !== undefined) box.checked = true
  }
}

/** All but the accepted notice, whose version stands beside the rules. In the order of the screen, which is also that of the errors. */
export type Answers = Omit<RegistrationForm, 'privacyNotice'>

export function answersOf(values: Values, files: Partial<Record<MemberFileKind, string>>): Answers {
  const answers = {
    ...recordOf(textFields, (name) => values[name] ?? ''),
    ...recordOf(checkNames, (name) => values[name] !== undefined),
    ...recordOf(memberFileKinds, (kind) => files[kind] ?? ''),
    birthday: birthdayOf(values),
    height: withUnit('height', values['height'] ?? '', values['heightUnit'] ?? '', values['heightInches']),
    weight: withUnit('weight', values['weight'] ?? '', values['weightUnit'] ?? ''),
  }
  return inOrder(answers, registrationOrder)
}

export type FieldName = keyof Answers
/** One that the form asks for by its own name. */
export type AskedField = RegistrationField | MemberFileKind

export type PartName = keyof typeof registrationParts
export const partNames = Object.keys(registrationParts) as PartName[]

/** What must be there for a part to be complete. */
function neededIn(part: PartName, form?: Answers) {
  const names: readonly AskedField[] = registrationParts[part]
  return names.filter(
    (name) =>
      isFile(name) ||
      isRequired(name, 'registration') ||
      (name === 'reservistType' && form?.militaryStatus === 'Reservist'),
  )
}
const isFile = (name: string): name is MemberFileKind => name in memberFiles

const missingIn = (part: PartName, form: Answers, asksPayment: boolean): AskedField[] =>
  neededIn(part, form).filter((name) => {
    if (name === 'birthday') return !isWholeBirthday(form.birthday)
    return form[name] === '' && (name !== 'paymentProof' || asksPayment)
  })

/** What is asked for and not there yet, in the order of the screen. */
export const missingFields = (form: Answers, asksPayment: boolean): AskedField[] =>
  partNames.flatMap((part) => missingIn(part, form, asksPayment))

/** Which parts have everything that is asked for; whether it is right is decided later. */
export const completeParts = (form: Answers, asksPayment: boolean): ReadonlySet<PartName> =>
  new Set(partNames.filter((part) => missingIn(part, form, asksPayment).length === 0))

/** What they are called where their part of the form is not in sight. */
export const namesOf = (fields: readonly AskedField[]): string[] =>
  fields.map((name) => (isFile(name) ? fileTexts[name].name : askedLabel(name)))

/** A part in which something was found wrong is not done, however full it is. */
export const withoutWrong = (
  complete: ReadonlySet<PartName>,
  problems: Partial<Record<FieldName, string>>,
): ReadonlySet<PartName> =>
  new Set([...complete].filter((part) => !neededIn(part).some((name) => problems[name] !== undefined)))

/** Which fields of the form a control has to do with, by its name. */
export function fieldsOf(control: string): FieldName[] {
  if (control.startsWith('birthday')) return ['birthday']
  if (control.startsWith('height')) return ['height']
  if (control.startsWith('weight')) return ['weight']
  return control === 'militaryStatus' ? ['militaryStatus', 'reservistType'] : [control as FieldName]
}
