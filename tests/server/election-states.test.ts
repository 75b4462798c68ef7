import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { elections, emails, pendingProxies } from '#server/db/schema.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { afterCancellingMs } from '#server/elections/counting/close-count.ts'
import { queueVoterEmails } from '#server/elections/emails/queue-voter-emails.ts'
import type { PublicSchedule } from '#server/elections/settings/schedule.ts'
import type { ElectionStrip } from '#shared/elections/election-strip.ts'
import { firstElection, nextElection } from '#shared/elections/settings/offered-plan.ts'
import { timesToPostpone } from '#shared/elections/settings/states.ts'
import { manila } from '#shared/time.ts'
import { aSecret, choicesFrom, vote, type Slate } from '#tests/support/election.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

let now = manila('2031-01-01')
const holds = ['send emails', 'queue voter emails', 'count ballots']
const site = await testSite({ clock: { now: () => now }, election: false, holds })
const admin = await site.asAdmin()
const colleague = await site.asAdmin()
const member = await site.asMember()
afterAll(() => site.stop())

const hour = 60 * 60_000
const day = 24 * hour
const reason = 'A typhoon is on its way.'

const send = (who: Visitor, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  who.send(method, `/api/elections${path}`, body ?? {})

async function heard<Result>(act: () => Promise<Result>): Promise<Result> {
  let result: Result | undefined
  await site.untilHeard(async () => (result = await act()))
  return result as Result
}

let year = 2031
/** In a year of its own. */
async function aDraft() {
  year++
  now = manila(`${year}-01-01`)
  const form = nextElection(firstElection, now)
  const { id = '' } = await heard(() => send(admin, 'POST', '', form))
  return { id, form }
}

async function anAnnounced() {
  const { id, form } = await aDraft()
  expect(await heard(() => send(admin, 'POST', `/${id}/announcement`, { version: 1 }))).toMatchObject({ status: 200 })
  return { id, form }
}

const rowOf = async (id: string) => (await site.rowsOf(elections, { id }))[0]
const publicly = (id: string) => {
  const visitor = site.visitor()
  return visitor.get<PublicSchedule>(`/api/elections/${id}/schedule`)
}

// Shows election-01
test('a new site has no election, and every place says so', async () => {
  const visitor = site.visitor()
  expect(await visitor.get('/api/schedule')).toMatchObject({ election: null })
  expect(await member.get('/api/elections/current')).toMatchObject({ election: null })
  expect(await member.get('/api/elections')).toMatchObject({ elections: [] })
  expect((await member.get('/api/elections/current/results')).status).toBe(404)
  expect(await visitor.get('/api/boards')).toMatchObject({ elections: [] })
  for (const page of ['/', '/election', '/board']) {
    const text = (await visitor.get(page)).text
    expect(text).not.toContain('Voting is over')
    if (page === '/election') expect(text).toContain('No election is planned yet')
  }
})

describe('a draft', () => {
  test('is there for whoever wrote it at once, however late the notice of the change comes', async () => {
    year++
    now = manila(`${year}-01-01`)
    await site.elections.withDrafts()
    await site.pool.query('alter table elections disable trigger elections_changed')
    try {
      const { id = '' } = await send(admin, 'POST', '', nextElection(firstElection, now))
      expect((await admin.get(`/api/elections/${id}/readiness`)).status).toBe(200)
      expect(await send(admin, 'DELETE', `/${id}`)).toMatchObject({ status: 200 })
      expect((await admin.get(`/api/elections/${id}/readiness`)).status).toBe(404)
    } finally {
      await site.pool.query('alter table elections enable trigger elections_changed')
    }
  })

  test('is known to those who run elections and to nobody else', async () => {
    const { id } = await aDraft()
    const clerk = await site.asAdmin({}, 'long admin password', { jobs: ['content', 'settings'] })
    const listed = async (who: Visitor) =>
      (await who.get<{ elections: { id: string }[] }>('/api/elections')).elections.map((one) => one.id)
    expect(await listed(admin)).toContain(id)
    for (const who of [member, clerk]) expect(await listed(who)).not.toContain(id)
    now = firstElection.votingOpens + (year - 2025) * 365 * day
    for (const path of ['schedule', 'board', 'board/freeze.json', 'board/heads.ndjson', 'corrections'])
      expect([path, (await site.visitor().get(`/api/elections/${id}/${path}`)).status]).toEqual([path, 404])
    for (const path of ['results', 'results.csv', 'nominees', 'my-ballot', 'my-candidacy', 'my-line'])
      expect([path, (await member.get(`/api/elections/${id}/${path}`)).status]).toEqual([path, 404])
    expect((await vote(member, id, { choices: [null] })).status).toBe(404)
    expect(await send(member, 'POST', `/${id}/nominations`, { idNumbers: ['ARRAPI-000-001'] })).toMatchObject({
      status: 404,
    })
    expect((await member.get<{ election: unknown }>('/api/elections/current')).election).toBeNull()
    await send(admin, 'DELETE', `/${id}`)
  })

  test('is changed and deleted without a trace, key or public note; once announced it is not', async () => {
    const { id, form } = await aDraft()
    expect((await admin.get(`/api/elections/${id}/readiness`)).status).toBe(200)
    // Times of a draft may be put anywhere: nobody relies on them.
    const changed = { ...form, nominationOpens: now - day, rehearsal: true }
    expect(await heard(() => send(admin, 'PUT', `/${id}`, { election: changed, version: 1 }))).toMatchObject({
      status: 200,
    })
    const rehearsal = await site.rehearsalId(id)
    expect(await rowOf(rehearsal)).toMatchObject({ rehearsalOf: id })
    expect((await site.visitor().get(`/api/elections/${rehearsal}/board`)).status).toBe(404)
    const { rows } = await site.pool.query(`select from schedule_changes where election_id = $1`, [id])
    expect(rows).toEqual([])
    const keys = await site.pool.query(`select from installation where key = $1`, [`vault ${id}`])
    expect(keys.rowCount).toBe(0)
    expect(await heard(() => send(admin, 'DELETE', `/${id}`))).toMatchObject({ status: 200 })
    for (const gone of [id, rehearsal]) expect(await rowOf(gone)).toBeUndefined()

    const announced = await anAnnounced()
    expect(await send(admin, 'DELETE', `/${announced.id}`)).toMatchObject({ status: 409, code: 'election-announced' })
    expect(await rowOf(announced.id)).toMatchObject({ draft: false })
  })

  test('announced and changed at the same moment, one holds and the other is told', async () => {
    const { id, form } = await aDraft()
    const replies = await Promise.all([
      send(admin, 'POST', `/${id}/announcement`, { version: 1 }),
      send(colleague, 'PUT', `/${id}`, { election: { ...form, title: `Other ${year}` }, version: 1 }),
      send(colleague, 'POST', `/${id}/announcement`, { version: 1 }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await rowOf(id)).toMatchObject({ version: 2 })
  })

  test('is not announced once its voting would be open', async () => {
    const { id, form } = await aDraft()
    now = form.votingOpens
    expect(await send(admin, 'POST', `/${id}/announcement`, { version: 1 })).toMatchObject({ status: 400 })
    expect(await rowOf(id)).toMatchObject({ draft: true })
    // A draft that was forgotten until then can be planned anew: nothing of it has begun.
    const seats = form.seats.slice(1)
    expect(await send(admin, 'PUT', `/${id}`, { election: { ...form, seats }, version: 1 })).toMatchObject({
      status: 200,
    })
  })

  test('is not announced with a day of eligibility that has passed: the roll would be frozen as of it', async () => {
    const { id, form } = await aDraft()
    const dated = { ...form, eligibilityDate: now + day }
    expect(await send(admin, 'PUT', `/${id}`, { election: dated, version: 1 })).toMatchObject({ status: 200 })
    now += 2 * day
    const refused = await send(admin, 'POST', `/${id}/announcement`, { version: 2 })
    expect(refused).toMatchObject({ status: 400, fields: { eligibilityDate: expect.any(String) } })
    expect(await rowOf(id)).toMatchObject({ draft: true, rollFrozenAt: null })
  })
})

test('an announced election is among the events, moves and goes with it, and a draft is not', async () => {
  interface Listed {
    id: string
    title: string
    link: string
    when: string
    place: string
    over: boolean
  }
  const visitor = site.visitor()
  const events = async () =>
    (await visitor.get<{ links: Listed[] }>('/api/links?section=Events')).links.map(
      ({ title, link, when, place, over }) => ({ title, link, when, place, over }),
    )
  const home = async () => (await visitor.get('/')).text
  const { id, form } = await aDraft()
  expect(await events()).toEqual([])
  expect(await home()).not.toContain(form.title)
  expect((await visitor.get(`/api/events/${id}/event.ics`)).status).toBe(404)

  await heard(() => send(admin, 'POST', `/${id}/announcement`, { version: 1 }))
  const day29 = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Asia/Manila' }).format(form.votingOpens)
  // The page of the election tells of one at a time, and of this one from its first day at the latest.
  const current = await visitor.get<{ election: { id: string } }>('/api/schedule')
  const told = {
    title: `Voting: ${form.title}`,
    link: current.election.id === id ? '/election' : '#',
    when: `${day29} 29 March ${year}, 12:00 AM to 5:00 PM (Manila)`,
    place: `Nominations run from 1 March ${year} to the end of 14 March ${year} (Manila).`,
    over: false,
  }
  expect(await events()).toEqual([told])
  expect(await home()).toContain(told.title)
  expect((await member.get<{ links: Listed[] }>('/api/announcements')).links).toMatchObject([told])
  const editors = await admin.get<{ links: Listed[] }>('/api/links/editing')
  expect(editors.links).toEqual([])
  const file = (await visitor.get(`/api/events/${id}/event.ics`)).text
  expect(file).toContain(`DTSTART:${year}0328T160000Z`)
  expect(file).not.toContain('LOCATION')

  now = form.nominationOpens
  expect(await events()).toEqual([{ ...told, link: '/election' }])
  now = form.nominationCloses
  expect(await events()).toMatchObject([{ place: '' }])
  now = form.votingCloses - 1
  expect(await home()).toContain(told.title)
  now = form.votingCloses
  expect(await events()).toEqual([])
  expect(await home()).not.toContain(told.title)
  expect((await visitor.get(`/api/events/${id}/event.ics`)).status).toBe(404)
})

describe('postponing', () => {
  const fieldsAt = (form: typeof firstElection, at: number) => timesToPostpone({ ...form, rollFrozenAt: null }, at)
  const postpone = (who: Visitor, id: string, version: number, fields: string[], by = 7 * day) =>
    send(who, 'POST', `/${id}/postponement`, { by, version, fields, reason })

  test('moves what is still to come, once, and everybody reads what and why', async () => {
    const { id, form } = await anAnnounced()
    now = form.nominationOpens + hour
    const fields = fieldsAt(form, now)
    const replies = await heard(() => Promise.all([postpone(admin, id, 2, fields), postpone(colleague, id, 2, fields)]))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const schedule = await publicly(id)
    expect(schedule).toMatchObject({
      nominationOpens: form.nominationOpens,
      nominationCloses: form.nominationCloses + 7 * day,
      votingOpens: form.votingOpens + 7 * day,
      votingCloses: form.votingCloses + 7 * day,
    })
    expect(schedule.changes.map(({ field }) => field).toSorted()).toEqual(fields.toSorted())
    expect(new Set(schedule.changes.map((one) => one.reason))).toEqual(new Set([reason]))
    for (const wrong of [{ reason: 'why' }, { by: 0 }, { by: 400 * day }])
      expect(
        await send(admin, 'POST', `/${id}/postponement`, { by: day, version: 3, fields, reason, ...wrong }),
      ).toMatchObject({ status: 400 })
  })

  test('the day of eligibility moves along, for all to read, and the log accuses nobody of moving what had begun', async () => {
    const { id, form } = await aDraft()
    const dated = { ...form, eligibilityDate: form.votingOpens - day }
    expect(await send(admin, 'PUT', `/${id}`, { election: dated, version: 1 })).toMatchObject({ status: 200 })
    await heard(() => send(admin, 'POST', `/${id}/announcement`, { version: 2 }))
    expect(await heard(() => postpone(admin, id, 3, fieldsAt(dated, now)))).toMatchObject({ status: 200 })
    const { changes } = await publicly(id)
    expect(changes.find(({ field }) => field === 'eligibilityDate')).toMatchObject({
      before: dated.eligibilityDate,
      after: dated.eligibilityDate + 7 * day,
      reason,
    })
    const log = await admin.get<{ entries: { facts?: string[] }[] }>('/api/audit?action=election+postponed')
    const words = JSON.stringify(log)
    expect(words).toContain('after.eligibilityDate')
    expect(words).not.toContain('moved ')
  })

  // Shows election-37
  test('at the instant voting opens moves nothing that was not shown; then only the close moves, signed', async () => {
    const { id, form } = await anAnnounced()
    now = form.nominationOpens
    const slate = await site.aSlate(4)
    const shown = fieldsAt(form, form.votingOpens - 1)
    now = form.votingOpens
    expect(await postpone(admin, id, 2, shown)).toMatchObject({ status: 409, code: 'postponement-changed' })
    expect(await rowOf(id)).toMatchObject({ version: 2, votingOpens: form.votingOpens })
    const voter = await site.asMember()
    expect((await vote(voter, id, { choices: choicesFrom(slate) })).status).toBe(201)
    const fields = fieldsAt(form, now)
    expect(fields.toSorted()).toEqual(['voteLinkCloses', 'votingCloses'])
    expect(await heard(() => postpone(admin, id, 2, fields, 2 * hour))).toMatchObject({ status: 200 })
    const schedule = await publicly(id)
    expect(schedule).toMatchObject({ votingOpens: form.votingOpens, votingCloses: form.votingCloses + 2 * hour })
    // Told once, as a correction with who made it; and the log calls it by its name.
    expect(schedule.corrections).toMatchObject([{ reason }])
    expect(schedule.changes).toEqual([])
    expect(await site.actsOn(id)).toContain('voting extended')
    now = form.votingCloses + 3 * hour
    expect(await postpone(admin, id, 3, fields)).toMatchObject({ status: 409, code: 'voting-was-held' })
  })
})

describe('cancelling', () => {
  const cancel = (who: Visitor, id: string, version = 2, more = {}) =>
    send(who, 'POST', `/${id}/cancellation`, { version, reason, ...more })
  let id = ''
  let form = firstElection
  let slate: Slate
  const aVoter = async () => site.asMember()

  beforeEach(async () => {
    ;({ id, form } = await anAnnounced())
    now = form.nominationOpens
    slate = await site.aSlate(4)
  })

  test('is told with its reason wherever the election was, and nothing of it can be used any more', async () => {
    expect(await send(admin, 'POST', `/${id}/cancellation`, { version: 2, reason: '' })).toMatchObject({ status: 400 })
    expect((await heard(() => cancel(admin, id))).status).toBe(200)
    expect(await cancel(colleague, id, 3)).toMatchObject({ status: 409, code: 'election-cancelled' })
    const schedule = await publicly(id)
    expect(schedule).toMatchObject({ stage: 'cancelled', cancellation: { reason, hadBallots: false } })
    const visitor = site.visitor()
    expect(await visitor.get('/api/links?section=Events')).toMatchObject({ links: [] })
    const mine = await member.get<{ strip: ElectionStrip | null }>('/api/home/mine')
    expect(mine.strip?.sentence).toBe('The election was cancelled.')
    expect((await visitor.get('/election')).text).toContain(reason)
    expect(await member.get('/api/elections/current')).toMatchObject({
      election: { stage: 'cancelled', cancelledReason: reason, mayNominate: false, voteLink: null },
    })
    expect(await send(member, 'POST', `/${id}/nominations`, { idNumbers: ['ARRAPI-000-001'] })).toMatchObject({
      code: 'election-cancelled',
    })
    expect(await send(admin, 'PUT', `/${id}`, { election: form, version: 3 })).toMatchObject({
      code: 'election-cancelled',
    })
    // Another one takes its place, on the very same days.
    const again = { ...form, title: `Again ${year}` }
    const next = await heard(() => send(admin, 'POST', '', again))
    expect(next.status).toBe(201)
    await heard(() => send(admin, 'POST', `/${next.id}/announcement`, { version: 1 }))
    expect(await visitor.get('/api/schedule')).toMatchObject({ election: { id: next.id } })
  })

  test('ends a rehearsal of it, and wipes its ballots', async () => {
    await heard(() => send(admin, 'PUT', `/${id}`, { election: { ...form, rehearsal: true }, version: 2 }))
    const rehearsal = await site.rehearsalId(id)
    const ballot = () => aVoter().then((voter) => vote(voter, rehearsal, { choices: choicesFrom(slate) }))
    expect((await ballot()).status).toBe(201)
    expect((await heard(() => cancel(admin, id, 3))).status).toBe(200)
    expect(await rowOf(rehearsal)).toBeUndefined()
    expect((await ballot()).status).toBe(404)
  })

  test('against ballots at the same instant: each is in the box before, or is refused after', async () => {
    now = form.votingOpens
    const voters = await Promise.all(Array.from({ length: 12 }, aVoter))
    expect((await vote(voters[0]!, id, { choices: choicesFrom(slate) })).status).toBe(201)
    expect(await cancel(admin, id)).toMatchObject({ status: 409, code: 'ballots-given-up' })
    const cast = voters.slice(1).map((voter) => vote(voter, id, { choices: choicesFrom(slate) }))
    const [cancelled, ...replies] = await Promise.all([
      heard(() => cancel(admin, id, 2, { ballotsGivenUp: true })),
      ...cast,
    ])
    expect(cancelled.status).toBe(200)
    const taken = 1 + replies.filter(({ status }) => status === 201).length
    for (const { status, code } of replies) if (status !== 201) expect(code).toBe('voting-not-open')
    expect((await vote(await aVoter(), id, { choices: choicesFrom(slate) })).code).toBe('voting-not-open')
    const { rows } = await site.pool.query<{ ballots: number; counted: number }>(
      `select count(*)::int as ballots, count(*) filter (where counted)::int as counted from ballots where election_id = $1`,
      [id],
    )
    expect(rows[0]).toMatchObject({ ballots: taken })
    // Its last head, which the cancellation names, says as many.
    const { pool, boardKey } = site
    const head = await lastStatement(pool, id, 'head/2')
    const statement = await lastStatement(pool, id, 'cancellation/1')
    expect(head?.content.ballots).toBe(taken)
    expect(statement?.content).toMatchObject({ head: head?.hash, reason })
    expect(boardKey.isSigned('cancellation/1', statement!.signed)).toBe(true)
  })

  test('ballots stay sealed and uncounted, whoever voted is told, and in the end the key goes', async () => {
    now = form.nominationOpens
    await heard(() => site.update(elections, { id }, { proxyNeedsSecondAdmin: true }))
    now = form.votingOpens
    const people = await Promise.all(Array.from({ length: 25 }, () => site.aMember()))
    for (const one of people) {
      const reply = await vote(await site.signedIn(one), id, { choices: choicesFrom(slate) })
      expect(reply.status).toBe(201)
    }
    const absent = await site.aMember()
    const proxy = { voterId: absent.id, choices: choicesFrom(slate), secret: aSecret(), authority: 'A signed letter' }
    expect(await send(admin, 'POST', `/${id}/proxies`, proxy)).toMatchObject({ status: 201 })
    await site.db.delete(emails)
    expect(await heard(() => cancel(admin, id, 2, { ballotsGivenUp: true }))).toMatchObject({ status: 200 })

    await site.countNow()
    const counted = async () =>
      (await site.pool.query('select from ballots where election_id = $1 and counted', [id])).rowCount
    expect(await counted()).toBe(0)
    expect(await site.rowsOf(pendingProxies, { electionId: id })).toEqual([])
    now = form.votingCloses + day
    await site.countNow()
    expect(await counted()).toBe(0)
    expect(await rowOf(id)).toMatchObject({ countClosedAt: null, keyDestroyedAt: null })
    const results = await member.get<{ votes: unknown; stage: string }>(`/api/elections/${id}/results`)
    expect(results).toMatchObject({ stage: 'cancelled', votes: null })
    expect((await member.get(`/api/elections/${id}/results.csv`)).status).toBe(403)

    await queueVoterEmails(site, AbortSignal.timeout(30_000))
    const queued = await site.rowsOf(emails)
    expect(queued.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    expect(queued[0]?.body).toContain(reason)
    await queueVoterEmails(site, AbortSignal.timeout(30_000))
    expect(await site.db.select({ id: emails.id }).from(emails)).toHaveLength(people.length)

    const cancelledAt = form.votingOpens
    now = cancelledAt + afterCancellingMs - 1
    await site.countNow()
    expect(await rowOf(id)).toMatchObject({ keyDestroyedAt: null })
    now = cancelledAt + afterCancellingMs
    await expect
      .poll(async () => {
        await site.countNow()
        return (await rowOf(id))?.keyDestroyedAt
      })
      .not.toBeNull()
    const { rows } = await site.pool.query<{ longest: number }>(
      'select max(length(sealed)) as longest from ballots where election_id = $1',
      [id],
    )
    expect(rows[0]?.longest).toBe(0)
  })
})
