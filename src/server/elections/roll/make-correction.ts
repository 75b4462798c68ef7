import type pg from 'pg'
import type { Correction } from '#shared/elections/board/statements.ts'
import type { Instant } from '#shared/time.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { checkLastHead } from '#server/elections/board/check-head.ts'
import { makeHead } from '#server/elections/board/heads.ts'
import { lastStatement, makeStatement } from '#server/elections/board/statements.ts'

interface Place {
  number: number
  /** The hash of the correction before, or of the freeze record. */
  previous: string
}

/** Where the next correction of an election stands in their chain; null before there is a freeze record to correct. */
export async function nextCorrection(client: pg.PoolClient, electionId: string): Promise<Place | null> {
  const before = await lastStatement(client, { electionId }, 'correction/1')
  if (before) return { number: before.said.number + 1, previous: before.hash }
  const record = await lastStatement(client, { electionId }, 'freeze/1')
  return record && { number: 1, previous: record.hash }
}

interface CorrectionToMake
  extends Pick<Correction, 'by' | 'reason'>, Partial<Pick<Correction, 'added' | 'struck' | 'changes'>> {
  electionId: string
  now: Instant
}

/**
 * Signs a correction, and at once a head that names it: whoever collects heads holds proof of it. In a transaction that holds
 * the lock of counting and the election.
 */
export async function makeCorrection(
  client: pg.PoolClient,
  key: BoardKey,
  { number, previous }: Place,
  { electionId, now, by, reason, added = [], struck = [], changes = [] }: CorrectionToMake,
): Promise<void> {
  await checkLastHead(client, key, { electionId })
  const at = new Date(now).toISOString()
  await makeStatement(
    client,
    key,
    { type: 'correction/1', election: electionId, number, previous, at, by, reason, added, struck, changes },
    number,
  )
  await makeHead(client, key, { electionId, now })
}
