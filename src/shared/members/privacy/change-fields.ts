import { memberFileKinds, type MemberFileKind } from '../files.ts'
import { memberFields, type MemberField } from '../member-fields.ts'
import { heldFileText } from './privacy.ts'

/**
 * What a member can ask to have changed by itself. Not the serial number, the birthday and the service: a login, a ballot
 * and a seat hang on them, so they are asked for in words, as a correction.
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

/** What a field is called in a request: `Cellphone number`. */
export const changeLabel = (field: ChangeField): string =>
  isChangeFile(field) ? heldFileText[field] : memberFields[field].label

/** The same within a sentence: `cellphone number`. */
export function changeName(field: ChangeField): string {
  const label = changeLabel(field)
  // `PhilHealth number` keeps its capitals; everything else is a common word.
  return /^\p{Lu}\p{Ll}+\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
