import { and, eq, ne } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { sureNow } from '#server/clock.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { nominees } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { forgetCandidateFile } from '#server/elections/candidacy/queries.ts'
import { nominationEmail, pendingEmail } from '#server/elections/candidacy/text.ts'
import { forgetCandidatePhoto } from '#server/elections/candidacy/write-profile.ts'
import { addressesOf } from '#server/elections/emails/queries.ts'
import { holdForNominees, asNomineesSettled, type Windows } from '#server/elections/lock-windows.ts'
import { asNominee, fullNameOf } from '#server/elections/nominees.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { removeFiles } from '#server/storage/uploads.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { statusWhenApproved, type NomineeStatus } from '#shared/elections/candidacy/candidacy.ts'
import { whyCannotApproveNominee, whyCannotRemoveNominee } from '#shared/elections/nomination/eligibility.ts'
import type { NomineeStatusForm } from '#shared/elections/nomination/nomination.ts'
import { AppError, mustExist, refuseIf, type ErrorCode } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import { findNominee, listNominees } from './queries.ts'

/**
 * The approved nominees for everybody, the others for administrators; who nominated whom only for those concerned. A nominator
 * also learns whether their nominee was asked, declined, or is pending and why.
 */
export async function readNominees(deps: Pick<Deps, 'db' | 'elections' | 'clock'>, reader: Person, electionId: string) {
  const election = mustExist(await deps.elections.byId(electionId))
  // Refused if they are not the frozen nominees.
  await deps.elections.approved(electionId)
  const manages = may(reader, 'manage nominees')
  const rows = await listNominees(deps.db, election.id)
  return {
    nominees: rows
      .filter(({ status, nominatorId }) => manages || status === 'approved' || nominatorId === reader.id)
      .map((row) => {
        const { id, status, nominatedBy, data, hasDocument, withdrawn, idNumber, photo } = row
        const isNominator = row.nominatorId === reader.id
        const nominee = asNominee(id, data, photo)
        return {
          ...nominee,
          /** Until approved, a nominator does not see it either (`photoOfNominee`). */
          hasPhoto: nominee.hasPhoto && (manages || status === 'approved'),
          fullName: fullNameOf(data),
          idNumber,
          status,
          /** For the nominator and administrators. */
          pendingReason: manages || isNominator ? row.pendingReason : null,
          mine: isNominator,
          removable: whyCannotRemoveNominee(election, asker(reader, row), deps.clock.now()) === null,
          nominatedBy: manages || isNominator ? nominatedBy : null,
          nominatorSerial: manages ? row.nominatorSerial : null,
          hasDocument,
          /** Left the association after being nominated: somebody has to decide whether they remain a candidate. */
          withdrawn: manages && withdrawn,
        }
      }),
  }
}

type Nomination = Pick<typeof nominees.$inferSelect, 'userId' | 'answer'> & { nominatorId: string }

/** The person's relation to a nomination they may want to withdraw. */
const asker = ({ id, role, jobs }: Person, { userId, nominatorId, answer }: Nomination) => ({
  role,
  jobs,
  isNominator: nominatorId === id,
  answeredByAnother: answer !== null && userId !== id,
})

/**
 * Approves, or sets back to pending. Where nominees are asked, one who has not accepted is asked again; one who declined stays
 * declined. The nominator learns why a nominee is pending.
 */
export async function setNomineeStatus(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'config'>,
  admin: Person,
  id: string,
  wanted: NomineeStatusForm,
): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const nominee = await nomineeToChange(tx, id, ({ election }) =>
      whyCannotApproveNominee(election, admin, sureNow(deps.clock)),
    )
    const ownNomination = nominee.nominatorId === nominee.userId
    const status =
      wanted.status === 'pending' ? 'pending' : statusWhenApproved(nominee.election, { ...nominee, ownNomination })
    const pendingReason = wanted.status === 'pending' ? wanted.reason : null
    const changed = await tx
      .update(nominees)
      .set({ status, pendingReason })
      .where(and(eq(nominees.id, id), ne(nominees.status, status)))
    if (changed.rowCount === 0) return
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: actionOf[status],
      subject: id,
      detail: nominee.detail,
    })
    if (status === 'asked') {
      const email = nominationEmail({ shortName, ...nominee.election, site: deps.config.publicUrl })
      await queueEmailToEach(tx, await addressesOf(tx, [nominee.userId]), email)
    }
    if (pendingReason !== null) {
      const email = pendingEmail({
        shortName,
        ...nominee.election,
        name: fullNameOf(nominee.data),
        reason: pendingReason,
      })
      await queueEmailToEach(tx, await addressesOf(tx, [nominee.nominatorId]), email)
    }
  }).catch(asNomineesSettled)
}

const actionOf = {
  approved: 'nominee approved',
  pending: 'nominee rejected',
  asked: 'nominee left to answer',
  declined: 'nominee left to answer',
} as const satisfies Record<NomineeStatus, AuditAction>

/** Deletes the nomination, with everything the candidate filed and wrote. */
export async function deleteNominee(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>,
  person: Person,
  id: string,
): Promise<void> {
  const files = await inTransaction(deps, async (tx) => {
    const { electionId, userId, detail } = await nomineeToChange(tx, id, ({ election, ...nominee }) =>
      whyCannotRemoveNominee(election, asker(person, nominee), sureNow(deps.clock)),
    )
    const photos = await forgetCandidatePhoto(tx, id)
    const gone = await tx.delete(nominees).where(eq(nominees.id, id))
    if (gone.rowCount === 0) throw new AppError('not-found')
    const paths = await forgetCandidateFile(tx, electionId, userId)
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'nominee deleted', subject: id, detail })
    return [...paths, ...photos]
  }).catch(asNomineesSettled)
  await removeFiles(deps, files)
}

type NomineeToChange = Nomination & { election: Windows }

async function nomineeToChange(tx: Queryable, id: string, whyCannot: (nominee: NomineeToChange) => ErrorCode | null) {
  const known = mustExist(await findNominee(tx, id))
  return holdForNominees(tx, known.electionId, async (election) => {
    const nominee = mustExist(await findNominee(tx, id))
    refuseIf(whyCannot({ ...nominee, election }))
    return { ...nominee, election, detail: { election: nominee.electionId, member: nominee.userId } }
  })
}
