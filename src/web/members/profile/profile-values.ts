import type { MemberFileKind } from '#shared/members/files.ts'
import { isCalendarDate } from '#shared/members/fields.ts'
import { showPhone } from '#shared/members/phone.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import type { Member } from '#web/api/members/profile.ts'
import { showPlainDate } from '#web/components/show-plain-date.ts'

/** What the editor calls each field, in the order of the form. */
export const fieldLabels = {
  idNumber: 'ID number',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  suffix: 'Suffix',
  militarySerial: 'Military serial number',
  ms: 'Military service',
  rank: 'Rank',
  militaryStatus: 'Military status',
  reservistType: 'Reservist type',
  rruChecked: 'RRU',
  aruChecked: 'ARU',
  unitAssignment: 'Unit assignment',
  unitAddress: 'Unit address',
  region: 'Region',
  birthday: 'Birthday',
  email: 'Email',
  cellphoneNumber: 'Cellphone number',
  personnelAddress: 'Address',
  height: 'Height',
  weight: 'Weight',
  bloodType: 'Blood type',
  philhealthNumber: 'PhilHealth number',
  contactPersonFirstName: 'Contact person’s first name',
  contactPersonMiddleName: 'Contact person’s middle name',
  contactPersonLastName: 'Contact person’s last name',
  contactPersonRelationship: 'Contact person’s relationship',
  contactPersonNumber: 'Contact person’s number',
  contactPersonEmail: 'Contact person’s email',
  paymentReference: 'Payment reference',
} as const

export type FieldName = keyof typeof fieldLabels
type CheckName = 'rruChecked' | 'aruChecked'
export type TextName = Exclude<FieldName, CheckName>
export type ProfileValues = Record<TextName, string> & Record<CheckName, boolean>

export const fileLabels: Record<MemberFileKind, string> = {
  profilePicture: 'Profile picture',
  photoUpload: 'Photo',
  commissionDocument: 'Commission document',
  paymentProof: 'Payment proof',
  signature: 'Signature',
}

const fieldNames = Object.keys(fieldLabels) as FieldName[]
const isCheck = (name: FieldName): name is CheckName => name === 'rruChecked' || name === 'aruChecked'

/** What is on record, as the fields show it. */
export function valuesOf(member: Member): ProfileValues {
  return Object.fromEntries(
    fieldNames.map((name) => [name, isCheck(name) ? member[name] : (member[name] ?? '')]),
  ) as ProfileValues
}

/** What the server takes: an applicant has no number. */
export const toForm = (values: ProfileValues, { approved }: Pick<Member, 'approved'>) => ({
  ...values,
  idNumber: approved ? values.idNumber : null,
})

/** What the fields will show once this is saved: in capitals, folded and trimmed as the record keeps it. */
export const afterSaving = ({ files: _files, version: _version, ...profile }: Profile): ProfileValues => ({
  ...profile,
  idNumber: profile.idNumber ?? '',
})

export const changedNames = (before: ProfileValues, after: ProfileValues): FieldName[] =>
  fieldNames.filter((name) => before[name] !== after[name])

export function shown(name: FieldName, values: ProfileValues): string {
  const value = values[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'birthday' && isCalendarDate(value)) return showPlainDate(value)
  return name === 'cellphoneNumber' || name === 'contactPersonNumber' ? showPhone(value.trim()) : value.trim()
}

/**
 * Somebody else saved meanwhile. Fields this person left alone take what is saved now; where both changed one, theirs is
 * told and this person's stays, to be saved over it or not.
 */
export function mergeValues(base: ProfileValues, mine: ProfileValues, theirs: ProfileValues) {
  const own = new Set(changedNames(base, mine))
  const both = changedNames(base, theirs).filter((name) => own.has(name) && theirs[name] !== mine[name])
  const values = { ...theirs, ...Object.fromEntries([...own].map((name) => [name, mine[name]])) } as ProfileValues
  return { values, both }
}
