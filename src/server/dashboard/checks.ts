import { eq, sql } from 'drizzle-orm'
import { countLapsedInvitations } from '#server/accounts/administrator-queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { checklistAnswers } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readSigners } from '#server/elections/closing/certify.ts'
import { proxiesWaitingFor } from '#server/elections/proxy/queries.ts'
import { electionsWithBallots } from '#server/elections/settings/queries.ts'
import { hasMailServer } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { countWaitingDues } from '#server/members/dues/queries.ts'
import { countPeople, countWaitingApplicants } from '#server/members/listing/queries.ts'
import { requestsWaiting } from '#server/members/privacy/queries.ts'
import type { Check } from '#shared/check.ts'
import { checklistFor, type Checklist, type ChecklistFacts, type OptionalItem } from '#shared/dashboard/checklist.ts'
import { toDoList, type ToDoFacts } from '#shared/dashboard/to-do.ts'
import { whyCannotCountersign } from '#shared/elections/closing/closing.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { observingIsOver } from '#shared/elections/observing/observing.ts'
import { may, type Who } from '#shared/permissions.ts'

type ToDoDeps = Pick<Deps, 'config' | 'db' | 'pool' | 'clock' | 'elections' | 'status' | 'settings'>

interface Reader extends Who {
  id: string
  twoFactor: boolean
}

/** What waits for this administrator, on the dashboard, in the menu and in the daily email. */
export async function readToDo(deps: ToDoDeps, reader: Reader): Promise<Check[]> {
  return toDoList(await readToDoFacts(deps, reader), reader)
}

/** One short query each, and none for what does not concern the reader's jobs. */
async function readToDoFacts(deps: ToDoDeps, reader: Reader): Promise<ToDoFacts> {
  const { db, clock } = deps
  const now = clock.now()
  const [applications, duesWaiting, requests, election, lapsedInvitations, checks] = await Promise.all([
    may(reader, 'approve members') ? countWaitingApplicants(db) : undefined,
    may(reader, 'handle dues') && (await deps.settings()).dues ? countWaitingDues(db) : undefined,
    may(reader, 'handle privacy requests') ? requestsWaiting(db, now) : undefined,
    may(reader, 'run elections') ? readElection(deps, reader) : undefined,
    may(reader, 'manage administrators') ? countLapsedInvitations(db, now) : undefined,
    may(reader, 'watch the site') ? deps.status.checks() : undefined,
  ])
  return {
    now,
    twoFactor: reader.twoFactor,
    ...(applications !== undefined && { applications }),
    ...(duesWaiting !== undefined && { duesWaiting }),
    ...(requests && { requests }),
    ...election,
    ...(lapsedInvitations !== undefined && { lapsedInvitations }),
    ...(checks && { checks }),
  }
}

async function readElection(
  { db, pool, clock, elections }: ToDoDeps,
  { id }: Reader,
): Promise<Pick<ToDoFacts, 'election' | 'clockInDoubt' | 'uncertified'>> {
  const current = await elections.current()
  if (!current) return { election: null }
  const now = clock.now()
  const open = (await elections.all()).flatMap((one) => {
    const stage = stageOf(one, now)
    return stage === 'counting' || stage === 'counted' ? [{ id: one.id, title: one.title, stage }] : []
  })
  const withBallots = open.length > 0 ? await electionsWithBallots(db) : new Set<string>()
  const { title, publishedAt, votingCloses, rehearsal } = current
  const stage = stageOf(current, now)
  // Before the count is closed it is not recorded that nobody voted.
  const nobodyVoted = current.nobodyVoted || (stage === 'counting' && !withBallots.has(current.id))
  const proxies = stage === 'voting' ? await proxiesWaitingFor(pool, id) : 0
  return {
    election: {
      title,
      stage,
      nobodyVoted,
      published: publishedAt !== null,
      votingCloses,
      rehearsal,
      proxies,
      awaitsCountersignature:
        stage === 'certified' &&
        !observingIsOver(current, now) &&
        whyCannotCountersign(await readSigners(pool, current.id), { id }) === null,
    },
    clockInDoubt: clock.health().problem !== null,
    uncertified: open.filter((one) => one.id !== current.id && withBallots.has(one.id)),
  }
}

type ChecklistDeps = Pick<Deps, 'config' | 'db' | 'settings' | 'elections'>

/** How far the site is set up. */
export async function readChecklist(deps: ChecklistDeps, person: Person): Promise<Checklist> {
  return checklistFor(await readChecklistFacts(deps, person), person)
}

async function readChecklistFacts(
  { config, db, settings, elections }: ChecklistDeps,
  person: Person,
): Promise<ChecklistFacts> {
  const [set, { pending, approved, withdrawn }, standing, all] = await Promise.all([
    settings(),
    countPeople(db),
    readStanding(db),
    elections.all(),
  ])
  return {
    contact: [set.contactEmail, set.contactPhone, set.socialPages].some((way) => way !== ''),
    registrationFee: set.registrationFee,
    walletAccount: set.walletAccount !== '',
    mail: hasMailServer(config),
    ...standing,
    passwordMade: person.passwordMade,
    ownTwoStep: person.twoFactor,
    people: pending + approved + withdrawn,
    // An election without a single ballot was never planned: it came with the site.
    electionPlanned: all.some(({ nobodyVoted }) => !nobodyVoted),
  }
}

/** Marks a step as not needed, or needed after all. Repeating it changes nothing. */
export async function answerChecklist(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  item: OptionalItem,
  { needed }: { needed: boolean },
): Promise<void> {
  await inTransaction({ db: deps.db }, async (tx) => {
    const { rowCount } = needed
      ? await tx.delete(checklistAnswers).where(eq(checklistAnswers.item, item))
      : await tx.insert(checklistAnswers).values({ item }).onConflictDoNothing()
    if (rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'checklist answered', detail: { item, needed } })
  })
}

type Standing = Pick<ChecklistFacts, 'administrators' | 'aboutSaved' | 'leaders' | 'backedUp' | 'notNeeded'>

/** What only the database knows about the setup, in one statement. */
async function readStanding(db: Queryable): Promise<Standing> {
  const { rows } = await db.execute<{
    accepted: number
    withoutTwoStep: number
    aboutSaved: boolean
    leaders: number
    backedUp: boolean
    notNeeded: OptionalItem[]
  }>(sql`select
    a.accepted, a.without_two_step as "withoutTwoStep",
    exists (select from pages where page = 'about') as "aboutSaved",
    (select count(*)::int from leaders) as leaders,
    exists (select from backups where state = 'done') as "backedUp",
    array(select item from checklist_answers order by item) as "notNeeded"
    from (
      select count(*)::int as accepted, count(*) filter (where not u.two_factor_enabled)::int as without_two_step
      from administrators one join users u on u.id = one.user_id
      where one.removed_at is null and u.is_admin and u.own_password
    ) a`)
  const [found] = rows
  if (!found) throw new Error('a statement without a table returned no row')
  const { accepted, withoutTwoStep, ...rest } = found
  return { ...rest, administrators: { accepted, withoutTwoStep } }
}
