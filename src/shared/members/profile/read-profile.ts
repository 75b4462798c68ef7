import { z } from 'zod'
import { recordOf } from '../../objects.ts'
import { lastCheck } from '../../short-text.ts'
import type { PlainDate } from '../birthday.ts'
import { pruneStatus } from '../fields.ts'
import { fieldNames, isCheck, type CheckField, type KeptRecord, type MemberField } from '../member-fields.ts'
import { profileRules, profileSchema, whyNotProfile, type Profile } from './profile.ts'

/**
 * A save is judged by what it changes. An imported record may lack an email or a region: whoever adds one of them must not be
 * asked for the rest, which nobody at the desk may know.
 */

type TextField = Exclude<MemberField, CheckField>
const isText = (name: MemberField): name is TextField => !isCheck(name)

/** What is sent: as typed, and without a field that is to stay as it is. */
export const profileFormSchema = z.object({
  ...recordOf(fieldNames.filter(isText), () => z.string().max(2000, lastCheck('This is too long')).optional()),
  ...recordOf(fieldNames.filter(isCheck), () => z.boolean().optional()),
  /** Null for an applicant, who gets a number at approval and not before. */
  idNumber: z.string().max(200).nullable().optional(),
  files: profileRules.files,
  version: profileRules.version,
})
export type SentProfile = z.output<typeof profileFormSchema>

const keptAs = (record: KeptRecord, name: MemberField) =>
  record[name] ?? (isCheck(name) ? false : name === 'idNumber' ? null : '')

/** The reservist type is asked for because of the status: a change of one is a change of the other. */
const statusTree: readonly MemberField[] = ['militaryStatus', 'reservistType']

type ReadProfile = { profile: Profile } | { wrong: Record<string, string> }

/** The profile as it would be saved, or what is wrong with what was changed, by field. */
export function readProfile(sent: SentProfile, before: KeptRecord, today: PlainDate): ReadProfile {
  const asked = Object.fromEntries(
    fieldNames.map((name) => {
      const value = sent[name] === undefined ? keptAs(before, name) : sent[name]
      // An empty line is what a form shows of a number that is not there.
      return [name, name === 'idNumber' && value === '' ? before.idNumber && '' : value]
    }),
  )
  const changed = new Set(fieldNames.filter((name) => (asked[name] ?? '') !== (keptAs(before, name) ?? '')))
  if (statusTree.some((name) => changed.has(name))) for (const name of statusTree) changed.add(name)

  const { files, version } = sent
  const parsed = profileSchema.safeParse({ ...asked, files, version })
  const wrong: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0]) as MemberField
    if (changed.has(field) || !fieldNames.includes(field)) wrong[path.join('.')] ??= message
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  const values = Object.fromEntries(
    fieldNames.map((name) => [name, changed.has(name) ? profileRules[name].parse(asked[name]) : keptAs(before, name)]),
  )
  const whole = { ...values, files, version } as Profile
  const profile = changed.has('militaryStatus') ? pruneStatus(whole) : whole
  const measures = {
    approved: before.approved,
    height: before['height'] as string | null,
    weight: before['weight'] as string | null,
  }
  for (const [field, message] of Object.entries(whyNotProfile(profile, measures, today)))
    if (changed.has(field as MemberField)) wrong[field] = message
  return Object.keys(wrong).length > 0 ? { wrong } : { profile }
}
