import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { inTransaction } from '#server/db/database.ts'
import { administrators, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { givenName } from '#server/members/record-columns.ts'
import { firstStepOf } from '#shared/accounts/two-step.ts'
import { digestDay } from '#shared/dashboard/to-do.ts'
import { readToDo } from './checks.ts'
import { digestEmail } from './text.ts'

type DigestDeps = Pick<Deps, 'config' | 'db' | 'pool' | 'clock' | 'elections' | 'status' | 'settings'>

/** A job that tells each administrator once a day what waits for them. Without a mail server nobody would get it. */
export async function sendDigests(deps: DigestDeps, signal?: AbortSignal): Promise<void> {
  if (!deps.config.smtpUrl) return
  for (const reader of await findReaders(deps)) {
    if (signal?.aborted) return
    await sendDigest(deps, reader)
  }
}

type Reader = Awaited<ReturnType<typeof findReaders>>[number]

/** Those who can log in, have an address and want it. */
function findReaders({ db }: DigestDeps) {
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      twoFactor: users.twoFactorEnabled,
      jobs: administrators.jobs,
      lastDay: administrators.digestDay,
    })
    .from(administrators)
    .innerJoin(users, eq(users.id, administrators.userId))
    .where(
      and(
        isNull(administrators.removedAt),
        administrators.digest,
        users.isAdmin,
        users.ownPassword,
        isNotNull(users.email),
      ),
    )
}

async function sendDigest(deps: DigestDeps, { id, firstName, email, twoFactor, jobs, lastDay }: Reader): Promise<void> {
  const day = digestDay(deps.clock.now(), lastDay)
  if (day === null || email === null) return
  // Where two-step login is compulsory, somebody without it cannot do anything else yet.
  const stopped = firstStepOf({ role: 'admin', named: true, twoFactor }, deps.config) !== null
  const list = await readToDo(deps, { role: 'admin', id, twoFactor, jobs: stopped ? [] : jobs })
  const { shortName } = await deps.settings()
  await inTransaction({ db: deps.db }, async (tx) => {
    // A second node finds the day taken; so does somebody who turned it off meanwhile.
    const { rowCount } = await tx
      .update(administrators)
      .set({ digestDay: day })
      .where(
        and(
          eq(administrators.userId, id),
          administrators.digest,
          or(isNull(administrators.digestDay), lt(administrators.digestDay, day)),
        ),
      )
    if (rowCount !== 1 || list.length === 0) return
    const about = { firstName: givenName(firstName), shortName, siteUrl: deps.config.publicUrl }
    await queueEmail(tx, { to: email, ...digestEmail(list, about) })
  })
}

const own = ({ id }: Person) => and(eq(administrators.userId, id), isNull(administrators.removedAt))

export async function readOwnDigest({ db }: Pick<Deps, 'db'>, person: Person): Promise<{ on: boolean }> {
  const [found] = await db.select({ on: administrators.digest }).from(administrators).where(own(person))
  return { on: found?.on ?? false }
}

/** A private choice, so it is not logged. */
export async function changeOwnDigest(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  { on }: { on: boolean },
): Promise<{ on: boolean }> {
  await db.update(administrators).set({ digest: on }).where(own(person))
  return { on }
}
