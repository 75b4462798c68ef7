import { z } from 'zod'
import { regions, services } from '#shared/members/enums.ts'
import {
  asBloodType,
  isBloodType,
  unknownBloodType,
  birthday,
  email,
  inOrderOf,
  invalidPhone,
  lineRule,
  militaryStatus,
  hasReservistType,
  reservistTypeRequired,
  optionalLineRule,
  optionalEmail,
  optionalLines,
  paymentReference,
  pruneStatus,
  requiredLines,
  reservistType,
  serial,
  typedPhone,
  whyNotMemberSince,
  wrongRegion,
  wrongService,
} from '#shared/members/fields.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { isIdNumber } from '#shared/members/id-number.ts'
import { readMeasure, whyNotMeasure, type Measure } from '#shared/members/measures.ts'
import {
  askedLabel,
  fieldNames,
  type MemberField,
  isCheck,
  type CheckField,
  type StoredRecord,
} from '#shared/members/member-fields.ts'
import { isPhone } from '#shared/members/phone.ts'
import { futureBirthday } from '#shared/members/registration/registration.ts'
import { withKeysFirst, movedBefore, recordOf } from '#shared/objects.ts'
import { lastCheck } from '#shared/short-text.ts'
import { isPlainDate, type PlainDate } from '#shared/time.ts'
import { changeFields, changeText, isChangeFile, type ChangeField, type ChangeTextField } from './changes.ts'

const idNumberRequired = 'ID Number is required and cannot be empty'

const name = (what: string) =>
  lineRule(100)
    .min(2, `${what} must be at least 2 characters long`)
    .transform((typed) => typed.toUpperCase())
/** What cannot be read stays as typed: it may be an old, unchanged value (`whyNotProfile`). */
const measured = (which: Measure) => optionalLineRule(40).transform((typed) => readMeasure(which, typed) ?? typed)
const phoneNumber = () => typedPhone(invalidPhone).refine(isPhone, invalidPhone)

/** The association's sentences about a profile capitalise labels: `Unit Assignment is required`. */
const titleOf = (field: MemberField) => askedLabel(field).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

const rules = {
  ...requiredLines('profile', titleOf),
  ...optionalLines('profile'),
  /** Null for an applicant, who gets a number at approval. */
  idNumber: lineRule(40)
    .min(1, idNumberRequired)
    .transform((typed) => typed.toUpperCase())
    .refine(isIdNumber, 'Invalid ID number format')
    .nullable(),
  memberSince: optionalLineRule(10).refine((typed) => typed === '' || isPlainDate(typed), 'Please enter a valid day'),
  firstName: name('First Name'),
  lastName: name('Last Name'),
  email: email(),
  militarySerial: serial(),
  region: z.enum(regions, wrongRegion),
  ms: z.enum(services, wrongService),
  militaryStatus: militaryStatus(),
  reservistType: reservistType(),
  rruChecked: z.boolean().default(false),
  aruChecked: z.boolean().default(false),
  birthday: birthday(),
  height: measured('height'),
  weight: measured('weight'),
  bloodType: optionalLineRule(10).transform(asBloodType).refine(isBloodType, unknownBloodType),
  cellphoneNumber: phoneNumber(),
  contactPersonNumber: phoneNumber(),
  contactPersonEmail: optionalEmail(),
  paymentReference: paymentReference(),
  /** Pictures uploaded while editing, to replace the present ones. */
  files: z
    .object(recordOf(memberFileKinds, () => z.uuid().optional()))
    .partial()
    .default({}),
  /** The version that was read: an edit over somebody else's is refused. */
  version: z.number().int().min(1),
}

/** The order decides which errors are shown first. */
const fields = z.object(withKeysFirst(rules, movedBefore(fieldNames, 'rank', 'militarySerial')))

/** The rule of each field, also for a change of one field alone. */
export const profileRules = fields.shape

/** What an administrator saves of a member, with the association's rules. */
export const profileSchema = fields
  .refine(hasReservistType, reservistTypeRequired)
  .check(inOrderOf(fields.shape))
  .transform(pruneStatus)

export type ProfileForm = z.input<typeof profileSchema>
export type Profile = z.output<typeof profileSchema>

/** What the form alone cannot know: whose record it is, and the date. One sentence per field; empty if all is well. */
export function whyNotProfile(
  profile: Pick<Profile, 'idNumber' | 'birthday' | 'memberSince' | Measure>,
  member: { approved: boolean } & Record<Measure, string | null>,
  today: PlainDate,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (member.approved && profile.idNumber === null) wrong['idNumber'] = idNumberRequired
  if (!member.approved && profile.idNumber !== null) wrong['idNumber'] = 'ID numbers are given at approval'
  if (profile.birthday > today) wrong['birthday'] = futureBirthday
  const { memberSince } = profile
  const whyNot = memberSince === '' ? null : whyNotMemberSince(memberSince, profile.birthday, today)
  if (whyNot) wrong['memberSince'] = whyNot
  for (const which of ['height', 'weight'] as const) {
    const value = profile[which]
    if (value !== '' && value !== member[which] && readMeasure(which, value) === null)
      wrong[which] = whyNotMeasure(which, value)
  }
  return wrong
}

/**
 * A save is judged by what it changes. An imported record may lack an email or a region: somebody who adds one of them must not
 * be asked for the rest, which nobody at the desk may know.
 */

type TextField = Exclude<MemberField, CheckField>
const isText = (name: MemberField): name is TextField => !isCheck(name)

/** What is sent: as typed, without unchanged fields. */
export const profileFormSchema = z.object({
  ...recordOf(fieldNames.filter(isText), () => z.string().max(2000, lastCheck('This is too long')).optional()),
  ...recordOf(fieldNames.filter(isCheck), () => z.boolean().optional()),
  /** Null for an applicant, who gets a number at approval. */
  idNumber: z.string().max(200).nullable().optional(),
  files: profileRules.files,
  version: profileRules.version,
})
export type SentProfile = z.output<typeof profileFormSchema>

const keptAs = (record: StoredRecord, name: MemberField) =>
  record[name] ?? (isCheck(name) ? false : name === 'idNumber' ? null : '')

/** The reservist type depends on the status: changing one changes the other. */
const statusTree: readonly MemberField[] = ['militaryStatus', 'reservistType']

type ParsedProfile = { profile: Profile } | { wrong: Record<string, string> }

/** The profile as it would be saved, or what is wrong with the changes, by field. */
export function parseProfile(sent: SentProfile, before: StoredRecord, today: PlainDate): ParsedProfile {
  const wanted = Object.fromEntries(
    fieldNames.map((name) => [name, sent[name] === undefined ? keptAs(before, name) : sent[name]]),
  )
  // A form shows a missing number as an empty line.
  const changed = new Set(fieldNames.filter((name) => (wanted[name] ?? '') !== (keptAs(before, name) ?? '')))
  if (statusTree.some((name) => changed.has(name))) for (const name of statusTree) changed.add(name)

  const { files, version } = sent
  const parsed = profileSchema.safeParse({ ...wanted, files, version })
  const wrong: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0]) as MemberField
    if (changed.has(field) || !fieldNames.includes(field)) wrong[path.join('.')] ??= message
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  const values = Object.fromEntries(
    fieldNames.map((name) => [name, changed.has(name) ? profileRules[name].parse(wanted[name]) : keptAs(before, name)]),
  )
  const whole = { ...values, files, version } as Profile
  const profile = changed.has('militaryStatus') ? pruneStatus(whole) : whole
  const member = before as StoredRecord & Record<Measure, string | null>
  for (const [field, message] of Object.entries(whyNotProfile(profile, member, today)))
    if (changed.has(field as MemberField)) wrong[field] = message
  return Object.keys(wrong).length > 0 ? { wrong } : { profile }
}

/** The value as the record would store it, or what is wrong with it, by the profile's rules. */
export function parseChange(field: ChangeTextField, value: string): { value: string } | { wrong: string } {
  const read = profileRules[field].safeParse(value)
  return read.success ? { value: read.data } : { wrong: read.error.issues[0]?.message ?? changeText.unreadable }
}

/** A new value, or an uploaded picture. */
export const changeFormSchema = z
  .object({
    field: z.enum(changeFields as readonly [ChangeField, ...ChangeField[]]),
    value: z.string().max(2000).default(''),
    file: z.uuid().optional(),
  })
  .transform(({ field, value, file }, context) => {
    const refuse = (path: 'value' | 'file', message: string) => {
      context.addIssue({ code: 'custom', path: [path], message })
      return z.NEVER
    }
    if (isChangeFile(field)) return file ? { field, file } : refuse('file', changeText.choosePicture)
    const read = parseChange(field, value)
    return 'wrong' in read ? refuse('value', read.wrong) : { field, value: read.value }
  })
export type ChangeForm = z.output<typeof changeFormSchema>
