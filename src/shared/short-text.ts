import { z } from 'zod'
import { oneLine, severalLines } from './typed-text.ts'

/**
 * A trimmed text with a maximum length. A longer text skips the checks that follow: a schema continues after a failed
 * check, and a pattern that is fast on a line can take seconds on a huge input.
 */
export const shortText = (max: number, tooLong?: string) => z.string().trim().max(max, lastCheck(tooLong))

/** On one line, also because it may go into an email's subject or a page's title. */
export const lineText = (max: number, tooLong?: string) =>
  shortText(max, tooLong).regex(oneLine, 'Line breaks are not allowed here')

/** Free text on any number of lines. */
export const freeText = (max: number, tooLong = 'This is too long', strange = cannotSave) =>
  shortText(max, tooLong).regex(severalLines, strange)

export const cannotSave = 'This text contains a character we cannot save'

/** If this check fails, the checks after it do not run. It ignores values that are not strings. */
export const lastCheck = (message?: string) => ({
  abort: true,
  when: ({ value }: { value: unknown }) => typeof value === 'string',
  ...(message !== undefined && { error: message }),
})
