import { createHash, randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lockKeys } from '#server/db/locks.ts'
import { createBoardKey } from '#server/elections/board/board-key.ts'
import { asStored } from '#server/elections/board/statements.ts'
import { destroyBallotKey } from '#server/elections/counting/close-count.ts'
import type { Board } from '#shared/elections/board/board.ts'
import type { Signed } from '#shared/elections/board/statements.ts'
import { type Certificate, certificateOf } from '#shared/elections/closing/certificate.ts'
import { readBoardLeaves, writeBoardLeaves } from '#tests/support/board.ts'
import { aClosingSite, aFinishedElection, type FinishedElection, pdfText } from '#tests/support/closing.ts'
import { mutations, seededNumbers } from '#tests/support/election-mutations.ts'
import type { Visitor } from '#tests/support/site.ts'
import { aWitness } from '#tests/support/witness.ts'

const certify = ({ desk, election }: FinishedElection) =>
  desk.post<Certificate & { code?: string; message?: string }>(`/api/elections/${election}/certification`)

describe('somebody with the database but without the keys', () => {
  test('has another elected than the administrator was shown: nothing is certified', async () => {
    const at = await aFinishedElection()
    const { elected } = await at.closing()
    const path = `/api/elections/${at.election}/certification`
    const others = elected.map(({ nomineeId }) => nomineeId).with(0, at.slate.PA.at(-1)!)
    expect(await at.desk.post(`${path}?elected=${others.join(',')}`)).toMatchObject({
      status: 409,
      code: 'edited-meanwhile',
    })
    const shown = elected.map(({ nomineeId }) => nomineeId).join(',')
    expect((await at.desk.post(`${path}?elected=${shown}`)).status).toBe(201)
    await at.stop()
  })

  let at: FinishedElection
  beforeAll(async () => {
    at = await aFinishedElection()
  }, 60_000)
  afterAll(() => at?.stop())

  const tables = ['board_tiles', 'ballots', 'tallies', 'turnout', 'nominees', 'elections', 'board_trees']
  /** The tables as they are, put back afterwards. */
  async function withAttack(attack: () => Promise<void>, then: () => Promise<void>): Promise<void> {
    const { pool, elections } = at.site
    const owner = 'set session_replication_role = replica;'
    const inOne = (text: string) => pool.query(`begin; ${owner} ${text} commit; set session_replication_role = origin`)
    for (const table of tables) await pool.query(`create table kept_${table} as table ${table}`)
    try {
      await attack()
      elections.invalidate()
      await then()
    } finally {
      await inOne(
        tables
          .map(
            (table) =>
              `delete from ${table}; insert into ${table} select * from kept_${table}; drop table kept_${table};`,
          )
          .join(' '),
      )
      elections.invalidate()
    }
  }
  async function asOwner(act: (attack: Parameters<(typeof mutations)[string]>[0]) => Promise<unknown>): Promise<void> {
    const client = await at.site.pool.connect()
    try {
      await client.query('begin; set local session_replication_role = replica')
      await act({ client, election: at.election, below: seededNumbers(11) })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  async function isRefused(difference: RegExp): Promise<void> {
    const reply = await certify(at)
    expect(reply).toMatchObject({ status: 409, code: 'recount-differs' })
    expect(reply.message).toMatch(difference)
    const { pool, vault } = at.site
    expect((await pool.query('select from elections where certified_at is not null')).rowCount).toBe(0)
    expect((await pool.query(`select from signed_statements where type = 'certificate/2'`)).rowCount).toBe(0)
    expect(at.keyFile()).toBe(true)
    expect(await vault.keyOf(at.election)).toHaveLength(32)
  }

  // Shows recount-12
  test('adds ballots that count, with votes, totals and turnout: nothing is certified', async () => {
    await withAttack(
      () =>
        asOwner(async (attack) => {
          const { client, election } = attack
          const favourite = at.slate.PN[4] ?? null
          const aLeaf = () =>
            ({ service: 'PN', nomineeId: favourite, nonce: randomBytes(16), commitment: randomBytes(32) }) as const
          for (const { id, region } of at.abstained) {
            await client.query(
              `insert into ballots (election_id, voter_id, voter_region, sealed, counted) values ($1, $2, $3, $4, true)`,
              [election, id, region, randomBytes(156)],
            )
            await client.query(
              `update turnout set "cast" = "cast" + 1, counted = counted + 1 where election_id = $1 and region = $2`,
              [election, region],
            )
          }
          const added = at.abstained.flatMap(() => Array.from({ length: 7 }, aLeaf))
          await writeBoardLeaves(client, election, [...(await readBoardLeaves(client, election)), ...added])
          await client.query(
            `insert into tallies as t (election_id, nominee_id, votes) values ($1, $2, 40)
             on conflict (election_id, nominee_id) do update set votes = 40`,
            [election, favourite],
          )
        }),
      () => isRefused(/the ballot of roll line [0-9a-f]{16}… does not open/),
    )
  })

  // Shows recount-12
  test('makes votes of the blanks of real ballots: nothing is certified', async () => {
    await withAttack(
      () =>
        asOwner(async (attack) => {
          for (let n = 0; n < 7; n++) await mutations['a blank becomes a vote, with the totals']!(attack)
        }),
      () => isRefused(/the leaves do not lead to the root of head \d+/),
    )
  })

  // Shows recount-12
  test('swaps the names of two nominees after the count: nothing is certified', async () => {
    await withAttack(
      () => asOwner((attack) => mutations['two nominees exchange their names']!(attack)),
      () => isRefused(/nominee .+ is not as set before voting/),
    )
  })

  test('writes that it is certified: no screen shows it, and the key is kept', async () => {
    await withAttack(
      () =>
        asOwner(({ client, election }) =>
          client.query(
            `update elections set certified_at = voting_closes, certified_by = $2, certificate = '{"title": "MADE UP", "standings": []}' where id = $1`,
            [election, at.admin.id],
          ),
        ),
      async () => {
        const results = await at.desk.get(`/api/elections/${at.election}/results`)
        expect(results).toMatchObject({ status: 500, code: 'certificate-unsigned' })
        expect((await at.desk.get(`/api/elections/${at.election}/certificate.pdf`)).status).toBe(500)
        await destroyBallotKey(at.site, at.election)
        expect(at.keyFile()).toBe(true)
      },
    )
  })

  test('an election that is changed between its recount and its certificate is not certified', async () => {
    const reply = await certifiedAround(at, () =>
      at.site.pool.query('update elections set version = version + 1 where id = $1', [at.election]),
    )
    expect(reply).toMatchObject({ status: 409, code: 'changed-since-recount' })
  })
})

/** Certifies; when the recount is done and before the certificate is made, `meanwhile` happens. */
async function certifiedAround(at: FinishedElection, meanwhile: () => Promise<unknown>) {
  const { pool } = at.site
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKeys.counting])
    const certifying = certify(at)
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
      expect(rowCount).toBe(1)
    }, 10_000)
    await meanwhile()
    await client.query('select pg_advisory_unlock($1)', [lockKeys.counting])
    return await certifying
  } finally {
    client.release()
  }
}

describe('a certified election', () => {
  let at: FinishedElection
  let certified: Certificate & { status: number }
  let second: Visitor
  beforeAll(async () => {
    at = await aFinishedElection()
    second = await at.site.asAdmin({ firstName: 'ROSA', lastName: 'REYES' })
    // In the moment between recount and certificate somebody writes other totals.
    certified = await certifiedAround(at, () =>
      at.site.pool.query('update tallies set votes = votes + 100 where nominee_id = $1', [at.slate.PN[1]]),
    )
    await at.site.pool.query('update tallies set votes = votes - 100 where nominee_id = $1', [at.slate.PN[1]])
    at.site.elections.invalidate()
  }, 60_000)
  afterAll(() => at?.stop())

  const board = () => at.site.visitor().get<Board>(`/api/elections/${at.election}/board`)
  const file = async (name: string) => {
    const reply = await at.site.visitor().get(`/api/elections/${at.election}/board/${name}`)
    return { status: reply.status, bytes: reply.bytes }
  }
  const asCertificate = ({ signed }: { signed: Signed }) =>
    asStored<'certificate/2'>({ type: 'certificate/2', ...signed })

  test('states what was recounted, not what a table says a moment later', () => {
    expect(certified.status).toBe(201)
    expect(certified.ballots).toBe(45)
    expect(certified.standings.find(({ nomineeId }) => nomineeId === at.slate.PN[1])?.votes).toBe(22)
    expect(certified.turnout.reduce((all, { cast }) => all + cast, 0)).toBe(45)
  })

  // Shows recount-15, recount-16
  test('has a signed certificate that names the last head, the record, the participation list and the log', async () => {
    const { certificate, head, publicKey } = await board()
    const found = asCertificate({ signed: certificate! })
    expect(at.site.boardKey.isSigned('certificate/2', certificate!)).toBe(true)
    const { status: _status, ...asReplied } = certified
    expect(certificateOf(found.content)).toEqual(asReplied)
    expect(found.content.head).toBe(asStored<'head/2'>({ type: 'head/2', ...head! }).hash)
    expect(found.content.election).toBe(at.election)
    expect(found.content.record).toBe(JSON.parse(head!.statement).record)
    const participation = await file('participation.csv')
    const hash = createHash('sha256').update('participation/2\0').update(participation.bytes).digest('hex')
    expect(hash).toBe(found.content.participation)
    const lines = participation.bytes.toString().trim().split('\n')
    expect(lines[0]).toBe('line,region,voted,proxy,helped')
    expect(lines.slice(1)).toEqual(lines.slice(1).toSorted())
    expect(lines.filter((line) => line.includes(',yes,'))).toHaveLength(45)
    expect(lines.filter((line) => line.endsWith(',yes,yes,no'))).toHaveLength(3)
    expect(publicKey).toBe(at.site.boardKey.publicKey)
  })

  test('is shown as it was signed, whatever its row says', async () => {
    const { pool, elections } = at.site
    await pool.query(
      `update elections set certificate = jsonb_set(certificate, '{elected,0,name}', '"SOMEBODY ELSE"') where id = $1`,
      [at.election],
    )
    elections.invalidate()
    const results = await at.desk.get<{ votes: { standings: { name: string }[] } }>(
      `/api/elections/${at.election}/results`,
    )
    expect(results.status).toBe(200)
    expect((await at.closing()).elected.map(({ name }) => name)).toEqual(certified.elected.map(({ name }) => name))
  })

  // Shows administrators-17
  test('is countersigned by others, each once, and not by who certified it', async () => {
    const { hash } = asCertificate({ signed: (await board()).certificate! })
    const { now } = at.time
    const first = await aWitness(at.desk, at.election)
    const other = await aWitness(second, at.election)
    // It waits for whoever can, and for nobody else.
    const waits = async (admin: Visitor) =>
      (await admin.get<{ list: { name: string }[] }>('/api/dashboard/to-do')).list.some(
        ({ name }) => name === 'countersignature',
      )
    expect([await waits(at.desk), await waits(second)]).toEqual([false, true])
    expect(await first.countersign(hash, now)).toMatchObject({ status: 403, code: 'certified-by-you' })
    expect(await other.countersign('0'.repeat(64), now)).toMatchObject({ status: 409, code: 'edited-meanwhile' })
    const before = Date.parse(asCertificate({ signed: (await board()).certificate! }).content.certifiedAt) - 1
    for (const wrong of [
      other.countersign(hash, now, { by: 'SOMEBODY ELSE' }),
      other.countersign(hash, now, { role: 'observer' }),
      other.countersign(hash, before),
      other.countersign(hash, now + 3_600_000),
    ])
      expect(await wrong).toMatchObject({ status: 400, code: 'signature-wrong' })
    // Signed by the site, as it once was, or with the key of somebody else, it is nobody's.
    const path = `/api/elections/${at.election}/countersignatures`
    const content = { type: 'countersignature/1', election: at.election, certificate: hash, by: 'ROSA REYES' } as const
    for (const key of [at.site.boardKey, first.key]) {
      const at = new Date(now).toISOString()
      const signed = key.sign({ ...content, witness: key.publicKey, role: 'administrator', at })
      expect(await second.post(path, signed)).toMatchObject({ status: 403, code: 'witness-unknown' })
    }
    expect((await at.closing()).signature).toMatchObject({ hash, mayCountersign: false, countersignatures: [] })
    const both = await Promise.all([other.countersign(hash, now), other.countersign(hash, now)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.code).toBe('already-countersigned')
    expect(await waits(second)).toBe(false)
    expect((await at.closing()).signature?.countersignatures).toMatchObject([
      { by: 'ROSA REYES', role: 'administrator' },
    ])
    const { countersignatures } = await board()
    expect(countersignatures).toHaveLength(1)
    expect(JSON.parse(countersignatures[0]!.statement)).toMatchObject({
      certificate: hash,
      by: 'ROSA REYES',
      witness: other.key.publicKey,
    })
    expect(other.key.isSigned('countersignature/1', countersignatures[0]!)).toBe(true)
  })

  // Shows closing-11
  test('prints by what the sheet can be compared, and who countersigned', async () => {
    const reply = await at.desk.get(`/api/elections/${at.election}/certificate.pdf`)
    const text = await pdfText(reply.bytes)
    const { certificate, fingerprint } = await board()
    const { hash, content } = asCertificate({ signed: certificate! })
    const grouped = (digits: string) => digits.slice(0, 16).match(/.{4}/g)!.join(' ')
    for (const digits of [fingerprint, hash, content.head, content.participation])
      expect(text).toContain(grouped(digits))
    expect(text).toContain('Countersigned by ROSA REYES (administrator)')
    expect(text).not.toContain('@')
    expect(text).toContain('315 entries')
    expect(text).toContain('Of these, 3 were cast by proxy')
  })

  test('gives everybody the same audit package, byte for byte, with its hash', async () => {
    const [one, two] = [await file('package.zip'), await file('package.zip')]
    expect(one.status).toBe(200)
    expect(one.bytes.equals(two.bytes)).toBe(true)
    const hash = await file('package.sha256')
    expect(hash.bytes.toString()).toMatch(
      new RegExp(`^${createHash('sha256').update(one.bytes).digest('hex')}  audit-package-.+zip\n$`),
    )
    const files = Object.fromEntries(
      Object.entries(unzipSync(one.bytes)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
    )
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'freeze.json',
      'corrections.ndjson',
      'heads.ndjson',
      'witnesses.ndjson',
      'cosignatures.ndjson',
      'leaves.csv',
      'roll.csv',
      'participation.csv',
      'decisions.ndjson',
      'certificate.json',
      'countersignatures.ndjson',
    ])
    const rows = (name: string) => files[name]!.split('\n').slice(0, -1)
    expect(rows('leaves.csv')).toHaveLength(316)
    expect(rows('leaves.csv')[1]).toMatch(/^(PA|PN|PAF|TAS),([0-9a-f-]{36})?,[0-9a-f]{32},[0-9a-f]{64}$/)
    expect(rows('heads.ndjson')).toHaveLength(8)
    expect(rows('corrections.ndjson')).toHaveLength(3)
    expect(rows('roll.csv').filter((line) => line.endsWith(',2'))).toHaveLength(1)
    expect(files['participation.csv']).toBe((await file('participation.csv')).bytes.toString())
    expect(JSON.parse(files['certificate.json']!)).toEqual((await board()).certificate)
  })

  test('keeps its package to those who run it, where its settings say so', async () => {
    await at.site.changeElection({ packagePublic: false })
    expect((await file('package.zip')).status).toBe(401)
    expect((await file('participation.csv')).status).toBe(401)
    expect((await at.desk.get(`/api/elections/${at.election}/board/package.zip`)).status).toBe(200)
    await at.site.changeElection({ packagePublic: true })
  })

  test('stops nobody’s download for good: those that were cut are given back', async () => {
    for (let n = 0; n < 4; n++) {
      const cut = new AbortController()
      const reply = await fetch(`${at.site.url}/api/elections/${at.election}/board/package.zip`, { signal: cut.signal })
      expect(reply.status).toBe(200)
      cut.abort()
    }
    await expect.poll(async () => (await file('package.zip')).status).toBe(200)
  })

  test('does not show a certificate that somebody else signed', async () => {
    const { pool } = at.site
    const { certificate } = await board()
    const forged = createBoardKey(Buffer.alloc(32, 7)).sign({ ...JSON.parse(certificate!.statement), ballots: 1 })
    const client = await pool.connect()
    await client.query('set session_replication_role = replica')
    const put = (signed: Signed) =>
      client.query(
        `update signed_statements set statement = $2, signature = decode($3, 'hex') where election_id = $1 and type = 'certificate/2'`,
        [at.election, signed.statement, signed.signature],
      )
    await put(forged)
    at.site.elections.invalidate()
    expect((await at.closing()).status).toBe(500)
    await put(certificate!)
    await client.query('set session_replication_role = origin')
    client.release()
  })
})

test('there is no package before the count is closed', async () => {
  const at = await aClosingSite()
  try {
    await at.cast()
    const reply = await at.desk.get(`/api/elections/${at.election}/board/package.zip`)
    expect(reply).toMatchObject({ status: 409, code: 'package-not-ready' })
    const recounted = await at.desk.post(`/api/elections/${at.election}/recount`)
    expect(JSON.parse(recounted.text)).toMatchObject({ status: 'failed' })
  } finally {
    await at.stop()
  }
})
