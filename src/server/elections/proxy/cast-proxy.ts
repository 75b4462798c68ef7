import type pg from 'pg'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { isSameBallot, receiptMark, refuseBadBallot } from '#server/elections/voting/ballot-box.ts'
import { proxyCastOf, sealBallot, openOrNull } from '#server/elections/voting/vault.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'
import { releasePaths, removeFiles, claimOrAskAgain } from '#server/storage/uploads.ts'
import { votingOpen } from '#shared/elections/lifecycle.ts'
import type { ProxyBallotForm } from '#shared/elections/proxy/proxy.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { documents } from '#shared/uploads.ts'
import { putProxy, findVoterOrRefuse, whileOpen, type ProxyToPut } from './put-proxy.ts'
import { findSentBy, putPending, takePending, hasBallot, addressesToConfirm, findProxyVoter } from './queries.ts'
import { proxyWaitingEmail } from './text.ts'

/** `cast: false` means that it waits, sealed, for a second administrator. */
interface CastProxy {
  cast: boolean
}

/**
 * An administrator's ballot for a member who cannot vote themselves. It competes with the member's own ballot for the same place
 * in the box. Where the election requires a second administrator it waits, and is no ballot until confirmed. Sent again after a
 * lost reply, it gets the same answer.
 */
export async function castProxy(
  deps: Deps,
  admin: Person,
  electionId: string,
  form: ProxyBallotForm,
): Promise<CastProxy> {
  try {
    return await whileOpen(deps, electionId, (election) => castOnce(deps, admin, election, form))
  } catch (error) {
    const before = error instanceof AppError ? await sentBefore(deps, admin, electionId, form) : null
    if (!before) throw error
    return before
  }
}

async function castOnce(deps: Deps, admin: Person, election: Election, form: ProxyBallotForm): Promise<CastProxy> {
  const electionId = election.id
  const signed = await deps.signed.recent(electionId)
  refuseBadBallot(signed, form)
  const record = signed.recordHash
  const key = await deps.vault.keyOf(electionId)
  const { shortName } = await deps.settings()
  const { cast, removed } = await inTransaction(deps, async (tx, client) => {
    const voter = await findVoterOrRefuse(client, electionId, form.voterId)
    const by = election.proxyNeedsSecondAdmin ? { askedBy: admin.id } : { proxyBy: admin.id, confirmedBy: null }
    const proxy = {
      proxyBy: admin.id,
      confirmedBy: null,
      authority: form.authority,
      authorityPath: form.formId ? await claimForm(tx, form.formId, voter.id) : null,
      receiptMark: receiptMark(key, form.secret),
      sealed: sealBallot(key, { electionId, voterId: voter.id, record, by }, form),
    }
    const put = { election, shortName, admin, voter, proxy }
    if (election.proxyNeedsSecondAdmin) {
      await requestConfirmation(deps, tx, client, put)
      return { cast: false, removed: [] }
    }
    const superseded = await dropWaiting(tx, client, electionId, voter.id)
    if (!(await putProxy(deps, tx, client, put))) throw new AppError('already-voted')
    return { cast: true, removed: superseded }
  })
  await removeFiles(deps, removed)
  return { cast }
}

async function requestConfirmation(
  deps: Deps,
  tx: Queryable,
  client: pg.PoolClient,
  { election, shortName, admin, voter, proxy: { authority, authorityPath, sealed } }: ProxyToPut,
): Promise<void> {
  if (await hasBallot(client, election.id, voter.id)) throw new AppError('already-voted')
  const pending = { electionId: election.id, voterId: voter.id, askedBy: admin.id, authority, authorityPath, sealed }
  if (!(await putPending(client, pending))) throw new AppError('proxy-waits-already')
  const detail = { election: election.id }
  const email = proxyWaitingEmail({ shortName, election, askedBy: admin.name, site: deps.config.publicUrl })
  await queueEmailToEach(
    tx,
    await addressesToConfirm(client, election.id, { voterId: voter.id, askedBy: admin.id }),
    email,
  )
  await appendAudit(tx, deps.clock, { actor: admin.id, action: 'proxy asked for', subject: voter.id, detail })
}

/** Drops what waited from when the election still required a second administrator. Returns the form to remove. */
async function dropWaiting(
  tx: Queryable,
  client: pg.PoolClient,
  electionId: string,
  voterId: string,
): Promise<string[]> {
  return releasePaths(tx, (await takePending(client, electionId, voterId))?.authorityPath)
}

/**
 * The answer to a repeated request: the same administrator, voter, choices and secret. Once the election is certified no ballot
 * can be opened to compare.
 */
async function sentBefore(
  deps: Pick<Deps, 'pool' | 'vault' | 'elections' | 'signed'>,
  admin: Person,
  electionId: string,
  form: ProxyBallotForm,
): Promise<CastProxy | null> {
  const election = await deps.elections.byId(electionId)
  if (!election || election.certifiedAt !== null || election.frozenAt === null) return null
  const { recordHash: record } = await deps.signed.recent(electionId)
  const whose = { electionId, voterId: form.voterId.toLowerCase(), record }
  const key = await deps.vault.keyOf(electionId)
  for (const { sealed, cast, ...row } of await findSentBy(deps.pool, electionId, whose.voterId, admin.id)) {
    const by = cast ? proxyCastOf(row) : { askedBy: admin.id }
    if (isSameBallot(openOrNull(key, { ...whose, by }, sealed), form)) return { cast }
  }
  return null
}

/** The form a member signed. It is the member's document from the first byte, so it is deleted with the member's data. */
export const receiveProxyForm = (deps: Deps, voterId: string, sent: SentDocument): Promise<{ id: string }> =>
  receiveDocument(deps, sent, {
    ownerId: voterId,
    ...documents.proxyForm,
    whyNot: () => whyNotNow(deps, voterId),
  })

async function whyNotNow(deps: Deps, voterId: string): Promise<ErrorCode | null> {
  const elections = await deps.elections.all()
  const now = deps.clock.now()
  if (!elections.some((one) => votingOpen(one, now))) return 'voting-not-open'
  return (await findProxyVoter(deps.pool, voterId)) ? null : 'user-not-found'
}

/** The path of the form sent for this voter, which becomes part of the ballot. */
const claimForm = (tx: Queryable, uploadId: string, voterId: string): Promise<string> =>
  claimOrAskAgain(
    tx,
    { uploadId, ownerId: voterId, bucket: documents.proxyForm.bucket },
    { formId: 'Please attach the form again' },
  )
