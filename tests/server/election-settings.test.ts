import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { lockKeys } from '#server/db/locks.ts'
import type { ElectionState } from '#server/elections/settings/readiness.ts'
import type { PublicSchedule } from '#server/elections/settings/schedule.ts'
import { firstElection, nextElection } from '#shared/elections/settings/offered-plan.ts'
import type { ElectionForm } from '#shared/elections/settings/settings.ts'
import { manila } from '#shared/time.ts'
import { aSecret, choicesFrom, vote, type Slate } from '#tests/support/election.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

let now = 0

const site = await testSite({ clock: { now: () => now } })
const admin = await site.asAdmin()
const colleague = await site.asAdmin()
afterAll(() => site.stop())

type Listed = ElectionForm & { id: string; version: number; current: boolean; hasBallots: boolean }

const hour = 60 * 60_000
const listed = async () => (await admin.get<{ elections: Listed[] }>('/api/elections')).elections
async function read(id: string): Promise<Listed> {
  const found = (await listed()).find((one) => one.id === id)
  if (!found) throw new Error('no such election')
  return found
}
const put = (who: Visitor, id: string, body: object) => who.put<{ version?: number }>(`/api/elections/${id}`, body)

/** Asked for once the freeze record is signed. */
const reason = 'The power was out all day.'

/** Saves a change upon what is stored now, and waits until this node knows of it. */
async function change(id: string, part: Partial<ElectionForm>, movesConfirmed: string[] = [], who: Visitor = admin) {
  const { version, ...election } = await read(id)
  let answer: Awaited<ReturnType<typeof put>> | undefined
  const send = async () =>
    (answer = await put(who, id, { election: { ...election, ...part }, version, movesConfirmed, reason }))
  await send()
  await expect.poll(async () => (await read(id)).version).toBe(answer?.version ?? version)
  return answer!
}

/** Opened and announced, if it can be. */
async function open(form: ElectionForm, who: Visitor = admin) {
  const opened = await who.post('/api/elections', form)
  if (opened.id) await who.post(`/api/elections/${opened.id}/announcement`, { version: 1 })
  return opened
}

/** Each story has an election of its own, in a year of its own. */
let year = 2030
async function anElection(): Promise<Listed> {
  year++
  now = manila(`${year}-02-01`)
  let id = ''
  await site.untilHeard(async () => {
    id = (await open(nextElection(firstElection, now))).id ?? ''
  })
  await expect.poll(async () => (await read(id)).version).toBe(2)
  return read(id)
}

/** The acts upon an election that the log holds, the oldest first. */
const acts = (id: string) => site.logOf(id)

const rowsOf = async (table: 'ballots' | 'board_tiles' | 'tallies' | 'turnout' | 'signed_statements', id: string) => {
  const { rows } = await site.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where election_id = $1`,
    [id],
  )
  return rows[0]?.n
}

describe('who may', () => {
  test('read the schedule: everybody, and nothing else of the election', async () => {
    await anElection()
    const { id } = await anElection()
    const visitor = site.visitor()
    const schedule = await visitor.get<PublicSchedule>(`/api/elections/${id}/schedule`)
    expect(schedule).toMatchObject({ status: 200, stage: 'announced', changes: [] })
    expect(Object.keys(schedule)).not.toEqual(expect.arrayContaining(['rehearsal']))
    expect((await visitor.get('/api/elections/00000000-0000-4000-8000-000000000000/schedule')).status).toBe(404)
    const current = await visitor.get<{ election: PublicSchedule }>('/api/schedule')
    expect(current.election.title).toBe(`ARRAPI BOT ELECTION ${year - 1}`)
  })
})

describe('opening the next election', () => {
  // An earlier one in which somebody voted would stay in sight.
  beforeEach(async () => {
    await site.pool.query('truncate elections cascade')
    site.elections.invalidate()
  })

  // Shows audit-16, election-09
  test('puts it beside the earlier ones, and members see it from its first day on', async () => {
    const before = await anElection()
    const next = nextElection(before, now)
    const { id } = await open(next)
    expect(await acts(id ?? '')).toMatchObject([{ action: 'election opened' }, { action: 'election announced' }])
    await expect.poll(async () => (await listed()).map((one) => one.id)).toContain(id)
    now = before.nominationOpens
    expect((await read(before.id)).current).toBe(true)
    now = next.nominationOpens
    expect((await read(id ?? '')).current).toBe(true)
    expect((await read(before.id)).title).toBe(before.title)
    year++
  })

  test('an election that nobody voted in makes way for it at once', async () => {
    const before = await anElection()
    const next = await open(nextElection(before, now))
    now = before.votingCloses + hour
    await site.countNow()
    await expect.poll(async () => (await read(next.id ?? '')).current).toBe(true)
    year++
  })

  test('pressed twice at once, opens one', async () => {
    now = manila(`${++year}-01-01`)
    const form = nextElection(firstElection, now)
    const answers = await Promise.all([open(form), open(form, colleague), open(form)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: 'elections-overlap',
      fields: { nominationOpens: expect.stringContaining('ARRAPI BOT ELECTION') },
    })
  })

  test('is refused when its voting lies in the past', async () => {
    now = manila('2099-01-01')
    expect(await open(nextElection(firstElection, manila('2026-01-01')))).toMatchObject({
      status: 400,
      fields: { votingOpens: expect.any(String) },
    })
  })
})

describe('saving', () => {
  test('two administrators at once: one is saved, the other is told', async () => {
    const { id, version, ...election } = await anElection()
    const titles = ['Of the first', 'Of the second']
    const answers = await Promise.all(
      titles.map((title, n) => put(n === 0 ? admin : colleague, id, { election: { ...election, title }, version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'edited-meanwhile' })
    const won = titles[answers.findIndex(({ status }) => status === 200)]
    await expect.poll(async () => (await read(id)).title).toBe(won)
    expect((await acts(id)).filter(({ action }) => action === 'election changed')).toHaveLength(1)
  })

  test('what is saved again unchanged is no change', async () => {
    const { id, version, ...election } = await anElection()
    expect(await put(admin, id, { election, version })).toMatchObject({ status: 200, version })
    expect((await acts(id)).map(({ action }) => action)).toEqual(['election opened', 'election announced'])
  })

  test('names each field that is wrong', async () => {
    const { id, version, ...election } = await anElection()
    const wrong = { ...election, title: ' ', votingCloses: election.votingOpens, nominationCloses: null }
    expect(await put(admin, id, { election: wrong, version })).toMatchObject({
      status: 400,
      fields: { 'election.title': 'Title is required', 'election.nominationCloses': 'Please enter a date and a time' },
    })
    const disordered = { ...election, votingCloses: election.votingOpens }
    expect(await put(admin, id, { election: disordered, version })).toMatchObject({
      fields: { 'election.votingCloses': 'Voting must close after it opens' },
    })
  })

  test('refuses the title of another election, however it is spaced and written', async () => {
    const { title, ...earlier } = await anElection()
    const taken = {
      status: 409,
      code: 'election-title-taken',
      fields: { title: 'Another election already has this title.' },
    }
    const spaced = ` ${title.toLowerCase().replaceAll(' ', '  ')} `
    expect(await open({ ...nextElection({ title, ...earlier }, now), title: spaced })).toMatchObject(taken)
    const other = await anElection()
    expect(await change(other.id, { title: spaced })).toMatchObject(taken)
    expect((await read(other.id)).title).toBe(other.title)
    expect(await change(other.id, { title: other.title.toLowerCase() })).toMatchObject({ status: 200 })
  })

  test('does not let two elections meet', async () => {
    const earlier = await anElection()
    const later = nextElection(earlier, now)
    const { id = '' } = await open(later)
    await expect.poll(async () => (await listed()).map((one) => one.id)).toContain(id)
    year++
    const answer = await change(id, { nominationOpens: earlier.votingCloses - 1 })
    expect(answer).toMatchObject({ status: 409, code: 'elections-overlap' })
    expect(await change(id, { nominationOpens: earlier.votingCloses })).toMatchObject({ status: 200 })
  })
})

describe('times that have begun', () => {
  // Shows audit-16
  test('are moved only when exactly these were confirmed; then the log and the public schedule say so', async () => {
    const { id, nominationOpens, nominationCloses } = await anElection()
    now = nominationOpens + hour
    const moves = { nominationOpens: nominationOpens + 2 * hour, nominationCloses: nominationCloses + hour }
    for (const confirmed of [[], ['nominationCloses', 'votingOpens']])
      expect(await change(id, moves, confirmed)).toMatchObject({
        status: 409,
        code: 'moves-unconfirmed',
        fields: { nominationOpens: expect.stringContaining('1 March') },
      })
    expect((await read(id)).nominationOpens).toBe(nominationOpens)

    // A window that has begun has begun with its end.
    expect(await change(id, moves, ['nominationOpens', 'nominationCloses'])).toMatchObject({ status: 200 })
    const visitor = site.visitor()
    const schedule = await visitor.get<PublicSchedule>(`/api/elections/${id}/schedule`)
    expect(schedule.nominationCloses).toBe(moves.nominationCloses)
    expect(schedule.changes.toSorted((a, b) => (a.field < b.field ? 1 : -1))).toEqual([
      { field: 'nominationOpens', before: nominationOpens, after: moves.nominationOpens, reason: null, changedAt: now },
      {
        field: 'nominationCloses',
        before: nominationCloses,
        after: moves.nominationCloses,
        reason: null,
        changedAt: now,
      },
    ])
    expect((await acts(id)).at(-1)).toMatchObject({
      action: 'election changed',
      detail: {
        changed: 'nominationOpens, nominationCloses',
        'moved nominationOpens': expect.stringMatching(/12:00 AM \(Manila\) to .*2:00 AM/),
      },
    })
  })

  test('and those still to come show on the public schedule, once the election is announced', async () => {
    const { id, votingCloses } = await anElection()
    const changes = async () => {
      const visitor = site.visitor()
      return (await visitor.get<PublicSchedule>(`/api/elections/${id}/schedule`)).changes
    }
    for (const [after, before] of [
      [votingCloses + hour, votingCloses],
      [votingCloses - hour, votingCloses + hour],
    ] as const) {
      now += hour
      expect(await change(id, { votingCloses: after })).toMatchObject({ status: 200 })
      expect((await changes())[0]).toEqual({ field: 'votingCloses', before, after, reason: null, changedAt: now })
    }
    // The day by which the roll is drawn up was that of voting.
    now += hour
    const { votingOpens } = await read(id)
    expect(await change(id, { eligibilityDate: votingOpens - hour })).toMatchObject({ status: 200 })
    expect((await changes())[0]).toMatchObject({
      field: 'eligibilityDate',
      before: votingOpens,
      after: votingOpens - hour,
    })
    // What nobody uses is nobody's news.
    expect(await change(id, { candidacyCloses: votingOpens - 2 * hour })).toMatchObject({ status: 200 })
    expect(await changes()).toHaveLength(3)
  })

  test('a time put into the past is one of them', async () => {
    const { id, nominationOpens } = await anElection()
    now = nominationOpens - hour
    expect(await change(id, { nominationOpens: now - hour })).toMatchObject({ code: 'moves-unconfirmed' })
    expect(await change(id, { nominationOpens: now - hour }, ['nominationOpens'])).toMatchObject({ status: 200 })
  })
})

describe('what is under way stays', () => {
  let election: Listed
  let slate: Slate
  const aVoter = async () => site.asMember()

  beforeEach(async () => {
    election = await anElection()
    now = election.nominationOpens
    slate = await site.aSlate(4)
    now = election.votingOpens
  })

  // Shows election-08
  test('an administrator alone does not switch off the second one, nor change seats or what voters were told', async () => {
    now = election.votingOpens - hour
    await change(election.id, { proxyNeedsSecondAdmin: true, resultsVisible: 'after close' })
    now = election.votingOpens
    for (const [part, code] of [
      [{ proxyNeedsSecondAdmin: false }, 'election-under-way'],
      [{ resultsVisible: 'while voting' as const }, 'election-under-way'],
      [{ rehearsal: true }, 'election-under-way'],
      [{ seats: election.seats.slice(1) }, 'seats-settled'],
    ] as const)
      expect(await change(election.id, part as Partial<ElectionForm>), JSON.stringify(part)).toMatchObject({
        status: 409,
        code,
        fields: { [Object.keys(part)[0] ?? '']: expect.any(String) },
      })
  })

  test('with ballots in the box the opening stays; the close moves to later, never to earlier', async () => {
    expect((await vote(await aVoter(), election.id, { choices: choicesFrom(slate) })).status).toBe(201)
    now = election.votingOpens + 2 * hour
    const { votingOpens, votingCloses } = election
    const later = { votingOpens: votingOpens + 3 * hour }
    expect(await change(election.id, later, ['votingOpens'])).toMatchObject({ code: 'election-under-way' })
    expect(await change(election.id, { votingCloses: now }, ['votingCloses'])).toMatchObject({
      fields: { votingCloses: expect.stringContaining('now or later, not before') },
    })
    const close = (at: number, confirmed: string[]) => change(election.id, { votingCloses: at }, confirmed)
    expect(await close(votingCloses - hour, ['votingCloses'])).toMatchObject({
      fields: { votingCloses: expect.stringContaining('later than announced, not before') },
    })
    expect(await close(votingCloses + hour, [])).toMatchObject({ code: 'moves-unconfirmed' })
    expect(await close(votingCloses + hour, ['votingCloses'])).toMatchObject({ status: 200 })
    now = votingCloses + hour - 1
    expect((await vote(await aVoter(), election.id, { choices: choicesFrom(slate) })).status).toBe(201)
    expect(await close(now + 1000, ['votingCloses'])).toMatchObject({ status: 200 })
  })

  test('voting that is over is not opened again, and what is counted is not changed at all', async () => {
    expect((await read(election.id)).hasBallots).toBe(false)
    expect((await vote(await aVoter(), election.id, { choices: choicesFrom(slate) })).status).toBe(201)
    expect((await read(election.id)).hasBallots).toBe(true)
    now = election.votingCloses
    const again = { votingCloses: election.votingCloses + hour }
    expect(await change(election.id, again, ['votingCloses'])).toMatchObject({
      status: 409,
      fields: { votingCloses: 'Voting is over and cannot be opened again' },
    })
    now = election.votingCloses + hour
    await site.untilHeard(() => site.countNow())
    expect(await change(election.id, { title: 'Another' })).toMatchObject({ status: 409, code: 'election-counted' })
    await site.untilHeard(() =>
      site.pool.query(
        `update elections set certified_at = now(), certificate = '{}', certified_by = (select id from users where is_admin limit 1) where id = $1`,
        [election.id],
      ),
    )
    expect(await change(election.id, { title: 'Another' })).toMatchObject({ code: 'election-certified' })
  })

  test('an election in which nobody voted is set anew, also once its count was closed', async () => {
    now = election.votingCloses + hour
    await site.untilHeard(() => site.countNow())
    const countClosed = async () => (await site.elections.byId(election.id))?.countClosedAt !== null
    expect(await change(election.id, { title: 'Renamed' })).toMatchObject({ status: 200 })
    expect(await countClosed()).toBe(true)
    const next = nextElection(election, now)
    const times = Object.keys(election).filter((field) => /Opens$|Closes$/.test(field))
    expect(await change(election.id, next, times)).toMatchObject({ status: 200 })
    expect(await countClosed()).toBe(false)
    year++
    now = next.votingOpens
    expect((await vote(await aVoter(), election.id, { choices: choicesFrom(slate) })).status).toBe(201)
  })

  test('every ballot with a receipt is in the box, whenever the close is moved', async () => {
    const voters = await Promise.all(Array.from({ length: 8 }, aVoter))
    const moving = change(election.id, { votingCloses: election.votingCloses + hour }, ['votingCloses'])
    const cast = await Promise.all(voters.map((voter) => vote(voter, election.id, { choices: choicesFrom(slate) })))
    expect((await moving).status).toBe(200)
    expect(await rowsOf('ballots', election.id)).toBe(cast.filter(({ status }) => status === 201).length)
    expect(cast.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
  })
})

describe('the end of a rehearsal', () => {
  let election: Listed
  let slate: Slate
  const aVoter = async () => site.asMember()

  beforeEach(async () => {
    election = await anElection()
    now = election.nominationOpens
    slate = await site.aSlate(4)
    await change(election.id, { rehearsal: true })
    rehearsal = await site.rehearsalId(election.id)
  })
  let rehearsal: string
  const tables = ['ballots', 'board_tiles', 'tallies', 'turnout', 'signed_statements'] as const
  const left = () => Promise.all(tables.map((table) => rowsOf(table, rehearsal)))
  const rehearse = async (voter: Visitor) => vote(voter, rehearsal, { choices: choicesFrom(slate), secret: aSecret() })

  // Shows audit-16, rehearsal-04
  test('wipes its ballots, votes, tallies and turnout, and nothing of the election itself', async () => {
    for (let n = 0; n < 3; n++) expect((await rehearse(await aVoter())).status).toBe(201)
    await site.countNow()
    expect(await left()).not.toContain(0)
    expect((await read(election.id)).hasBallots).toBe(false)
    now = election.votingOpens
    expect((await vote(await aVoter(), election.id, { choices: choicesFrom(slate) })).status).toBe(201)
    expect(await change(election.id, { rehearsal: false })).toMatchObject({ status: 200 })
    expect(await left()).toEqual([0, 0, 0, 0, 0])
    expect(await rowsOf('ballots', election.id)).toBe(1)
    expect((await acts(election.id)).at(-1)).toMatchObject({ action: 'rehearsal wiped' })
  })

  test('leaves nothing behind of ballots that arrive, and of a count that runs, at that moment', async () => {
    const voters = await Promise.all(Array.from({ length: 12 }, aVoter))
    const { version, ...form } = await read(election.id)
    const arriving = voters.map((voter) => rehearse(voter))
    const counting = site.countNow()
    const ended = await put(admin, election.id, { election: { ...form, rehearsal: false }, version })
    await Promise.all([...arriving, counting, site.countNow()])
    expect(ended.status).toBe(200)
    expect(await left()).toEqual([0, 0, 0, 0, 0])
  })

  test('waits for a batch that is being counted, which would write what was just wiped', async () => {
    // Nobody else waits for the batch, so who is seen waiting is the administrator.
    const letCount = await site.holdJob('count ballots')
    const counting = await site.pool.connect()
    await counting.query('begin')
    await counting.query('select pg_advisory_xact_lock($1)', [lockKeys.counting])
    const ending = change(election.id, { rehearsal: false })
    const waiting = async () =>
      (await counting.query('select from pg_locks where not granted and objid = $1', [lockKeys.counting])).rowCount
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await counting.query('insert into tallies (election_id, nominee_id, votes) values ($1, $2, 1)', [
      rehearsal,
      slate.PN[0],
    ])
    await counting.query('commit')
    counting.release()
    expect((await ending).status).toBe(200)
    expect(await left()).toEqual([0, 0, 0, 0, 0])
    await letCount()
  })

  test('comes before the seats are changed', async () => {
    const seats = election.seats.slice(1)
    expect(await change(election.id, { seats })).toMatchObject({ status: 409, code: 'seats-settled' })
    expect(await change(election.id, { seats, rehearsal: false })).toMatchObject({ status: 200 })
  })
})

describe('readiness', () => {
  const readiness = async (id: string) => {
    const state = await admin.get<ElectionState>(`/api/elections/${id}/readiness`)
    return Object.fromEntries(state.readiness.map((one) => [one.name, one]))
  }

  test('counts what is missing, and says what to do and where', async () => {
    await site.pool.query('delete from users where not approved and military_serial is not null')
    const { id, votingOpens, nominationCloses } = await anElection()
    await site.aMember({ email: null })
    await site.aMember({ region: null })
    await site.anApplicant()
    await site.anApplicant()
    await change(id, { rehearsal: true })
    // Nominations have not begun: nobody is missing yet, and a rehearsal is what it should be.
    const early = await readiness(id)
    expect(early).not.toHaveProperty('nominees')
    expect(early['rehearsal']).toMatchObject({ state: 'ok' })
    now = nominationCloses
    expect(await readiness(id)).toMatchObject({ nominees: { state: 'warning' }, rehearsal: { state: 'ok' } })
    now = votingOpens - hour
    expect(await readiness(id)).toMatchObject({
      nominees: { state: 'warning', sentence: expect.stringContaining('Army has 0 approved nominees for 4 seats') },
      windows: { state: 'ok', sentence: expect.stringContaining(`29 March ${year}`) },
      vault: { state: 'ok' },
      mail: { state: 'ok' },
      'email addresses': {
        state: 'warning',
        sentence: '1 member has no email address and would get no email.',
        where: { href: '/members' },
      },
      regions: { state: 'info', sentence: '1 member has no region and will be counted under “Not stated”.' },
      applicants: { state: 'warning', sentence: '2 applicants are waiting for approval and cannot vote yet.' },
      rehearsal: { state: 'warning', sentence: 'A rehearsal is still on.', where: { href: '?step=voting#rehearsal' } },
      'second admin': { state: 'ok' },
    })
    const running = await site.asAdmin({}, 'long admin password', { jobs: ['elections'] })
    const { readiness: seen } = await running.get<ElectionState>(`/api/elections/${id}/readiness`)
    expect(seen.flatMap(({ where }) => where?.href ?? [])).toEqual(['?step=voting#rehearsal'])
    now = votingOpens
    expect(await readiness(id)).toMatchObject({
      rehearsal: { state: 'wrong', sentence: 'A rehearsal is still on while voting is open.' },
    })
  })

  test('counts the members who log in with their birthdate, and says whether they may vote', async () => {
    const { id } = await anElection()
    const told = async () => Number.parseInt((await readiness(id))['birthdates']?.sentence ?? '')
    const before = await told()
    await site.aMember()
    await site.aMember({}, 'a password of my own')
    await site.aMember({ withdrawnAt: Date.now() })
    await site.anApplicant()
    expect(await told()).toBe(before + 1)
    await site.saveSettings({ ownPasswordToVote: true })
    expect((await readiness(id))['birthdates']?.sentence).toBe(
      `${before + 1} members have no password of their own and cannot vote.`,
    )
    await site.saveSettings({ ownPasswordToVote: false })
  })

  test('says that some ballots cannot be opened, as long as they cannot, and never how many', async () => {
    const { id, nominationOpens, votingOpens } = await anElection()
    now = nominationOpens
    const slate = await site.aSlate(4)
    expect(await readiness(id)).not.toHaveProperty('ballots')
    now = votingOpens
    for (let n = 0; n < 2; n++) {
      const voter = await site.asMember()
      expect((await vote(voter, id, { choices: choicesFrom(slate) })).status).toBe(201)
    }
    expect(await readiness(id)).toMatchObject({ ballots: { state: 'ok' } })
    const flip = () =>
      site.pool.query(
        `update ballots set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)
         where election_id = $1 and voter_id = (select min(voter_id::text)::uuid from ballots where election_id = $1)`,
        [id],
      )
    await flip()
    expect(await readiness(id)).toMatchObject({
      ballots: { state: 'warning', sentence: 'Some ballots cannot be opened.' },
    })
    await flip()
    expect(await readiness(id)).toMatchObject({ ballots: { state: 'ok' } })
  })

  test('is in order once enough stand for every seat, the link covers voting, and no rehearsal is on', async () => {
    const { id, votingOpens, nominationOpens } = await anElection()
    now = nominationOpens
    await site.aSlate(4)
    expect(await readiness(id)).toMatchObject({
      nominees: { state: 'ok', sentence: '16 approved nominees, enough for every seat.' },
      rehearsal: { state: 'ok' },
    })
    await change(id, { voteLinkOpens: votingOpens + 1 })
    expect(await readiness(id)).toMatchObject({ windows: { state: 'warning', where: { href: '?step=setup#times' } } })
  })
})
