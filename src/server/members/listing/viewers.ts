import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { users, viewers, wholeName } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { mustExist } from '#shared/errors.ts'
import { searchFromLength } from '#shared/members/listing/listing.ts'
import { allMembers } from './queries.ts'
import { maxOffered, maxSearched, searchFirst } from './search.ts'

type ViewerDeps = Pick<Deps, 'db' | 'clock' | 'siteKey'>

/** Adding a viewer twice changes and logs nothing the second time. */
export async function addViewer(deps: ViewerDeps, admin: Person, memberId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    mustExist(await lockCandidate(tx, memberId), 'user-not-found')
    const row = { userId: memberId, addedBy: admin.id, addedAt: deps.clock.now() }
    const added = await changeAccounts(deps, tx, [memberId], () => tx.insert(viewers).values(row).onConflictDoNothing())
    if (added.rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'viewer added', subject: memberId })
  })
}

/** Takes effect with the person's next request, since each one reads their rights from the database. */
export async function removeViewer(deps: ViewerDeps, admin: Person, memberId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const remove = () => tx.delete(viewers).where(eq(viewers.userId, memberId))
    const removed = await changeAccounts(deps, tx, [memberId], remove)
    if (removed.rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'viewer removed', subject: memberId })
  })
}

/** Members who can become viewers, found by name, number, serial number or unit. */
export async function searchCandidates({ db, settings }: Pick<Deps, 'db' | 'settings'>, typed: string) {
  if ([...typed.trim()].length < searchFromLength) return { members: [], more: false }
  const { idPrefix } = await settings()
  const found = await searchFirst(db, allMembers, { typed, idPrefix }, maxSearched)
  const members = await describeCandidates(db, found)
  return { members: members.slice(0, maxOffered), more: members.length > maxOffered || found.length === maxSearched }
}

const adders = alias(users, 'adders')

const viewerColumns = { id: users.id, name: wholeName, idNumber: users.idNumber, rank: users.rank, ms: users.ms }

/** Sorted by name. `addedBy` is null for viewers from before it was recorded. */
export const listViewers = (db: Queryable) =>
  db
    .select({
      ...viewerColumns,
      withdrawn: sql<boolean>`${users.withdrawnAt} is not null`,
      addedBy: adders.fullName,
      addedAt: viewers.addedAt,
    })
    .from(viewers)
    .innerJoin(users, eq(users.id, viewers.userId))
    .leftJoin(adders, eq(adders.id, viewers.addedBy))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.idNumber))

/** Administrators can read every profile anyway, and members who have left cannot log in. */
const canBeViewer = and(users.approved, isNull(users.withdrawnAt), isNull(users.erasedAt), not(users.isAdmin))

const describeCandidates = (db: Queryable, ids: readonly string[]) =>
  db
    .select({
      ...viewerColumns,
      region: users.region,
      unit: users.unitAssignment,
      isViewer: sql<boolean>`exists (select from ${viewers} where ${viewers.userId} = ${users.id})`,
    })
    .from(users)
    .where(and(inArray(users.id, [...ids]), canBeViewer))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.idNumber))

/** Locks the member against being withdrawn or erased in the meantime. */
async function lockCandidate(tx: Queryable, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), canBeViewer))
    .for('share')
  return found.length > 0
}
