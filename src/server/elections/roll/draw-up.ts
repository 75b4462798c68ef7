import type pg from 'pg'
import { rollLine } from '#shared/elections/roll/roll.ts'
import { type Region, notStated, type RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { sha256 } from '#server/elections/board/sha256.ts'
import { inGoodStanding } from './eligible-members.ts'

export interface VoterToList {
  id: string
  serial: string
  region: Region | null
}

/** What the roll keeps of a member, and the line that is published. */
export function lineFor(key: BoardKey, electionId: string, { id, serial, region }: VoterToList) {
  const salt = key.rollSalt(electionId, id)
  const listed: RollRegion = region ?? notStated
  return { voterId: id, serial, salt, region: listed, line: rollLine(sha256, electionId, salt, serial) }
}

/** A member without a serial number, which a login needs, goes by the ID number. */
export const asVoter = (user: string) =>
  `${user}.id, coalesce(${user}.military_serial, ${user}.id_number, ${user}.id::text) as serial, ${user}.region`

const perStatement = 10_000

/** Everybody who became a member in time and still is one, each once: also when a server that was off draws it up late. Returns how many. */
export async function drawUpRoll(
  client: pg.PoolClient,
  key: BoardKey,
  { electionId, approvedBy }: { electionId: string; approvedBy: Instant },
): Promise<number> {
  await client.query('set local statement_timeout = 0')
  // Who voted is on it, whatever became of them: an election that was under way before there were rolls has voters already.
  const { rows } = await client.query<VoterToList>(
    `select ${asVoter('u')} from users u where ${inGoodStanding('u')} and (u.approved_at is null or u.approved_at <= $2)
       or exists (select from ballots b where b.voter_id = u.id and b.election_id = $1)`,
    [electionId, toTimestamp(approvedBy)],
  )
  for (let first = 0; first < rows.length; first += perStatement)
    await addToRoll(client, key, electionId, rows.slice(first, first + perStatement), null)
  return rows.length
}

/** `correction` is the number of the one that adds them; null for those who are there from the beginning. */
export async function addToRoll(
  client: Pick<pg.Pool, 'query'>,
  key: BoardKey,
  electionId: string,
  voters: readonly VoterToList[],
  correction: number | null,
) {
  const lines = voters.map((voter) => lineFor(key, electionId, voter))
  await client.query(
    `insert into roll (election_id, voter_id, serial, region, line, salt, added)
     select $1, v.voter_id, v.serial, v.region, decode(v.line, 'hex'), decode(v.salt, 'hex'), $7
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) as v (voter_id, serial, region, line, salt)
     order by v.line`,
    [
      electionId,
      lines.map(({ voterId }) => voterId),
      lines.map(({ serial }) => serial),
      lines.map(({ region }) => region),
      lines.map(({ line }) => Buffer.from(line).toString('hex')),
      lines.map(({ salt }) => salt.toString('hex')),
      correction,
    ],
  )
  return lines
}
