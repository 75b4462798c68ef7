import { appendAudits } from '#server/audit/audit.ts'
import { sureNow } from '#server/clock.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { lockForTransaction } from '#server/db/locks.ts'
import { nominees, type NomineeSnapshot } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { nominationEmail } from '#server/elections/candidacy/text.ts'
import { addressesOf } from '#server/elections/emails/queries.ts'
import { lockWindows, asNomineesSettled } from '#server/elections/lock-windows.ts'
import { fullNameOf, isWhole } from '#server/elections/nominees.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import { takeOrRefuse } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { keyedHash } from '#server/signed-values.ts'
import { isOwnNomination, whyCannotBeNominated, whyCannotNominate } from '#shared/elections/nomination/eligibility.ts'
import { maxPerMember } from '#shared/elections/nomination/nomination.ts'
import { AppError, refuseIf } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import { daySeconds } from '#shared/time.ts'
import { countNominatedBy, snapshotsOf } from './queries.ts'

type NominateDeps = Pick<Deps, 'db' | 'pool' | 'siteKey' | 'clock' | 'settings' | 'config'>

/** Each nomination may send emails, and a withdrawn one can be repeated. */
const nominatingsPerDay = 60

/**
 * Adds those who are not nominated yet; a person is nominated once per election, by whoever is first. The same request sent again
 * after a lost reply adds nobody and is no error.
 */
export async function nominate(
  deps: NominateDeps,
  nominator: Person,
  electionId: string,
  idNumbers: readonly string[],
) {
  if (!may(nominator, 'manage nominees')) {
    const key = `nominate:${keyedHash(deps.siteKey, 'member', nominator.id)}`
    await takeOrRefuse(deps.pool, [{ key, limit: nominatingsPerDay, seconds: daySeconds }], 'too-many-changes')
  }
  const { shortName } = await deps.settings()
  return inTransaction(deps, async (tx) => {
    const election = await lockWindows(tx, electionId)
    refuseIf(whyCannotNominate(election, nominator, sureNow(deps.clock)))
    const people = await nominatable(tx, nominator, idNumbers)
    const status = election.nomineesAccept ? 'asked' : 'approved'
    const added = await add(tx, nominator, { electionId, status }, people)
    await appendAudits(
      tx,
      deps.clock,
      added.map(({ id, userId }) => ({
        actor: nominator.id,
        action: 'nominee added' as const,
        subject: id,
        detail: { election: electionId, member: userId },
      })),
    )
    if (status === 'asked') {
      const email = nominationEmail({ shortName, ...election, site: deps.config.publicUrl })
      await queueEmailToEach(
        tx,
        await addressesOf(
          tx,
          added.map(({ userId }) => userId),
        ),
        email,
      )
    }
    return { saved: added.length, skipped: people.length - added.length }
  }).catch(asNomineesSettled)
}

/** The members with these ID numbers; refuses if one cannot be nominated. */
async function nominatable(tx: Queryable, nominator: Person, idNumbers: readonly string[]): Promise<NomineeSnapshot[]> {
  const people = await snapshotsOf(tx, idNumbers)
  if (isOwnNomination(people, nominator.id)) throw new AppError('own-nomination')
  if (people.length !== new Set(idNumbers).size) throw new AppError('nominee-unknown')
  const lacking = whyCannotBeNominated(people.map((person) => ({ ...person, name: fullNameOf(person) })))
  if (lacking || !people.every(isWhole)) throw new AppError('invalid-input', { fields: { idNumbers: lacking ?? '' } })
  return people
}

type Nomination = Pick<typeof nominees.$inferInsert, 'electionId' | 'status'>

async function add(tx: Queryable, nominator: Person, nomination: Nomination, people: NomineeSnapshot[]) {
  const { electionId } = nomination
  const isMember = !may(nominator, 'manage nominees')
  // One at a time: two requests at once would each count without the other.
  if (isMember) await lockForTransaction(tx, ['nominator', nominator.id])
  const added = await tx
    .insert(nominees)
    .values(people.map((data) => ({ ...nomination, userId: data.id, nominatedBy: nominator.id, data })))
    .onConflictDoNothing({ target: [nominees.electionId, nominees.userId] })
    .returning({ id: nominees.id, userId: nominees.userId })
  const tooMany = isMember && added.length > 0 && (await countNominatedBy(tx, electionId, nominator.id)) > maxPerMember
  if (tooMany) throw new AppError('too-many-nominations')
  return added
}
