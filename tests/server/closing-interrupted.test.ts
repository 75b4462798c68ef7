import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockKeys } from '#server/db/locks.ts'
import * as schema from '#server/db/schema.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { certify } from '#server/elections/closing/certify.ts'
import { readClosing } from '#server/elections/closing/read-closing.ts'
import {
  closeCount,
  purgeTraces,
  afterCertificationMs,
  destroyBallotKey,
} from '#server/elections/counting/close-count.ts'
import { AppError } from '#shared/errors.ts'
import { countLeaves, writeBoardLeaves } from '#tests/support/board.ts'
import {
  aClosingSite,
  asPerson,
  type ClosingSite,
  afterClose,
  voted,
  counted,
  certification,
  stateOf,
  sealedRows,
  onDisk,
} from '#tests/support/closing.ts'
import { inDatabase } from '#tests/support/database.ts'
import { countNow, votingCloses } from '#tests/support/election.ts'

describe('killed between two steps, it goes on where it was', () => {
  let at: ClosingSite
  beforeEach(async () => {
    at = await aClosingSite()
    await voted(at, [0, 0, 0, 1])
  })
  afterEach(() => at.stop())

  /** The key goes later, and that time has come. */
  async function certifiedOnly(): Promise<void> {
    await counted(at)
    await at.site.untilHeard(() => certify(at.site, asPerson(at.admin), at.election))
    at.time.now += afterCertificationMs
  }
  /** As if it had been killed before it emptied the ballots. */
  const keyDestroyedOnly = () =>
    expect(
      destroyBallotKey(over(failing(at.site.pool, /update ballots set sealed/), at.site), at.election),
    ).rejects.toThrow('killed')

  test('voting that was extended meanwhile is not closed', async () => {
    at.time.now = afterClose
    await at.site.changeElection({ votingCloses: afterClose + 3_600_000 })
    expect(await closeCount(at.site, at.election)).toBe(false)
    await at.site.changeElection({ votingCloses: votingCloses })
  })

  test('counted, but killed in the middle of the close of the count: nothing of it has happened', async () => {
    at.time.now = afterClose
    await countNow(over(failing(at.site.pool, /update ballots set receipt_mark/), at.site))
    expect(await stateOf(at)).toEqual([])
    expect(await at.closing()).toMatchObject({ cast: 4, counted: 4, stage: 'counting' })
    expect(await countLeaves(at.site.pool)).toBe(4 * 7)
  })

  test('the count closed, but the disk not cleared: nothing is certified until the job has done it', async () => {
    at.time.now = afterClose
    const { pool } = at.site
    // All are counted; the process dies right after the close of the count.
    await countNow(over(failing(pool, /cluster ballots/), at.site))
    expect(await stateOf(at)).toEqual(['countClosedAt'])
    await expect.poll(() => at.closing().then(({ obstacle }) => obstacle?.code)).toBe('count-being-cleared')
    expect(await certification(at)).toMatchObject({
      status: 409,
      code: 'count-being-cleared',
      message: expect.stringContaining('One moment, please'),
    })
    expect(await closeCount(at.site, at.election)).toBe(false)
    await at.site.countNow()
    expect(await stateOf(at)).toEqual(['countClosedAt', 'tracesPurgedAt'])
  })

  test.each([
    ['somebody still looks at the rows as they were', undefined, 'select count(*) from users'],
    [
      'somebody writes elsewhere on the server, to whom new readers look back',
      'postgres',
      'select pg_current_xact_id()',
    ],
  ])(
    'while %s, they are not taken for cleared',
    async (_who, elsewhere, statement) => {
      await counted(at)
      await at.site.changeElection({ tracesPurgedAt: null })
      const { options } = at.site.pool
      const other = new pg.Client(elsewhere ? inDatabase(options, elsewhere) : options)
      await other.connect()
      await other.query('begin isolation level repeatable read')
      await other.query(statement)
      expect(await purgeTraces(at.site, at.election, 500)).toBe(false)
      expect(await stateOf(at)).toEqual(['countClosedAt'])
      await other.end()
      expect(await purgeTraces(at.site, at.election, 25_000)).toBe(true)
    },
    30_000,
  )

  test('no row stands where it came to stand in time', async () => {
    await counted(at)
    const { pool } = at.site
    // Each table turned about, the first row to its end.
    await pool.query(
      'update ballots set counted = counted where voter_id = (select min(voter_id::text)::uuid from ballots)',
    )
    const aLeaf = () =>
      ({ service: 'PN', nomineeId: null, nonce: randomBytes(16), commitment: randomBytes(32) }) as const
    await writeBoardLeaves(pool, at.election, Array.from({ length: 300 }, aLeaf))
    await pool.query('update board_tiles set root = root where tile = 0')
    const inOrder = async () => {
      const { rows } = await pool.query<{ name: string; place: string }>(
        `select 'ballots' as name, voter_id::text as place, ctid from ballots
         union all select 'board_tiles', to_char(tile, '000000'), ctid from board_tiles order by name, ctid`,
      )
      return ['ballots', 'board_tiles'].map((name) => {
        const places = rows.filter((row) => row.name === name).map(({ place }) => place)
        return JSON.stringify(places) === JSON.stringify(places.toSorted())
      })
    }
    expect(await inOrder()).toEqual([false, false])
    await at.site.changeElection({ tracesPurgedAt: null })
    expect(await purgeTraces(at.site, at.election, 25_000)).toBe(true)
    expect(await inOrder()).toEqual([true, true])
  })

  test('certified, the key is there for a grace time, and then the job destroys it', async () => {
    await certifiedOnly()
    at.time.now -= 1
    await at.site.countNow()
    expect(await stateOf(at)).toEqual(['countClosedAt', 'tracesPurgedAt', 'certifiedAt'])
    expect(at.keyFile()).toBe(true)
    expect((await at.closing()).keyDestroyed).toBe(false)
    at.time.now += 1
    await at.site.countNow()
    expect(at.keyFile()).toBe(false)
    expect(await stateOf(at)).toContain('keyDestroyedAt')
    const { rows } = await at.site.pool.query<{ action: string }>(
      `select action from audit_log where actor = 'system' and subject = $1 order by seq`,
      [at.election],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'roll frozen',
      'election frozen',
      'count closed',
      'ballot key destroyed',
    ])
    const messages = at.site.logged.filter((line) => line.includes(at.election)).map((line) => JSON.parse(line).msg)
    // Emails to voters are queued by a job of their own, at any moment of this.
    expect(messages.filter((message) => message !== 'emails to voters were queued')).toEqual([
      'the roll is frozen',
      'the freeze record is signed',
      'closing the count: from here on no ballot is taken',
      'the count is closed',
      'destroying the key to the ballots of an election that is over',
      'the key to the ballots is destroyed',
    ])
  })

  test('the key destroyed, the ballots not emptied', async () => {
    await certifiedOnly()
    await keyDestroyedOnly()
    expect(at.keyFile()).toBe(false)
    expect((await sealedRows(at)).every(({ length }) => length > 0)).toBe(true)
    await expect(at.site.vault.keyOf(at.election)).rejects.toMatchObject({ code: 'vault-destroyed' })
  })

  test('the ballots emptied, the disk not cleared; then all is done, once', async () => {
    await certifiedOnly()
    await keyDestroyedOnly()
    const sealed = await sealedRows(at)
    const { pool } = at.site
    // Emptying a hundred thousand takes longer than anything that somebody waits for may.
    const impatient = new pg.Pool({ ...at.site.database.config, statement_timeout: 300, query_timeout: 300 })
    const reading = await pool.connect()
    await reading.query('begin')
    await reading.query('select from ballots for update')
    const [ended] = await Promise.allSettled([
      destroyBallotKey(over(failing(impatient, /cluster ballots/), at.site), at.election),
      setTimeout(600).then(() => reading.query('commit')),
    ])
    expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'the process was killed' } })
    reading.release()
    await impatient.end()
    expect((await sealedRows(at)).every(({ length }) => length === 0)).toBe(true)
    expect(await onDisk(at.site, 'ballots', sealed[0]!)).toBe(true)
    expect(await stateOf(at)).not.toContain('keyDestroyedAt')
    await expect(destroyBallotKey(over(failing(pool, /set key_destroyed_at/), at.site), at.election)).rejects.toThrow(
      'killed',
    )
    await at.site.countNow()
    expect(await stateOf(at)).toContain('keyDestroyedAt')
    expect(await onDisk(at.site, 'ballots', sealed[0]!)).toBe(false)
  })

  test('an election that is not certified keeps its key, whoever calls', async () => {
    await counted(at)
    expect(await stateOf(at)).toEqual(['countClosedAt', 'tracesPurgedAt'])
    const [row] = await at.site.rowsOf(elections, { id: at.election })
    const { id: _own, ...same } = row!
    const [other] = await at.site.db
      .insert(elections)
      .values({ ...same, title: 'Another', rollFrozenAt: null, frozenAt: null })
      .returning({ id: elections.id })
    await at.site.vault.keyOf(other!.id)
    await destroyBallotKey(at.site, other!.id)
    await expect(at.site.vault.keyOf(other!.id)).resolves.toHaveLength(32)
  })
})

describe('a ballot that cannot be opened', () => {
  let at: ClosingSite
  const flip = () =>
    at.site.pool.query(
      `update ballots set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where voter_id = $1`,
      [at.voters[3]!.id],
    )
  beforeEach(async () => {
    at = await aClosingSite()
    await voted(
      at,
      Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? 1 : 0)),
    )
    await flip()
    await counted(at)
  })
  afterEach(() => at.stop())

  test('does not stop the count, is told, and stands in the way of certification', async () => {
    expect(await at.closing()).toMatchObject({
      cast: 30,
      counted: 19,
      unopened: true,
      stage: 'counting',
      elected: [],
      obstacle: { code: 'ballots-unopened', sentence: expect.stringMatching(/^Some ballots cannot be opened\./) },
    })
    expect(await certification(at)).toMatchObject({
      status: 409,
      code: 'ballots-unopened',
      message: expect.stringMatching(/^Some ballots cannot be opened\./),
    })
    expect(at.keyFile()).toBe(true)
    const said = at.site.logged.filter((line) => line.includes('some ballots cannot be opened and stay uncounted'))
    expect(JSON.parse(said[0] ?? '{}')).toMatchObject({ level: 'error', election: at.election })
    expect(said.join('')).not.toContain('ballots"')
    for (const { id } of at.voters) expect(said.join('')).not.toContain(id)
  })

  test('is told as well when it is the key that is gone, for then none can be', async () => {
    const keyOf = () => Promise.reject(new AppError('vault-key-missing'))
    const closing = await readClosing({ ...at.site, vault: { ...at.site.vault, keyOf } }, at.admin, at.election)
    expect(closing).toMatchObject({ unopened: true, obstacle: { code: 'ballots-unopened' } })
  })

  test('mended, it is counted with those that waited for it, and all is certified', async () => {
    await flip()
    await at.site.countNow()
    expect(await stateOf(at)).toEqual(['countClosedAt', 'tracesPurgedAt'])
    await expect.poll(() => at.closing()).toMatchObject({ counted: 30, unopened: false, obstacle: null })
    expect(await certification(at)).toMatchObject({ status: 201, ballots: 30 })
  })
})

test('on a database where the site may not touch the journal, the ballots are emptied all the same', async () => {
  const at = await aClosingSite()
  await at.cast()
  await counted(at)
  const { deps, database } = at.site
  await certify(deps, asPerson(at.admin), at.election)
  at.time.now += afterCertificationMs
  const role = `limited_${randomBytes(4).toString('hex')}`
  await deps.pool.query(
    `create role ${role}; grant all on all tables in schema public to ${role}; grant pg_read_all_stats to ${role}`,
  )
  const limited = new pg.Pool({ ...database.config, options: `-c role=${role}` })
  try {
    await expect(limited.query('checkpoint')).rejects.toMatchObject({ code: '42501' })
    expect(at.keyFile()).toBe(true)
    await destroyBallotKey(over(limited, deps), at.election)
    expect(await stateOf(at)).toContain('keyDestroyedAt')
    expect(at.keyFile()).toBe(false)
    expect((await deps.pool.query(`select from ballots where sealed <> ''`)).rowCount).toBe(0)
    expect(at.site.logged.join('')).not.toContain('journal')
  } finally {
    await limited.end()
    await deps.pool.query(`drop owned by ${role}; drop role ${role}`)
    await at.stop()
  }
})

test('certification waits for a rehearsal’s batch that is being counted, which would write what was just wiped', async () => {
  const at = await aClosingSite()
  const { pool } = at.site
  await at.site.changeElection({ rehearsal: true })
  await at.cast()
  await counted(at)
  const counting = await pool.connect()
  await counting.query('begin')
  await counting.query('select pg_advisory_xact_lock($1)', [lockKeys.counting])
  const certifying = certification(at)
  await setTimeout(300)
  await counting.query('insert into tallies (election_id, nominee_id, votes) values ($1, $2, 1)', [
    await at.site.rehearsalId(at.election),
    at.slate.PN[0],
  ])
  await counting.query('commit')
  counting.release()
  expect((await certifying).status).toBe(201)
  expect((await pool.query('select from tallies where election_id <> $1', [at.election])).rowCount).toBe(0)
  await at.stop()
})

/** The same site over other connections. */
const over = (pool: Deps['pool'], deps: Deps): Deps => ({ ...deps, pool, db: drizzle(pool, { schema }) })

/** A pool whose process is killed at the statement that looks like this. */
function failing(pool: Deps['pool'], at: RegExp): Deps['pool'] {
  const die = (asked: unknown) => {
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '')
    if (at.test(text)) throw new Error('the process was killed')
  }
  const guarded = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(real, name) {
        const value: unknown = Reflect.get(real, name)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          if (name === 'query') die(given[0])
          const result: unknown = await Reflect.apply(value, real, given)
          return name === 'connect' && typeof result === 'object' && result !== null ? guarded(result) : result
        }
      },
    })
  return guarded(pool)
}
