import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import type { Config } from '#server/config.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { passkeys } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { sealValue, unsealValue } from '#server/signed-values.ts'
import { whyCannotLogIn } from '#shared/accounts/login.ts'
import { passkeyLimits } from '#shared/accounts/schemas.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { openSession, type LoginCircumstances, type OpenedSession, refuseEndedObserver } from './login.ts'
import { proveOwner } from './passwords.ts'
import { findByPasskey } from './queries.ts'
import { passkeyChangedEmail } from './text.ts'
import { createVerification, redeemSecret } from './verifications.ts'

/** Loaded when the first passkey is used: it is a tenth of the site's code. */
const webauthn = () => import('@simplewebauthn/server')

const minutes = 5
const timeout = minutes * 60_000

/** A passkey is valid only for this site at its address. */
function party({ config }: { config: Pick<Config, 'publicUrl'> }) {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

/** The owner's phone verifies who they are, so a passkey counts as both steps of a login. */
const userVerification = 'required' as const

/** The challenge a browser signs to log in. It names nobody: the passkey says whose it is. */
export async function startPasskeyLogin(deps: Deps, address: string) {
  await deps.throttle.passkey('begun', address)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: party(deps).rpID, userVerification, timeout })
  await createVerification(deps, 'passkey login', { secret: options.challenge, userId: null, minutes })
  return options
}

export async function logInByPasskey(
  deps: Deps,
  response: AuthenticationResponseJSON,
  from: LoginCircumstances,
): Promise<OpenedSession> {
  const tries = await deps.throttle.passkey('failed', from.address)
  const found = await findByPasskey(deps.db, response.id)
  const counter = found && (await provedCounter(deps, found, response))
  if (!found || counter === null || !(await noteUse(deps.db, found.passkey.id, counter)))
    throw new AppError('passkey-unknown')
  const { account } = found
  refuseIf(whyCannotLogIn(account))
  if (account.isObserver) await refuseEndedObserver(deps, account.id)
  await tries.refund()
  return openSession(deps, account, from)
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findByPasskey>>>

/** For this account and this credential only. */
export const passkeyPlaceOf = (userId: string, credentialId: string) => `passkey ${credentialId} of ${userId}`

/** Null for a key that its owner did not add. */
function publicKeyOf({ siteKey }: Pick<Deps, 'siteKey'>, { account, passkey }: StoredPasskey) {
  try {
    const key = unsealValue(siteKey, passkeyPlaceOf(account.id, passkey.credentialId), passkey.publicKey)
    return new Uint8Array(Buffer.from(key, 'base64url'))
  } catch {
    return null
  }
}

/** The passkey's usage counter, or null if its signature, challenge or counter is wrong. */
async function provedCounter(
  deps: Deps,
  stored: StoredPasskey,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  const publicKey = publicKeyOf(deps, stored)
  if (!publicKey) return null
  const { credentialId, counter } = stored.passkey
  const { verifyAuthenticationResponse } = await webauthn()
  const { rpID, origin } = party(deps)
  const lookUp = watched((challenge) => redeemSecret(deps, 'passkey login', { secret: challenge, userId: null }))
  const checked = verifyAuthenticationResponse({
    response,
    expectedChallenge: lookUp.isExpected,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: credentialId, publicKey, counter },
  })
  const proof = await lookUp.unlessFailed(checked)
  return proof?.verified ? proof.authenticationInfo.newCounter : null
}

/** False if another use has passed this counter meanwhile: then two devices have the key. */
async function noteUse(db: Queryable, id: string, counter: number): Promise<boolean> {
  const noted = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), lte(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return noted.length === 1
}

export async function listPasskeys({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id }: Person) {
  const rows = await db
    .select({ id: passkeys.id, name: passkeys.name, madeAt: passkeys.createdAt, usedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, id))
    .orderBy(asc(passkeys.createdAt))
  return rows.map(({ madeAt, usedAt, ...row }) => ({
    ...row,
    madeAt: clock.shownFor(madeAt),
    usedAt: usedAt && clock.shownFor(usedAt),
  }))
}

/** Asks for the password first: somebody at an unattended screen must not leave their own key behind. */
export async function startPasskey(deps: Deps, person: Person, password: string) {
  await proveOwner(deps, person, password)
  const held = await deps.db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, person.id))
  if (held.length >= passkeyLimits.count) throw new AppError('passkeys-full')
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: (await deps.settings()).shortName,
    rpID: party(deps).rpID,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.serial ?? person.email ?? person.name,
    userDisplayName: person.name,
    excludeCredentials: held,
    authenticatorSelection: { residentKey: 'required', userVerification },
    timeout,
  })
  await createVerification(deps, 'new passkey', { secret: options.challenge, userId: person.id, minutes })
  return options
}

export async function addPasskey(
  deps: Deps,
  person: Person,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const { verifyRegistrationResponse } = await webauthn()
  const { rpID, origin } = party(deps)
  const lookUp = watched((challenge) => redeemSecret(deps, 'new passkey', { secret: challenge, userId: person.id }))
  const checked = verifyRegistrationResponse({
    response,
    expectedChallenge: lookUp.isExpected,
    expectedOrigin: origin,
    expectedRPID: rpID,
  })
  const made = mustExist((await lookUp.unlessFailed(checked))?.registrationInfo, 'passkey-not-added')
  const { id: credentialId, publicKey, counter } = made.credential
  const { shortName } = await deps.settings()
  const adding = inTransaction(deps, async (tx) => {
    await tx.insert(passkeys).values({
      userId: person.id,
      credentialId,
      publicKey: sealValue(
        deps.siteKey,
        passkeyPlaceOf(person.id, credentialId),
        Buffer.from(publicKey).toString('base64url'),
      ),
      counter,
      transports: made.credential.transports ?? [],
      name,
    })
    await tell(deps, tx, person, { act: 'added', shortName })
  })
  await adding.catch((error: unknown) => {
    throw violated(error) === 'passkeys_credential_unique' ? new AppError('passkey-not-added') : error
  })
}

export async function removePasskey(deps: Deps, person: Person, id: string, password: string): Promise<void> {
  await proveOwner(deps, person, password)
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const gone = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, person.id)))
      .returning({ id: passkeys.id })
    if (gone.length === 0) throw new AppError('not-found')
    await tell(deps, tx, person, { act: 'removed', shortName })
  })
}

/** By email and in the log, in the transaction of the act: neither can be missing. */
async function tell(
  { clock }: Pick<Deps, 'clock'>,
  tx: Queryable,
  { id, email }: Person,
  { act, shortName }: { act: 'added' | 'removed'; shortName: string },
): Promise<void> {
  if (email) await queueEmail(tx, { to: email, ...passkeyChangedEmail({ shortName, act }) })
  await appendAudit(tx, clock, { actor: id, action: `passkey ${act}`, subject: id })
}

/**
 * The package throws for anything wrong with a response, which is a refusal, and meanwhile asks us for the challenge. A database
 * error from that is rethrown as it was: it does not make a passkey wrong.
 */
function watched(look: (challenge: string) => Promise<boolean>) {
  let failure: { cause: unknown } | undefined
  return {
    isExpected: async (challenge: string): Promise<boolean> => {
      try {
        return await look(challenge)
      } catch (cause) {
        failure = { cause }
        return false
      }
    },
    async unlessFailed<Checked>(checked: Promise<Checked>): Promise<Checked | null> {
      const result = await checked.catch(() => null)
      if (failure) throw failure.cause
      return result
    },
  }
}
