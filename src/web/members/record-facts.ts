import { recordSections, type CheckField, type MemberField } from '#shared/members/member-fields.ts'
import { showPhone } from '#shared/members/phone.ts'
import { showPlainDate } from '#shared/time.ts'
import type { Member } from './api.ts'
import { memberName } from './text.ts'

/** Fields shown as a part of another field: the status is one sentence, and so is a name. */
type PartOfOther = 'reservistType' | CheckField | 'contactPersonMiddleName' | 'contactPersonLastName'
const partsOfOther: Record<PartOfOther, true> = {
  reservistType: true,
  rruChecked: true,
  aruChecked: true,
  contactPersonMiddleName: true,
  contactPersonLastName: true,
}
export type ShownField = Exclude<MemberField, PartOfOther>

export const isFact = (name: MemberField): name is ShownField => !(name in partsOfOther)

/** What there is to read in a section of a record, in its order. */
export function factsIn(section: keyof typeof recordSections): ShownField[] {
  const names: readonly MemberField[] = recordSections[section]
  return names.filter(isFact)
}

export function showFact(member: Member, name: ShownField): string | null {
  if (name === 'militaryStatus') return statusText(member)
  if (name === 'contactPersonFirstName') return contactName(member)
  const value = member[name]
  return value && showField(name, value)
}

const contactName = (member: Member) =>
  memberName({
    firstName: member.contactPersonFirstName,
    middleName: member.contactPersonMiddleName,
    lastName: member.contactPersonLastName,
    suffix: null,
  })

export const isDay = (name: MemberField) => name === 'birthday' || name === 'memberSince'

export function showField(name: MemberField, value: string): string {
  if (isDay(name)) return showPlainDate(value)
  return name === 'cellphoneNumber' || name === 'contactPersonNumber' ? showPhone(value) : value
}

/** `Reservist, Ready Reserve (RRU, ARU)` */
function statusText({ militaryStatus, reservistType, rruChecked, aruChecked }: Member): string {
  const units = [rruChecked && 'RRU', aruChecked && 'ARU'].filter(Boolean).join(', ')
  return [militaryStatus, reservistType && `${reservistType}${units && ` (${units})`}`].filter(Boolean).join(', ')
}
