import type { Queryable } from '#server/db/database.ts'
import { mails } from '#server/db/schema/operations.ts'
import { AppError } from '#shared/errors.ts'

export interface Mail {
  to: string
  subject: string
  body: string
}

/** One address and nothing else: no list, no display name, nothing that could become a second header. */
const oneAddress = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u

/** Written with the act that causes it, so that a letter goes out exactly when the act came true. */
export async function enqueueMail(tx: Queryable, { to, subject, body }: Mail): Promise<void> {
  if (to.length > 254 || !oneAddress.test(to) || /\p{Cc}/u.test(subject)) throw new AppError('invalid-input')
  await tx.insert(mails).values({ to, subject, body })
}
