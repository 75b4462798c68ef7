import { eq, inArray } from 'drizzle-orm'
import { appendAudit, appendAudits } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { pendingProxies, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { receiptMark, refuseBadBallot } from '#server/elections/voting/ballot-box.ts'
import { sealBallot, openOrNull } from '#server/elections/voting/vault.ts'
import type { Person } from '#server/http/session.ts'
import { releasePaths, removeFiles, releaseUploads } from '#server/storage/uploads.ts'
import { whyCannotConfirmProxy } from '#shared/elections/proxy/proxy.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { putProxy, findVoterOrRefuse, whileOpen } from './put-proxy.ts'
import { findConfirmer, takePending } from './queries.ts'

/**
 * The second administrator must not be the first. Only now the ballot competes for its place: if the voter has voted meanwhile,
 * the request is useless and is dropped.
 */
export async function confirmProxy(deps: Deps, admin: Person, electionId: string, voterId: string): Promise<void> {
  const outcome = await whileOpen(deps, electionId, (election) => confirmOnce(deps, admin, election, voterId))
  if (outcome === 'cast') return
  if (outcome === 'not waiting') {
    // A repeated request finds what the first one did.
    if ((await findConfirmer(deps.pool, electionId, voterId)) === admin.id) return
    throw new AppError('not-found')
  }
  await removeFiles(deps, outcome.removed)
  throw new AppError('already-voted')
}

async function confirmOnce(deps: Deps, admin: Person, election: Election, voterId: string) {
  const electionId = election.id
  const signed = await deps.signed.recent(electionId)
  const key = await deps.vault.keyOf(electionId)
  const { shortName } = await deps.settings()
  return inTransaction(deps, async (tx, client) => {
    const voter = await findVoterOrRefuse(client, electionId, voterId)
    const pending = await takePending(client, electionId, voter.id)
    if (!pending) return 'not waiting'
    refuseIf(whyCannotConfirmProxy(pending.askedBy, admin.id))
    // The candidates may have changed since it was requested.
    const whose = { electionId, voterId: voter.id, record: signed.recordHash }
    // Somebody replaced what was requested; the replacement must not reveal anything about itself.
    const opened = mustExist(openOrNull(key, { ...whose, by: { askedBy: pending.askedBy } }, pending.sealed))
    refuseBadBallot(signed, { choices: opened.choices, blanksConfirmed: true })
    const { askedBy: proxyBy, ...rest } = pending
    const by = { proxyBy, confirmedBy: admin.id }
    const proxy = {
      ...rest,
      ...by,
      receiptMark: receiptMark(key, opened.secret),
      sealed: sealBallot(key, { ...whose, by }, opened),
    }
    if (await putProxy(deps, tx, client, { election, shortName, admin, voter, proxy })) return 'cast'
    return {
      removed: await drop(deps, tx, admin, 'proxy lapsed', { electionId, voterId: voter.id }, pending.authorityPath),
    }
  })
}

/** Withdrawn by the administrator who asked, or refused by another. */
export async function refuseProxy(deps: Deps, admin: Person, electionId: string, voterId: string): Promise<void> {
  const removed = await inTransaction(deps, async (tx, client) => {
    const pending = mustExist(await takePending(client, electionId, voterId))
    return drop(deps, tx, admin, 'proxy refused', { electionId, voterId }, pending.authorityPath)
  })
  await removeFiles(deps, removed)
}

/** Releases the form of a removed request and logs it. Returns the file to remove afterwards. */
async function drop(
  deps: Pick<Deps, 'clock'>,
  tx: Queryable,
  admin: Person,
  action: 'proxy refused' | 'proxy lapsed',
  { electionId, voterId }: { electionId: string; voterId: string },
  form: string | null,
): Promise<string[]> {
  const released = await releasePaths(tx, form)
  const detail = { election: electionId }
  await appendAudit(tx, deps.clock, { actor: admin.id, action, subject: voterId, detail })
  return released
}

/** After voting, unconfirmed proxy ballots are dropped with their forms. */
export async function dropLapsedProxies(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>,
  electionId: string,
): Promise<void> {
  const files = await inTransaction(deps, async (tx) => {
    const lapsed = await tx
      .delete(pendingProxies)
      .where(eq(pendingProxies.electionId, electionId))
      .returning({ voterId: pendingProxies.voterId, form: pendingProxies.authorityPath })
    const forms = lapsed.map(({ form }) => form).filter((form) => form !== null)
    const gone = forms.length > 0 ? await releaseUploads(tx, inArray(uploads.path, forms)) : []
    await appendAudits(
      tx,
      deps.clock,
      lapsed.map(({ voterId }) => ({
        actor: 'system',
        action: 'proxy lapsed',
        subject: voterId,
        detail: { election: electionId },
      })),
    )
    return gone
  })
  await removeFiles(deps, files)
}
