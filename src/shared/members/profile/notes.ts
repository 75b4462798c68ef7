import { z } from 'zod'
import { severalLines } from '../../plain-text.ts'
import { shortText } from '../../short-text.ts'
import { maxNoteLength, notesText } from './notes-text.ts'

/** A note about a member: plain text, by an administrator, for administrators. */
export const noteSchema = z.object({
  text: shortText(maxNoteLength, notesText.tooLong)
    .min(1, notesText.empty)
    .regex(severalLines, 'This text contains a character we cannot save'),
})
