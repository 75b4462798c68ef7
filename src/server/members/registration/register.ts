import { randomBytes, randomUUID } from 'node:crypto'
import { hashPassword, passwordLimit } from '#server/accounts/passwords.ts'
import { databaseRefusal, inTransaction, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { laneOf } from '#server/http/address.ts'
import { budgetsAt, takePoints, takeOrRefuse, refuseIfSpent } from '#server/http/rate-limit.ts'
import { isDuplicate } from '#server/members/profile/write-record.ts'
import { claimUpload, ownPicture, receiveMemberPicture } from '#server/storage/uploads.ts'
import { AppError, type ErrorCode, refuseIf } from '#shared/errors.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { memberFileKinds, memberFiles, type MemberFileKind } from '#shared/members/files.ts'
import { asksForPayment } from '#shared/members/registration/payment.ts'
import { applicationAddress, makeReference, referenceBytes } from '#shared/members/registration/reference.ts'
import {
  proofRequired,
  registrationReceived,
  sendAgain,
  whyCannotRegister,
  whyNotBornOn,
  type Registration,
} from '#shared/members/registration/registration.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila, hourSeconds, daySeconds } from '#shared/time.ts'
import { pictureMaxBytes } from '#shared/uploads.ts'
import { findStored, findTaken, insertApplicant, sumUnclaimed, type ClaimedPaths } from './queries.ts'
import { registrationReceivedEmail } from './text.ts'

/** An assembly hall of 200 people is one address: five files each and as many failed attempts, all in an hour. */
export const registrationLimits = {
  filesPerHour: 2000,
  filesPerDay: 4000,
  /** As stored: a hall's are 600 MB. A whole IPv6 network may send eight times that without filling `unclaimedBytes`. */
  bytesPerDay: 1_000_000_000,
  registrationsPerHour: 400,
  /** Each reveals that an email address or a serial number is registered. */
  refusalsPerHour: 60,
  /** What strangers may leave on the disk in total until it is deleted. */
  unclaimedFiles: 60_000,
  unclaimedBytes: 8 * 1024 ** 3,
} as const

type Counting = Pick<Deps, 'pool' | 'siteKey'>

/** Counted for each network of the address. */
const spend = ({ pool, siteKey }: Counting, address: string, kind: string, limit: number, seconds = hourSeconds) =>
  takeOrRefuse(pool, budgetsAt(siteKey, address, { kind, limit, seconds }), 'too-many-registrations')

/** After a refusal that reveals who is registered: a few are mistakes, many are a search. */
export const spendRefusal = (deps: Counting, address: string) =>
  spend(deps, address, 'joinrefused', registrationLimits.refusalsPerHour)

async function checkOpen({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): Promise<void> {
  refuseIf(whyCannotRegister(await settings(), clock.now()))
}

export async function checkRoom(
  db: Queryable,
  { unclaimedFiles, unclaimedBytes }: { unclaimedFiles: number; unclaimedBytes: number } = registrationLimits,
): Promise<void> {
  const { files, bytes } = await sumUnclaimed(db)
  if (files >= unclaimedFiles || bytes >= unclaimedBytes) throw new AppError('site-busy', { retryAfter: 600 })
}

export interface SentFile {
  stream: AsyncIterable<Uint8Array>
  announced: number
  signal: AbortSignal
  address: string
}

/** A picture from somebody unknown. It belongs to nobody until a registration names it, and is deleted if none does. */
export async function receiveRegistrationFile(deps: Deps, kind: MemberFileKind, sent: SentFile) {
  await checkOpen(deps)
  return receiveApplicantFile(deps, kind, sent, null)
}

export async function receiveApplicantFile(
  deps: Deps,
  kind: MemberFileKind,
  { stream, announced, signal, address }: SentFile,
  ownerId: string | null,
): Promise<{ id: string }> {
  if (announced > pictureMaxBytes) throw new AppError('image-too-large')
  const { filesPerHour, filesPerDay, bytesPerDay } = registrationLimits
  await spend(deps, address, 'joinfile', filesPerHour)
  await spend(deps, address, 'joinfileday', filesPerDay, daySeconds)
  // In kilobytes, because the counter has four bytes.
  const byteBudgets = budgetsAt(deps.siteKey, address, {
    kind: 'joinbytes',
    limit: bytesPerDay / 1000,
    seconds: daySeconds,
  })
  // The size of a picture is known once it is stored: too much is refused at the next one.
  await refuseIfSpent(deps.pool, byteBudgets, 'too-many-pictures')
  await checkRoom(deps.db)
  const picture = { ...ownPicture(kind), stream, signal, ownerId, lane: laneOf(address) }
  const { id, size } = await receiveMemberPicture(deps, picture)
  const cost = Math.ceil(size / 1000)
  await takePoints(
    deps.pool,
    byteBudgets.map((budget) => ({ ...budget, cost })),
  )
  return { id }
}

const received = (reference: string | null) => ({ success: true, message: registrationReceived, reference })

/** Creates an applicant from a form and its files, all or nothing. The same form sent again after a lost reply gets the same reply. */
export async function register(deps: Deps, form: Registration, from: { address: string; signal: AbortSignal }) {
  await withErrorMessage(deps, 'registration-check-failed', async () => {
    await checkOpen(deps)
    const unborn = whyNotBornOn(form.birthday, dayInManila(deps.clock.now()))
    if (unborn['birthday']) throw new AppError('invalid-input', { fields: unborn })
    if (form.paymentProof === '' && asksForPayment(await deps.settings()))
      throw new AppError('invalid-input', { fields: { paymentProof: proofRequired } })
    await spend(deps, from.address, 'join', registrationLimits.registrationsPerHour)
  })
  const id = randomUUID()
  const keeper = { siteKey: deps.siteKey, userId: id }
  const passwordHash = await passwordLimit(() => hashPassword(keeper, birthdayPassword(form.birthday)), {
    lane: laneOf(from.address),
    signal: from.signal,
  })
  const reference = makeReference(randomBytes(referenceBytes))
  const conflict = await withErrorMessage(deps, 'registration-not-saved', () =>
    save(deps, { id, form, passwordHash, reference }),
  )
  if (!conflict) return received(reference)
  return withErrorMessage(deps, 'serial-check-failed', async () => {
    const stored = await findStored(deps.db, form)
    if (stored) return received(stored.reference)
    if (conflict !== 'taken') throw conflict
    await spendRefusal(deps, from.address)
    throw await whatIsTaken(deps.db, form)
  })
}

type Conflict = AppError | 'taken'

interface NewRegistration {
  id: string
  form: Registration
  passwordHash: string
  reference: string
}

async function save(deps: Deps, { id, form, passwordHash, reference }: NewRegistration): Promise<Conflict | null> {
  const { shortName } = await deps.settings()
  try {
    await inTransaction(deps, async (tx) => {
      const paths = await claimFiles(tx, form, id)
      const address = applicationAddress(deps.config.publicUrl, reference)
      await queueEmail(tx, { to: form.email, ...registrationReceivedEmail({ shortName, reference, address }) })
      // Last, because the count of applicants is locked from here to the end.
      await insertApplicant(deps, tx, { id, reference, form, paths, passwordHash, at: deps.clock.now() })
    })
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    if (isDuplicate(error)) return 'taken'
    throw error
  }
}

/** In the order of their ids, so that two registrations that name the same files never deadlock. */
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
  // Neither, if its owner was rejected a moment ago.
  if (!taken.email && !taken.serial) return new AppError('site-busy', { retryAfter: 1 })
  return new AppError(taken.email ? 'email-taken' : 'serial-taken', { fields })
}

/** A failed statement is logged in full and reported in the association's words. An unreachable database is reported as usual. */
async function withErrorMessage<T>(deps: Pick<Deps, 'log'>, code: ErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!/^(?:22|23|42|P0|XX)/.test(databaseRefusal(error)?.code ?? '')) throw error
    deps.log.error({ err: error }, 'a registration failed')
    throw new AppError(code)
  }
}
