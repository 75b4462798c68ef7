import { z } from 'zod'
import { memberFilterSchema } from '#shared/members/listing/listing-query.ts'
import { freeText, lineText } from '#shared/short-text.ts'
import { unknownInBraces } from './mailing.ts'
import { mailingText, maxBodyLength, maxFiles, maxSubjectLength } from './text.ts'

function refuseUnknown(text: string, check: { addIssue: (message: string) => void }) {
  const unknown = unknownInBraces(text)
  if (unknown !== null) check.addIssue(mailingText.unknownInBraces(unknown))
}

/** The text of an email to members. A test goes only to its author. */
export const testMailingSchema = z.object({
  subject: lineText(maxSubjectLength, mailingText.subjectTooLong)
    .min(1, mailingText.subjectEmpty)
    .superRefine(refuseUnknown),
  body: freeText(maxBodyLength, mailingText.bodyTooLong, mailingText.strangeCharacter)
    .min(1, mailingText.bodyEmpty)
    .superRefine(refuseUnknown),
})

/** `recipients` is the confirmed number: if it has changed, nothing is sent. */
export const mailingSchema = testMailingSchema.extend({
  id: z.uuid(),
  filter: memberFilterSchema,
  recipients: z.number().int().min(1),
  files: z.array(z.uuid()).max(maxFiles).default([]),
})
export type MailingForm = z.output<typeof mailingSchema>

/** The secret of a link in an email, and whether its owner wants such emails. */
export const unsubscribeSchema = z.object({ token: z.string().min(1).max(100), wanted: z.boolean() })
