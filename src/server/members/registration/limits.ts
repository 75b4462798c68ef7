import { AppError } from '#shared/errors.ts'
import { whyCannotRegister } from '#shared/members/registration/registration.ts'
import { clear, take, takeOrTell, tellIfSpent, type Budget, type Taken } from '#server/http/rate-limit.ts'
import { keyedHash } from '#server/signed-values.ts'
import { networksOf } from '#server/http/address.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { sumUnclaimed } from './queries.ts'

const hour = 60 * 60
const day = 24 * hour

/** An assembly hall of 200 people is one address: five files each and as many again that failed on the way, all in an hour. */
export const registrationLimits = {
  filesPerHour: 2000,
  filesPerDay: 4000,
  /** As they are stored: a hall's are 600 MB. A whole network of IPv6 may send eight times that, and not fill `unclaimedBytes`. */
  bytesPerDay: 1_000_000_000,
  registrationsPerHour: 400,
  /** Each tells that an e-mail address or a serial number is known here. */
  refusalsPerHour: 60,
  /** Reference numbers that open nothing: a slip or two each, in a hall of people. */
  lookupsPerHour: 100,
  /** Wrong birthdays for a number that somebody has overheard, from wherever they come: no more than at the login. */
  birthdaysPerDay: 5,
  birthdaysPerYear: 15,
  /** Files for an application that was sent back. */
  mendFilesPerDay: 100,
  /** What strangers may leave on the disk until it is swept, all together. */
  unclaimedFiles: 60_000,
  unclaimedBytes: 8 * 1024 ** 3,
} as const

/** By the server's clock. */
export async function checkOpen({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): Promise<void> {
  const why = whyCannotRegister(await settings(), clock.now())
  if (why) throw new AppError(why)
}

type Counting = Pick<Deps, 'pool' | 'siteKey'>

/** A budget for each network the address is counted in. */
const atEach = (deps: Counting, address: string, kind: string, limit: number, seconds: number): Budget[] =>
  networksOf(address).map(({ name, times }) => ({
    key: `${kind}:${keyedHash(deps.siteKey, 'address', name)}`,
    limit: limit * times,
    seconds,
  }))

export function spendFile(deps: Counting, address: string): Promise<void> {
  const { filesPerHour, filesPerDay } = registrationLimits
  return spend(deps, [
    ...atEach(deps, address, 'joinfile', filesPerHour, hour),
    ...atEach(deps, address, 'joinfileday', filesPerDay, day),
  ])
}

/** In kilobytes, for the count is of four bytes. */
const byteBudgets = (deps: Counting, address: string) =>
  atEach(deps, address, 'joinbytes', registrationLimits.bytesPerDay / 1000, day)

/** How large a picture is, is known once it is stored: who has sent too much is told at the next. */
export const checkBytes = (deps: Counting, address: string): Promise<void> =>
  tellIfSpent(deps.pool, byteBudgets(deps, address), 'too-many-pictures')

export async function spendBytes(deps: Counting, address: string, bytes: number): Promise<void> {
  const cost = Math.ceil(bytes / 1000)
  await take(
    deps.pool,
    byteBudgets(deps, address).map((budget) => ({ ...budget, cost })),
  )
}

export function spendRegistration(deps: Counting, address: string): Promise<void> {
  return spend(deps, atEach(deps, address, 'join', registrationLimits.registrationsPerHour, hour))
}

/** After a refusal that tells who is registered: a few are mistakes, many are a search. */
export function spendRefusal(deps: Counting, address: string): Promise<void> {
  return spend(deps, atEach(deps, address, 'joinrefused', registrationLimits.refusalsPerHour, hour))
}

/** Taken before the look, so that many at once get no more than one after the other; a number that fits gives it back. */
export function spendLookup(deps: Counting, address: string): Promise<Taken> {
  const budgets = atEach(deps, address, 'joinlook', registrationLimits.lookupsPerHour, hour)
  return takeOrTell(deps.pool, budgets, 'too-many-lookups')
}

function birthdayBudgets(deps: Counting, reference: string): Budget[] {
  const hash = keyedHash(deps.siteKey, 'application', reference)
  const { birthdaysPerDay, birthdaysPerYear } = registrationLimits
  return [
    { key: `joinbirthday:${hash}`, limit: birthdaysPerDay, seconds: day },
    { key: `joinbirthdayyear:${hash}`, limit: birthdaysPerYear, seconds: 365 * day },
  ]
}

export const spendBirthday = (deps: Counting, reference: string): Promise<Taken> =>
  takeOrTell(deps.pool, birthdayBudgets(deps, reference), 'too-many-birthdays')

/** Somebody else may have used them up: whom an administrator asks for something must get in. */
export const clearBirthdays = (deps: Counting, reference: string): Promise<void> =>
  clear(deps.pool, birthdayBudgets(deps, reference))

export async function spendMendFile(deps: Counting, applicantId: string): Promise<void> {
  const key = `joinmend:${keyedHash(deps.siteKey, 'application', applicantId)}`
  await spend(deps, [{ key, limit: registrationLimits.mendFilesPerDay, seconds: day }])
}

async function spend({ pool }: Counting, budgets: Budget[]): Promise<void> {
  await takeOrTell(pool, budgets, 'too-many-registrations')
}

export async function checkRoom(
  db: Queryable,
  { unclaimedFiles, unclaimedBytes }: { unclaimedFiles: number; unclaimedBytes: number } = registrationLimits,
): Promise<void> {
  const { files, bytes } = await sumUnclaimed(db)
  if (files >= unclaimedFiles || bytes >= unclaimedBytes) throw new AppError('site-busy', { retryAfter: 600 })
}
