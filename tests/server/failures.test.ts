import { generate } from 'otplib'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { fakeS3 } from '#server/storage/testing/fake-s3.ts'
import { errorText } from '#shared/text.ts'
import { applyingAt } from '#tests/support/applying.ts'
import { aSecret, choicesFrom, votingOpens } from '#tests/support/election.ts'
import { testSite } from '#tests/support/site.ts'
import { booksOf, sendBallot, signedInPeople } from '#tests/support/voters.ts'

/** What the site stands on fails while it runs. */
const site = await testSite({ clock: { now: () => votingOpens } })
const outside = new pg.Client(site.database.config)
await outside.connect()
afterAll(async () => {
  await outside.end()
  await site.stop()
})
afterEach(() => vi.restoreAllMocks())

/** For every connection from now on. */
async function setDatabase(setting: string): Promise<void> {
  const { rows } = await outside.query('select current_database() as name')
  await outside.query(`alter database ${rows[0].name} ${setting}`)
  await connectAnew()
}

/** Those that are open are ended, and the site makes new ones. */
async function connectAnew(): Promise<void> {
  await outside.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await expect
    .poll(
      () =>
        site.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      { timeout: 5000 },
    )
    .toBe(true)
}

test('a database that takes no changes is read as ever; what would change it is refused with the reason', async () => {
  const visitor = await site.asAdmin()
  const election = await site.theElection()
  const ballot = { choices: choicesFrom(await site.aSlate()), secret: aSecret() }
  const [voter] = await signedInPeople(site, 1)
  await site.vault.keyOf(election)
  await setDatabase('set default_transaction_read_only = on')
  const readOnly = { status: 503, code: 'read-only', message: errorText['read-only'] }
  expect((await site.visitor().get('/api/site')).status).toBe(200)
  expect((await visitor.get('/api/members?page=1')).status).toBe(200)
  expect(await site.visitor().logIn(visitor.email, visitor.password)).toMatchObject(readOnly)
  expect(await sendBallot(site.url, voter!, election, ballot)).toMatchObject(readOnly)
  expect(site.logged.join('')).toContain('a request could not be served')
  await setDatabase('reset default_transaction_read_only')
  expect((await site.visitor().logIn(visitor.email, visitor.password)).status).toBe(200)
  expect((await sendBallot(site.url, voter!, election, ballot)).status).toBe(201)
})

describe('a ballot', () => {
  test.each([
    ['a lock', 'lock_timeout'],
    ['a statement', 'statement_timeout'],
  ])('that took too long over %s is told as a busy site, and sent again it counts once', async (_what, setting) => {
    const election = await site.theElection()
    const slate = await site.aSlate()
    const [voter] = await signedInPeople(site, 1)
    const ballot = { choices: choicesFrom(slate), secret: aSecret() }
    // Fetched ahead, as it is on election day: what the site remembers is not what is late here.
    await site.vault.keyOf(election)
    const before = await booksOf(site.pool, election)
    hurry(setting)
    await connectAnew()
    await outside.query('begin')
    await outside.query('select from elections where id = $1 for update', [election])
    const first = await sendBallot(site.url, voter!, election, ballot)
    await outside.query('commit')
    expect([first.status, first.code, first.retryAfter]).toEqual([503, 'site-busy', 5])
    expect(await booksOf(site.pool, election)).toEqual(before)
    const second = await sendBallot(site.url, voter!, election, ballot)
    const third = await sendBallot(site.url, voter!, election, ballot)
    expect([second.status, third.status]).toEqual([201, 201])
    expect(third.signature).toEqual(second.signature)
    const { ballots, cast } = await booksOf(site.pool, election)
    expect({ ballots, cast }).toEqual({ ballots: before.ballots + 1, cast: before.cast + 1 })
    vi.restoreAllMocks()
    await connectAnew()
  })
})

/** The site sets its own limits on each connection of each pool; a shorter one follows them. */
function hurry(setting: string): void {
  const query = pg.Client.prototype.query as (...request: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...request: unknown[]) {
    const [text, ...rest] = request
    const isLimits = typeof text === 'string' && text.startsWith('set statement_timeout')
    return query.apply(this, isLimits ? [`${text}; set ${setting} = '1s'`, ...rest] : request)
  } as never)
}

/** Statements with this text fail as they do when the database goes away, in a transaction or out of one; the others are answered. */
function loseDatabaseAt(text: string): void {
  const query = pg.Client.prototype.query as (...request: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...request: unknown[]) {
    const [statement, ...rest] = request as [string | { text: string }]
    const words = typeof statement === 'string' ? statement : statement.text
    if (!words.includes(text)) return query.apply(this, request)
    const lost = new Error('Connection terminated unexpectedly')
    const done: unknown = rest.at(-1)
    return typeof done === 'function' ? done(lost) : Promise.reject(lost)
  } as never)
}

describe('a database that goes away in the middle of a two-step login', () => {
  const code = (secret: string, shift = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + shift })

  async function withTwoSteps() {
    const person = await site.anAdmin()
    const visitor = await site.signedIn(person)
    const start = await visitor.post<{ secret: string; recoveryCodes: string[] }>('/api/accounts/two-factor/start', {
      password: person.password,
      name: 'My phone',
    })
    // Made just before the next half minute begins, a code is already too old.
    const confirm = async () =>
      (await visitor.post('/api/accounts/two-factor/confirm', { code: await code(start.secret, -30) })).status
    await expect.poll(confirm).toBe(200)
    return { person, visitor, ...start }
  }
  const away = { status: 503, code: 'database-away' }

  test.each([
    ['its secret is read', '"two_factors"', 'totp'],
    ['its secret is read', '"two_factors"', 'recovery'],
    ['the session is opened', 'insert into "sessions"', 'totp'],
    ['the session is opened', 'insert into "sessions"', 'recovery'],
    ['the challenge is read', '"verifications"', 'totp'],
  ] as const)('while %s (%s, %s): the code is not called wrong', async (_when, text, kind) => {
    const { person, secret, recoveryCodes } = await withTwoSteps()
    const visitor = site.visitor()
    await visitor.logIn(person.email, person.password)
    loseDatabaseAt(text)
    const given = kind === 'totp' ? await code(secret) : recoveryCodes[0]
    const answer = await visitor.post('/api/accounts/two-factor/challenge', { code: given, kind })
    expect(answer).toMatchObject(away)
  })

  test.each([
    ['start', { name: 'Another phone' }],
    ['remove', {}],
    ['recovery-codes', {}],
  ])('while somebody logged in asks for %s: neither password nor session is called wrong', async (act, more) => {
    const { person, visitor } = await withTwoSteps()
    for (const text of ['"passwords"', 'for update']) {
      loseDatabaseAt(text)
      const form = { password: person.password, ...more }
      expect(await visitor.post(`/api/accounts/two-factor/${act}`, form)).toMatchObject(away)
      vi.restoreAllMocks()
    }
  })

  test('while the challenge is made: neither password nor name is called wrong', async () => {
    const { person } = await withTwoSteps()
    loseDatabaseAt('insert into "verifications"')
    expect(await site.visitor().logIn(person.email, person.password)).toMatchObject(away)
  })

  test('while somebody logs out: they are not told that they are out', async () => {
    const visitor = await site.asAdmin()
    loseDatabaseAt('delete from "sessions"')
    expect(await visitor.post('/api/accounts/logout')).toMatchObject(away)
  })

  test('a secret that cannot be read is our failure, not a wrong code', async () => {
    const { person, secret } = await withTwoSteps()
    const visitor = site.visitor()
    await visitor.logIn(person.email, person.password)
    await outside.query(`update two_factors set secret = 'damaged' where user_id = $1`, [person.id])
    const before = site.logged.length
    const form = { code: await code(secret), kind: 'totp' }
    expect(await visitor.post('/api/accounts/two-factor/challenge', form)).toMatchObject({
      status: 500,
      code: 'unexpected',
    })
    expect(site.logged.slice(before).join('')).toContain('a request failed')
  })
})

describe('files', () => {
  test.each(['ENOSPC', 'EDQUOT'])(
    'that find no room (%s) are refused with the reason, and leave nothing',
    async (code) => {
      const { put } = applyingAt(site)
      const full = Object.assign(new Error(`${code}: no space left on device, write`), { code })
      vi.spyOn(site.storage, 'put').mockRejectedValue(full)
      const { rows: before } = await outside.query('select count(*)::int as n from uploads')
      expect(await put('signature')).toMatchObject({ status: 503, code: 'disk-full', message: errorText['disk-full'] })
      expect((await outside.query('select count(*)::int as n from uploads')).rows).toEqual(before)
    },
  )

  test('in an S3 that is down are told as such, for sending and for opening, and work again afterwards', async () => {
    const s3 = await fakeS3('site')
    const remote = await testSite({
      env: { S3_BUCKET: 'site', S3_ENDPOINT: s3.endpoint, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
    })
    const { put } = applyingAt(remote)
    const sent = await put('signature')
    expect(sent.status).toBe(201)
    await remote.pool.query(`update uploads set bucket = 'media', claimed_at = now() where id = $1`, [sent.id])
    s3.broken = true
    const away = { status: 503, code: 'storage-away', message: errorText['storage-away'] }
    expect(await put('signature')).toMatchObject(away)
    const visitor = remote.visitor()
    expect(await visitor.get(`/api/files/${sent.id}`)).toMatchObject(away)
    s3.broken = false
    expect((await visitor.get(`/api/files/${sent.id}`)).status).toBe(200)
    await s3.close()
    expect(await visitor.get(`/api/files/${sent.id}`)).toMatchObject(away)
    await remote.stop()
  })
})
