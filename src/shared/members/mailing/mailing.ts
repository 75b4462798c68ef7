import { z } from 'zod'
import { oneLine, severalLines } from '../../plain-text.ts'
import { shortText } from '../../short-text.ts'
import { memberFilterSchema } from '../listing/listing-query.ts'
import { mailingText, maxBodyLength, maxSubjectLength } from './text.ts'

const written = {
  subject: shortText(maxSubjectLength, mailingText.subjectTooLong)
    .min(1, mailingText.subjectEmpty)
    .regex(oneLine, mailingText.oneLineOnly),
  body: shortText(maxBodyLength, mailingText.bodyTooLong)
    .min(1, mailingText.bodyEmpty)
    .regex(severalLines, mailingText.strangeCharacter),
}

/** A test goes to whoever writes the email, and to nobody else. */
export const testMailingSchema = z.object(written)

/** `recipients` is the number that was confirmed: another one by now, and nothing is sent. */
export const mailingSchema = z.object({
  id: z.uuid(),
  ...written,
  filter: memberFilterSchema,
  recipients: z.number().int().min(1),
})
export type MailingForm = z.output<typeof mailingSchema>

/** The secret of a link in an email, and whether its owner wants such emails from now on. */
export const unsubscribeSchema = z.object({ token: z.string().min(1).max(100), wanted: z.boolean() })
