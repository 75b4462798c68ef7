import type pg from 'pg'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import type { BoardCount } from './board-leaves.ts'
import { expect } from './differs.ts'
import type { BoxCount } from './roll-and-box.ts'
import { rollRegions, type RollRegion } from '#shared/members/enums.ts'

type Db = Pick<pg.Pool, 'query'>

/** The totals that screens have shown are what the board adds up to. */
export async function checkTallies(client: Db, record: FreezeRecord, { votes }: BoardCount): Promise<void> {
  const { rows } = await client.query<{ nominee_id: string; votes: number }>(
    'select nominee_id, votes from tallies where election_id = $1',
    [record.election],
  )
  const tallied = new Map(rows.map((row) => [row.nominee_id, row.votes]))
  for (const { id, name } of record.nominees) {
    expect((tallied.get(id) ?? 0) === votes.get(id), 'tally-differs', { name })
    tallied.delete(id)
  }
  const [stranger] = tallied.keys()
  expect(stranger === undefined, 'tally-differs', { name: stranger ?? '' })
}

export async function checkTurnout(client: Db, electionId: string, { byRegion }: BoxCount): Promise<void> {
  const { rows } = await client.query<{ region: RollRegion; cast: number; counted: number }>(
    'select region, "cast", counted from turnout where election_id = $1',
    [electionId],
  )
  for (const region of rollRegions) {
    const { cast = 0, counted = 0 } = rows.find((row) => row.region === region) ?? {}
    expect(cast === byRegion[region].cast && counted === cast, 'turnout-differs', { region })
  }
}
