import { isCalendarDate } from '#shared/members/birthday.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import { isCheck, recordSections, type CheckField, type MemberField } from '#shared/members/member-fields.ts'
import type { Profile } from '#shared/members/profile/profile.ts'
import { recordOf } from '#shared/objects.ts'
import type { Member } from '#web/members/api.ts'
import { showField } from '#web/members/record-facts.ts'

/** In the order of the record. */
const recordFields = Object.values(recordSections).flat()

export type TextName = Exclude<MemberField, CheckField>
export type ProfileValues = Record<TextName, string> & Record<CheckField, boolean>

export const fileLabels: Record<MemberFileKind, string> = {
  profilePicture: 'Profile picture',
  photoUpload: 'Photo',
  commissionDocument: 'Commission document',
  paymentProof: 'Payment proof',
  signature: 'Signature',
}

const isText = (name: MemberField): name is TextName => !isCheck(name)

/** What is on record, as the fields show it. */
export const valuesOf = (member: Member): ProfileValues => ({
  ...recordOf(recordFields.filter(isText), (name) => member[name] ?? ''),
  ...recordOf(recordFields.filter(isCheck), (name) => member[name]),
})

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

export const changedNames = (before: ProfileValues, after: ProfileValues): MemberField[] =>
  recordFields.filter((name) => before[name] !== after[name])

export function shown(name: MemberField, values: ProfileValues): string {
  const value = values[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return name === 'birthday' && !isCalendarDate(value) ? value.trim() : showField(name, value.trim())
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
