import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/http/session.ts'
import { shareAccount } from '#server/accounts/queries.ts'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { elections } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { makeStatement } from '#server/elections/board/statements.ts'
import { findSignedCertificate } from '#server/elections/results/queries.ts'
import { lockToClose } from './final-count.ts'
import { whyCannotCountersign } from '#shared/elections/closing/closing.ts'

type Db = Pick<pg.Pool, 'query'>

/**
 * Somebody else puts their name to the certificate: to the one they were shown, which its hash says. Who has done so is known by
 * the log, for the statement names people as the certificate does.
 */
export async function countersign(
  deps: Pick<Deps, 'db' | 'pool' | 'boardKey' | 'clock'>,
  person: Person,
  electionId: string,
  shown: { certificate: string },
): Promise<void> {
  const certificate = await findSignedCertificate(deps, electionId)
  if (!certificate) throw new AppError('not-certified')
  if (certificate.hash !== shown.certificate) throw new AppError('edited-meanwhile')
  await inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    await lockToClose(tx, electionId)
    const why = whyCannotCountersign(await readSigners(client, electionId), person)
    if (why) throw new AppError(why)
    await shareAccount(tx, person.id)
    const now = deps.clock.now()
    await makeStatement(
      client,
      deps.boardKey,
      {
        type: 'countersignature/1',
        election: electionId,
        certificate: certificate.hash,
        by: signatureOf(person),
        role: person.role === 'admin' ? 'administrator' : 'observer',
        at: new Date(now).toISOString(),
      },
      await nextNumber(client, electionId),
    )
    // Whatever is kept of the election, its certificate as PDF too, is made anew.
    await tx
      .update(elections)
      .set({ version: sql`${elections.version} + 1` })
      .where(eq(elections.id, electionId))
    await appendAudit(
      tx,
      { now: () => now },
      {
        actor: person.id,
        action: 'certificate countersigned',
        subject: electionId,
      },
    )
  })
}

/** Who certified, and who has countersigned. */
export async function readSigners(
  db: Db,
  electionId: string,
): Promise<{ certifiedBy: string | null; signed: string[] }> {
  const certified = await db.query<{ certified_by: string | null }>(
    'select certified_by from elections where id = $1',
    [electionId],
  )
  const { rows } = await db.query<{ actor: string }>(
    `select actor from audit_log where action = 'certificate countersigned' and subject = $1`,
    [electionId],
  )
  return { certifiedBy: certified.rows[0]?.certified_by ?? null, signed: rows.map(({ actor }) => actor) }
}

async function nextNumber(db: Db, electionId: string): Promise<number> {
  const { rows } = await db.query<{ next: number }>(
    `select coalesce(max(number) + 1, 0) as next from signed_statements
     where election_id = $1 and type = 'countersignature/1'`,
    [electionId],
  )
  return rows[0]?.next ?? 0
}
