import type pg from 'pg'
import type { PgClient } from '#server/db/database.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import type { SignedElection } from '#server/elections/board/signed-election.ts'
import { makeStatement, listStatements } from '#server/elections/board/statements.ts'
import { makeHead, checkLastHead } from '#server/elections/board/tree.ts'
import { parseSigned } from '#shared/elections/board/board.ts'
import { type RollCorrection, timeOfField } from '#shared/elections/board/statements.ts'
import type { LinesByRegion, PublicCorrection } from '#shared/elections/roll/roll.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'

interface CorrectionToMake
  extends Pick<RollCorrection, 'by' | 'reason'>, Partial<Pick<RollCorrection, 'added' | 'struck' | 'changes'>> {
  now: Instant
}

/**
 * Signs a correction, and at once a head that names it: everybody who collects heads has proof of it. Call it in a transaction
 * that holds the counting lock and the election.
 */
export async function makeCorrection(
  client: pg.PoolClient,
  key: BoardKey,
  signed: SignedElection,
  { now, by, reason, added = [], struck = [], changes = [] }: CorrectionToMake,
): Promise<void> {
  const standing = await checkLastHead(client, signed)
  const at = new Date(now).toISOString()
  const place = { election: signed.id, ...nextLink(signed) }
  const record = await makeStatement(
    client,
    key,
    { type: 'correction/1', ...place, at, by, reason, added, struck, changes },
    place.number,
  )
  await makeHead(client, key, { ...standing, record }, { now })
}

/** The position of the next correction or rollback in their chain. */
export const nextLink = ({ hashes }: Pick<SignedElection, 'hashes'>): { number: number; previous: string } => ({
  number: hashes.length,
  previous: hashes.at(-1) ?? '',
})

/** What was corrected in the freeze record, and in the roll before it, the oldest first: public, without the names of members. */
export async function listCorrections(db: PgClient, electionId: string): Promise<PublicCorrection[]> {
  const signed = await listStatements(db, electionId, 'correction/1')
  const made = signed.map((one) => parseSigned<RollCorrection>(one))
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

/** Only the log has these: the freeze record describes the roll after them. */
async function beforeTheRecord(db: PgClient, electionId: string): Promise<PublicCorrection[]> {
  const { rows } = await db.query<{ at: string; by: string; act: string; region: RollRegion; reason: string }>(
    `select said ->> 'at' as at, coalesce(u.full_name, '') as by, detail ->> 'act' as act, detail ->> 'region' as region,
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
