import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { emails, type emailKinds } from '#server/db/schema/operations.ts'
import { AppError } from '#shared/errors.ts'
import { isOneAddress } from './address.ts'

export interface Email {
  to: string
  kind: (typeof emailKinds)[number]
  /** For emails to voters. */
  electionId?: string
  subject: string
  body: string
  /** The same with links to press. */
  html?: string
}

const isOneLine = (subject: string) => !/\p{Cc}/u.test(subject)

/** Written with the act that causes it, so that an email goes out exactly when the act came true. */
export async function queueEmail(tx: Queryable, { to, kind, electionId, subject, body, html }: Email): Promise<void> {
  if (!isOneAddress(to) || !isOneLine(subject)) throw new AppError('invalid-input')
  await tx.insert(emails).values({ to, kind, electionId, subject, body, html })
}

/**
 * The same email to each of these people, sent singly, so that nobody sees who else got it: one statement, however many.
 * Returns how many. An address that no email can be sent to is passed over: it must not keep the others waiting.
 */
export async function queueEmailToEach(
  tx: Queryable,
  people: readonly string[],
  { kind, electionId, subject, body }: Omit<Email, 'to'>,
): Promise<number> {
  if (!isOneLine(subject)) throw new AppError('invalid-input')
  const addresses = people.filter(isOneAddress)
  if (addresses.length === 0) return 0
  await tx.execute(sql`
    insert into emails ("to", kind, election_id, subject, body)
    select address, ${kind}, ${electionId ?? null}::uuid, ${subject}, ${body} from unnest(${sql.param(addresses)}::text[]) as address`)
  return addresses.length
}
