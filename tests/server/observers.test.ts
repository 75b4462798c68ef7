import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emails, observers, users } from '#server/db/schema.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { accountText } from '#shared/accounts/text.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import { rollLine } from '#shared/elections/roll/roll.ts'
import { aClosingSite } from '#tests/support/closing.ts'
import { votingCloses } from '#tests/support/election.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { type Someone } from '#tests/support/factories.ts'
import type { Visitor } from '#tests/support/site.ts'

const at = await aClosingSite()
afterAll(() => at.stop())

const person = (n: number) => ({ firstName: 'Ana', lastName: `Reyes ${n}`, email: `observer${n}@example.org` })
let last = 0
const next = () => person(++last)

const invite = (form: object, election = at.election) => at.desk.post(`/api/elections/${election}/observers`, form)
const remove = (id: string, election = at.election) =>
  at.desk.delete(`/api/elections/${election}/observers/${id}`).then(({ status }) => status)
const listed = async (election = at.election) =>
  (
    await at.desk.get<{ observers: { id: string; name: string; email: string | null; hasPassword: boolean }[] }>(
      `/api/elections/${election}/observers`,
    )
  ).observers

/** The tokens of the invitations that were sent to this address, the oldest first. */
async function tokensFor(email: string, count = 1): Promise<string[]> {
  await expect.poll(() => emailsTo(at.site.dataDir, email), { timeout: 15_000 }).toHaveLength(count)
  const texts = await emailsTo(at.site.dataDir, email)
  return texts.map((text) => /reset-password\?token=([\w-]+)&for=observer/.exec(text)?.[1] ?? '')
}
const choose = (token: string, password: string) =>
  at.site.visitor().post('/api/accounts/password', { password, confirm: password, token })
const logged = (id: string) => at.site.actsOn(id)

/** Another election of the same site, which nobody here observes unless a test says so. */
async function anotherElection(title: string): Promise<string> {
  let id = ''
  await at.site.untilHeard(async () => {
    const { rows } = await at.site.pool.query<{ id: string }>(
      `insert into elections (title, seats, nomination_opens, nomination_closes, admin_nomination_closes, candidacy_opens,
         candidacy_closes, vote_link_opens, vote_link_closes, voting_opens, voting_closes)
       select $1, seats, nomination_opens + c, nomination_closes + c, admin_nomination_closes + c, candidacy_opens + c,
         candidacy_closes + c, vote_link_opens + c, vote_link_closes + c, voting_opens + c, voting_closes + c
       from elections, (select interval '2 years' as c) later where id = $2 returning id`,
      [title, at.election],
    )
    id = rows[0]?.id ?? ''
  })
  return id
}

const certifiedAt = (election: string, time: number) =>
  at.site.untilHeard(() =>
    at.site.pool.query(
      `update elections set certified_at = $2, count_closed_at = $2, traces_purged_at = $2, certified_by = $3, certificate = '{}'
       where id = $1`,
      [election, new Date(time), at.admin.id],
    ),
  )

async function watching(election = at.election): Promise<{ observer: Someone; visitor: Visitor }> {
  const observer = await at.site.anObserver(election, at.admin)
  return { observer, visitor: await at.site.signedIn(observer) }
}

describe('an invitation', () => {
  // Shows observers-01
  test('comes by email; its link lets the observer choose a password of 12 characters, once', async () => {
    const form = next()
    const { id, status } = await invite(form)
    expect(status).toBe(201)
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id, name: `Ana ${form.lastName}`, email: form.email, hasPassword: false }),
    )
    expect(await at.site.visitor().logIn(form.email, 'some long password')).toMatchObject({ status: 401 })

    const [token = ''] = await tokensFor(form.email)
    expect(await choose(token, 'elevenchars')).toMatchObject({
      status: 400,
      message: 'Password must be at least 12 characters long',
    })
    expect(await choose(token, 'twelve chars')).toMatchObject({
      status: 200,
      next: '/login?changed=invitation',
      message: accountText.invitationAccepted,
    })
    expect(await choose(token, 'another long one')).toMatchObject({ status: 400, code: 'reset-link-expired' })

    const visitor = at.site.visitor()
    expect(await visitor.logIn(form.email.toUpperCase(), 'twelve chars')).toMatchObject({ next: '/redirect' })
    expect((await visitor.get('/redirect')).headers.get('location')).toBe('/observe')
    expect((await visitor.get('/profile')).headers.get('location')).toBe('/observe')
    expect((await visitor.get('/members')).headers.get('location')).toBe('/observe')
    expect((await visitor.get('/observe')).status).toBe(200)
    expect(await visitor.get('/api/accounts/me')).toMatchObject({ role: 'observer' })
    expect(await listed()).toContainEqual(expect.objectContaining({ id, hasPassword: true }))
    expect(await logged(id)).toEqual(['observer invited', 'password changed'])
    const other = { password: 'a longer one yet', confirm: 'a longer one yet', present: 'another one' }
    expect(await visitor.post('/api/accounts/password', other)).toMatchObject({
      fields: { present: 'This is not your password' },
    })
    const short = { password: 'elevenchars', confirm: 'elevenchars', present: 'twelve chars' }
    expect(await visitor.post('/api/accounts/password', short)).toMatchObject({ code: 'password-under-twelve' })
  })

  // Shows observers-01
  test('ends: an old link is refused, and after another invitation only the new link works', async () => {
    const form = next()
    const { id } = await invite(form)
    const [old = ''] = await tokensFor(form.email)
    await at.site.pool.query(`update verifications set expires_at = now() - interval '1 second' where user_id = $1`, [
      id,
    ])
    expect(await choose(old, 'twelve chars')).toMatchObject({ status: 400, code: 'reset-link-expired' })
    const again = () => at.desk.post(`/api/elections/${at.election}/observers/${id}/invitation`)
    expect((await again()).status).toBe(200)
    expect((await again()).status).toBe(200)
    const tokens = await tokensFor(form.email, 3)
    const outcomes = []
    for (const token of tokens) outcomes.push((await choose(token, 'twelve chars')).status)
    expect(outcomes.toSorted()).toEqual([200, 400, 400])
  })

  test('sent twice at once makes one observer, one email and one entry in the log', async () => {
    const form = next()
    const both = await Promise.all([invite(form), invite(form)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.code).toBe('observer-already-invited')
    const id = both.find(({ status }) => status === 201)?.id ?? ''
    expect((await listed()).filter(({ email }) => email === form.email)).toHaveLength(1)
    expect(await logged(id)).toEqual(['observer invited'])
    const [token = ''] = await tokensFor(form.email)
    expect(await choose(token, 'twelve chars')).toMatchObject({ status: 200 })
    expect((await invite(form)).code).toBe('observer-already-invited')
  })

  test('is refused for the address of a member’s or an administrator’s account', async () => {
    const member = await at.site.aMember()
    for (const email of [member.email, at.admin.email])
      expect(await invite({ ...next(), email })).toMatchObject({ status: 409, code: 'observer-has-account' })
    const { db } = at.site
    expect(await db.select().from(emails).where(eq(emails.to, member.email))).toEqual([])
    expect(await invite({ ...next(), email: 'not an address' })).toMatchObject({ status: 400 })
  })

  test('to a second election reaches the same account, which sees both and no third', async () => {
    const [second, third] = [await anotherElection('The second'), await anotherElection('The third')]
    const { observer, visitor } = await watching()
    const answer = await invite({ ...next(), email: observer.email }, second)
    expect(answer).toMatchObject({ status: 201, id: observer.id })
    const { elections: seen } = await visitor.get<{ elections: { id: string }[] }>('/api/observing')
    expect(seen.map(({ id }) => id).toSorted()).toEqual([at.election, second].toSorted())
    for (const path of ['', '/log', '/log/check', '/roll', '/roll.csv']) {
      // Its roll is not frozen yet.
      expect((await visitor.get(`/api/observing/${second}${path}`)).status, path).toBe(
        path.startsWith('/roll') ? 409 : 200,
      )
      expect((await visitor.get(`/api/observing/${third}${path}`)).status, path).toBe(403)
    }
    expect(await remove(observer.id, second)).toBe(200)
    expect((await visitor.get('/api/observing')).status).toBe(401)
    const back = await at.site.signedIn(observer)
    expect((await back.get(`/api/observing/${second}`)).status).toBe(403)
    expect((await back.get(`/api/observing/${at.election}`)).status).toBe(200)
  })

  test('is for an election that there is', async () => {
    expect((await invite(next(), at.admin.id)).status).toBe(404)
  })
})

describe('an observer’s time', () => {
  // Shows observers-01
  test('is over at once when an administrator removes them, and the address is free again', async () => {
    const { observer, visitor } = await watching()
    expect((await visitor.get(`/api/observing/${at.election}`)).status).toBe(200)
    const both = await Promise.all([remove(observer.id), remove(observer.id)])
    expect(both.toSorted()).toEqual([200, 404])
    expect((await visitor.get(`/api/observing/${at.election}`)).status).toBe(401)
    expect((await at.site.visitor().logIn(observer.email, observer.password)).status).not.toBe(200)
    expect(await logged(observer.id)).toEqual(['observer removed'])
    const again = await invite({ ...next(), email: observer.email })
    expect(again.status).toBe(201)
    expect(again.id).not.toBe(observer.id)
  })

  test('is over 30 days after certification: nothing is shown, and a login is told why', async () => {
    const election = await anotherElection('One that was certified')
    const { observer, visitor } = await watching(election)
    const day = 24 * 60 * 60_000
    await certifiedAt(election, at.time.now - 30 * day + 60_000)
    expect((await visitor.get(`/api/observing/${election}`)).status).toBe(200)
    expect((await at.site.visitor().logIn(observer.email, observer.password)).status).toBe(200)
    await certifiedAt(election, at.time.now - 30 * day)
    for (const path of ['', '/log', '/roll', '/roll.csv'])
      expect(await visitor.get(`/api/observing/${election}${path}`), path).toMatchObject({
        status: 403,
        code: 'observing-over',
      })
    expect(await visitor.get('/api/observing')).toMatchObject({ elections: [] })
    expect(await at.site.visitor().logIn(observer.email, observer.password)).toMatchObject({
      status: 403,
      message: 'Observing ended 30 days after the result was certified.',
    })
    // Who does not know the password is told nothing.
    expect(await at.site.visitor().logIn(observer.email, 'a wrong password')).toMatchObject({ status: 401 })
    expect(await invite(next(), election)).toMatchObject({ status: 403, code: 'observing-over' })
  })
})

interface RollLine {
  line: string
  salt: string
  serial: string
  name: string
  region: string
  voted: boolean
  byProxy: boolean | null
}

describe('what an observer sees', () => {
  let visitor: Visitor
  let observer: Someone
  let voter: Someone
  beforeAll(async () => {
    voter = await at.cast()
    ;({ visitor, observer } = await watching())
  })
  const see = <Body>(path: string) => visitor.get<Body>(`/api/observing/${at.election}${path}`)

  test('is how the election is set, what is missing, and how many have voted', async () => {
    const seen = await see<{
      schedule: { votingOpens: number; changes: unknown[] }
      settings: { seats: unknown[] }
      readiness: Record<string, unknown>[]
      turnout: Record<string, unknown>[]
      counted: number
      proxies: { waiting: number; cast: unknown[] }
    }>('')
    expect(seen.settings.seats).toHaveLength(7)
    expect(seen.schedule.changes).toEqual([])
    expect(seen.readiness.length).toBeGreaterThan(5)
    for (const item of seen.readiness) expect(Object.keys(item).toSorted()).toEqual(['name', 'sentence', 'state'])
    expect(seen.turnout.find(({ region }) => region === 'NCR')).toMatchObject({
      cast: expect.toSatisfy((cast: number) => cast > 0),
      eligible: expect.toSatisfy((eligible: number) => eligible > 0),
    })
    // By region it would tell whose ballots a batch was made of.
    for (const region of seen.turnout) expect(Object.keys(region).toSorted()).toEqual(['cast', 'eligible', 'region'])
    expect(seen.counted).toBe(0)
    expect(seen.proxies).toEqual({ waiting: 0, cast: [] })
  })

  test('of proxies is who voted by one, on whose authority and by whom; never the form', async () => {
    const member = await at.site.aMember({ firstName: 'CORAZON', lastName: 'LIM' })
    const choices = at.slate.PA.slice(0, 4).concat(at.slate.PN[0] ?? '', at.slate.PAF[0] ?? '', at.slate.TAS[0] ?? '')
    const cast = await at.desk.post(`/api/elections/${at.election}/proxies`, {
      voterId: member.id,
      choices,
      blanksConfirmed: false,
      authority: 'Letter of 20 March',
      secret: 'ab'.repeat(16),
    })
    expect(cast.status, cast.message).toBe(201)
    const { proxies } = await see<{ proxies: { cast: Record<string, string>[] } }>('')
    expect(proxies.cast.map(({ name, authority }) => [name, authority])).toEqual([
      ['CORAZON LIM', 'Letter of 20 March'],
    ])
    expect(Object.keys(proxies.cast[0] ?? {}).toSorted()).toEqual(['authority', 'label', 'name'])
    const { entries } = await see<{ entries: { action: string; about: string | null }[] }>('/log')
    expect(entries).toContainEqual(expect.objectContaining({ action: 'ballot cast by proxy', about: 'CORAZON LIM' }))
  })

  test('of the log is what was done to this election, the number of the rest, and whether the chain holds', async () => {
    const other = await anotherElection('One with a log of its own')
    await at.site.anObserver(other, at.admin)
    const stranger = await invite(next(), other)
    const {
      entries,
      others,
      next: more,
    } = await see<{ entries: Record<string, unknown>[]; others: number; next: number | null }>('/log')
    expect(more).toBeNull()
    const shown = entries.map(({ action }) => action)
    expect(shown).toContain('election frozen')
    expect(shown).toContain('roll frozen')
    for (const entry of entries)
      expect(Object.keys(entry).toSorted()).toEqual('about action at by detail hash reference seq'.split(' '))
    expect(JSON.stringify(entries)).not.toContain(stranger.id)
    expect(JSON.stringify(entries)).not.toContain(other)
    const { rows } = await at.site.pool.query<{ n: number }>('select count(*)::int as n from audit_log')
    expect(others + entries.length).toBe(rows[0]?.n)
    expect(others).toBeGreaterThan(0)
    expect(await see('/log/check')).toMatchObject({ ok: true, entries: rows[0]?.n })
  })

  test('of the roll is every line with name, serial number and salt, page by page or as a file; that it was opened is logged', async () => {
    for (let n = 0; n < 101; n++) await at.site.aMember()
    const lines: RollLine[] = []
    let pages = 0
    for (let after: string | null = ''; after !== null; pages++) {
      const page: { lines: RollLine[]; next: string | null } = await see(`/roll${after && `?after=${after}`}`)
      lines.push(...page.lines)
      after = page.next
    }
    const { rows } = await at.site.pool.query<{ n: number }>(
      'select count(*)::int as n from roll where election_id = $1',
      [at.election],
    )
    expect(pages).toBeGreaterThan(1)
    expect(lines).toHaveLength(rows[0]?.n ?? 0)
    for (const { line, salt, serial } of lines)
      expect(toHex(rollLine(sha256, at.election, fromHex(salt), serial))).toBe(line)
    expect(lines.find(({ serial }) => serial === voter.serial)).toMatchObject({ voted: true, byProxy: null })

    const file = (await visitor.get(`/api/observing/${at.election}/roll.csv`)).text
    const [head, ...rest] = file.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(head).toBe('line,salt,serial,name,region,voted,proxy,added,struck')
    expect(rest.map((row) => row.split(',')[0])).toEqual(lines.map(({ line }) => line))
    const opened = await at.site.pool.query(
      `select from audit_log where action = 'roll list opened' and actor = $1 and subject = $2`,
      [observer.id, at.election],
    )
    // On the screen once an hour, not with every page.
    expect(opened.rowCount).toBe(2)
  })

  test('of the whole log is checked by one at a time, as by administrators', async () => {
    const client = await at.site.pool.connect()
    await client.query('begin; lock table audit_log in access exclusive mode')
    const refused: (string | null)[] = []
    const checks = Array.from({ length: 14 }, async () => {
      const { status, headers } = await visitor.get(`/api/observing/${at.election}/log/check`)
      if (status === 503) refused.push(headers.get('retry-after'))
      return status
    })
    await expect.poll(() => refused).toEqual(['5', '5', '5'])
    const administrators = at.desk.get('/api/audit/check')
    await client.query('rollback')
    client.release()
    expect((await Promise.all(checks)).filter((status) => status === 200)).toHaveLength(11)
    expect((await administrators).status).toBe(200)
  })

  test('of proxies on the roll is nothing while voting is open, and all once it is over', async () => {
    const marks = async () => {
      const file = (await visitor.get(`/api/observing/${at.election}/roll.csv`)).text
      return new Set(
        file
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((row) => row.split(',')[6]),
      )
    }
    expect(await marks()).toEqual(new Set(['']))
    at.time.now = votingCloses
    expect(await marks()).toEqual(new Set(['yes', 'no']))
    at.time.now = votingCloses - 60_000
  })
})

describe('an observer is no member', () => {
  test('and stands in no list, count, search, export, queue or roll', async () => {
    const observer = await at.site.anObserver(at.election, at.admin, {
      firstName: 'UNLISTED',
      lastName: 'OBSERVERNAME',
    })
    const before = await at.desk.get('/api/admin/counts')
    const places = [
      '/api/members?page=1&searchQuery=OBSERVERNAME',
      '/api/members?approved=false&page=1&searchQuery=OBSERVERNAME',
      '/api/approvals',
      '/api/members.csv',
      '/api/members.csv?approved=false',
      `/api/elections/${at.election}/voters?query=OBSERVERNAME`,
      `/api/elections/${at.election}/nominatable?query=OBSERVERNAME`,
      `/api/elections/${at.election}/readiness`,
      `/api/elections/${at.election}/results`,
    ]
    for (const path of places) {
      const reply = await at.desk.get(path)
      expect(reply.status, path).toBe(200)
      expect(reply.text, path).not.toContain('OBSERVERNAME')
    }
    expect((await at.desk.get(`/api/members/${observer.id}`)).status).toBe(404)
    expect((await at.desk.get(`/api/members/${observer.id}/card.pdf`)).status).toBe(404)
    const { rowCount } = await at.site.pool.query('select from roll where voter_id = $1', [observer.id])
    expect(rowCount).toBe(0)
    const counts = await at.desk.get<{ pendingCount: number }>('/api/admin/counts')
    expect(counts).toEqual(before)
    const { rows } = await at.site.pool.query<{ pending: number }>(
      `select count(*) filter (where not approved and not is_admin and military_serial is not null)::int as pending from users`,
    )
    expect(counts.pendingCount).toBe(rows[0]?.pending)
  })

  test('and is neither approved, rejected, edited, withdrawn nor helped like one', async () => {
    const observer = await at.site.anObserver(at.election, at.admin)
    const acts = [
      ['/api/approvals', { applicants: [{ id: observer.id, version: 1 }] }],
      ['/api/rejections', { applicants: [{ id: observer.id, version: 1 }], reason: 'no payment' }],
      [`/api/members/${observer.id}/withdrawal`, { withdrawn: true }],
      [`/api/members/${observer.id}/one-time-code`, {}],
      [`/api/members/${observer.id}/birthdate-password`, {}],
    ] as const
    for (const [path, body] of acts) await at.desk.post(path, body)
    const [row] = await at.site.db
      .select({ approved: users.approved, withdrawnAt: users.withdrawnAt, isObserver: users.isObserver })
      .from(users)
      .where(eq(users.id, observer.id))
    expect(row).toEqual({ approved: false, withdrawnAt: null, isObserver: true })
    expect((await at.site.visitor().logIn(observer.email, observer.password)).status).toBe(200)
    const [codes] = await at.site.db
      .select({ n: sql<number>`count(*)::int` })
      .from(sql`one_time_codes`)
      .where(sql`user_id = ${observer.id}`)
    expect(codes?.n).toBe(0)
    expect(await at.site.rowsOf(observers, { userId: observer.id })).toHaveLength(1)
  })
})
