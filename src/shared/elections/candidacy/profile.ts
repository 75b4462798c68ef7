import { z } from 'zod'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { lastCheck, shortText } from '#shared/short-text.ts'
import type { Instant } from '#shared/time.ts'
import { oneLine } from '#shared/typed-text.ts'
import { candidateText } from './text.ts'

export const maxStatementLength = 600

/** Which picture voters see: one the association has, or one the candidate sent for this election. */
export const candidatePhotos = ['profile picture', 'photo upload', 'own'] as const
export type CandidatePhoto = (typeof candidatePhotos)[number]

/**
 * A statement as stored: plain text without invisible or direction-changing characters, at most one empty line in a row, and no
 * letter buried under marks.
 */
export const tidyStatement = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const statement = z
  .string()
  .max(maxStatementLength, lastCheck(candidateText.tooLong))
  .transform(tidyStatement)
  // A character may be longer in its normalised form.
  .refine((text) => text.length <= maxStatementLength, candidateText.tooLong)

/** What a candidate tells voters. `photoId` is a new picture; without it the present one stays. */
export const candidateProfileSchema = z.object({
  statement,
  photo: z.enum(candidatePhotos),
  photoId: z.uuid().optional(),
})
export type CandidateProfileForm = z.infer<typeof candidateProfileSchema>

/** An administrator's change to a statement; an empty text removes it. */
export const statementCorrectionSchema = z.object({
  statement,
  /** What the administrator read: a newer text by the candidate is not overwritten. */
  seen: z.string().max(maxStatementLength),
  reason: shortText(300, 'This is too long')
    .min(3, candidateText.reasonMissing)
    .regex(oneLine, candidateText.reasonMissing),
})
export type StatementCorrection = z.infer<typeof statementCorrectionSchema>

/** What voters read about a candidate is fixed once voting opens. */
export const whyCannotWriteProfile = (
  { votingOpens }: Pick<Schedule, 'votingOpens'>,
  now: Instant,
): Extract<ErrorCode, 'candidacy-settled'> | null => (now < votingOpens ? null : 'candidacy-settled')

/** Administrators must not change it during voting either; afterwards an improper text can only be removed. */
export function whyCannotCorrectStatement(
  { votingOpens, votingCloses }: Pick<Schedule, 'votingOpens' | 'votingCloses'>,
  text: string,
  now: Instant,
): Extract<ErrorCode, 'candidacy-settled'> | null {
  if (now < votingOpens) return null
  return now >= votingCloses && text === '' ? null : 'candidacy-settled'
}
