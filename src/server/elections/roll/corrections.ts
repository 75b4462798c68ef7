import type pg from 'pg'
import { signatureIn } from '#server/accounts/administrator-queries.ts'
import type { PgClient } from '#server/db/database.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { lastStatement, makeStatement, listStatements } from '#server/elections/board/statements.ts'
import { makeHead, checkLastHead } from '#server/elections/board/tree.ts'
import { type Correction, timeOfField } from '#shared/elections/board/statements.ts'
import type { LinesByRegion, PublicCorrection } from '#shared/elections/roll/roll.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'

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

/** What was corrected of the freeze record and of the roll before it, the oldest first: for everybody, and nobody is named in it. */
export async function listCorrections(db: PgClient, electionId: string): Promise<PublicCorrection[]> {
  const signed = await listStatements(db, { electionId }, 'correction/1')
  const made = signed.map(({ statement }) => JSON.parse(statement) as Correction)
  const regionOf = await regionsOf(
    db,
    electionId,
    made.flatMap(({ struck }) => struck),
  )
  return [
    ...(await beforeTheRecord(db, electionId)),
    ...made.map(({ number, at, by, reason, added, struck, changes }) => ({
      number,
      at: Date.parse(at),
      by,
      reason,
      added: countedBy(added.map(({ region }) => region)),
      struck: countedBy(struck.map((line) => regionOf.get(line)).filter((region) => region !== undefined)),
      changes: changes.flatMap(({ field, before, after }) => {
        const time = timeOfField(field)
        return time ? [{ field: time, before: Date.parse(before), after: Date.parse(after) }] : []
      }),
    })),
  ]
}

function countedBy(regions: readonly RollRegion[]): LinesByRegion {
  const counts: LinesByRegion = {}
  for (const region of regions) counts[region] = (counts[region] ?? 0) + 1
  return counts
}

async function regionsOf(db: PgClient, electionId: string, lines: readonly string[]): Promise<Map<string, RollRegion>> {
  if (lines.length === 0) return new Map()
  const { rows } = await db.query<{ line: string; region: RollRegion }>(
    `select encode(line, 'hex') as line, region from roll
     where election_id = $1 and line = any(select decode(wanted, 'hex') from unnest($2::text[]) wanted)`,
    [electionId, lines],
  )
  return new Map(rows.map(({ line, region }) => [line, region]))
}

/** Of those the log alone tells: the freeze record is about the roll as they left it. */
async function beforeTheRecord(db: PgClient, electionId: string): Promise<PublicCorrection[]> {
  const { rows } = await db.query<{ at: string; by: string; act: string; region: RollRegion; reason: string }>(
    `select said ->> 'at' as at, coalesce(${signatureIn('u')}, '') as by, detail ->> 'act' as act, detail ->> 'region' as region,
       detail ->> 'reason' as reason
     from (select seq, actor, entry::json as said, entry::json -> 'detail' as detail from audit_log
           where action = 'roll corrected') log
     left join users u on u.id::text = log.actor
     where detail ->> 'election' = $1 and detail ->> 'number' is null order by seq`,
    [electionId],
  )
  return rows.map(({ at, by, act, region, reason }) => ({
    number: null,
    at: Date.parse(at),
    by,
    reason,
    added: act === 'add' ? { [region]: 1 } : {},
    struck: act === 'strike' ? { [region]: 1 } : {},
    changes: [],
  }))
}
