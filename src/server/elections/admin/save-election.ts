import { and, eq, isNull } from 'drizzle-orm'
import { begun, eachTime, scheduleFields, type Schedule } from '#shared/elections/phases.ts'
import type { ElectionForm } from '#shared/elections/settings.ts'
import { AppError } from '#shared/errors.ts'
import { showInstant } from '#shared/time.ts'
import type { Person } from '#server/accounts/session.ts'
import { appendAudit, type AuditEntry } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { ballots, elections, pendingProxies, scheduleChanges, tallies, turnout, votes } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '../at-hand.ts'

/** A new election beside the earlier ones. */
export async function openElection(deps: Deps, admin: Person, form: ElectionForm): Promise<{ id: string }> {
  return deps.db.transaction(async (tx) => {
    const [made] = await tx.insert(elections).values(asRow(form)).returning({ id: elections.id })
    if (!made) throw new AppError('unexpected')
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'election opened', subject: made.id })
    return made
  })
}

/**
 * Saves what an administrator changed. Times that have begun are moved only when that was confirmed, and then it shows on
 * the schedule for everybody. What ballots already rest on stays as it is.
 */
export async function saveElection(
  deps: Deps,
  admin: Person,
  id: string,
  { election: form, version, movesConfirmed }: { election: ElectionForm; version: number; movesConfirmed: boolean },
): Promise<{ version: number }> {
  const before = await deps.elections.byId(id)
  if (!before) throw new AppError('not-found')
  if (before.certifiedAt !== null) throw new AppError('election-certified')
  if (before.shuffledAt !== null) throw new AppError('election-counted')
  const moved = movedTimes(before, form, deps.clock.now())
  if (moved.length > 0 && !movesConfirmed)
    throw new AppError('moves-unconfirmed', {
      fields: Object.fromEntries(moved.map((field) => [field, `${showInstant(before[field])} has begun already`])),
    })
  return deps.db.transaction(async (tx) => {
    const saved = await tx
      .update(elections)
      .set({ ...asRow(form), version: version + 1 })
      .where(
        and(
          eq(elections.id, id),
          eq(elections.version, version),
          isNull(elections.shuffledAt),
          isNull(elections.certifiedAt),
        ),
      )
      .returning({ version: elections.version })
    if (!saved[0]) throw new AppError('edited-meanwhile')
    const wiped = before.rehearsal && !form.rehearsal
    if (wiped) await wipeRehearsal(tx, id)
    if (JSON.stringify(before.seats) !== JSON.stringify(form.seats) && (await hasBallots(tx, id)))
      throw new AppError('seats-settled')
    await noteMoves(tx, before, form, moved, deps.clock.now())
    for (const entry of entriesOf(before, form, wiped))
      await appendAudit(tx, deps.clock, { actor: admin.id, subject: id, ...entry })
    return saved[0]
  })
}

const asRow = (form: ElectionForm) => ({
  ...form,
  ...eachTime((field) => new Date(form[field])),
})

/** Which times that lie in the past would be another, or would come to lie in the past. */
function movedTimes(before: Schedule, after: Schedule, now: number): (keyof Schedule)[] {
  const had = new Set([...begun(before, now), ...begun(after, now)])
  return scheduleFields.filter((field) => had.has(field) && before[field] !== after[field])
}

async function noteMoves(
  tx: Queryable,
  before: Election,
  after: Schedule,
  moved: (keyof Schedule)[],
  now: number,
): Promise<void> {
  if (moved.length === 0) return
  await tx.insert(scheduleChanges).values(
    moved.map((field) => ({
      electionId: before.id,
      field,
      before: new Date(before[field]),
      after: new Date(after[field]),
      changedAt: new Date(now),
    })),
  )
}

/** A rehearsal's count as well: who changes seats ends the rehearsal first. */
async function hasBallots(tx: Queryable, electionId: string): Promise<boolean> {
  for (const table of [ballots, pendingProxies]) {
    const found = await tx
      .select({ voterId: table.voterId })
      .from(table)
      .where(eq(table.electionId, electionId))
      .limit(1)
    if (found.length > 0) return true
  }
  return false
}

/** A rehearsal leaves nothing behind. */
async function wipeRehearsal(tx: Queryable, electionId: string): Promise<void> {
  for (const table of [votes, tallies, turnout, ballots])
    await tx.delete(table).where(and(eq(table.electionId, electionId), eq(table.rehearsal, true)))
}

function entriesOf(before: Election, after: ElectionForm, wiped: boolean): Pick<AuditEntry, 'action' | 'detail'>[] {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field as keyof Election]) !== JSON.stringify(after[field as keyof ElectionForm]),
  )
  return [
    { action: 'election changed', detail: { changed: changed.join(', ') } },
    ...(wiped ? [{ action: 'rehearsal wiped' as const }] : []),
  ]
}
