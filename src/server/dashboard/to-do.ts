import { toDoList, type ToDo, type ToDoFacts } from '#shared/dashboard/to-do.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { nodeChecks } from '#shared/operations/status/node-checks.ts'
import { siteChecks } from '#shared/operations/status/site-checks.ts'
import { may, type Who } from '#shared/permissions.ts'
import { countLapsedInvitations } from '#server/accounts/administrator-queries.ts'
import type { Deps } from '#server/deps.ts'
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
    may(reader, 'watch the site') ? readChecks(deps) : undefined,
  ])
  return {
    now,
    twoFactor: reader.twoFactor,
    ...(applications !== undefined && { applications }),
    ...(requests && { requests }),
    ...(election !== undefined && { election }),
    ...(lapsedInvitations !== undefined && { lapsedInvitations }),
    ...(checks && { checks }),
  }
}

async function readElection({ pool, clock, elections }: ToDoDeps, { id }: Reader): Promise<ToDoFacts['election']> {
  const election = await elections.current()
  if (!election) return null
  const { title, nobodyVoted, publishedAt, votingCloses } = election
  const stage = stageOf(election, clock.now())
  const proxies = stage === 'voting' ? await proxiesWaitingFor(pool, id) : 0
  return { title, stage, nobodyVoted, published: publishedAt !== null, votingCloses, proxies }
}

async function readChecks({ status }: ToDoDeps) {
  const [node, site] = await Promise.all([status.node(), status.site()])
  return [...nodeChecks(node), ...(site ? siteChecks(site) : [])]
}
