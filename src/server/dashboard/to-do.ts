import { toDoList, type ToDo, type ToDoFacts } from '#shared/dashboard/to-do.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { may, type Who } from '#shared/permissions.ts'
import { countLapsedInvitations } from '#server/accounts/administrator-queries.ts'
import type { Deps } from '#server/deps.ts'
import { electionsWithBallots } from '#server/elections/settings/queries.ts'
import { proxiesWaitingFor } from '#server/elections/proxy/proxies-waiting.ts'
import { countWaiting } from '#server/members/listing/queries.ts'
import { requestsWaiting } from '#server/members/privacy/queries.ts'

type ToDoDeps = Pick<Deps, 'config' | 'db' | 'pool' | 'clock' | 'elections' | 'status'>

export interface Reader extends Who {
  id: string
  twoFactor: boolean
}

/** What waits for this administrator, as the dashboard, the menu and the daily email say it. */
export async function readToDo(deps: ToDoDeps, reader: Reader): Promise<ToDo[]> {
  return toDoList(await readFacts(deps, reader), reader)
}

/** One short query each, and none for what the reader's jobs have nothing to do with. */
async function readFacts(deps: ToDoDeps, reader: Reader): Promise<ToDoFacts> {
  const { db, clock } = deps
  const now = clock.now()
  const [applications, requests, election, lapsedInvitations, checks] = await Promise.all([
    may(reader, 'approve members') ? countWaiting(db) : undefined,
    may(reader, 'handle privacy requests') ? requestsWaiting(db, now) : undefined,
    may(reader, 'run elections') ? readElection(deps, reader) : undefined,
    may(reader, 'manage administrators') ? countLapsedInvitations(db, now) : undefined,
    may(reader, 'watch the site') ? deps.status.checks() : undefined,
  ])
  return {
    now,
    twoFactor: reader.twoFactor,
    ...(applications !== undefined && { applications }),
    ...(requests && { requests }),
    ...election,
    ...(lapsedInvitations !== undefined && { lapsedInvitations }),
    ...(checks && { checks }),
  }
}

async function readElection(
  { db, pool, clock, elections }: ToDoDeps,
  { id }: Reader,
): Promise<Pick<ToDoFacts, 'election' | 'uncertified'>> {
  const current = await elections.current()
  if (!current) return { election: null }
  const now = clock.now()
  const open = (await elections.all()).flatMap((one) => {
    const stage = stageOf(one, now)
    return stage === 'counting' || stage === 'counted' ? [{ id: one.id, title: one.title, stage }] : []
  })
  const withBallots = open.length > 0 ? await electionsWithBallots(db) : new Set<string>()
  const { title, publishedAt, votingCloses } = current
  const stage = stageOf(current, now)
  // Before the count is closed it is not noted that nobody voted.
  const nobodyVoted = current.nobodyVoted || (stage === 'counting' && !withBallots.has(current.id))
  const proxies = stage === 'voting' ? await proxiesWaitingFor(pool, id) : 0
  return {
    election: { title, stage, nobodyVoted, published: publishedAt !== null, votingCloses, proxies },
    uncertified: open.filter((one) => one.id !== current.id && withBallots.has(one.id)),
  }
}
