import { appendAudit } from '#server/audit/audit.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import type { Config } from '#server/config.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail, sealedLink } from '#server/email/queue.ts'
import { accountFits } from '#server/http/account-mark.ts'
import { laneOf } from '#server/http/address.ts'
import type { Person } from '#server/http/session.ts'
import { asksForPresentPassword } from '#shared/accounts/password.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { normaliseSerial, spellingsOf } from '#shared/members/serial-number.ts'
import { memberToHelp, refuseUnlessByCode, recordLoginHelp } from './login-help.ts'
import { refuseMismatch, refuseWeak, hashPassword, passwordLimit, proveOwner } from './passwords.ts'
import {
  findBirthday,
  findForResetLink,
  addressStillIs,
  lockBeforeNewPassword,
  passwordStillIs,
  writePassword,
} from './queries.ts'
import { passwordChangedEmail, passwordResetEmail } from './text.ts'
import { createVerification, isLiveSecret, newLinkSecret, readToken, tokenOf, redeemSecret } from './verifications.ts'

const linkValidMinutes = 60

/** Where somebody who stayed logged in continues. An administrator's profile is a member's, if they have one at all. */
export const passwordChangedPlace = ({ role }: Pick<Person, 'role'>) =>
  role === 'admin' ? ('/security?changed' as const) : ('/profile?changed' as const)

/** The reply does not wait, so its timing reveals no more than its words do: not whether there is such an account. */
export function requestResetLinkInBackground(deps: Deps, typed: string, address: string): void {
  fewAtATime(() => sendResetLink(deps, typed, address), { lane: laneOf(address) }).catch((err: unknown) => {
    // A flood from one place is not worth a log line each, and gets the same reply as everybody.
    if (!(err instanceof AppError)) deps.log.error({ err }, 'a reset link could not be sent')
  })
}

/** Nobody waits for these, so without a limit a flood could take every database connection. */
const fewAtATime = concurrencyLimit(2, 50)

async function sendResetLink(deps: Deps, typed: string, address: string): Promise<void> {
  const by = typed.includes('@') ? { email: typed.trim().toLowerCase() } : { serial: normaliseSerial(typed) }
  // Hyphens do not make a different serial number, nor does a zero for the letter O.
  const account = by.email ?? String(spellingsOf(by.serial).at(-1))
  if (!(await deps.throttle.mayAskForLink(account, address))) return
  const found = await findForResetLink(deps.db, by)
  // Never to an address that somebody wrote into the database directly.
  if (!found || !(await accountFits(deps.siteKey, deps.db, found.id))) return
  const link = `${await makePasswordLink(deps, found.id, linkValidMinutes)}${found.isAdmin || found.isObserver ? '&by=email' : ''}`
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    // The address may be changing, which invalidates existing links: this one would be too late.
    if (!(await addressStillIs(tx, found))) return
    const sealed = sealedLink(deps.siteKey, found.email, link)
    const email = passwordResetEmail({ shortName, link: sealed, serial: found.serial, validMinutes: linkValidMinutes })
    await queueEmail(tx, { to: found.email, ...email })
  })
}

/** A link with which only this person can choose a password: once, and soon. */
export async function makePasswordLink(
  deps: { db: Queryable; siteKey: string; config: Pick<Config, 'publicUrl'> },
  userId: string,
  minutes: number,
): Promise<string> {
  const owned = { secret: newLinkSecret(), userId }
  await createVerification(deps, 'new password', { ...owned, minutes })
  return `${deps.config.publicUrl}/reset-password?token=${tokenOf(owned)}`
}

/** Somebody logged in chooses a password; their other sessions end. */
export async function changeOwnPassword(
  deps: Deps,
  person: Person,
  form: { password: string; confirm: string; present?: string | undefined },
): Promise<void> {
  refuseMismatch(form)
  const asks = asksForPresentPassword(person)
  const proved = asks ? await proveOwner(deps, person, form.present ?? '', 'present') : null
  if (!asks) await deps.throttle.passwordAct(person.id)
  await refuseWeak(deps.db, person.id, form.password)
  const hash = await hashInTurn(deps, person.id, form.password, person.id)
  await savePassword(deps, person.id, hash, { keepSession: person.session.token, proved })
}

/**
 * The same for somebody logged out, with the link they were sent, which works once. Returns what they log in with next: they may
 * have forgotten that too, and the email already named it. An invitation is accepted in the same way.
 */
export async function resetPasswordByLink(
  deps: Deps,
  token: string,
  form: { password: string; confirm: string },
): Promise<{ login: string | null; invited: boolean }> {
  refuseMismatch(form)
  // A forged link must not cost a hash, and a real one is used up only when the new password is ready.
  const owned = mustExist(readToken(token), 'reset-link-expired')
  const { userId } = owned
  if (!(await isLiveSecret(deps, 'new password', owned))) throw new AppError('reset-link-expired')
  if (!(await accountFits(deps.siteKey, deps.db, userId))) throw new AppError('account-changed-outside')
  await refuseWeak(deps.db, userId, form.password)
  const hash = await hashInTurn(deps, userId, form.password, token)
  if (!(await redeemSecret(deps, 'new password', owned))) throw new AppError('reset-link-expired')
  const { serial, email, invited } = await savePassword(deps, userId, hash)
  await deps.throttle.forgive(userId)
  return { login: serial ?? email, invited }
}

/** An administrator resets a member to the birthdate they started with. */
export async function resetToBirthday(deps: Deps, admin: Person, userId: string): Promise<void> {
  await memberToHelp(deps.db, userId)
  const birthday = mustExist(await findBirthday(deps.db, userId), 'user-not-found')
  const hash = await hashInTurn(deps, userId, birthdayPassword(birthday), admin.id)
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    // Hashing takes a while: meanwhile the birthday may have been corrected, or the person's data deleted.
    if ((await findBirthday(tx, userId, true)) !== birthday) throw new AppError('edited-meanwhile')
    const { email } = await memberToHelp(tx, userId)
    await refuseUnlessByCode(deps, tx, userId, 'birthday password')
    await writePassword(deps, tx, userId, { hash, own: false })
    await recordLoginHelp(deps, tx, {
      actor: admin.id,
      userId,
      help: { act: 'birthday password' },
      emails: [email],
      shortName,
    })
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'password reset to birthdate', subject: userId })
  })
  await deps.throttle.forgive(userId)
}

interface WhileLoggedIn {
  keepSession: string
  /** The hash of their present password, where it was asked for. */
  proved: string | null
}

async function savePassword(deps: Deps, userId: string, hash: string, loggedIn?: WhileLoggedIn) {
  const proved = loggedIn?.proved ?? null
  const { shortName } = await deps.settings()
  return inTransaction(deps, async (tx) => {
    const before = mustExist(await lockBeforeNewPassword(tx, userId), 'user-not-found')
    if (proved !== null && !(await passwordStillIs(tx, userId, proved))) throw new AppError('wrong-credentials')
    const afterHelp = before.helped
    await writePassword(deps, tx, userId, { hash, own: true, keepSession: loggedIn?.keepSession })
    if (before.email) await queueEmail(tx, { to: before.email, ...passwordChangedEmail({ shortName, afterHelp }) })
    await appendAudit(tx, deps.clock, {
      actor: userId,
      action: before.joinsAdministrators ? 'administrator joined' : 'password changed',
      subject: userId,
      ...(afterHelp && { detail: { after: 'help with the login' } }),
    })
    return before
  })
}

const hashInTurn = ({ siteKey }: Pick<Deps, 'siteKey'>, userId: string, password: string, lane: string) =>
  passwordLimit(() => hashPassword({ siteKey, userId }, password), { lane })
