import type { Deps } from '#server/deps.ts'
import type { BoardMismatch } from '#server/elections/board/mismatch.ts'
import { differsOrThrow, remedyFor } from '#server/elections/board/signed-election.ts'
import { hasUnopenableBallots } from '#server/elections/counting/count-ballots.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { countEligible, isPresentMember, onRoll, standingFor, voterSql } from '#server/elections/roll/queries.ts'
import { emailsLeave, hasMailServer } from '#server/email/queue.ts'
import { hasStandingSql } from '#server/members/dues/standing.ts'
import { rollFreezes, stageOf } from '#shared/elections/lifecycle.ts'
import {
  addressesReady,
  applicantsReady,
  ballotsReady,
  birthdaysReady,
  emailReady,
  isCheckedIn,
  nomineesReady,
  regionsReady,
  rehearsalReady,
  rollReady,
  secondAdminReady,
  signingKeyReady,
  standingReady,
  vaultReady,
  windowsReady,
  type LackingStanding,
} from '#shared/elections/settings/readiness.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { may, mayOpen, type Who } from '#shared/permissions.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila, type PlainDate } from '#shared/time.ts'
import { countUnanswered, hasBallots, hasNominees } from './queries.ts'

/** What is missing before voting opens, and what can still be changed. */
export async function readReadiness(deps: Deps, reader: Who, electionId: string) {
  const election = mustExist(await deps.elections.byIdOrDraft(electionId))
  const ballots = await hasBallots(deps.db, electionId)
  const differs = await readDifference(deps, election, ballots)
  const nominees = differs ? [] : [...(await deps.elections.approved(electionId)).values()]
  const people = await countPeople(deps)
  const onBirthdate = await countOnBirthdate(deps, election)
  const { ownPasswordToVote } = await deps.settings()
  const now = deps.clock.now()
  const stage = stageOf(election, now)
  const voting = stage === 'voting'
  const current = (await deps.elections.current())?.id === electionId
  return {
    now,
    /** A setting of the whole site: members who log in with their birthday cannot vote. */
    ownPasswordToVote,
    /** Whether ballots already depend on the settings. */
    hasBallots: ballots,
    hasNominees: await hasNominees(deps.db, electionId),
    draft: election.draft,
    rollFrozenAt: election.rollFrozenAt,
    frozenAt: election.frozenAt,
    /** Why nothing is accepted or counted; `way` tells whether an administrator can state how it continues. */
    differs: differs && { reason: differs.reason, way: remedyFor(differs) },
    readiness: [
      nomineesReady(election, nominees, await countUnanswered(deps.db, electionId), now),
      windowsReady(election, now),
      // A draft may be deleted, and must leave no key behind.
      ...(election.draft ? [] : [vaultReady(await whyNoKey(deps, electionId))]),
      ...(ballots && !differs ? [ballotsReady(await hasUnopenableBallots(deps, election))] : []),
      rollReady(
        { freezesAt: rollFreezes(election), frozenAt: election.rollFrozenAt },
        await countVoters(deps, election),
        now,
      ),
      ...(await checkStanding(deps, election)),
      signingKeyReady(deps.boardKey.fingerprint),
      regionsReady(people.noRegion, election, now),
      applicantsReady(people.pending),
      birthdaysReady(onBirthdate, {
        ownPasswordToVote,
        voting,
        maySet: may(reader, 'edit settings'),
      }),
      rehearsalReady(election, { current, nominees: nominees.length }, now),
      secondAdminReady(election, people.admins),
      emailReady(hasMailServer(deps.config) ? ((await emailsLeave(deps)) ? 'leaves' : 'stuck') : 'no server'),
      addressesReady(people.noEmail),
    ]
      .filter(({ name }) => isCheckedIn(name, stage, election.rollFrozenAt !== null))
      .map((check) => (check.where && mayOpen(reader, check.where.href) ? check : { ...check, where: undefined })),
  }
}
export type ElectionState = Awaited<ReturnType<typeof readReadiness>>

/** Null while the database holds what was signed, or nothing was signed. */
async function readDifference(
  { signed }: Pick<Deps, 'signed'>,
  { id, frozenAt }: Election,
  ballots: boolean,
): Promise<BoardMismatch | null> {
  const isFrozen = frozenAt !== null || ballots || (await signed.state.frozen().catch((): string[] => [])).includes(id)
  return isFrozen ? signed.recent(id).then(() => null, differsOrThrow) : null
}

/** How many members would not be on the roll if it were drawn up now. */
async function checkStanding({ pool, clock }: Pick<Deps, 'pool' | 'clock'>, election: Election) {
  const standing = election.rollFrozenAt === null ? await standingFor(pool, election) : null
  if (!standing) return []
  const lapsedOn = (day: PlainDate) => hasStandingSql(standing.plan, 'u', day, 'lapsed')
  const { rows } = await pool.query<LackingStanding>(
    `select count(*)::int as people,
       (count(*) filter (where ${lapsedOn(dayInManila(clock.now()))}))::int as lapsed,
       (count(*) filter (where exists (
         select from dues_payments p where p.member_id = u.id and p.state = 'waiting')))::int as waiting
     from users u where ${isPresentMember('u')} and ${lapsedOn(standing.day)}`,
  )
  return rows.map((lacking) => standingReady(lacking, rollFreezes(election)))
}

async function countVoters({ pool }: Pick<Deps, 'pool'>, election: Election): Promise<number> {
  const byRegion = await countEligible(pool, election)
  return [...byRegion.values()].reduce((sum, people) => sum + people, 0)
}

/** How many voters still log in with their birthdate: of the frozen roll, or of the roll as it would be drawn up now. */
async function countOnBirthdate({ pool }: Pick<Deps, 'pool'>, election: Election): Promise<number> {
  const { rows } = await (election.rollFrozenAt === null
    ? pool.query<{ people: number }>(
        `select count(*)::int as people from users u where not u.own_password and ${(await voterSql(pool, election))('u')}`,
      )
    : pool.query(
        `select count(*)::int as people from roll r join users u on u.id = r.voter_id
         where not u.own_password and ${onRoll('r')}`,
        [election.id],
      ))
  return rows[0]?.people ?? 0
}

/**
 * Looking for the key also creates it: only that shows, before the first ballot, that the folder is writable. This is harmless in
 * a read: it is the key the first ballot would create, and it is created only once. If a key was lost or destroyed, no other is
 * made.
 */
async function whyNoKey({ vault }: Pick<Deps, 'vault'>, electionId: string): Promise<string | null> {
  try {
    await vault.keyOf(electionId)
    return null
  } catch (error) {
    return errorText[error instanceof AppError ? error.code : 'unexpected']
  }
}

/** All the counts of people, in one pass. */
async function countPeople({ pool }: Pick<Deps, 'pool'>) {
  const { rows } = await pool.query<Record<'noEmail' | 'noRegion' | 'pending' | 'admins', number>>(
    `select
       count(*) filter (where ${isPresentMember('users')} and email is null)::int as "noEmail",
       count(*) filter (where ${isPresentMember('users')} and region is null)::int as "noRegion",
       count(*) filter (where not approved and not is_admin and military_serial is not null)::int as pending,
       count(*) filter (where is_admin and own_password and 'elections' = any(a.jobs))::int as admins
     from users left join administrators a on a.user_id = users.id and a.removed_at is null where erased_at is null`,
  )
  const [found] = rows
  if (!found) throw new AppError('unexpected')
  return found
}
