import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { addToRoll, asVoter, type VoterToList } from '#server/elections/roll/draw-up.ts'
import { inGoodStanding } from '#server/elections/roll/eligible-members.ts'
import { lastStatement, makeStatement, recordInForce } from '#server/elections/board/statements.ts'
import { toHex } from '#shared/elections/board/bytes.ts'

const frozen = `select id from elections where roll_frozen_at is not null and count_closed_at is null and certified_at is null`

/** Tests make members as they need them: whoever comes after a roll was frozen is added to it by a signed correction. */
export async function enrol(deps: Pick<Deps, 'db'> & Partial<Pick<Deps, 'boardKey'>>, ids: string[]): Promise<void> {
  const { db, boardKey } = deps
  const { rows } = await db.$client.query<{ id: string }>(frozen)
  for (const { id: election } of rows) {
    if (!boardKey) return enrolUnsigned(db.$client, ids)
    await inTransaction({ db, lock: 'counting' }, async (_tx, client) => {
      const { rows: voters } = await client.query<VoterToList>(
        `select ${asVoter('u')} from users u where u.id = any($1::uuid[]) and ${inGoodStanding('u')}`,
        [ids],
      )
      const previous = await recordInForce(client, election)
      if (voters.length === 0 || !previous) return
      const last = await lastStatement(client, { electionId: election }, 'correction/1')
      const number = (last?.said.number ?? 0) + 1
      const lines = await addToRoll(client, boardKey, election, voters, number)
      const added = lines.map(({ line, region }) => ({ line: toHex(line), region }))
      const said = { by: 'PILAR PEÑA', reason: `Joined late: ${randomUUID()}`, added, struck: [], changes: [] }
      const at = new Date().toISOString()
      await makeStatement(client, boardKey, { type: 'correction/1', election, number, previous, at, ...said }, number)
    })
  }
}

/** Where a test has the database alone: on the roll, though nothing was signed. */
export async function enrolUnsigned(pool: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<void> {
  await pool.query(
    `insert into roll (election_id, voter_id, region, line)
     select e.id, u.id, coalesce(u.region, 'Not stated'), sha256(convert_to(e.id || ' ' || u.id, 'UTF8'))
     from (${frozen}) e, users u where u.id = any($1::uuid[]) and ${inGoodStanding('u')}
     on conflict do nothing`,
    [ids],
  )
}
