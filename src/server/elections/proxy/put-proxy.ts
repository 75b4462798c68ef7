import type pg from 'pg'
import { votingOpen } from '#shared/elections/voting/eligibility.ts'
import { AppError } from '#shared/errors.ts'
import type { Region } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { voterEmails } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { putAll, type SealedBallot } from '#server/elections/voting/ballot-box.ts'
import { proxyEmail } from './email-text.ts'
import { findProxyVoter, voted, type ProxyVoter } from './queries.ts'

/** Thrown within a transaction, which is then made anew. */
class ElectionChanged extends Error {}

/** An administrator who changes the election at that very moment costs a proxy ballot one try. */
const maxTries = 5

/**
 * What is to be done with the election as it is, if a ballot may be put in now. The server's clock decides, at the moment
 * the request is read.
 */
export async function whileOpen<Result>(
  deps: Pick<Deps, 'elections' | 'clock'>,
  electionId: string,
  act: (election: Election) => Promise<Result>,
): Promise<Result> {
  const readAt = deps.clock.now()
  for (let tries = 0; tries < maxTries; tries++)
    try {
      return await act(await openAt(deps, electionId, readAt))
    } catch (error) {
      if (!(error instanceof ElectionChanged)) throw error
      deps.elections.invalidate()
    }
  throw new AppError('site-busy', { retryAfter: 5 })
}

async function openAt({ elections }: Pick<Deps, 'elections'>, id: string, now: Instant): Promise<Election> {
  const election = await elections.byId(id)
  if (!election) throw new AppError('not-found')
  if (!votingOpen(election, now)) throw new AppError('voting-not-open')
  return election
}

export async function voterOf(client: pg.PoolClient, id: string): Promise<ProxyVoter & { region: Region }> {
  const voter = await findProxyVoter(client, id)
  if (!voter) throw new AppError('user-not-found')
  if (!voter.region) throw new AppError('proxy-voter-without-region')
  return { ...voter, region: voter.region }
}

export interface ProxyToPut {
  election: Election
  shortName: string
  admin: Person
  voter: ProxyVoter & { region: Region }
  proxy: Pick<SealedBallot, 'confirmedBy' | 'authorityPath' | 'sealed'> & { proxyBy: string; authority: string }
}

/**
 * The ballot, which competes for its place like any other, the email to the voter and the entry in the log. Returns false,
 * having written nothing, when the voter has a ballot already. The log comes last: whoever writes to it holds all others up.
 */
export async function putProxy(
  deps: Pick<Deps, 'clock'>,
  tx: Queryable,
  client: pg.PoolClient,
  { election, shortName, admin, voter, proxy }: ProxyToPut,
): Promise<boolean> {
  const { id: electionId, revision } = election
  const whose = { electionId, voterId: voter.id, rehearsal: false }
  if ((await putAll(client, [{ ...whose, revision, voterRegion: voter.region, ...proxy }])).size === 0) {
    if (await voted(client, electionId, voter.id)) return false
    throw new ElectionChanged('not the election that the ballot was checked against')
  }
  await tx.insert(voterEmails).values({ electionId, voterId: voter.id, kind: 'proxy' })
  if (voter.email) {
    const email = proxyEmail({ shortName, election: election.title, authority: proxy.authority })
    await queueEmailToEach(tx, [voter.email], { ...email, electionId })
  }
  await appendAudit(tx, deps.clock, { actor: admin.id, action: 'ballot cast by proxy', subject: voter.id })
  return true
}
