import { randomBytes, randomUUID } from 'node:crypto'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { memberFileKinds, memberFiles } from '#shared/members/files.ts'
import {
  futureBirthday,
  proofRequired,
  registrationReceived,
  sendAgain,
  type Registration,
} from '#shared/members/registration/registration.ts'
import { asksForPayment } from '#shared/members/registration/payment.ts'
import { applicationAddress, makeReference, referenceBytes } from '#shared/members/registration/reference.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila } from '#shared/time.ts'
import { hashPassword, passwordLimit } from '#server/accounts/passwords.ts'
import { laneOf } from '#server/http/address.ts'
import { databaseRefusal, inTransaction, violated, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { claimUpload } from '#server/storage/uploads.ts'
import { registrationReceivedEmail } from './text.ts'
import { checkOpen, spendRefusal, spendRegistration } from './limits.ts'
import { findStored, findTaken, insertApplicant, type ClaimedPaths } from './queries.ts'

const received = (reference: string | null) => ({ success: true, message: registrationReceived, reference })

/**
 * Makes an applicant of a form and its files, whole or not at all. The same form sent again, because its answer was lost
 * on the way, gets the same answer.
 */
export async function register(deps: Deps, form: Registration, from: { address: string; signal: AbortSignal }) {
  await orTell(deps, 'registration-check-failed', async () => {
    await checkOpen(deps)
    if (form.birthday > dayInManila(deps.clock.now()))
      throw new AppError('invalid-input', { fields: { birthday: futureBirthday } })
    if (form.paymentProof === '' && asksForPayment(await deps.settings()))
      throw new AppError('invalid-input', { fields: { paymentProof: proofRequired } })
    await spendRegistration(deps, from.address)
  })
  const passwordHash = await passwordLimit(() => hashPassword(birthdayPassword(form.birthday)), {
    lane: laneOf(from.address),
    signal: from.signal,
  })
  const reference = makeReference(randomBytes(referenceBytes))
  const conflict = await orTell(deps, 'registration-not-saved', () => save(deps, { form, passwordHash, reference }))
  if (!conflict) return received(reference)
  return orTell(deps, 'serial-check-failed', async () => {
    const stored = await findStored(deps.db, form)
    if (stored) return received(stored.reference)
    if (conflict !== 'taken') throw conflict
    await spendRefusal(deps, from.address)
    throw await whatIsTaken(deps.db, form)
  })
}

type Conflict = AppError | 'taken'

interface NewRegistration {
  form: Registration
  passwordHash: string
  reference: string
}

async function save(deps: Deps, { form, passwordHash, reference }: NewRegistration): Promise<Conflict | null> {
  const { shortName } = await deps.settings()
  const id = randomUUID()
  try {
    await inTransaction(deps, async (tx) => {
      const paths = await claimFiles(tx, form, id)
      const address = applicationAddress(deps.config.publicUrl, reference)
      await queueEmail(tx, { to: form.email, ...registrationReceivedEmail({ shortName, reference, address }) })
      // Last, because the count of applicants is held from here to the end.
      await insertApplicant(tx, { id, reference, form, paths, passwordHash, at: deps.clock.now() })
    })
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    if (takenColumns.has(violated(error) ?? '')) return 'taken'
    throw error
  }
}

/** What somebody else may have already. */
export const takenColumns = new Set(['users_email_unique', 'users_military_serial_unique'])

/** In the order of their ids, so that two registrations that name the same files never wait for each other. */
async function claimFiles(tx: Queryable, form: Registration, ownerId: string): Promise<ClaimedPaths> {
  const paths: ClaimedPaths = {}
  const sent = memberFileKinds.filter((kind) => form[kind] !== '')
  for (const kind of sent.toSorted((a, b) => form[a].localeCompare(form[b]))) {
    const claim = { uploadId: form[kind], ownerId, bucket: memberFiles[kind].bucket }
    const claimed = await claimUpload(tx, claim).catch(nullIfRefused)
    if (claimed) paths[kind] = claimed.path
  }
  const missing = sent.filter((kind) => paths[kind] === undefined)
  if (missing.length === 0) return paths
  throw new AppError('invalid-input', { fields: Object.fromEntries(missing.map((kind) => [kind, sendAgain(kind)])) })
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

async function whatIsTaken(db: Queryable, form: Pick<Registration, 'email' | 'militarySerial'>): Promise<AppError> {
  const taken = await findTaken(db, form)
  const fields = {
    ...(taken.email && { email: errorText['email-taken'] }),
    ...(taken.serial && { militarySerial: errorText['serial-taken'] }),
  }
  // Neither, when whoever had it was rejected a moment ago.
  if (!taken.email && !taken.serial) return new AppError('site-busy', { retryAfter: 1 })
  return new AppError(taken.email ? 'email-taken' : 'serial-taken', { fields })
}

/** A statement that failed is logged whole and told in the association's words. A database that is away is told as ever. */
async function orTell<T>(deps: Pick<Deps, 'log'>, code: ErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!/^(?:22|23|42|P0|XX)/.test(databaseRefusal(error)?.code ?? '')) throw error
    deps.log.error({ err: error }, 'a registration failed')
    throw new AppError(code)
  }
}
