import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sha256 } from '#server/elections/board/board-key.ts'
import { recountFor, recountToCertify } from '#server/elections/recount/recount.ts'
import { createCommitmentSet } from '#server/elections/recount/roll-and-box.ts'
import type { RecountLine } from '#shared/elections/recount/recount.ts'
import { aFinishedElection } from '#tests/support/closing.ts'
import { chainAnew, dropConstraints, mutations, foundAfter, mutateMany } from '#tests/support/election-mutations.ts'

const seed = Number(process.env['RECOUNT_SEED'] ?? Date.now() % 2 ** 31)
const wanted = Number(process.env['RECOUNT_MUTATIONS'] ?? 120)

const at = await aFinishedElection()
await at.site.pool.query(dropConstraints)
afterAll(() => at?.stop())

// Shows recount-01
test('an honest election agrees, with blanks, proxies, corrections and ties; an administrator may ask any time', async () => {
  const reply = await at.desk.post(`/api/elections/${at.election}/recount`)
  const lines = reply.text.trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '') as RecountLine).toMatchObject({
    status: 'done',
    outcome: { agrees: true, figures: { ballots: 45, proxies: 3, leaves: 315, heads: 8 } },
  })
  expect((await at.closing()).certificate).toBeNull()
})

// Shows recount-02, recount-03, recount-04, recount-05, recount-06, recount-07, recount-08, recount-09
test('whatever is changed without the keys is named', { timeout: 300_000 }, async () => {
  const { unnamed, changed, never } = await mutateMany(at, seed, wanted)
  expect(unnamed, `RECOUNT_SEED=${seed}`).toEqual([])
  expect(changed).toBe(wanted)
  // Two rows that are exchanged may be equal, but not every time.
  expect(never.length, `RECOUNT_SEED=${seed}`).toBeLessThan(4)
})

// Shows recount-10
test('what is named is a kind and a place, and tells nobody’s choice', async () => {
  const say = (name: string) =>
    foundAfter(at, (client) =>
      mutations[name]!({ client, election: at.election, below: (count) => Math.min(2, count - 1) }),
    )
  expect(await say('a bit of a ballot is changed')).toMatch(/^the ballot of roll line [0-9a-f]{16}… does not open$/)
  const otherRoot = /^the leaves do not lead to the root of head \d+$/
  expect(await say('a blank becomes a vote, with the totals')).toMatch(otherRoot)
  expect(await say('the last leaf is removed')).toMatch(otherRoot)
  expect(await say('a ballot is removed')).toBe('a leaf of the board comes from no ballot')
  expect(await say('a head is forged')).toMatch(/^head \d+ is not signed by this site$/)
  expect(await say('two nominees exchange their names')).toMatch(/^nominee .+ is not as set before voting$/)
})

// Shows recount-08
test('the entries of other elections, in whatever order, say nothing about the proxies of this one', async () => {
  const other = randomUUID()
  /** Beside an entry of this election, before or after it, the same entry of another one. */
  const beside = async (client: pg.PoolClient, action: string, place: -1 | 1) => {
    await client.query('update audit_log set seq = -seq')
    await client.query('update audit_log set seq = seq * -2')
    const { rowCount } = await client.query(
      `insert into audit_log (seq, entry, previous_hash, hash)
       select seq + $4, replace(entry, $2, $3), 'x', 'x' from audit_log where action = $1 order by seq desc limit 1`,
      [action, at.election, other, place],
    )
    await client.query(chainAnew)
    return rowCount === 1
  }
  expect(await foundAfter(at, (client) => beside(client, 'count closed', -1))).toBeNull()
  expect(await foundAfter(at, (client) => beside(client, 'ballot cast by proxy', 1))).toBeNull()
})

const deps = () => at.site

test('one recount for each person at a time; certification waits for none of them', async () => {
  const people = [randomUUID(), randomUUID(), randomUUID()]
  const ended: string[] = []
  const asked = people.map((one) => recountFor(one, deps(), at.election).then(() => ended.push('asked')))
  for (const one of people)
    await expect(recountFor(one, deps(), at.election)).rejects.toMatchObject({ code: 'recount-running' })
  const certifying = recountToCertify(deps(), at.election).then(() => ended.push('certifying'))
  await Promise.all([...asked, certifying])
  expect(ended.at(-1)).toBe('asked')
  await recountFor(people[0]!, deps(), at.election)
})

test('none is begun while the traces of the count are cleared', async () => {
  const { pool, elections } = deps()
  const { rows } = await pool.query<{ purged_at: string }>(
    'select traces_purged_at::text as purged_at from elections where id = $1',
    [at.election],
  )
  const purgedAt = async (time: string | null) => {
    await pool.query('update elections set traces_purged_at = $2 where id = $1', [at.election, time])
    elections.invalidate()
  }
  await purgedAt(null)
  const refused = { code: 'count-being-cleared' }
  await expect(recountFor(randomUUID(), deps(), at.election)).rejects.toMatchObject(refused)
  await expect(recountToCertify(deps(), at.election)).rejects.toMatchObject(refused)
  await purgedAt(rows[0]!.purged_at)
})

test('a set of commitments takes each out once', () => {
  const commitments = Array.from({ length: 1000 }, (_, n) => sha256(Buffer.from(`${n}`)))
  const held = createCommitmentSet(1000)
  for (const one of commitments) expect(held.add(one)).toBe(true)
  expect(held.add(commitments[3]!)).toBe(false)
  expect(held.add(sha256(Buffer.from('one more')))).toBe(false)
  for (const [n, one] of commitments.entries()) if (n !== 500) expect(held.take(one)).toBe(true)
  expect(held.take(commitments[4]!)).toBe(false)
  expect(held.take(sha256(Buffer.from('stranger')))).toBe(false)
  expect(held.firstLeft()).toBe(500)
  expect(held.take(commitments[500]!)).toBe(true)
  expect(held.firstLeft()).toBe(-1)
})
