import type pg from 'pg'
import { toHex } from '#shared/elections/board/bytes.ts'
import { treeRoot } from '#shared/elections/board/merkle.ts'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import { rollLeaf } from '#shared/elections/roll/roll.ts'
import { scheduleFields } from '#shared/elections/schedule.ts'
import type { Instant } from '#shared/time.ts'
import type { Election } from '#server/elections/election-cache.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { readNominees } from '#server/elections/board/frozen-nominees.ts'
import { sha256 } from '#server/elections/board/sha256.ts'
import { makeStatement } from '#server/elections/board/statements.ts'
import { siteVersion } from '#server/site-version.ts'
import { rollRegions, type RollRegion } from '#shared/members/enums.ts'

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
