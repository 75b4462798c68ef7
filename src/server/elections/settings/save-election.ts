import { and, eq, isNull, ne } from 'drizzle-orm'
import type pg from 'pg'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { appendAudit, appendAudits } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { elections, scheduleChanges } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { makeCorrection } from '#server/elections/roll/corrections.ts'
import type { Person } from '#server/http/session.ts'
import { beforeAndAfter } from '#shared/audit/actions.ts'
import { timesField } from '#shared/elections/board/statements.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { eachTime, scheduleFields, type Schedule } from '#shared/elections/schedule.ts'
import {
  changedFields,
  movedTimes,
  overlapping,
  timesToCorrect,
  whyCannotChange,
  type ElectionField,
  type ElectionForm,
  type Underway,
} from '#shared/elections/settings/settings.ts'
import { changedTimes, type PostponedField } from '#shared/elections/settings/states.ts'
import { settingsText } from '#shared/elections/settings/text.ts'
import { AppError } from '#shared/errors.ts'
import { errorText } from '#shared/text.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { hasBallots, hasNominees, storeRehearsal, wipeRehearsal } from './queries.ts'

interface Change {
  election: ElectionForm
  version: number
  movesConfirmed: readonly (keyof Schedule)[]
  reason?: string | undefined
}

/** A draft beside the earlier elections. Sent twice, the second request finds the first draft. */
export async function draftElection(deps: Deps, admin: Person, sent: ElectionForm): Promise<{ id: string }> {
  const form = withDuesOnly(sent, (await deps.settings()).dues !== null)
  if (form.votingOpens <= deps.clock.now())
    throw new AppError('invalid-input', { fields: { votingOpens: settingsText.votingPassed } })
  if (form.eligibilityDate !== null && form.eligibilityDate <= deps.clock.now())
    throw new AppError('invalid-input', { fields: { eligibilityDate: settingsText.eligiblePassed } })
  return inTransaction({ db: deps.db, lock: 'counting' }, async (tx) => {
    await refuseOverlap(tx, null, form)
    const row = { ...asRow(form), draft: true }
    const [made] = await withOwnTitle(tx.insert(elections).values(row).returning({ id: elections.id }))
    if (!made) throw new AppError('unexpected')
    if (form.rehearsal) await storeRehearsal(tx, made.id, asRow(form))
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'election opened', subject: made.id })
    return made
  })
}

/**
 * Saves an administrator's changes. Times that have begun move only if that was confirmed; any changed time of an announced
 * election shows on the public schedule. What ballots already depend on stays as it is; a time in the signed freeze record is
 * moved by a signed correction. All decisions are made on the locked election, so that neither another administrator nor a ballot
 * interferes.
 */
export async function saveElection(
  deps: Deps,
  admin: Person,
  id: string,
  { election: sent, version, movesConfirmed, reason }: Change,
): Promise<{ version: number }> {
  const hasDues = (await deps.settings()).dues !== null
  return inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    const before = await lockElection(tx, id)
    const form = withDuesOnly(sent, hasDues || before.goodStandingOnly)
    const now = deps.clock.now()
    const changed = changedFields(before, form)
    await refuseChange(tx, before, version, now)
    if (changed.length === 0) return { version }

    refuseUnderWay(before, form, await underWayOf(tx, before), now)
    // Nobody relies on the times of a draft.
    const moved = before.draft ? [] : movedTimes(before, form, now)
    const announced = before.draft ? [] : changedTimes(before, form)
    refuseUnconfirmed(before, moved, movesConfirmed)
    const corrected = timesToCorrect(before, form, before)
    if (corrected.length > 0 && !reason)
      throw new AppError('reason-required', { fields: { reason: errorText['reason-required'] } })
    const by = signatureOf(admin)
    await storeElectionChange(deps, tx, client, { before, form, announced, corrected, by, reason: reason ?? '', now })
    const wiped = before.rehearsal && !form.rehearsal
    await appendAudits(tx, deps.clock, [
      { actor: admin.id, subject: id, action: 'election changed', detail: detailOf(before, form, changed, moved) },
      ...(wiped ? [{ actor: admin.id, subject: id, action: 'rehearsal wiped' as const }] : []),
    ])
    return { version: version + 1 }
  })
}

/** Without dues nobody has to be in good standing, even if the previous election required it. */
const withDuesOnly = (form: ElectionForm, hasDues: boolean): ElectionForm => ({
  ...form,
  goodStandingOnly: form.goodStandingOnly && hasDues,
})

/** Refuses if the election is over, or somebody else changed it meanwhile. */
export async function refuseChange(tx: Queryable, before: Election, version: number, now: Instant): Promise<void> {
  const stage = stageOf(before, now)
  if (stage === 'cancelled') throw new AppError('election-cancelled')
  if (stage === 'certified') throw new AppError('election-certified')
  if (before.version !== version) throw new AppError('edited-meanwhile')
  if (stage === 'counted' && (await hasBallots(tx, before.id))) throw new AppError('election-counted')
}

const underWayOf = async (tx: Queryable, before: Election): Promise<Underway> => ({
  ...before,
  hasBallots: await hasBallots(tx, before.id),
  hasNominees: await hasNominees(tx, before.id),
})

interface ChangeToStore {
  before: Election
  form: ElectionForm
  /** Shown on the public schedule. */
  announced: readonly PostponedField[]
  /** Named by the signed freeze record. */
  corrected: readonly (keyof Schedule)[]
  by: string
  reason: string
  /** Whether the public schedule also shows why. */
  postpones?: boolean
  now: Instant
}

/** Call it in a transaction that holds the election and the counting lock. */
export async function storeElectionChange(
  deps: Pick<Deps, 'signed'>,
  tx: Queryable,
  client: pg.PoolClient,
  { before, form, announced, corrected, by, reason, postpones = false, now }: ChangeToStore,
): Promise<void> {
  await refuseOverlap(tx, before.id, form)
  // Before changing the election: what is corrected must match what was signed.
  if (corrected.length > 0) await correctTimes(deps, client, { before, form, fields: corrected, by, reason, now })
  const timesChanged = scheduleFields.some((field) => before[field] !== form[field])
  const next = { ...asRow(form), version: before.version + 1, ...(timesChanged && notCounted) }
  await withOwnTitle(tx.update(elections).set(next).where(eq(elections.id, before.id)))
  await (form.rehearsal ? storeRehearsal(tx, before.id, asRow(form)) : wipeRehearsal(tx, before.id))
  await noteChanges(tx, before, form, announced, { now, reason: postpones ? reason : null })
}

/** An election that closed without a ballot counts as counted; moving its times starts it again. */
const notCounted = { countClosedAt: null, tracesPurgedAt: null }

/** Picks the fields of the form from what may be a whole election. */
const asRow = (form: ElectionForm) => ({
  title: form.title,
  seats: form.seats,
  resultsVisible: form.resultsVisible,
  candidacyFiling: form.candidacyFiling,
  nomineesAccept: form.nomineesAccept,
  candidatesByLot: form.candidatesByLot,
  proxyNeedsSecondAdmin: form.proxyNeedsSecondAdmin,
  packagePublic: form.packagePublic,
  ...eachTime((field) => form[field]),
  eligibilityDate: form.eligibilityDate,
  goodStandingOnly: form.goodStandingOnly,
})

function refuseUnderWay(before: Election, form: ElectionForm, underway: Underway, now: Instant): void {
  const fields = whyCannotChange(before, form, underway, now)
  if (Object.keys(fields).length === 0) return
  throw new AppError(fields.seats ? 'seats-settled' : 'election-under-way', {
    fields: fields as Record<string, string>,
  })
}

function refuseUnconfirmed(
  before: Election,
  moved: readonly (keyof Schedule)[],
  confirmed: readonly (keyof Schedule)[],
): void {
  if (moved.every((field) => confirmed.includes(field))) return
  throw new AppError('moves-unconfirmed', {
    fields: Object.fromEntries(moved.map((field) => [field, `It was ${showInstant(before[field])}`])),
  })
}

/** A cancelled election is in nobody's way. */
async function refuseOverlap(tx: Queryable, id: string | null, form: ElectionForm): Promise<void> {
  const others = await tx
    .select({
      title: elections.title,
      nominationOpens: elections.nominationOpens,
      votingCloses: elections.votingCloses,
    })
    .from(elections)
    .where(
      and(
        eq(elections.kind, 'election'),
        isNull(elections.cancelledAt),
        id === null ? undefined : ne(elections.id, id),
      ),
    )
  const other = overlapping(others, form)
  if (!other) return
  const words = `“${other.title}” runs from ${showInstant(other.nominationOpens)} to ${showInstant(other.votingCloses)}`
  throw new AppError('elections-overlap', { fields: { nominationOpens: words } })
}

/** Titles that differ only in spaces or capitals are the same: emails and lists identify an election by its title. */
async function withOwnTitle<Written>(writing: PromiseLike<Written>): Promise<Written> {
  try {
    return await writing
  } catch (error) {
    if (violated(error) !== 'elections_title_unique') throw error
    throw new AppError('election-title-taken', { fields: { title: errorText['election-title-taken'] } })
  }
}

async function noteChanges(
  tx: Queryable,
  before: Election,
  after: ElectionForm,
  fields: readonly PostponedField[],
  { now, reason }: { now: Instant; reason: string | null },
): Promise<void> {
  if (fields.length === 0) return
  // Without an eligibility date the roll is drawn up when voting opens.
  await tx.insert(scheduleChanges).values(
    fields.map((field) => ({
      electionId: before.id,
      field,
      before: before[field] ?? before.votingOpens,
      after: after[field] ?? after.votingOpens,
      reason,
      changedAt: now,
    })),
  )
}

interface TimesToCorrect {
  before: Election
  form: Schedule
  fields: readonly (keyof Schedule)[]
  by: string
  reason: string
  now: Instant
}

/** Holders of the freeze record learn from the next head that it was corrected, and how. */
async function correctTimes(
  { signed }: Pick<Deps, 'signed'>,
  client: pg.PoolClient,
  { before, form, fields, by, reason, now }: TimesToCorrect,
): Promise<void> {
  const iso = (at: Instant) => new Date(at).toISOString()
  const changes = fields.map((field) => ({
    field: timesField(field),
    before: iso(before[field]),
    after: iso(form[field]),
  }))
  await makeCorrection(client, signed.key, await signed.read(client, before.id), { now, by, reason, changes })
}

const detailOf = (
  before: ElectionForm,
  after: ElectionForm,
  changed: readonly ElectionField[],
  moved: readonly (keyof Schedule)[],
) => ({
  changed: changed.join(', '),
  ...Object.fromEntries(
    moved.map((field) => [`moved ${field}`, `${showInstant(before[field])} to ${showInstant(after[field])}`]),
  ),
  ...beforeAndAfter(
    changed.filter((field) => !(moved as readonly ElectionField[]).includes(field)),
    { before: (field) => logged(before, field), after: (field) => logged(after, field) },
  ),
})

/** Times in Manila and seats by name: people read the log. */
function logged(election: ElectionForm, field: ElectionField): string | boolean | null {
  const value = election[field]
  if (Array.isArray(value)) return value.map(({ slot, ms }) => `${slot} (${ms})`).join(', ')
  return typeof value === 'number' ? showInstant(value) : value
}
