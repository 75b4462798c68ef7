import type pg from 'pg'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { voterEmails } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { isOnRoll } from '#server/elections/roll/queries.ts'
import {
  ElectionChanged,
  withFreezeRecord,
  insertBallots,
  untilUnchanged,
  type SealedBallot,
} from '#server/elections/voting/ballot-box.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { votingOpen } from '#shared/elections/lifecycle.ts'
import { whyCannotCastProxyFor } from '#shared/elections/proxy/proxy.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { notStated } from '#shared/members/enums.ts'
import { findProxyVoter, hasBallot, type ProxyVoter } from './queries.ts'
import { proxyEmail } from './text.ts'

/** Runs `act` with the present election if a ballot may be cast now. */
export const whileOpen = <Result>(
  deps: Parameters<typeof withFreezeRecord>[0] & Pick<Deps, 'clock'>,
  electionId: string,
  act: (election: Election) => Promise<Result>,
): Promise<Result> =>
  untilUnchanged(deps, async (readAt) => {
    const election = mustExist(await deps.elections.byId(electionId))
    if (!votingOpen(election, readAt)) throw new AppError('voting-not-open')
    return act(await withFreezeRecord(deps, election))
  })

/** Whether there is a ballot already is decided by the box when this one is inserted. */
export async function findVoterOrRefuse(client: pg.PoolClient, electionId: string, id: string): Promise<ProxyVoter> {
  const voter = await findProxyVoter(client, id)
  const onRoll = await isOnRoll(client, electionId, id)
  refuseIf(whyCannotCastProxyFor({ isMember: voter !== null, onRoll, voted: false }))
  return mustExist(voter)
}

export interface ProxyToPut {
  election: Election
  shortName: string
  admin: Person
  voter: ProxyVoter
  proxy: Pick<SealedBallot, 'confirmedBy' | 'authorityPath' | 'sealed' | 'receiptMark'> & {
    proxyBy: string
    authority: string
  }
}

/**
 * Inserts the ballot, which competes for its place like any other, queues the email to the voter and logs it. Returns false and
 * writes nothing if the voter already has a ballot. The log comes last, because its lock holds up all others.
 */
export async function putProxy(
  deps: Pick<Deps, 'clock'>,
  tx: Queryable,
  client: pg.PoolClient,
  { election, shortName, admin, voter, proxy }: ProxyToPut,
): Promise<boolean> {
  const { id: electionId, revision } = election
  const whose = { electionId, voterId: voter.id, helped: false }
  if ((await insertBallots(client, [{ ...whose, revision, region: notStated, ...proxy }])).size === 0) {
    if (await hasBallot(client, electionId, voter.id)) return false
    throw new ElectionChanged('not the election that the ballot was checked against')
  }
  await tx.insert(voterEmails).values({ electionId, voterId: voter.id, kind: 'proxy' })
  if (voter.email) {
    const email = proxyEmail({ shortName, election: election.title, authority: proxy.authority })
    await queueEmailToEach(tx, [voter.email], { ...email, electionId })
  }
  const detail = { election: electionId, ...(proxy.confirmedBy && { confirmed: true }) }
  await appendAudit(tx, deps.clock, { actor: admin.id, action: 'ballot cast by proxy', subject: voter.id, detail })
  return true
}
