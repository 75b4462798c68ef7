import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { elections, nominees, uploads, users } from '#server/db/schema.ts'
import { afterCertificationMs } from '#server/elections/counting/close-count.ts'
import {
  aClosingSite,
  type ClosingSite,
  pdfText,
  afterClose,
  voted,
  countUntilCleared,
  counted,
  certification,
  stateOf,
  sealedRows,
  onDisk,
} from '#tests/support/closing.ts'
import { aLeader, aPictureOf } from '#tests/support/factories.ts'

/** What a thing is, made when it is first asked for. */
function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined
  return () => (made ??= make())
}

interface Leader {
  id: string
  group: string
  name: string
  rank: string
  position: string
  photo: { webp: string } | null
}

const decide = (at: ClosingSite, nomineeIds: string[], reason = 'drawing of lots in public') =>
  at.desk.put(`/api/elections/${at.election}/ties/PN`, { nomineeIds, reason })
/** What follows a certification once its grace time is over. */
async function afterwards(at: ClosingSite): Promise<void> {
  at.time.now += afterCertificationMs
  await countUntilCleared(at, 'certifiedAt')
}

describe('from the last ballot to the leadership page', () => {
  const made: ClosingSite[] = []
  afterAll(async () => {
    for (const at of made) await at.stop()
  })

  /** Eleven have voted, and two of the Navy have five votes each. */
  async function aVotedSite(): Promise<ClosingSite> {
    const at = await aClosingSite()
    made.push(at)
    await voted(at, [0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 2])
    return at
  }
  async function aCountedSite(): Promise<ClosingSite> {
    const at = await aVotedSite()
    await counted(at)
    return at
  }
  async function aDecidedSite(): Promise<ClosingSite> {
    const at = await aCountedSite()
    expect((await decide(at, [at.slate.PN[1]!])).status).toBe(200)
    return at
  }
  /** Certified by two at once, with what there was before. */
  async function aCertifiedSite() {
    const at = await aDecidedSite()
    const { pool } = at.site
    const sealed = await sealedRows(at)
    const before = { key: at.keyFile(), onDisk: await onDisk(at.site, 'ballots', sealed[0]!) }
    const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
    const both = await Promise.all([certification(at), certification(at)])
    await decide(at, [at.slate.PN[0]!])
    await afterwards(at)
    // Whether a crash now would be mended from later pieces of the journal than that one.
    const { rows: journal } = await pool.query<{ leftBehind: boolean }>(
      `select pg_walfile_name(redo_lsn) > pg_walfile_name($1) as "leftBehind" from pg_control_checkpoint()`,
      [rows[0]!.lsn],
    )
    return { at, sealed, before, statuses: both.map(({ status }) => status), journal: journal[0]! }
  }

  /** Each is made once, for the tests that only look at it. */
  const counting = once(aCountedSite)
  const certifying = once(aCertifiedSite)

  test('while voting goes on nothing can be decided or certified, and the desk tells nobody who leads', async () => {
    const at = await aVotedSite()
    expect(await decide(at, [at.slate.PN[0]!])).toMatchObject({ status: 409, code: 'voting-not-over' })
    expect(await certification(at)).toMatchObject({ status: 409, code: 'voting-not-over' })
    expect(await at.closing()).toMatchObject({
      stage: 'voting',
      cast: 11,
      elected: [],
      ties: [],
      obstacle: { code: 'voting-not-over' },
      certificate: null,
      publication: null,
    })
    expect((await at.desk.get(`/api/elections/${at.election}/certificate.pdf`)).status).toBe(404)
    expect(await at.desk.post(`/api/elections/${at.election}/publication`, { replaces: [] })).toMatchObject({
      status: 409,
      code: 'not-certified',
    })
  })

  test('a minute after the close all is counted, the count closed, and cleared from the disk', async () => {
    const at = await aVotedSite()
    at.time.now = afterClose - 1
    await at.site.countNow()
    expect(await stateOf(at)).toEqual([])
    await counted(at)
    expect(await stateOf(at)).toEqual(['countClosedAt', 'tracesPurgedAt'])
    const { rows } = await at.site.pool.query<{ times: number }>(
      `select count(distinct xmin::text)::int as times from board_tiles union all
       select count(distinct xmin::text)::int from ballots`,
    )
    expect(rows).toEqual([{ times: 1 }, { times: 1 }])
  })

  // Shows closing-01
  test('a tie at the last seat is shown as one and stands in the way', async () => {
    const at = await counting()
    expect(await at.closing()).toMatchObject({
      counted: 11,
      stage: 'counted',
      ties: [
        {
          ms: 'PN',
          votes: 5,
          seats: 1,
          nominees: [
            { nomineeId: at.slate.PN[0], name: 'PN NOMINEE 0', rank: 'CPT' },
            { nomineeId: at.slate.PN[1], name: 'PN NOMINEE 1', rank: 'CPT' },
          ],
          decision: null,
        },
      ],
      obstacle: { code: 'ties-unresolved', sentence: 'A tie must be decided first.' },
    })
    expect(await certification(at)).toMatchObject({ code: 'ties-unresolved' })
  })

  test.each([
    ['nobody', [], 'drawing of lots in public', 'invalid-input'],
    ['both', [0, 1], 'drawing of lots in public', 'tie-choice-wrong'],
    ['the same one twice', [0, 0], 'drawing of lots in public', 'tie-choice-wrong'],
    ['somebody who is not tied', [2], 'drawing of lots in public', 'tie-choice-wrong'],
    ['one without a reason', [0], 'lot', 'invalid-input'],
  ])('a decision for %s is refused', async (_whom, places, reason, code) => {
    const at = await counting()
    const refused = await decide(
      at,
      places.map((place) => at.slate.PN[place]!),
      reason,
    )
    expect(refused).toMatchObject({ code })
    if (code === 'tie-choice-wrong') expect(refused.message).toMatch(/^Please choose 1 of the tied candidates/)
  })

  test('where there is no tie there is nothing to decide', async () => {
    const at = await counting()
    const refused = await at.desk.put(`/api/elections/${at.election}/ties/PA`, {
      nomineeIds: [at.slate.PA[0]],
      reason: 'drawing of lots',
    })
    expect(refused).toMatchObject({ status: 409, code: 'tie-not-there' })
  })

  // Shows audit-15, administrators-17
  test('a decision can be put right, and the log keeps both', async () => {
    const at = await aCountedSite()
    expect((await decide(at, [at.slate.PN[0]!])).status).toBe(200)
    expect((await decide(at, [at.slate.PN[1]!], 'drawing of lots, the second draw')).status).toBe(200)
    const { rows } = await at.site.pool.query<{ entry: string }>(
      `select entry from audit_log where entry::json ->> 'action' = 'tie decided' order by seq`,
    )
    expect(rows.map(({ entry }) => JSON.parse(entry).detail)).toEqual([
      { ms: 'PN', chosen: at.slate.PN[0], reason: 'drawing of lots in public' },
      { ms: 'PN', chosen: at.slate.PN[1], reason: 'drawing of lots, the second draw' },
    ])
    const closing = await at.closing()
    expect(closing.obstacle).toBeNull()
    expect(closing.ties[0]?.decision).toMatchObject({
      nomineeIds: [at.slate.PN[1]],
      decidedBy: 'PILAR PEÑA',
    })
  })

  test('totals that the single votes do not add up to are not certified, and no key goes', async () => {
    const at = await aDecidedSite()
    const { pool } = at.site
    for (const [table, column] of [
      ['tallies', 'votes'],
      ['turnout', '"cast"'],
    ]) {
      const raise = (by: number) =>
        pool.query(
          `update ${table} set ${column} = ${column} + $2${table === 'turnout' ? ', counted = counted + $2' : ''}
          where election_id = $1 and ${column} > 0`,
          [at.election, by],
        )
      await raise(1)
      const refused = await at.desk.post(`/api/elections/${at.election}/certification`)
      expect(refused, table).toMatchObject({ status: 409, code: 'recount-differs' })
      expect(at.keyFile()).toBe(true)
      await raise(-1)
    }
  })

  // Shows audit-15
  test('of two certifications at once one holds', async () => {
    const { at, sealed, before, statuses } = await certifying()
    expect(sealed.every(({ length }) => length > 100)).toBe(true)
    expect(before).toEqual({ key: true, onDisk: true })
    expect(statuses.toSorted()).toEqual([201, 409])
    const { rows } = await at.site.pool.query(
      `select from audit_log where entry::json ->> 'action' = 'election certified'`,
    )
    expect(rows).toHaveLength(1)
  })

  // Shows closing-11, administrators-17, recount-15
  test('the certificate tells the votes, the turnout, the tie, and the log up to its own entry', async () => {
    const { at } = await certifying()
    const [row] = await at.site.db
      .select({ certificate: elections.certificate })
      .from(elections)
      .where(eq(elections.id, at.election))
    const certificate = row!.certificate!
    expect(certificate.elected.map(({ nomineeId }) => nomineeId).toSorted()).toEqual(
      [
        ...at.slate.PA.slice(0, 4),
        certificate.ties[0]!.chosen[0]!.nomineeId,
        at.slate.PAF[0],
        at.slate.TAS[0],
      ].toSorted(),
    )
    expect(certificate).toMatchObject({
      ballots: 11,
      proxies: 0,
      certifiedBy: 'PILAR PEÑA',
      vacant: [],
    })
    // Twenty nominees of NCR did not vote.
    expect(certificate.turnout).toEqual([
      { region: 'NCR', cast: 6, eligible: 26 },
      { region: 'Luzon', cast: 0, eligible: 0 },
      { region: 'Visayas', cast: 5, eligible: 5 },
      { region: 'Mindanao', cast: 0, eligible: 0 },
      { region: 'Not stated', cast: 0, eligible: 0 },
    ])
    const { rows } = await at.site.pool.query<{ seq: number; previous_hash: string }>(
      `select seq, previous_hash from audit_log where entry::json ->> 'action' = 'election certified'`,
    )
    expect(rows[0]).toEqual({ seq: certificate.logEntries + 1, previous_hash: certificate.lastHash })
  })

  // Shows voting-38, closing-14
  test('nobody can open a ballot again: no key, nothing sealed, not even on the disk', async () => {
    const { at, sealed } = await certifying()
    expect(await stateOf(at)).toEqual(['countClosedAt', 'tracesPurgedAt', 'certifiedAt', 'keyDestroyedAt'])
    expect(at.keyFile()).toBe(false)
    await expect(at.site.vault.keyOf(at.election)).rejects.toMatchObject({ code: 'vault-destroyed' })
    expect((await sealedRows(at)).map(({ length }) => length)).toEqual(Array(11).fill(0))
    for (const bytes of sealed) expect(await onDisk(at.site, 'ballots', bytes)).toBe(false)
    const voter = await at.site.signedIn(at.voters[0]!)
    expect(await voter.get(`/api/elections/${at.election}/my-ballot`)).toMatchObject({ status: 200, voted: true })
    expect((await voter.get(`/api/members/${at.voters[0]!.id}/data.zip`)).status).toBe(200)
  })

  test('the journal of the database is left behind: another piece is written, and a crash needs none of the old ones', async () => {
    expect((await certifying()).journal).toEqual({ leftBehind: true })
  })

  test('every leaf is still on the public board', async () => {
    const { at } = await certifying()
    const leaves = await at.site.visitor().get(`/api/elections/${at.election}/board/leaves/0`)
    expect(leaves.bytes.byteLength).toBe(11 * 7 * 32)
  })

  // Shows closing-10
  test('certified numbers stay when members come, go or are erased, and after a second certification is tried', async () => {
    const { at } = await certifying()
    const before = await at.closing()
    const reader = await at.site.asMember()
    const results = () => reader.get<{ turnout: unknown }>(`/api/elections/${at.election}/results`)
    const shown = await results()
    for (let n = 0; n < 3; n++) await at.site.aMember({ region: 'Luzon' })
    await at.site.update(
      users,
      { id: at.voters[2]!.id },
      { firstName: 'ERASED', lastName: 'MEMBER', region: null, withdrawnAt: Date.now(), erasedAt: Date.now() },
    )
    expect(await certification(at)).toMatchObject({ status: 409, code: 'election-certified' })
    expect((await decide(at, [at.slate.PN[0]!])).code).toBe('election-certified')
    expect(await at.closing()).toEqual(before)
    expect(await results()).toEqual(shown)
  })

  // Shows closing-11, results-33
  test('the certificate on paper has the figures, for every member to read', async () => {
    const { at } = await certifying()
    const member = await at.site.signedIn(at.voters[1]!)
    const response = await member.get(`/api/elections/${at.election}/certificate.pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const bytes = response.bytes
    const again = await at.desk.get(`/api/elections/${at.election}/certificate.pdf`)
    expect(again.bytes.equals(bytes)).toBe(true)
    const text = await pdfText(bytes)
    const { certificate, ties } = await at.closing()
    for (const said of [
      'Certificate of Election Results',
      'ARRAPI BOT ELECTION',
      '29 March 2025, 12:00 AM (Manila)',
      '29 March 2025, 5:00 PM (Manila)',
      '11 ballots were cast and counted. None of them was cast by proxy',
      'PILAR PEÑA',
      certificate!.lastHash.match(/.{4}/g)!.join(' '),
      ties[0]!.decision!.reason,
    ])
      expect(text).toContain(said)
    expect(text).toMatch(/Army, seat 1 of 4\s+CPT PA NOMINEE 0\s+11/)
    expect(text).toMatch(/NCR\s+6\s+26\s+23\.1%/)
    expect(text).toMatch(/All\s+11\s+31\s+35\.5%/)
    expect(text).toMatch(/CPT PN NOMINEE 4\s+NCR\s+0/)
    expect((await at.site.visitor().get(`/api/elections/${at.election}/certificate.pdf`)).status).toBe(200)
  })
})

describe('what goes with the closing', () => {
  let at: ClosingSite
  beforeEach(async () => {
    at = await aClosingSite()
    await at.site.changeElection({ rehearsal: true })
    await voted(at, [0, 0, 0])
    await at.cast({ test: true })
    await at.site.countNow()
  })
  afterEach(() => at.stop())

  // Shows audit-14
  test('a proxy ballot that nobody confirmed goes with its form, and the log says so', async () => {
    const { pool, storage } = at.site
    const voter = await at.site.aMember()
    const path = 'candidate_documents/form.pdf'
    await storage.put(
      path,
      (async function* () {
        yield Buffer.from('%PDF')
      })(),
      {
        mime: 'application/pdf',
        maxBytes: 10,
      },
    )
    await pool.query(
      `insert into uploads (path, bucket, owner_id, state, mime, size, sha256, claimed_at)
       values ($1, 'candidate_documents', $2, 'stored', 'application/pdf', 4, repeat('0', 64), now())`,
      [path, voter.id],
    )
    await pool.query(
      `insert into pending_proxies (election_id, voter_id, asked_by, authority, authority_path, sealed)
       values ($1, $2, $3, 'signed letter', $4, 'sealed')`,
      [at.election, voter.id, at.admin.id, path],
    )
    expect((await at.closing()).proxies).toEqual({ cast: 0, waiting: 1 })
    await counted(at)
    expect((await at.closing()).proxies).toEqual({ cast: 0, waiting: 0 })
    expect(await storage.stat(path)).toBeNull()
    const { rows } = await pool.query<{ subject: string }>(
      `select entry::json ->> 'subject' as subject from audit_log where entry::json ->> 'action' = 'proxy lapsed'`,
    )
    expect(rows).toEqual([{ subject: voter.id }])
  })

  test('a broken log is certified by nobody', async () => {
    await counted(at)
    const { pool } = at.site
    const last = `seq = (select max(seq) from audit_log)`
    await pool.query('alter table audit_log disable trigger user')
    await pool.query(`update audit_log set entry = entry || ' ' where ${last}`)
    expect(await certification(at)).toMatchObject({ status: 409, code: 'log-broken' })
    await pool.query(`update audit_log set entry = rtrim(entry) where ${last}`)
    await pool.query('alter table audit_log enable trigger user')
  })

  test('a rehearsal that nobody ended leaves nothing behind', async () => {
    const left = async (table: string) =>
      (await at.site.pool.query(`select from ${table} where election_id <> $1`, [at.election])).rowCount
    expect(await left('ballots')).toBe(1)
    await counted(at)
    expect((await certification(at)).status).toBe(201)
    for (const table of ['ballots', 'board_tiles', 'tallies', 'turnout']) {
      expect(await left(table), table).toBe(0)
    }
  })
})

describe('publication', () => {
  let at: ClosingSite
  const face = () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: '#446' } })
      .jpeg()
      .toBuffer()
  const board = async () => {
    const { leaders } = await at.site.visitor().get<{ leaders: Leader[] }>('/api/leaders')
    return leaders.filter(({ group }) => group === 'Board of Trustees')
  }
  const publish = (replaces: string[]) =>
    at.desk.post<{ publishedAt?: number; code?: string }>(`/api/elections/${at.election}/publication`, { replaces })
  const mediaFiles = async () => (await at.site.rowsOf(uploads, { bucket: 'media' })).length

  beforeEach(async () => {
    at = await aClosingSite()
    const { deps } = at.site
    const [navy] = await deps.db.select({ id: nominees.userId }).from(nominees).where(eq(nominees.id, at.slate.PN[0]!))
    await aPictureOf(deps, navy!, 'profilePicture', await face())
    const [erased] = await deps.db
      .select({ id: nominees.userId })
      .from(nominees)
      .where(eq(nominees.id, at.slate.TAS[0]!))
    const [damaged] = await deps.db
      .select({ id: nominees.userId })
      .from(nominees)
      .where(eq(nominees.id, at.slate.PAF[0]!))
    await aPictureOf(deps, damaged!, 'profilePicture', Buffer.from('no picture at all'))
    await aLeader(deps, { name: 'Old Trustee' })
    await aLeader(deps, { name: 'General Secretary', group: 'Officers' })
    await at.cast()
    await at.cast()
    await at.cast({ navy: 1 })
    await counted(at)
    expect((await certification(at)).status).toBe(201)
    await deps.db
      .update(users)
      .set({ erasedAt: Date.now(), withdrawnAt: Date.now(), profilePicturePath: null })
      .where(eq(users.id, erased!.id))
  })
  afterEach(() => at.stop())

  test('is shown before it is done: who comes, in the order of the seats, and who goes', async () => {
    const { publication } = await at.closing()
    expect(publication?.goes.map(({ name }) => name)).toEqual(['Old Trustee'])
    expect(publication?.comes.map(({ name, hasPhoto }) => [name, hasPhoto])).toEqual([
      ['PA NOMINEE 0', false],
      ['PA NOMINEE 1', false],
      ['PA NOMINEE 2', false],
      ['PA NOMINEE 3', false],
      ['PN NOMINEE 0', true],
      ['PAF NOMINEE 0', true],
    ])
  })

  test('whoever came to the group meanwhile is not swept away unseen', async () => {
    const seen = (await board()).map(({ id }) => id)
    await at.site.aLeader({ name: 'Came Meanwhile' })
    const media = await mediaFiles()
    expect(await publish(seen)).toMatchObject({ status: 409, code: 'edited-meanwhile' })
    expect((await board()).map(({ name }) => name)).toEqual(['Old Trustee', 'Came Meanwhile'])
    expect(await mediaFiles()).toBe(media)
  })

  // Shows audit-15, closing-19
  test('asked for twice at once it happens once, and a third time changes nothing', async () => {
    const page = at.site.visitor()
    expect((await page.get('/leadership')).text).toContain('Old Trustee')
    const going = (await board()).map(({ id }) => id)
    const both = await Promise.all([publish(going), publish(going)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].publishedAt).toBe(both[1].publishedAt)
    const after = await board()
    expect(after.map(({ name, rank, position }) => [name, rank, position])).toEqual(
      ['PA NOMINEE 0', 'PA NOMINEE 1', 'PA NOMINEE 2', 'PA NOMINEE 3', 'PN NOMINEE 0', 'PAF NOMINEE 0'].map((name) => [
        name,
        'CPT',
        'Member, Board of Trustees',
      ]),
    )
    expect((await publish([])).publishedAt).toBe(both[0].publishedAt)
    expect(await board()).toEqual(after)
    await expect.poll(async () => (await page.get('/leadership')).text).toContain('PN NOMINEE 0')
    expect((await page.get('/leadership')).text).toContain('General Secretary')
    const { rowCount } = await at.site.pool.query(
      `select from audit_log where entry::json ->> 'action' = 'election published'`,
    )
    expect(rowCount).toBe(1)
    expect(await at.closing()).toMatchObject({ publishedAt: both[0].publishedAt, publication: null })
  })

  test('puts a copy of the photo on the public page and leaves the member’s own as private as it was', async () => {
    expect((await publish((await board()).map(({ id }) => id))).status).toBe(200)
    const [, , , , navy, damaged] = await board()
    expect(damaged?.photo).toBeNull()
    const seen = await at.site.visitor().get(navy!.photo!.webp)
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const [own] = await at.site.rowsOf(uploads, { bucket: 'user_photos' })
    expect((await at.site.visitor().get(`/api/files/${own!.id}`)).status).toBe(404)
    // Two formats of the one photo; what was drawn for nothing is gone.
    expect(await mediaFiles()).toBe(2)
  })
})
