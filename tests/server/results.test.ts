import { inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { tallies, users } from '#server/db/schema.ts'
import { makeStatement } from '#server/elections/board/statements.ts'
import { readResults, type Results, shareResults } from '#server/elections/results/results.ts'
import { byteOrderMark } from '#shared/csv.ts'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import { topByRegion } from '#shared/elections/counting/standings.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { pdfText } from '#tests/support/closing.ts'
import { vote, votingCloses, votingOpens } from '#tests/support/election.ts'
import { testSite, type TestSite, type Visitor } from '#tests/support/site.ts'

let site: TestSite
/** What the site's clock shows. */
let clock = { now: votingOpens }
let election: string
let reader: Visitor
let admin: Visitor

async function start(): Promise<void> {
  const own = { now: votingOpens }
  clock = own
  site = await testSite({ clock: { now: () => own.now } })
  election = await site.theElection()
  reader = await site.asMember({ region: 'Luzon' })
  admin = await site.asAdmin()
  // Somebody of NCR who could vote, from the start: how many could is counted once a minute.
  await site.aMember({ approvedAt: votingOpens - 1 })
}
beforeAll(start)
afterAll(() => site.stop())
beforeEach(() => {
  clock.now = votingOpens
})

const address = (ending = '') => `/api/elections/${election}/results${ending}`
/** From now on as things are, and not as somebody asked a moment ago: an election read anew shares no older answer. */
const freshly = () => site.elections.invalidate()

async function results(ending = ''): Promise<Results & { status: number }> {
  freshly()
  return reader.get<Results>(address(ending))
}

/** Gives a nominee votes, as the counting would have. */
async function counted(nomineeId: string, votes: number, electionId = election): Promise<void> {
  await site.db
    .insert(tallies)
    .values({ electionId, nomineeId, votes })
    .onConflictDoUpdate({ target: [tallies.electionId, tallies.nomineeId], set: { votes } })
}

/** With members as they are now, and not as they were counted within the last minute. */
async function turnoutNow() {
  const pool = new pg.Pool(site.database.config)
  const { turnout } = await readResults({ ...site, pool }, election)
  await pool.end()
  return turnout
}

const votesOf = ({ votes }: Results, id: string) => votes?.standings.find((one) => one.nomineeId === id)?.votes

describe('the figures', () => {
  // Shows results-17
  test('two nominees with one name stay two', async () => {
    const twins = [
      await site.aNominee({ firstName: 'JUAN', lastName: 'PEÑA', region: 'Visayas', ms: 'TAS' }),
      await site.aNominee({ firstName: 'JUAN', lastName: 'PEÑA', region: 'Visayas', ms: 'TAS' }),
    ]
    for (const [at, id] of twins.entries()) await counted(id, 4 + at)
    const read = await results()
    expect(twins.map((id) => votesOf(read, id))).toEqual([4, 5])
  })

  // Shows results-18, results-20
  test('`ncr`, `NCR ` and `Ncr` are one region, of the voters and of the candidates', async () => {
    const spellings = ['ncr', 'NCR ', 'Ncr']
    const serials = spellings.map((_, at) => `SPELT-${at}`)
    const rows = spellings.map((region, at) => ({
      row: at + 2,
      texts: {
        firstName: 'ANA',
        lastName: `SPELT${at}`,
        militarySerial: `SPELT-${at}`,
        birthday: '1970-09-01',
        region,
        ms: 'PN',
        idNumber: `ARRAPI-000-10${at + 1}`,
      },
    }))
    const part = { write: true, as: 'members', updating: false, rows }
    expect(await admin.post('/api/member-imports', part)).toMatchObject({ rows: rows.map(() => ({ status: 'new' })) })
    clock.now = defaultElection.nominationOpens
    const imported = await site.db
      .select({ idNumber: users.idNumber })
      .from(users)
      .where(inArray(users.militarySerial, serials))
    const nominated = await reader.post(`/api/elections/${election}/nominations`, {
      idNumbers: imported.map(({ idNumber }) => idNumber),
    })
    expect(nominated.status).toBeLessThan(300)
    clock.now = votingOpens
    const before = await results()
    const spelt = before.votes?.standings.filter((one) => one.name.includes('SPELT')) ?? []
    for (const serial of serials) {
      const voter = await site.signedIn({ id: '', email: '', serial, password: '01Sep1970' })
      const choices = defaultElection.seats.map(({ ms }) => (ms === 'PN' ? (spelt[0]?.nomineeId ?? null) : null))
      expect((await vote(voter, election, { choices, blanksConfirmed: true })).status).toBe(201)
    }
    for (const [at, { nomineeId }] of spelt.entries()) await counted(nomineeId, 50 + at)
    const read = await results()
    const [ncr] = topByRegion(read.votes?.standings ?? [])
    expect(ncr?.leading.filter((one) => one.name.includes('SPELT'))).toHaveLength(3)
    const castBefore = before.turnout.map(({ cast }) => cast)
    expect(read.turnout.map(({ region, cast }, at) => [region, cast - (castBefore[at] ?? 0)])).toEqual([
      ['NCR', 3],
      ['Luzon', 0],
      ['Visayas', 0],
      ['Mindanao', 0],
      ['Not stated', 0],
    ])
  })

  // Shows results-23
  test('a tie for the last seat is a tie, until a recorded decision, which is told', async () => {
    const [a, b] = [await site.aNominee({ ms: 'PAF' }), await site.aNominee({ ms: 'PAF' })]
    await counted(a, 7)
    await counted(b, 7)
    const tied = await results()
    expect(tied.votes?.ties).toEqual([{ ms: 'PAF', votes: 7, seats: 1, nomineeIds: expect.arrayContaining([a, b]) }])
    expect(tied.votes?.elected).toEqual([])
    await makeStatement(site.pool, site.boardKey, {
      type: 'decision/1',
      election,
      number: 0,
      service: 'PAF',
      chosen: [b],
      reason: 'Drawing of lots',
      by: 'PILAR PEÑA',
      at: new Date(clock.now).toISOString(),
    })
    expect((await results()).votes).toMatchObject({
      ties: [],
      elected: [],
      decided: [
        {
          ms: 'PAF',
          votes: 7,
          seats: 1,
          chosen: [{ nomineeId: b }],
          reason: 'Drawing of lots',
          decidedBy: expect.stringContaining('PILAR PEÑA'),
          decidedAt: clock.now,
        },
      ],
    })
    const csv = (await reader.get(address('.csv'))).text
    expect(csv).toMatch(/\r\n"?Philippine Air Force: .+ had 7 votes each for one seat\. Chosen: .+,Drawing of lots,/)
  })

  test('tell how many are counted in all, never by region: that would tell whose ballots a batch was made of', async () => {
    const read = await results()
    expect(read.counted).toBe(0)
    for (const one of read.turnout) expect(Object.keys(one)).toEqual(['region', 'cast', 'eligible'])
  })

  test('who voted and then left still took part', async () => {
    const nominee = await site.aNominee({ ms: 'PN' })
    const choices = defaultElection.seats.map(({ ms }) => (ms === 'PN' ? nominee : null))
    const inMindanao = (given = {}) => site.aMember({ region: 'Mindanao', ...given })
    const [leaves, moves, stays] = [await inMindanao(), await inMindanao(), await inMindanao()]
    for (const voter of [leaves, moves, stays])
      expect((await vote(await site.signedIn(voter), election, { choices, blanksConfirmed: true })).status).toBe(201)
    await inMindanao()
    await inMindanao({ withdrawnAt: Date.now() })
    const [, , visayas] = await turnoutNow()
    const change = (voter: { id: string }, to: Partial<typeof users.$inferInsert>) =>
      site.update(users, { id: voter.id }, to)
    await change(leaves, { withdrawnAt: Date.now() })
    await change(moves, { region: 'Visayas' })
    const turnout = await turnoutNow()
    expect(turnout[3]).toEqual({ region: 'Mindanao', cast: 3, eligible: 4 })
    expect(turnout[2]).toEqual(visayas)
  })

  test('`current` is the election that screens are about; others are not found', async () => {
    expect(await reader.get('/api/elections/current/results')).toMatchObject({ electionId: election })
    expect((await reader.get('/api/elections/00000000-0000-4000-8000-000000000000/results')).status).toBe(404)
    expect((await reader.get('/api/elections/last/results')).status).toBe(400)
  })
})

describe('many watchers', () => {
  test('an unchanged answer is told in a few bytes', async () => {
    await counted(await site.aNominee({ ms: 'PA' }), 3)
    freshly()
    const first = await reader.get(address())
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const known of [etag, `W/${etag}`]) {
      const again = await admin.get(address(), { 'if-none-match': known })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    await site.db.update(tallies).set({ votes: sql`${tallies.votes} + 1` })
    const askedAgain = async () => (await reader.get(address(), { 'if-none-match': etag })).status
    await expect.poll(askedAgain, { timeout: 10_000 }).toBe(200)
  })

  test('share what was read for the first of them, until the election is changed', async () => {
    const ask = shareResults(site)
    const all = await Promise.all(Array.from({ length: 50 }, async () => ask((await site.elections.byId(election))!)))
    expect(new Set(all).size).toBe(1)
    expect(new Set(all.map(({ body }) => body.etag)).size).toBe(1)
    await site.changeElection({ title: 'RENAMED' })
    expect((await ask((await site.elections.byId(election))!)).results.title).toBe('RENAMED')
  })

  test('a reading that failed is not shared with those who come after', async () => {
    freshly()
    await site.pool.query('alter table tallies rename to tallies_away')
    expect((await reader.get(address())).status).toBe(500)
    await site.pool.query('alter table tallies_away rename to tallies')
    expect((await reader.get(address())).status).toBe(200)
  })
})

describe('shown after the close only', () => {
  // Shows results-36
  test('to the instant, by the server’s clock, also for who asked a moment before', async () => {
    await site.changeElection({ resultsVisible: 'after close' })
    clock.now = votingCloses - 1
    expect(await reader.get(address())).toMatchObject({ votes: null, stage: 'voting' })
    for (const ending of ['.csv', '.pdf'])
      expect(await admin.get(address(ending))).toMatchObject({
        status: 403,
        message: 'You can see the votes after voting closes on 29 March 2025, 5:00 PM (Manila).',
      })
    clock.now = votingCloses
    expect((await reader.get<Results>(address())).votes).not.toBeNull()
    for (const ending of ['.csv', '.pdf']) expect((await reader.get(address(ending))).status).toBe(200)
    await site.changeElection({ resultsVisible: 'while voting' })
  })
})

describe('a rehearsal', () => {
  // Shows results-35
  test('is shown apart, also before the close, and means nothing while it is off', async () => {
    const nominee = await site.aNominee({ ms: 'PA' })
    await counted(nominee, 3)
    await site.changeElection({ rehearsal: true, resultsVisible: 'after close' })
    await counted(nominee, 8, await site.rehearsalId(election))
    const trial = await results('?test')
    expect([trial.kind, votesOf(trial, nominee), trial.turnout[0]?.eligible]).toEqual(['rehearsal', 8, null])
    expect(await results()).toMatchObject({ kind: 'election', votes: null })
    expect((await reader.get(address('.csv?test'))).text).toContain('Rehearsal')
    await site.changeElection({ rehearsal: false, resultsVisible: 'while voting' })
    const off = await results('?test')
    expect([off.kind, votesOf(off, nominee)]).toEqual(['election', 3])
  })
})

describe('the files', () => {
  // Shows results-31
  test('CSV: every candidate by service with votes, turnout, as of when; no cell is a formula', async () => {
    const nominee = await site.aNominee({ firstName: '=HYPERLINK("x")', lastName: 'MUÑOZ', ms: 'TAS' })
    await counted(nominee, 12_345)
    freshly()
    const answer = await reader.get(address('.csv'))
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('election-results-2025-03-29.csv')
    const text = answer.bytes.toString()
    expect(text.startsWith(byteOrderMark)).toBe(true)
    const lines = text.split('\r\n')
    expect(lines).toContain('State,Provisional: voting is still open')
    expect(lines).toContain('As of,"29 March 2025, 12:00 AM (Manila)"')
    expect(lines.filter((line) => /^NCR,\d+,\d+,[\d.]+%$/.test(line))).toHaveLength(1)
    expect(lines).toContain(`TAS,1,"'=HYPERLINK(""x"") MUÑOZ",CPT,NCR,12345,`)
  })

  // Shows results-32
  test('PDF: the same on A4, ñ and all, over as many pages as it takes', async () => {
    await counted(await site.aNominee({ firstName: 'ROSA', lastName: 'MUÑOZ', ms: 'PA' }), 23_456)
    const many = Array.from(
      { length: 40 },
      (_, n) => ({ firstName: 'MANY', lastName: `NUMBER ${n}`, ms: 'PA' }) as const,
    )
    await site.someNominees(many)
    freshly()
    const answer = await reader.get(address('.pdf'))
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const bytes = answer.bytes
    const words = await pdfText(bytes)
    for (const expected of ['ROSA MUÑOZ', '23,456', 'MANY NUMBER 39', 'Provisional: voting is still open'])
      expect(words).toContain(expected)
    expect(bytes.toString('latin1').match(/\/MediaBox \[0 0 595.28 841.89\]/g)?.length).toBeGreaterThan(1)
  })
})

// Shows closing-10
test('a certified result stands: votes, members and names that change later change nothing', async () => {
  // What is certified stays so: it has a site of its own, in the place of the others'.
  const others = { site, clock, election, reader, admin }
  await start()
  onTestFinished(async () => {
    await site.stop()
    ;({ site, clock, election, reader, admin } = others)
  })
  const nominee = await site.aNominee({ lastName: 'STANDS' })
  const standing = (await results()).votes?.standings.find((one) => one.nomineeId === nominee)
  if (!standing) throw new Error('nobody stands')
  const { hasPhoto: _picture, ...first } = { ...standing, votes: 77 }
  const certificate: Certificate = {
    title: 'AS CERTIFIED',
    certifiedAt: votingCloses + 120_000,
    certifiedBy: 'ADMIN',
    votingOpens,
    votingCloses,
    seats: defaultElection.seats,
    elected: [first],
    vacant: [],
    standings: [first],
    ballots: 100,
    proxies: 9,
    helped: 0,
    turnout: [{ region: 'NCR', cast: 100, eligible: 250 }],
    ties: [
      {
        ms: 'PA',
        votes: 77,
        seats: 1,
        tied: [{ nomineeId: nominee, name: 'STANDS' }],
        chosen: [{ nomineeId: nominee, name: 'STANDS' }],
        reason: 'Drawing of lots',
        decidedBy: 'ADMIN',
        decidedAt: votingCloses + 60_000,
      },
    ],
    lastHash: 'h',
    logEntries: 1,
    witnesses: [],
    verifier: '',
  }
  const picture = () => reader.get(`/api/elections/${election}/result.png`)
  expect((await picture()).status).toBe(404)
  clock.now = votingCloses + 150_000
  await site.changeElection({
    certificate,
    certifiedAt: certificate.certifiedAt,
    certifiedBy: (await site.anAdmin()).id,
  })
  await counted(standing.nomineeId, 1)
  await site.aMember()
  const drawn = await picture()
  expect(drawn.headers.get('Content-Type')).toBe('image/png')
  const bytes = drawn.bytes
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  const known = { 'If-None-Match': drawn.headers.get('ETag') ?? '' }
  expect((await reader.get(`/api/elections/${election}/result.png`, known)).status).toBe(304)
  expect((await site.visitor().get(`/api/elections/${election}/result.png`)).status).toBe(401)
  const read = await results()
  expect(read).toMatchObject({
    title: 'AS CERTIFIED',
    stage: 'certified',
    cast: 100,
    counted: 100,
    proxies: 9,
    asOf: certificate.certifiedAt,
    turnout: certificate.turnout,
    votes: {
      standings: [{ ...first, hasPhoto: false }],
      elected: [standing.nomineeId],
      ties: [],
      decided: certificate.ties,
    },
  })
  const csv = (await reader.get(address('.csv'))).text
  expect(csv).toContain('State,Certified\r\n')
  expect(csv).toContain('Cast by proxy,9\r\n')
  expect(csv).toContain(',77,Elected\r\n')
  // Also through the night: it is the same answer as long as it stands.
  const etag = (await reader.get(address())).headers.get('etag') ?? ''
  clock.now += 86_400_000
  expect((await reader.get(address(), { 'if-none-match': etag })).status).toBe(304)
})
