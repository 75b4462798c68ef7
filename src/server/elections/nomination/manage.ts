import { and, eq, ne } from 'drizzle-orm'
import { statusWhenApproved } from '#shared/elections/candidacy/answer.ts'
import { whyCannotNominate, whyCannotRemoveNominee } from '#shared/elections/nomination/eligibility.ts'
import { AppError } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections, nominees } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { removeFiles } from '#server/storage/uploads.ts'
import { asNominee, fullNameOf } from '#server/elections/approved-nominee.ts'
import { forgetCandidateFile } from '#server/elections/candidacy/queries.ts'
import { forgetCandidatePhoto } from '#server/elections/candidacy/write-profile.ts'
import { onceVotingBegan } from '#server/elections/once-voting-began.ts'
import { lockWindows } from '#server/elections/lock-windows.ts'
import { findNominee, listNominees } from './queries.ts'

/**
 * Who stands: the approved for everybody, the rest for administrators; who nominated whom only for those it concerns. A nominator
 * also learns that their nominee was asked, and declined.
 */
export async function readNominees(deps: Pick<Deps, 'db' | 'elections' | 'clock'>, reader: Person, electionId: string) {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  // Refused when they are not those who were frozen.
  await deps.elections.approved(electionId)
  const manages = may(reader, 'manage nominees')
  const rows = await listNominees(deps.db, election.id)
  return {
    nominees: rows
      .filter(
        ({ status, nominatorId }) =>
          manages || status === 'approved' || (status !== 'pending' && nominatorId === reader.id),
      )
      .map(({ id, status, nominatorId, nominatedBy, data, hasDocument, withdrawn, idNumber, photo }) => {
        const isNominator = nominatorId === reader.id
        return {
          ...asNominee(id, data, photo),
          fullName: fullNameOf(data),
          idNumber,
          status,
          mine: isNominator,
          removable: whyCannotRemoveNominee(election, { ...reader, isNominator }, deps.clock.now()) === null,
          nominatedBy: manages || isNominator ? nominatedBy : null,
          hasDocument,
          /** Left the association after being nominated: somebody has to decide whether they stand. */
          withdrawn: manages && withdrawn,
        }
      }),
  }
}

/**
 * Approve, or send back to pending: as long as administrators may nominate, for approving puts somebody on the ballot. Where
 * nominees are asked, one who has not accepted is asked again, and one who declined has declined.
 */
export async function setNomineeStatus(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  id: string,
  wanted: 'approved' | 'pending',
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const nominee = await nomineeToChange(deps, tx, admin, id)
    const ownNomination = nominee.nominatorId === nominee.userId
    const status = wanted === 'pending' ? wanted : statusWhenApproved(nominee.election, { ...nominee, ownNomination })
    const late = whyCannotNominate(nominee.election, admin, deps.clock.now())
    if (late) throw new AppError('nomination-over')
    const changed = await tx
      .update(nominees)
      .set({ status })
      .where(and(eq(nominees.id, id), ne(nominees.status, status)))
    if (changed.rowCount === 0) return
    const action = wanted === 'approved' ? 'nominee approved' : 'nominee rejected'
    await appendAudit(tx, deps.clock, { actor: admin.id, action, subject: id, detail: nominee.detail })
  }).catch(onceVotingBegan)
}

/** The nomination goes, and with it what the candidate filed and wrote. */
export async function deleteNominee(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>,
  person: Person,
  id: string,
): Promise<void> {
  const files = await inTransaction(deps, async (tx) => {
    const { electionId, userId, detail } = await nomineeToChange(deps, tx, person, id)
    const photos = await forgetCandidatePhoto(tx, id)
    const gone = await tx.delete(nominees).where(eq(nominees.id, id))
    if (gone.rowCount === 0) throw new AppError('not-found')
    const paths = await forgetCandidateFile(tx, electionId, userId)
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'nominee deleted', subject: id, detail })
    return [...paths, ...photos]
  }).catch(onceVotingBegan)
  await removeFiles(deps, files)
}

async function nomineeToChange(deps: Pick<Deps, 'clock'>, tx: Queryable, person: Person, id: string) {
  const nominee = await findNominee(tx, id)
  if (!nominee) throw new AppError('not-found')
  // A ballot that was checked before this is checked again: none names somebody who no longer stands.
  await tx.update(elections).set({ version: elections.version }).where(eq(elections.id, nominee.electionId))
  const election = await lockWindows(tx, nominee.electionId)
  const isNominator = nominee.nominatorId === person.id
  const why = whyCannotRemoveNominee(election, { ...person, isNominator }, deps.clock.now())
  if (why) throw new AppError(why)
  return { ...nominee, election, detail: { election: nominee.electionId, member: nominee.userId } }
}
