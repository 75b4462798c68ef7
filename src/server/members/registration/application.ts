import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { isMendableItem, type MendableItem } from '#shared/members/registration/mendable.ts'
import type { ApplicationKey, ApplicationStatus } from '#shared/members/registration/mending.ts'
import type { Instant } from '#shared/time.ts'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { spendBirthday, spendLookup } from './limits.ts'

type LookupDeps = Pick<Deps, 'db' | 'pool' | 'siteKey'>

/** What the page of an application needs: when what happened to it, and nothing about the person. */
export interface Application {
  id: string
  appliedAt: Instant
  approvedAt: Instant | null
  mendedAt: Instant | null
  returned: { at: Instant; items: MendableItem[]; message: string } | null
}

/**
 * The application of a reference number and a birthday. Whichever of them is wrong, the answer is the same, and so it is for
 * one that was rejected, of which nothing is left.
 */
export async function openApplication(deps: LookupDeps, key: ApplicationKey, address: string): Promise<Application> {
  const notFound = new AppError('application-not-found')
  // A slip that the check character shows tells nothing and costs nothing.
  if (key.reference === '') throw notFound
  const looked = await spendLookup(deps, address)
  const found = await findApplication(deps.db, key.reference)
  if (!found) throw notFound
  const tried = await spendBirthday(deps, key.reference)
  if (found.birthday !== key.birthday) throw notFound
  await Promise.all([looked.giveBack(), tried.giveBack()])
  return found.application
}

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
      mendedAt: users.mendedAt,
      items: users.returnItems,
      message: users.returnMessage,
    })
    .from(users)
    .where(eq(users.applicationReference, reference))
  if (!row || row.withdrawnAt !== null) return null
  const { id, birthday, createdAt, returnedAt, mendedAt, items, message } = row
  const application: Application = {
    id,
    appliedAt: createdAt,
    approvedAt: row.approved ? (row.approvedAt ?? createdAt) : null,
    mendedAt,
    returned:
      returnedAt === null
        ? null
        : { at: returnedAt, items: (items ?? []).filter(isMendableItem), message: message ?? '' },
  }
  return { birthday, application }
}

export async function readApplication(
  deps: LookupDeps & Pick<Deps, 'clock'>,
  key: ApplicationKey,
  address: string,
): Promise<ApplicationStatus> {
  const { appliedAt, approvedAt, mendedAt, returned } = await openApplication(deps, key, address)
  if (approvedAt) return { status: 'approved', approvedAt }
  if (returned) {
    const { at, items, message } = returned
    return { status: 'returned', appliedAt, returnedAt: at, items, message }
  }
  return {
    status: 'waiting',
    appliedAt,
    mendedAt,
    now: deps.clock.now(),
  }
}
