import { AppError } from '#shared/errors.ts'
import { mailingText } from '#shared/members/mailing/text.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import { queueEmail } from '#server/email/queue.ts'
import { takeOrTell } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { mailingEmail } from './email-text.ts'

/** To the administrator's own address and no other, exactly as members would see it. */
export async function sendTestMailing(
  deps: Pick<Deps, 'db' | 'pool' | 'settings' | 'config'>,
  { id, email }: Pick<Person, 'id' | 'email'>,
  { subject, body }: { subject: string; body: string },
): Promise<{ to: string }> {
  if (!hasMailServer(deps.config)) throw new AppError('no-mail-server')
  if (!email) throw new AppError('no-own-address')
  await takeOrTell(deps.pool, [{ key: `test mailing ${id}`, limit: 20, seconds: 3600 }], 'too-many-test-emails')
  const { name, shortName, contactEmail } = await deps.settings()
  const written = mailingEmail({ name, shortName, contactEmail, subject, body, site: deps.config.publicUrl })
  const { body: text, html } = written
  await inTransaction(deps, (tx) =>
    queueEmail(tx, { to: email, kind: 'test', subject: mailingText.testSubject(subject), body: text, html }),
  )
  return { to: email }
}
