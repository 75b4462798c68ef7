import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { addressCode } from '#shared/accounts/administrators.ts'
import { ownAccountText } from '#shared/accounts/administrators-text.ts'
import { AppError } from '#shared/errors.ts'
import { errorText } from '#shared/text.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { addressCodeEmail } from './administrator-email-text.ts'

type CodeDeps = Pick<Deps, 'auth' | 'db' | 'settings'>

export const addressTaken = () => new AppError('email-taken', { fields: { email: errorText['email-taken'] } })

/** Stored as a hash, and gone with the other links of whoever changes their address. */
const nameOf = (userId: string, email: string, code: string) => `own-email:${userId}:${email}:${code}`

/** An address stands in signed records and gets the links to new passwords: whoever gives it reads what is sent there. */
export async function sendAddressCode(deps: CodeDeps, userId: string, email: string): Promise<void> {
  if ((await deps.db.$count(users, eq(users.email, email))) > 0) throw addressTaken()
  const code = String(randomInt(10 ** addressCode.digits)).padStart(addressCode.digits, '0')
  const { internalAdapter } = await deps.auth.$context
  await internalAdapter.createVerificationValue({
    identifier: nameOf(userId, email, code),
    value: userId,
    expiresAt: new Date(Date.now() + addressCode.minutes * 60_000),
  })
  const { shortName } = await deps.settings()
  await queueEmail(deps.db, { to: email, ...addressCodeEmail({ shortName, code }) })
}

export async function useAddressCode(
  { auth }: Pick<Deps, 'auth'>,
  userId: string,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const { internalAdapter } = await auth.$context
  const proof = await internalAdapter.consumeVerificationValue(nameOf(userId, email, code))
  if (!proof || proof.expiresAt.getTime() <= Date.now())
    throw new AppError('invalid-input', { fields: { code: ownAccountText.wrongCode } })
}
