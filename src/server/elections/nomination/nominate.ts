import { eq } from 'drizzle-orm'
import { whyCannotBeNominated, whyCannotNominate, whyCannotRemoveNominee } from '#shared/elections/eligibility.ts'
import { mostPerMember } from '#shared/elections/nomination.ts'
import { AppError } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import type { Person } from '#server/accounts/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { nominees } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { asNominee, type Election } from '../at-hand.ts'
import { countNominatedBy, findNominee, listNominees, snapshotsOf } from './queries.ts'
import { isWhole } from '../queries.ts'

async function electionOf(deps: Pick<Deps, 'elections'>, id: string): Promise<Election> {
  const election = await deps.elections.byId(id)
  if (!election) throw new AppError('not-found')
  return election
}

/** Who stands: the approved for everybody, the rest for administrators; who nominated whom only for those it concerns. */
export async function readNominees(deps: Pick<Deps, 'db' | 'elections' | 'clock'>, reader: Person, electionId: string) {
  const election = await electionOf(deps, electionId)
  const manages = may(reader.role, 'manage nominees')
  const rows = await listNominees(deps.db, election.id)
  return {
    nominees: rows
      .filter(({ status }) => manages || status === 'approved')
      .map(({ id, status, nominatedBy, data, documentId }) => {
        const mine = reader.serial !== null && nominatedBy === reader.serial
        const removable =
          whyCannotRemoveNominee(election, { role: reader.role, isNominator: mine }, deps.clock.now()) === null
        return {
          ...asNominee(id, data),
          status,
          removable,
          nominatedBy: manages || mine ? nominatedBy : null,
          documentId: manages ? documentId : null,
        }
      }),
  }
}

/** Adds those who are not nominated yet; a person is nominated once per election, whoever presses first. */
export async function nominate(deps: Deps, nominator: Person, electionId: string, idNumbers: readonly string[]) {
  const election = await electionOf(deps, electionId)
  const why = whyCannotNominate(election, nominator.role, deps.clock.now())
  if (why) throw new AppError(why)
  return deps.db.transaction(async (tx) => {
    const people = await snapshotsOf(tx, idNumbers)
    if (people.some(({ id }) => id === nominator.id)) throw new AppError('own-nomination')
    if (people.length !== new Set(idNumbers).size) throw new AppError('nominee-unknown')
    const lacking = whyCannotBeNominated(
      people.map(({ first_name, last_name, ms, region }) => ({ name: `${first_name} ${last_name}`, ms, region })),
    )
    if (lacking || !people.every(isWhole)) throw new AppError('invalid-input', { fields: { idNumbers: lacking ?? '' } })
    if (
      !may(nominator.role, 'manage nominees') &&
      (await countNominatedBy(tx, election.id, nominator.serial)) + people.length > mostPerMember
    )
      throw new AppError('too-many-nominations')
    const added = await tx
      .insert(nominees)
      .values(
        people.map((data) => ({
          electionId: election.id,
          userId: data.id,
          nominatedBy: nominator.serial ?? nominator.email ?? nominator.id,
          data,
        })),
      )
      .onConflictDoNothing({ target: [nominees.electionId, nominees.userId] })
      .returning({ id: nominees.id })
    for (const { id } of added)
      await appendAudit(tx, deps.clock, { actor: nominator.id, action: 'nominee added', subject: id })
    return { saved: added.length, skipped: people.length - added.length }
  })
}

/** Approve, or send back to pending. */
export async function setNomineeStatus(deps: Deps, admin: Person, id: string, status: 'approved' | 'pending') {
  await nomineeToChange(deps, admin, id)
  await deps.db
    .transaction(async (tx) => {
      const changed = await tx
        .update(nominees)
        .set({ status })
        .where(eq(nominees.id, id))
        .returning({ id: nominees.id })
      if (changed.length === 0) throw new AppError('not-found')
      const action = status === 'approved' ? 'nominee approved' : 'nominee rejected'
      await appendAudit(tx, deps.clock, { actor: admin.id, action, subject: id })
    })
    .catch(onceVotingBegan)
}

export async function deleteNominee(deps: Deps, person: Person, id: string): Promise<void> {
  await nomineeToChange(deps, person, id)
  await deps.db
    .transaction(async (tx) => {
      const gone = await tx.delete(nominees).where(eq(nominees.id, id)).returning({ id: nominees.id })
      if (gone.length === 0) throw new AppError('not-found')
      await appendAudit(tx, deps.clock, { actor: person.id, action: 'nominee deleted', subject: id })
    })
    .catch(onceVotingBegan)
}

async function nomineeToChange(deps: Deps, person: Person, id: string): Promise<void> {
  const nominee = await findNominee(deps.db, id)
  if (!nominee) throw new AppError('not-found')
  const election = await electionOf(deps, nominee.electionId)
  const isNominator = person.serial !== null && nominee.nominatedBy === person.serial
  const why = whyCannotRemoveNominee(election, { role: person.role, isNominator }, deps.clock.now())
  if (why) throw new AppError(why)
}

/** The database refuses as well, should a ballot come in at that very moment. */
function onceVotingBegan(error: unknown): never {
  for (let e = error; e instanceof Error; e = e.cause)
    if ((e as { constraint?: string }).constraint === 'nominees_stay_once_voting_began')
      throw new AppError('nominees-settled')
  throw error
}
