import type { MemberFileKind } from '#shared/members/files.ts'
import type { RegistrationForm } from '#shared/members/registration/registration.ts'

/** What is typed and chosen, by the name of the control. Pictures are apart: they are sent before. */
export type Values = Record<string, string>

export const textNames = [
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'unitAssignment',
  'unitAddress',
  'region',
  'birthdayDay',
  'birthdayMonth',
  'birthdayYear',
  'height',
  'bloodType',
  'weight',
  'philhealthNumber',
  'personnelAddress',
  'email',
  'cellphoneNumber',
  'contactPersonFirstName',
  'contactPersonMiddleName',
  'contactPersonLastName',
  'contactPersonNumber',
  'contactPersonEmail',
  'contactPersonRelationship',
  'militarySerial',
  'ms',
  'rank',
  'militaryStatus',
  'reservistType',
  'paymentReference',
] as const

export const checkNames = ['healthConsent', 'rruChecked', 'aruChecked'] as const

export function readValues(form: HTMLFormElement): Values {
  const values: Values = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') values[name] = value
  return values
}

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

/** `1964-10-05` of three fields; empty when none is filled in, and no date when some are. */
export function birthdayOf(values: Values): string {
  const { birthdayDay = '', birthdayMonth = '', birthdayYear = '' } = values
  const parts = [birthdayYear, birthdayMonth, birthdayDay].map((part) => part.trim())
  if (parts.every((part) => part === '')) return ''
  return parts.map((part) => part.padStart(2, '0')).join('-')
}

/** All three of its fields are filled in; whether such a day exists is for the rules. */
export const isWholeBirthday = (birthday: string): boolean => birthday !== '' && !birthday.split('-').includes('00')

/** All but the accepted notice, whose version stands beside the rules. In the order of the screen, which is also that of the errors. */
export type Answers = Omit<RegistrationForm, 'privacyNotice'>

export function answersOf(values: Values, files: Partial<Record<MemberFileKind, string>>): Answers {
  const text = (name: (typeof textNames)[number]) => values[name] ?? ''
  const ticked = (name: (typeof checkNames)[number]) => values[name] !== undefined
  const file = (kind: MemberFileKind) => files[kind] ?? ''
  return {
    profilePicture: file('profilePicture'),
    firstName: text('firstName'),
    middleName: text('middleName'),
    lastName: text('lastName'),
    suffix: text('suffix'),
    unitAssignment: text('unitAssignment'),
    unitAddress: text('unitAddress'),
    region: text('region'),
    birthday: birthdayOf(values),
    height: text('height'),
    weight: text('weight'),
    bloodType: text('bloodType'),
    healthConsent: ticked('healthConsent'),
    philhealthNumber: text('philhealthNumber'),
    personnelAddress: text('personnelAddress'),
    email: text('email'),
    cellphoneNumber: text('cellphoneNumber'),
    contactPersonFirstName: text('contactPersonFirstName'),
    contactPersonMiddleName: text('contactPersonMiddleName'),
    contactPersonLastName: text('contactPersonLastName'),
    contactPersonNumber: text('contactPersonNumber'),
    contactPersonEmail: text('contactPersonEmail'),
    contactPersonRelationship: text('contactPersonRelationship'),
    militarySerial: text('militarySerial'),
    ms: text('ms'),
    rank: text('rank'),
    militaryStatus: text('militaryStatus'),
    reservistType: text('reservistType'),
    rruChecked: ticked('rruChecked'),
    aruChecked: ticked('aruChecked'),
    photoUpload: file('photoUpload'),
    commissionDocument: file('commissionDocument'),
    paymentProof: file('paymentProof'),
    paymentReference: text('paymentReference'),
    signature: file('signature'),
  }
}

export type FieldName = keyof Answers

/** The parts of the form and what must be there for each to be complete. Their order is the order of the screen. */
const parts = {
  general: ['profilePicture', 'firstName', 'lastName', 'unitAssignment', 'region'],
  personal: ['birthday', 'height', 'weight', 'bloodType', 'personnelAddress', 'email', 'cellphoneNumber'],
  contact: ['contactPersonFirstName', 'contactPersonLastName', 'contactPersonNumber', 'contactPersonRelationship'],
  service: ['militarySerial', 'ms', 'rank', 'militaryStatus'],
  photo: ['photoUpload'],
  documents: ['commissionDocument', 'paymentProof', 'signature'],
} as const satisfies Record<string, readonly FieldName[]>

export type PartName = keyof typeof parts
export const partNames = Object.keys(parts) as PartName[]

/** Which parts have everything that is asked for; whether it is right is decided later. */
export function completeParts(form: Answers): ReadonlySet<PartName> {
  const filled = (name: FieldName) => (name === 'birthday' ? isWholeBirthday(form.birthday) : form[name] !== '')
  const complete = (part: PartName) =>
    parts[part].every(filled) &&
    (part !== 'service' || form.militaryStatus !== 'Reservist' || form.reservistType !== '')
  return new Set(partNames.filter(complete))
}

/** A part in which something was found wrong is not done, however full it is. */
export const withoutWrong = (
  complete: ReadonlySet<PartName>,
  problems: Partial<Record<FieldName, string>>,
): ReadonlySet<PartName> =>
  new Set([...complete].filter((part) => !parts[part].some((name) => problems[name] !== undefined)))

/** Which fields of the form a control has to do with, by its name. */
export function fieldsOf(control: string): FieldName[] {
  if (control.startsWith('birthday')) return ['birthday']
  return control === 'militaryStatus' ? ['militaryStatus', 'reservistType'] : [control as FieldName]
}
