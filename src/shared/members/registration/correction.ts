import { z } from 'zod'
import { birthday } from '#shared/members/fields.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { pick, recordOf } from '#shared/objects.ts'
import { shortText } from '#shared/short-text.ts'
import type { Instant } from '#shared/time.ts'
import { correctableFields, type CorrectableField, type CorrectableItem } from './correctable.ts'
import { readReference } from './reference.ts'
import { registrationRules, type Registration } from './registration.ts'

/** What opens an application: its reference number, and something only people close to the applicant know. */
const key = {
  reference: shortText(60).transform((typed) => readReference(typed) ?? ''),
  birthday: birthday(),
}
export const applicationKeySchema = z.object(key)
export type ApplicationKey = z.output<typeof applicationKeySchema>

/** The texts are checked later with the registration's rules, once it is known which were asked for. */
export const correctionSchema = z.object({
  ...key,
  fields: z.strictObject(recordOf(correctableFields, () => z.string().max(2000).optional())).default({}),
  files: z.strictObject(recordOf(memberFileKinds, () => z.uuid().optional())).default({}),
})
export type ApplicationCorrection = z.output<typeof correctionSchema>

/** Somebody who mistyped the address would not get an email asking for another. */
export const emailCorrectionSchema = z.object({ ...key, email: registrationRules.email })
export type EmailCorrection = z.output<typeof emailCorrectionSchema>

/** The state of an application, as its page shows it. It names nobody, unless the domain of the masked email address does. */
export type ApplicationStatus =
  | { status: 'waiting'; appliedAt: Instant; correctedAt: Instant | null; email: string | null }
  | { status: 'returned'; appliedAt: Instant; returnedAt: Instant; items: CorrectableItem[]; message: string }
  | { status: 'approved'; approvedAt: Instant }

const missingCorrectionText = 'Choose a photo.'

/** What was asked for, as the record stores it, or what is wrong with it; anything else changes nothing. */
export function readCorrection(
  asked: readonly CorrectableItem[],
  { fields, files }: Pick<ApplicationCorrection, 'fields' | 'files'>,
): { values: Partial<Registration>; problems: Record<string, string> } {
  const names = correctableFields.filter((name) => asked.includes(name))
  const kinds = memberFileKinds.filter((kind) => asked.includes(kind))
  const problems: Record<string, string> = Object.fromEntries(
    kinds.filter((kind) => files[kind] === undefined).map((kind) => [kind, missingCorrectionText]),
  )
  const read = z.object(pick(registrationRules, names)).safeParse(fields)
  for (const { path, message } of read.error?.issues ?? []) problems[String(path[0])] ??= message
  return { values: (read.data ?? {}) as Partial<Pick<Registration, CorrectableField>>, problems }
}
