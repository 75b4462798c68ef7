import { desc, eq } from 'drizzle-orm'
import { scheduleChanges } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lastStatement, readOwn } from '#server/elections/board/statements.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { findSignedCertificate } from '#server/elections/results/queries.ts'
import { listCorrections } from '#server/elections/roll/corrections.ts'
import { certificateOf, publicResult } from '#shared/elections/closing/certificate.ts'
import { rollFreezes, stageOf } from '#shared/elections/lifecycle.ts'
import { eachTime, type Schedule } from '#shared/elections/schedule.ts'
import type { PostponedField } from '#shared/elections/settings/states.ts'
import { mustExist } from '#shared/errors.ts'
import { may, type Who } from '#shared/permissions.ts'
import { electionsWithBallots, hasBallots } from './queries.ts'

type ScheduleDeps = Pick<Deps, 'db' | 'pool' | 'elections' | 'clock' | 'boardKey'>

const timesOf = (election: Election): Schedule => eachTime((field) => election[field])

/** Every election this person may know about, the next first: drafts are for those who run elections. */
export async function listElections(deps: ScheduleDeps, reader: Who) {
  const now = deps.clock.now()
  const current = await deps.elections.current()
  const all = await (may(reader, 'run elections') ? deps.elections.withDrafts() : deps.elections.all())
  const withBallots = await electionsWithBallots(deps.db)
  return {
    now,
    elections: all
      .toSorted((a, b) => b.votingOpens - a.votingOpens)
      .map((one) => ({
        ...timesOf(one),
        id: one.id,
        title: one.title,
        seats: one.seats,
        stage: stageOf(one, now),
        resultsVisible: one.resultsVisible,
        rehearsal: one.rehearsal,
        candidacyFiling: one.candidacyFiling,
        nomineesAccept: one.nomineesAccept,
        candidatesByLot: one.candidatesByLot,
        proxyNeedsSecondAdmin: one.proxyNeedsSecondAdmin,
        eligibilityDate: one.eligibilityDate,
        goodStandingOnly: one.goodStandingOnly,
        packagePublic: one.packagePublic,
        certifiedAt: one.certifiedAt,
        cancelledAt: one.cancelledAt,
        cancelledReason: one.cancelledReason,
        publishedAt: one.publishedAt,
        hasBallots: withBallots.has(one.id),
        version: one.version,
        current: one.id === current?.id,
      })),
  }
}

/** The times of an election and how they changed after it was announced: public, without a login. */
export async function readSchedule(deps: ScheduleDeps, id: string) {
  const election = mustExist(await deps.elections.byId(id))
  return scheduleOf(deps, election)
}
export type PublicSchedule = Awaited<ReturnType<typeof readSchedule>>

/** The same for the current election; null if there is none. `now` is the time of this reply. */
export async function readCurrentSchedule(deps: ScheduleDeps) {
  const election = await deps.elections.current()
  return { now: deps.clock.now(), election: election && (await scheduleOf(deps, election)) }
}

async function scheduleOf(deps: ScheduleDeps, election: Election) {
  const corrections = await listCorrections(deps.pool, election.id)
  return {
    ...timesOf(election),
    id: election.id,
    title: election.title,
    seats: election.seats,
    stage: stageOf(election, deps.clock.now()),
    candidacyFiling: election.candidacyFiling,
    certifiedAt: election.certifiedAt,
    /** The elected, as signed; null before certification. */
    certified: await readCertified(deps, election),
    /** As it was signed; null unless cancelled. */
    cancellation: election.cancelledAt === null ? null : await readCancellation(deps, election.id),
    /** When the roll is or was drawn up: members as of then may vote. */
    rollFreezesAt: rollFreezes(election),
    goodStandingOnly: election.goodStandingOnly,
    rollFrozenAt: election.rollFrozenAt,
    /** Of the key that signs the election: somebody who notes it early can check later that it is the same. */
    fingerprint: deps.boardKey.fingerprint,
    /** A change that is also a correction is listed there, with its author, and not twice. */
    changes: (await readChanges(deps, election.id)).filter(
      ({ changedAt }) => !corrections.some(({ at, changes }) => at === changedAt && changes.length > 0),
    ),
    /** What was corrected in the freeze record, or in the roll before it. */
    corrections,
  }
}

/** Public, with full names and votes: they are on the certificate, which everybody may read. */
async function readCertified(deps: ScheduleDeps, { id, packagePublic }: Election) {
  const found = await findSignedCertificate(deps, id)
  if (!found) return null
  return { ...publicResult(certificateOf(found.content)), packagePublic }
}

/** What the site signed, not what the row says. */
async function readCancellation({ pool, db, boardKey }: ScheduleDeps, electionId: string) {
  const found = await lastStatement(pool, electionId, 'cancellation/1')
  const own = mustExist(found && readOwn(boardKey, electionId, 'cancellation/1', found.signed), 'unexpected')
  const { at, by, reason } = own.content
  return { at: Date.parse(at), by, reason, hadBallots: await hasBallots(db, electionId) }
}

async function readChanges({ db }: Pick<Deps, 'db'>, electionId: string) {
  const rows = await db
    .select({
      field: scheduleChanges.field,
      before: scheduleChanges.before,
      after: scheduleChanges.after,
      /** Of a postponement. */
      reason: scheduleChanges.reason,
      changedAt: scheduleChanges.changedAt,
    })
    .from(scheduleChanges)
    .where(eq(scheduleChanges.electionId, electionId))
    .orderBy(desc(scheduleChanges.changedAt), scheduleChanges.field)
  return rows.map(({ field, ...change }) => ({
    ...change,
    // Only `noteChanges` writes here, and what it is given comes from `postponedFields`.
    field: field as PostponedField,
  }))
}
