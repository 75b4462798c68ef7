import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { elections, installation, oneTimeCodes, roll, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { accountFits, walkAccounts, writeMarks } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { isRollOpen, whyCannotLeave, type OpenRoll } from '#shared/elections/roll/roll.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { isVotingDay } from './throttle.ts'

/** The rolls these people are on while they can still vote. */
export async function findOpenRolls(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  userIds: readonly string[],
): Promise<(OpenRoll & { voterId: string })[]> {
  const { id, title, proxyNeedsSecondAdmin, votingCloses, rollFrozenAt, countClosedAt, certifiedAt, cancelledAt } =
    elections
  const rows = await db
    .select({
      voterId: roll.voterId,
      open: { id, title, proxyNeedsSecondAdmin },
      election: { votingCloses, rollFrozenAt, countClosedAt, certifiedAt, cancelledAt },
    })
    .from(roll)
    .innerJoin(elections, eq(elections.id, roll.electionId))
    .where(and(inArray(roll.voterId, [...userIds]), isNull(roll.struck), isNull(elections.certifiedAt)))
  const now = clock.now()
  return rows.filter(({ election }) => isRollOpen(election, now)).map(({ voterId, open }) => ({ voterId, ...open }))
}

/** What an administrator should know about an account before helping with it. */
export async function readStanding(
  deps: Pick<Deps, 'db' | 'clock' | 'siteKey' | 'throttle' | 'elections'>,
  admin: Person,
  id: string,
) {
  const [code] = await deps.db
    .select({ givenBy: users.fullName, isOwn: eq(oneTimeCodes.givenBy, admin.id).mapWith(Boolean) })
    .from(oneTimeCodes)
    .innerJoin(users, eq(users.id, oneTimeCodes.givenBy))
    .where(and(eq(oneTimeCodes.userId, id), oneTimeCodes.waits, sql`${oneTimeCodes.expiresAt} > now()`))
  const [account] = await deps.db
    .select({ twoFactor: users.twoFactorEnabled, ownPassword: users.ownPassword })
    .from(users)
    .where(eq(users.id, id))
  const { twoFactor = false, ownPassword = false } = account ?? {}
  const stoppedUntil = ownPassword
    ? null
    : await deps.throttle.stoppedUntil(id, { whileVoting: await isVotingDay(deps) })
  return {
    twoFactor,
    ownPassword,
    stoppedUntil: stoppedUntil && deps.clock.shownFor(stoppedUntil),
    changedOutside: !(await accountFits(deps.siteKey, deps.db, id)),
    openRolls: (await findOpenRolls(deps, deps.db, [id])).map(({ voterId: _voterId, ...open }) => open),
    waitingCode: code ?? null,
  }
}

/**
 * An administrator has compared the record with what the association knows, corrected it where it was wrong, and vouches for it
 * by name. From then on the account works again.
 */
export async function confirmAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'siteKey' | 'log'>,
  admin: Person,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [row] = await tx
      .select({ version: users.version, isAdmin: users.isAdmin })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.erasedAt)))
      .for('no key update')
    const found = mustExist(row, 'user-not-found')
    // Administrators do not act on one another: one whose account is stopped is removed and invited again.
    if (found.isAdmin) throw new AppError('not-allowed')
    if (found.version !== version) throw new AppError('edited-meanwhile')
    if (await accountFits(deps.siteKey, tx, id)) return
    await writeMarks(deps.siteKey, tx, [id])
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'account confirmed', subject: id })
  })
  await noteChangedAccounts(deps)
}

/** The key under which the database lists stopped accounts for the status page. Only their mark actually stops them. */
export const changedAccountsKey = 'changed accounts'

/** The job that checks every account: somebody who never logs in would not notice. */
export async function noteChangedAccounts({ db, siteKey, log }: Pick<Deps, 'db' | 'siteKey' | 'log'>): Promise<void> {
  const changed: string[] = []
  for await (const { stopped } of walkAccounts(siteKey, db)) changed.push(...stopped)
  if (changed.length > 0) log.warn({ accounts: changed.length }, 'accounts were changed outside the site')
  const value = JSON.stringify(changed)
  await db
    .insert(installation)
    .values({ key: changedAccountsKey, value })
    .onConflictDoUpdate({ target: installation.key, set: { value } })
}

/** Called before somebody loses their membership or their data. */
export async function refuseOnOpenRoll(deps: Pick<Deps, 'clock'>, tx: Queryable, id: string): Promise<void> {
  const openRolls = await findOpenRolls(deps, tx, [id])
  const why = whyCannotLeave(openRolls)
  if (why) throw new AppError(why, { values: { election: openRolls[0]?.title ?? '' } })
}
