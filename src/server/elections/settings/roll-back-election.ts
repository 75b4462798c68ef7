import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { differsOrThrow, remedyFor } from '#server/elections/board/signed-election.ts'
import { makeStatement } from '#server/elections/board/statements.ts'
import { checkLastHead, makeHead } from '#server/elections/board/tree.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { forgetEmails } from '#server/elections/emails/queries.ts'
import { nextLink } from '#server/elections/roll/corrections.ts'
import { freezeNow } from '#server/elections/roll/freeze.ts'
import type { Person } from '#server/http/session.ts'
import type { Rollback } from '#shared/elections/board/statements.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'

/**
 * A backup replaced the database during an election. An administrator states so in public: the board continues from the last head
 * that is there, and everybody who voted after it votes again.
 */
export async function rollBackElection(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'log' | 'signed' | 'elections' | 'vault' | 'storage'>,
  admin: Person,
  electionId: string,
  reason: string,
): Promise<void> {
  const { db, clock, signed } = deps
  const known = mustExist(await deps.elections.byId(electionId))
  const act = { at: new Date(clock.now()).toISOString(), by: signatureOf(admin), reason }
  if (known.frozenAt === null) await freezeLost(deps, known, act)
  await inTransaction({ db, lock: 'counting' }, async (tx, client) => {
    const election = await lockElection(tx, electionId)
    const now = clock.now()
    if (known.frozenAt !== null) await signRollback(deps, client, election, act, now)
    await tx.update(elections).set({ rolledBackAt: now }).where(eq(elections.id, electionId))
    await forgetEmails(tx, electionId, 'rollback')
    await appendAudit(tx, now, {
      actor: admin.id,
      action: 'election rolled back',
      subject: electionId,
      detail: { reason },
    })
  })
  deps.elections.invalidate()
  await signed.readNow(electionId, async () => undefined)
}

type Act = Pick<Rollback, 'at' | 'by' | 'reason'>

/** The backup is older than the freeze record: the next one says that it replaces another. */
async function freezeLost(deps: Parameters<typeof freezeNow>[0], election: Election, act: Act): Promise<void> {
  const { freeze } = await deps.signed.state.of(election.id)
  if (freeze === null) throw new AppError('rollback-not-needed')
  await freezeNow(deps, election.id, { ...act, lost: [freeze] })
}

async function signRollback(
  { signed }: Pick<Deps, 'signed'>,
  client: pg.PoolClient,
  { id }: Election,
  act: Act,
  now: Instant,
): Promise<void> {
  const differs = await signed.read(client, id).then(() => null, differsOrThrow)
  if (!differs) throw new AppError('rollback-not-needed')
  if (remedyFor(differs) !== 'goesOn') throw differs
  const election = await signed.verify(client, id)
  // Board, box and log must match the head that remains.
  const standing = await checkLastHead(client, election)
  const after = election.head?.content.number ?? -1
  const { heads } = await signed.state.of(id)
  const lost = [...heads].filter(([number]) => number > after).map(([, hash]) => hash)
  const link = nextLink(election)
  const record = await makeStatement(
    client,
    signed.key,
    { type: 'rollback/1', election: id, ...link, ...act, after, lost },
    link.number,
  )
  // A closed count stays closed.
  const closed = election.head?.content.closed ?? false
  await makeHead(client, signed.key, { ...standing, record }, { now, closed })
}
