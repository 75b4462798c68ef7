import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { budgetsAt, clearBudgets, takeOrRefuse, type Budget } from '#server/http/rate-limit.ts'
import { keyedHash } from '#server/signed-values.ts'
import { AppError } from '#shared/errors.ts'
import { maskEmail } from '#shared/members/email-address.ts'
import { isCorrectableItem, type CorrectableItem } from '#shared/members/registration/correctable.ts'
import type { ApplicationKey, ApplicationStatus } from '#shared/members/registration/correction.ts'
import { type Instant, hourSeconds, daySeconds } from '#shared/time.ts'

type LookupDeps = Pick<Deps, 'db' | 'pool' | 'siteKey'>

/** What the page of an application needs: times, and of the person the masked address we write to. */
interface ApplicationTimes {
  id: string
  appliedAt: Instant
  approvedAt: Instant | null
  correctedAt: Instant | null
  email: string | null
  returned: { at: Instant; items: CorrectableItem[]; message: string } | null
}

/**
 * Finds an application by reference number and birthday. Whichever is wrong, the reply is the same; also for a rejected one, of
 * which nothing is left.
 */
export async function openApplication(
  deps: LookupDeps,
  key: ApplicationKey,
  address: string,
): Promise<ApplicationTimes> {
  const notFound = new AppError('application-not-found')
  // A typing error that the check character reveals tells nothing and costs nothing.
  if (key.reference === '') throw notFound
  const { pool, siteKey } = deps
  // Spent before looking, so that parallel requests get no more than sequential ones; a match is refunded.
  const lookups = budgetsAt(siteKey, address, { kind: 'joinlook', limit: lookupsPerHour, seconds: hourSeconds })
  const looked = await takeOrRefuse(pool, lookups, 'too-many-lookups')
  const found = await findApplication(deps.db, key.reference)
  if (!found) throw notFound
  const tried = await takeOrRefuse(pool, birthdayBudgets(deps, key.reference), 'too-many-birthdays')
  if (found.birthday !== key.birthday) throw notFound
  await Promise.all([looked.refund(), tried.refund()])
  return found.application
}

/** Wrong reference numbers per hour: a mistake or two each, in a hall of people. */
const lookupsPerHour = 100

/** Wrong birthdays for an overheard number, from wherever they come: no more than at the login. */
function birthdayBudgets({ siteKey }: Pick<Deps, 'siteKey'>, reference: string): Budget[] {
  const hash = keyedHash(siteKey, 'application', reference)
  return [
    { key: `joinbirthday:${hash}`, limit: 5, seconds: daySeconds },
    { key: `joinbirthdayyear:${hash}`, limit: 15, seconds: 365 * daySeconds },
  ]
}

/** Somebody else may have used them up: an applicant who is asked for something must get in. */
export const clearBirthdays = (deps: Pick<Deps, 'pool' | 'siteKey'>, reference: string): Promise<void> =>
  clearBudgets(deps.pool, birthdayBudgets(deps, reference))

async function findApplication(db: Queryable, reference: string) {
  const [row] = await db
    .select({
      id: users.id,
      birthday: users.birthday,
      approved: users.approved,
      approvedAt: users.approvedAt,
      withdrawnAt: users.withdrawnAt,
      createdAt: users.createdAt,
      returnedAt: users.returnedAt,
      correctedAt: users.correctedAt,
      email: users.email,
      items: users.returnItems,
      message: users.returnMessage,
    })
    .from(users)
    .where(eq(users.applicationReference, reference))
  if (!row || row.withdrawnAt !== null) return null
  const { id, birthday, createdAt, returnedAt, correctedAt, items, message } = row
  const application: ApplicationTimes = {
    id,
    appliedAt: createdAt,
    approvedAt: row.approved ? (row.approvedAt ?? createdAt) : null,
    correctedAt,
    email: row.email && maskEmail(row.email),
    returned:
      returnedAt === null
        ? null
        : { at: returnedAt, items: (items ?? []).filter(isCorrectableItem), message: message ?? '' },
  }
  return { birthday, application }
}

export async function readApplication(
  deps: LookupDeps,
  key: ApplicationKey,
  address: string,
): Promise<ApplicationStatus> {
  const { appliedAt, approvedAt, correctedAt, email, returned } = await openApplication(deps, key, address)
  if (approvedAt) return { status: 'approved', approvedAt }
  if (returned) {
    const { at, items, message } = returned
    return { status: 'returned', appliedAt, returnedAt: at, items, message }
  }
  return { status: 'waiting', appliedAt, correctedAt, email }
}
