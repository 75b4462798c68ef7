import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { votingOpen } from '#shared/elections/eligibility.ts'
import type { ProxyBallotForm } from '#shared/elections/proxy.ts'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/accounts/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import * as schema from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/mail/queue.ts'
import { claimUpload } from '#server/storage/uploads.ts'
import type { Election } from '../at-hand.ts'
import { putAll, type SealedBallot } from '../ballot-box/box.ts'
import { seal } from '../ballot-box/seal.ts'
import { checkedContests } from '../voting/cast-ballot.ts'
import { proxyLetter } from './letters.ts'
import { findProxyVoter, takePending, type ProxyVoter } from './queries.ts'

/**
 * An administrator's ballot for a member who cannot vote themselves. It competes with the member's own for the same place in
 * the box. Where the election asks for a second administrator it waits, sealed, and is no ballot until confirmed.
 */
export async function castProxy(
  deps: Deps,
  admin: Person,
  electionId: string,
  form: ProxyBallotForm,
): Promise<{ cast: boolean }> {
  const election = await openElectionOf(deps, electionId)
  await checkedContests(deps, election, form)
  const key = await deps.vault.keyOf(electionId)
  return inTransaction(deps.pool, async (client) => {
    const voter = await voterOf(client, form.voterId)
    const whose = { electionId, voterId: voter.id, rehearsal: false }
    const tx = drizzle(client, { schema })
    const authorityPath = form.formId
      ? (
          await claimUpload(tx, {
            uploadId: form.formId,
            ownerId: voter.id,
            sentBy: admin.id,
            bucket: 'candidate_documents',
          })
        ).path
      : null
    const proxy = {
      proxyLabel: `by proxy: ${admin.name}`,
      authority: form.authority,
      authorityPath,
      sealed: seal(key, whose, form),
    }
    if (election.proxyNeedsSecondAdmin) {
      await ask(client, whose.electionId, voter.id, admin.id, proxy)
      await appendAudit(tx, deps.clock, { actor: admin.id, action: 'proxy asked for', subject: voter.id })
      return { cast: false }
    }
    await put(deps, client, election, admin, { ...whose, castBy: admin.id, voterRegion: voter.region, ...proxy }, voter)
    return { cast: true }
  })
}

/** The second administrator, who must not be the first. */
export async function confirmProxy(deps: Deps, admin: Person, electionId: string, voterId: string): Promise<void> {
  const election = await openElectionOf(deps, electionId)
  await inTransaction(deps.pool, async (client) => {
    const pending = await takePending(client, electionId, voterId)
    if (!pending) throw new AppError('not-found')
    if (pending.asked_by === admin.id) throw new AppError('proxy-by-same-admin')
    const voter = await voterOf(client, voterId)
    const ballot: SealedBallot = {
      electionId,
      voterId,
      rehearsal: false,
      castBy: pending.asked_by,
      proxyLabel: `${pending.proxy_label}, confirmed by ${admin.name}`,
      authority: pending.authority,
      authorityPath: pending.authority_path,
      voterRegion: voter.region,
      sealed: pending.sealed,
    }
    await put(deps, client, election, admin, ballot, voter)
  })
}

/** Taken back by the one who asked, or refused by another. */
export async function refuseProxy(deps: Deps, admin: Person, electionId: string, voterId: string): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    if (!(await takePending(client, electionId, voterId))) throw new AppError('not-found')
    await appendAudit(drizzle(client, { schema }), deps.clock, {
      actor: admin.id,
      action: 'proxy refused',
      subject: voterId,
    })
  })
}

async function openElectionOf(deps: Deps, id: string): Promise<Election> {
  const election = await deps.elections.byId(id)
  if (!election) throw new AppError('not-found')
  if (!votingOpen(election, deps.clock.now())) throw new AppError('voting-not-open')
  return election
}

async function voterOf(
  client: pg.PoolClient,
  id: string,
): Promise<ProxyVoter & { region: NonNullable<ProxyVoter['region']> }> {
  const voter = await findProxyVoter(client, id)
  if (!voter) throw new AppError('user-not-found')
  if (!voter.region) throw new AppError('voter-without-region')
  return { ...voter, region: voter.region }
}

/** The ballot, the letter to the voter and the entry in the log: all or none. */
async function put(
  deps: Deps,
  client: pg.PoolClient,
  election: Election,
  admin: Person,
  ballot: SealedBallot,
  voter: ProxyVoter,
): Promise<void> {
  if ((await putAll(client, [ballot])).size === 0) throw new AppError('already-voted')
  const tx = drizzle(client, { schema })
  await tx.insert(schema.voterLetters).values({ electionId: election.id, voterId: voter.id, kind: 'proxy' })
  const { shortName } = await deps.settings()
  if (voter.email)
    await enqueueMail(tx, {
      to: voter.email,
      ...proxyLetter({ shortName, election: election.title, authority: ballot.authority ?? '' }),
    })
  await appendAudit(tx, deps.clock, { actor: admin.id, action: 'ballot cast by proxy', subject: voter.id })
}

async function ask(
  client: pg.PoolClient,
  electionId: string,
  voterId: string,
  askedBy: string,
  {
    proxyLabel,
    authority,
    authorityPath,
    sealed,
  }: Pick<SealedBallot, 'proxyLabel' | 'authority' | 'authorityPath' | 'sealed'>,
): Promise<void> {
  const voted = await client.query('select from ballots where election_id = $1 and voter_id = $2 and not rehearsal', [
    electionId,
    voterId,
  ])
  if (voted.rowCount !== 0) throw new AppError('already-voted')
  const asked = await client.query(
    `insert into pending_proxies (election_id, voter_id, asked_by, proxy_label, authority, authority_path, sealed)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [electionId, voterId, askedBy, proxyLabel, authority, authorityPath, sealed],
  )
  if (asked.rowCount === 0) throw new AppError('proxy-waits-already')
}

async function inTransaction<Result>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
