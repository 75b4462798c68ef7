import { memberFileKinds, type MemberFileKind } from '../files.ts'
import { askedLabel, registrationFields, type RegistrationField } from '../member-fields.ts'
import { fileTexts } from './registration-text.ts'

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

export type MendableField = Exclude<RegistrationField, Kept>
export type MendableItem = MemberFileKind | MendableField

export const mendableFields = registrationFields.filter((name): name is MendableField => !kept.includes(name))
/** Pictures first: they are what is asked for most often. */
export const mendableItems: readonly MendableItem[] = [...memberFileKinds, ...mendableFields]

export const isMendableItem = (name: string): name is MendableItem => mendableItems.some((item) => item === name)
export const isPictureItem = (item: MendableItem): item is MemberFileKind =>
  memberFileKinds.some((kind) => kind === item)

/** What the form calls it. */
export const itemLabel = (item: MendableItem): string => (isPictureItem(item) ? fileTexts[item].name : askedLabel(item))
