import type pg from 'pg'
import { toHex } from '#shared/elections/board/bytes.ts'
import { treeRoot } from '#shared/elections/board/merkle.ts'
import type { FreezeRecord, FrozenNominee } from '#shared/elections/board/statements.ts'
import { rollLeaf, rollRegions, type RollRegion } from '#shared/elections/roll/roll.ts'
import { scheduleFields } from '#shared/elections/schedule.ts'
import type { Instant } from '#shared/time.ts'
import { asNominee, type Election } from '#server/elections/election-cache.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { sha256 } from '#server/elections/board/sha256.ts'
import { makeStatement } from '#server/elections/board/statements.ts'
import type { NomineeSnapshot } from '#server/db/schema.ts'
import { siteVersion } from '#server/site-version.ts'

type Db = Pick<pg.Pool, 'query'>

const iso = (at: Instant) => new Date(at).toISOString()

/** Everything that voters and candidates rely on, signed as it stands at this moment. Returns its hash. */
export async function signFreezeRecord(
  db: Db,
  key: BoardKey,
  election: Election & { rollFrozenAt: Instant },
  now: Instant,
): Promise<string> {
  const record: FreezeRecord = {
    type: 'freeze/1',
    election: election.id,
    title: election.title,
    seats: election.seats.map(({ slot, ms }) => ({ slot, service: ms })),
    times: Object.fromEntries(scheduleFields.map((field) => [field, iso(election[field])])),
    rules: { resultsVisible: election.resultsVisible, proxyNeedsSecondAdmin: election.proxyNeedsSecondAdmin },
    nominees: await readNominees(db, election.id),
    roll: await summariseRoll(db, election.id),
    rollFrozenAt: iso(election.rollFrozenAt),
    frozenAt: iso(now),
    program: siteVersion(),
    key: key.publicKey,
  }
  return makeStatement(db, key, record)
}

/** The nominees who can be voted for, as the record names them. */
export async function readNominees(db: Db, electionId: string): Promise<FrozenNominee[]> {
  const { rows } = await db.query<{ id: string; data: NomineeSnapshot }>(
    `select id, data from nominees where election_id = $1 and status = 'approved' order by id::text collate "C"`,
    [electionId],
  )
  return rows.map(({ id, data }) => {
    const { name, rank, ms, region } = asNominee(id, data)
    return { id, name, rank, service: ms, region }
  })
}

/** Size, regions and root of the roll as it was drawn up, whatever was corrected since. */
export async function summariseRoll(db: Db, electionId: string): Promise<FreezeRecord['roll']> {
  const { rows } = await db.query<{ line: Buffer; region: RollRegion }>(
    'select line, region from roll where election_id = $1 and added is null order by line',
    [electionId],
  )
  const byRegion = Object.fromEntries(rollRegions.map((region) => [region, 0])) as Record<RollRegion, number>
  for (const { region } of rows) byRegion[region]++
  const root = treeRoot(
    sha256,
    rows.map(({ line, region }) => rollLeaf(line, region)),
  )
  return { size: rows.length, byRegion, root: toHex(root) }
}
