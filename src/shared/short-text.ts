import { z } from 'zod'
import { oneLine, severalLines } from './typed-text.ts'

/**
 * A trimmed text of at most so many characters. A longer one is judged no further: a schema goes on after a failed check,
 * and a pattern that is quick on a line can take seconds on what somebody sends instead of one.
 */
export const shortText = (max: number, tooLong?: string) => z.string().trim().max(max, lastCheck(tooLong))

/** On one line. Also what goes into the subject of an email or the title of a page. */
export const lineText = (max: number, tooLong?: string) =>
  shortText(max, tooLong).regex(oneLine, 'Line breaks are not allowed here')

/** Words of somebody's own, on as many lines as they like. */
export const freeText = (max: number, tooLong = 'This is too long', strange = cannotSave) =>
  shortText(max, tooLong).regex(severalLines, strange)

export const cannotSave = 'This text contains a character we cannot save'

/** What follows a check with this does not run once it has failed. Of anything but a text it has nothing to say. */
export const lastCheck = (message?: string) => ({
  abort: true,
  when: ({ value }: { value: unknown }) => typeof value === 'string',
  ...(message !== undefined && { error: message }),
})
