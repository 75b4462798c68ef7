import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, ballots, emails, pendingProxies, turnout, uploads, users, voterEmails } from '#server/db/schema.ts'
import { proxiesWaitingFor } from '#server/elections/proxy/queries.ts'
import { openSealed } from '#server/elections/voting/vault.ts'
import { sweepUploads } from '#server/storage/sweep.ts'
import {
  aNominee,
  aSecret,
  changeElection,
  choicesFrom,
  theElection,
  vote,
  votingCloses,
  votingOpens,
} from '#tests/support/election.ts'
import { aMember, anAdmin, untilHeard, type Someone } from '#tests/support/factories.ts'
import { atOnce, testSite, type TestSite, type Visitor } from '#tests/support/site.ts'

let now = votingOpens
const site = await testSite({ clock: { now: () => now }, holds: ['send emails', 'queue voter emails'] })
const election = await site.theElection()
const slate = await site.aSlate()
const firstAdmin = await site.anAdmin({ firstName: 'FIRST', lastName: 'OFFICER' })
const first = await site.signedIn(firstAdmin)
const secondAdmin = await site.anAdmin({ firstName: 'SECOND', lastName: 'OFFICER' })
const second = await site.signedIn(secondAdmin)
afterAll(() => site.stop())
beforeEach(() => {
  now = votingOpens
})

interface Listed {
  waiting: { voterId: string; askedByName: string; authority: string; formId: string | null; lapsed: string | null }[]
  cast: { voterId: string; label: string; formId: string | null }[]
}

const authority = 'Signed letter of 20 March 2025, brought by the wife of the member'
const aBallot = (voterId: string, more: Record<string, unknown> = {}) => ({
  voterId,
  choices: choicesFrom(slate),
  secret: aSecret(),
  authority,
  ...more,
})
const proxies = `/api/elections/:election/proxies`
const at = (path: string) => path.replace(':election', election)
const cast = (who: Visitor, ballot: Record<string, unknown>) => who.post(at(proxies), ballot)
const confirm = (who: Visitor, voter: string) => who.post(at(`${proxies}/${voter}/confirmation`))
const refuse = (who: Visitor, voter: string) => who.delete(at(`${proxies}/${voter}`))
const listed = () => first.get<Listed>(at(proxies))
const castFor = async (voter: string) => (await listed()).cast.find(({ voterId }) => voterId === voter)
const waitingFor = async (voter: string) => (await listed()).waiting.find(({ voterId }) => voterId === voter)

const ballotsOf = (voterId: string) => site.rowsOf(ballots, { voterId })
const pendingOf = (voterId: string) => site.rowsOf(pendingProxies, { voterId })
const emailsTo = (email: string) => site.rowsOf(emails, { to: email })
const emailsOf = (voterId: string) =>
  site.db.select({ kind: voterEmails.kind }).from(voterEmails).where(eq(voterEmails.voterId, voterId))
const loggedAbout = (subject: string) => site.actsOn(subject)

const send = (bytes: Buffer, voter: string, who: Visitor = first, name = 'signed form.pdf') =>
  who.put(`/api/proxy-forms?voter=${voter}`, bytes, { 'x-file-name': encodeURIComponent(name) })
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n')
const uploadOf = async (id: string | null | undefined) => (await site.rowsOf(uploads, { id: id ?? '' }))[0]

describe('whom to vote for', () => {
  interface Found {
    voters: { id: string; name: string; voted: boolean }[]
  }
  const search = (q: string, who: Visitor = first) =>
    who.get<Found>(at(`/api/elections/:election/voters?q=${encodeURIComponent(q)}`))
  const idsFor = async (q: string) => (await search(q)).voters.map(({ id }) => id)

  test('is found by name without accents, by number and by serial', async () => {
    const voter = await site.aMember({ firstName: 'MARÍA', lastName: 'PEÑALOSA', militarySerial: 'O-778899' })
    const [row] = await site.db.select({ n: users.idNumber }).from(users).where(eq(users.id, voter.id))
    for (const typed of ['maria penalosa', 'Peñalosa', 'O-778899', row?.n ?? ''])
      expect(await idsFor(typed)).toEqual([voter.id])
    const { voters } = await search('penalosa')
    expect(voters).toEqual([
      { id: voter.id, name: 'MARÍA PEÑALOSA', idNumber: row?.n, ms: 'PA', region: 'NCR', voted: false, onRoll: true },
    ])
  })

  test('with a mark on who has voted already', async () => {
    const voter = await site.aMember({ lastName: 'QUIMPO' })
    await site.aMember({ lastName: 'QUIMPO JR' })
    await vote(await site.signedIn(voter), election, { choices: choicesFrom(slate) })
    const { voters } = await search('quimpo')
    expect(voters.map(({ id, voted }) => [id === voter.id, voted])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('who searched is in the log, once however often they type', async () => {
    const visitor = await site.asAdmin()
    await search('zzz nobody', visitor)
    await search('quimpo', visitor)
    const entries = await site.rowsOf(auditLog, { actor: visitor.id })
    expect(entries.filter(({ action }) => action === 'roll list opened')).toMatchObject([{ subject: election }])
  })

  test('is a member in good standing: no applicant, nobody who left, no administrator', async () => {
    await site.anApplicant({ lastName: 'TIBURCIO' })
    await site.aMember({ lastName: 'TIBURCIO', withdrawnAt: Date.now() })
    await site.aMember({ lastName: 'TIBURCIO', isAdmin: true })
    expect(await idsFor('tiburcio')).toEqual([])
    const { id } = await site.aMember({ lastName: 'TIBURCIO' })
    expect(await idsFor('tiburcio')).toEqual([id])
  })

  test('twenty are shown though many who left come first; below three characters none', async () => {
    for (let n = 0; n < 12; n++) await site.aMember({ lastName: 'UMALI', withdrawnAt: Date.now() })
    for (let n = 0; n < 22; n++) await site.aMember({ lastName: 'UMALI' })
    expect(await idsFor('umali')).toHaveLength(20)
    for (const typed of ['', 'um', ' um ', '%%%', '___']) expect(await idsFor(typed)).toEqual([])
  })

  test('of no election is nobody', async () => {
    const path = '/api/elections/00000000-0000-4000-8000-000000000000'
    expect((await first.get(`${path}/voters?q=umali`)).status).toBe(404)
    expect((await first.get(`${path}/proxies`)).status).toBe(404)
  })
})

describe('a proxy ballot', () => {
  // Shows audit-14, proxy-19, proxy-28
  test('is sealed like any other, labelled, counted in the turnout, told to the voter and logged without a word of it', async () => {
    const voter = await site.aMember({ region: 'Visayas' })
    const ballot = aBallot(voter.id)
    const castBefore = await castIn('Visayas')
    expect(await cast(first, ballot)).toEqual({ status: 201, cast: true })
    const [held] = await ballotsOf(voter.id)
    expect(held).toMatchObject({ proxyBy: firstAdmin.id, confirmedBy: null, authority, voterRegion: 'Visayas' })
    expect(await castFor(voter.id)).toMatchObject({ label: `by proxy: FIRST OFFICER (${firstAdmin.email})` })
    const key = await site.vault.keyOf(election)
    const { recordHash: record } = await site.signed.recent(election)
    const whose = { electionId: election, voterId: voter.id, record }
    const by = { proxyBy: firstAdmin.id, confirmedBy: null }
    expect(openSealed(key, { ...whose, by }, held!.sealed)).toEqual({ secret: ballot.secret, choices: ballot.choices })
    // As the voter's own it does not open: nobody turns one into the other.
    expect(() => openSealed(key, whose, held!.sealed)).toThrow()
    expect(await castIn('Visayas')).toBe(castBefore + 1)
    const [message, ...more] = await emailsTo(voter.email)
    expect(more).toEqual([])
    expect(message?.subject).toBe('ARRAPI: a ballot was cast for you')
    expect(message?.body).toContain(authority)
    for (const chosen of ballot.choices) expect(message?.body).not.toContain(chosen)
    expect(message?.body).not.toMatch(/NOMINEE|[0-9a-f]{32}/)
    expect(await emailsOf(voter.id)).toEqual([{ kind: 'proxy' }])
    expect(await loggedAbout(voter.id)).toEqual(['ballot cast by proxy'])
    const entries = await site.db.select({ entry: auditLog.entry }).from(auditLog)
    expect(entries.filter(({ entry }) => entry.includes('Signed letter'))).toEqual([])
  })
  const castIn = async (region: 'Visayas') => (await site.rowsOf(turnout, { region }))[0]?.cast ?? 0

  test('sent again after a lost reply is one ballot and the same answer; another one is refused', async () => {
    const voter = await site.aMember()
    const { id: formId } = await send(pdf, voter.id)
    const ballot = aBallot(voter.id, { formId })
    const answers = await Promise.all([cast(first, ballot), cast(first, ballot), cast(first, ballot)])
    for (const answer of answers) expect(answer).toEqual({ status: 201, cast: true })
    now = votingCloses
    expect(await cast(first, ballot)).toEqual({ status: 201, cast: true })
    now = votingOpens
    const refused = { status: 409, message: 'User have already voted.' }
    expect(await cast(first, aBallot(voter.id))).toMatchObject(refused)
    expect(await cast(first, { ...ballot, choices: choicesFrom(slate, 1) })).toMatchObject({ status: 400 })
    expect(await cast(first, { ...ballot, choices: choicesFrom(slate, 1), formId: undefined })).toMatchObject(refused)
    // Who did not send it learns nothing from knowing it.
    expect(await cast(second, { ...ballot, formId: undefined })).toMatchObject(refused)
    expect(await emailsTo(voter.email)).toHaveLength(1)
    expect(await loggedAbout(voter.id)).toEqual(['ballot cast by proxy'])
  })

  // Shows proxy-06
  test('two administrators and the voter at once: one ballot, the others are told', async () => {
    for (let round = 0; round < 5; round++) {
      const voter = await site.asMember()
      const statuses = await Promise.all([
        cast(first, aBallot(voter.id)),
        vote(voter, election, { choices: choicesFrom(slate, 1) }),
        cast(second, aBallot(voter.id)),
      ])
      expect(statuses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      for (const { status, message } of statuses) if (status === 409) expect(message).toBe('User have already voted.')
      const held = await ballotsOf(voter.id)
      expect(held).toHaveLength(1)
      const byProxy = held[0]!.proxyBy !== null
      expect(await emailsTo(voter.email)).toHaveLength(byProxy ? 1 : 0)
      expect(await loggedAbout(voter.id)).toEqual(byProxy ? ['ballot cast by proxy'] : [])
    }
  })

  // Shows proxy-15
  test.each([
    [votingOpens - 1, 403],
    [votingCloses - 1, 201],
    [votingCloses, 403],
  ])('by the server’s clock alone: %i', async (instant, status) => {
    const { id } = await site.aMember()
    now = instant
    const answer = await cast(first, aBallot(id))
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.message).toBe('Voting is not available at this time')
  })

  test('is not for administrators, those who left, applicants, nobody, or who is not on the roll', async () => {
    const admin = await site.aMember({ isAdmin: true })
    const left = await site.aMember({ withdrawnAt: Date.now() })
    const applicant = await site.anApplicant()
    for (const { id } of [admin, left, applicant, firstAdmin, { id: '00000000-0000-4000-8000-000000000000' }]) {
      expect(await cast(first, aBallot(id))).toMatchObject({ status: 404, message: 'User not found' })
      expect((await send(pdf, id)).status).toBe(404)
      expect(await ballotsOf(id)).toEqual([])
    }
    const struck = await site.aMember()
    await site.pool.query('update roll set struck = 1 where voter_id = $1', [struck.id])
    expect(await cast(first, aBallot(struck.id))).toMatchObject({ status: 409, code: 'proxy-voter-not-on-roll' })
  })

  // Shows proxy-08
  test('keeps the rules of ballots, and must say by what authority', async () => {
    const { id } = await site.aMember()
    const wrong = [...choicesFrom(slate).slice(0, 6), '00000000-0000-4000-8000-000000000000']
    expect(await cast(first, aBallot(id, { choices: wrong }))).toMatchObject({
      status: 400,
      message: 'No nominee found for vote at index 6',
    })
    const blank = [...choicesFrom(slate).slice(0, 6), null]
    expect((await cast(first, aBallot(id, { choices: blank }))).code).toBe('blanks-unconfirmed')
    for (const words of [undefined, '', '    ', 'x\u0000yzab', 'x'.repeat(501)])
      expect((await cast(first, aBallot(id, { authority: words }))).fields).toHaveProperty('authority')
    expect(await ballotsOf(id)).toEqual([])
  })

  // Shows proxy-28
  test('whose voter has no address, or one that cannot be written to, is cast without an email', async () => {
    for (const email of [null, 'two@example.org,three@example.org']) {
      const voter = await site.aMember({ email })
      expect((await cast(first, aBallot(voter.id))).status).toBe(201)
      expect(await emailsOf(voter.id)).toEqual([{ kind: 'proxy' }])
    }
    expect(await emailsTo('two@example.org,three@example.org')).toEqual([])
  })

  // Shows election-07
  test('is cast against the election as it is, though this node has not heard of the change yet', async () => {
    const { id } = await site.aMember()
    expect(await site.elections.byId(election)).toMatchObject({ proxyNeedsSecondAdmin: false })
    // A change that nobody is told of: what is at hand is old.
    await site.changeUnheard(election, { proxyNeedsSecondAdmin: true })
    expect(await cast(first, aBallot(id))).toEqual({ status: 201, cast: false })
    expect(await ballotsOf(id)).toEqual([])
    expect((await refuse(first, id)).status).toBe(200)
    await site.changeElection({ proxyNeedsSecondAdmin: false })
  })
})

describe('where a second administrator is asked for', () => {
  beforeAll(() => site.changeElection({ proxyNeedsSecondAdmin: true }))
  afterAll(() => site.changeElection({ proxyNeedsSecondAdmin: false }))

  async function asked(more: Record<string, unknown> = {}) {
    const voter = await site.aMember()
    const ballot = aBallot(voter.id, more)
    expect(await cast(first, ballot)).toEqual({ status: 201, cast: false })
    return { voter, ballot }
  }

  test('the others are told once while something waits for them, and each has a count of their own', async () => {
    const clerk = await site.anAdmin({}, 'long admin password', { jobs: ['content'] })
    const invited = await site.anAdmin()
    await site.update(users, { id: invited.id }, { ownPassword: false })
    await site.db.delete(pendingProxies)
    await site.db.delete(emails)
    const members = await Promise.all([1, 2, 3].map(() => site.aMember()))
    for (const { id } of members.slice(0, 2)) expect(await cast(first, aBallot(id))).toMatchObject({ cast: false })
    const ours = [firstAdmin, secondAdmin, clerk, invited].map(({ email: to }) => to)
    const told = async () =>
      (await site.rowsOf(emails)).filter(({ kind, to }) => kind === 'proxy waiting' && ours.includes(to))
    expect((await told()).map(({ to }) => to)).toEqual([secondAdmin.email])
    const [email] = await told()
    expect(email?.body).toContain('FIRST OFFICER')
    expect(email?.body).not.toContain('DELA CRUZ')
    const counts = () => Promise.all([firstAdmin, secondAdmin, clerk].map(({ id }) => proxiesWaitingFor(site.pool, id)))
    expect(await counts()).toEqual([0, 2, 2])
    // What the second asks for waits for the first, who was told of nothing yet.
    expect(await cast(second, aBallot(members[2]!.id))).toMatchObject({ cast: false })
    expect((await told()).map(({ to }) => to)).toEqual([secondAdmin.email, firstAdmin.email])
    expect(await counts()).toEqual([1, 2, 3])
    // Who has voted meanwhile is waited for no longer.
    const voted = await vote(await site.signedIn(members[0]!), election, { choices: choicesFrom(slate) })
    expect(voted.status).toBe(201)
    expect(await counts()).toEqual([1, 1, 2])
    await refuse(first, members[1]!.id)
    expect(await counts()).toEqual([1, 0, 1])
    // What is left of the one who voted keeps nobody from being told of the next.
    const next = await site.aMember()
    expect(await cast(first, aBallot(next.id))).toMatchObject({ cast: false })
    expect((await told()).filter(({ to }) => to === secondAdmin.email)).toHaveLength(2)
    for (const { id } of [...members, next]) await refuse(first, id)
    expect(await counts()).toEqual([0, 0, 0])
  })

  // Shows audit-14, proxy-20
  test('it waits and is no ballot until another one confirms it', async () => {
    const { voter, ballot } = await asked()
    expect(await ballotsOf(voter.id)).toEqual([])
    expect(await emailsTo(voter.email)).toEqual([])
    expect(await waitingFor(voter.id)).toMatchObject({
      askedByName: `FIRST OFFICER (${firstAdmin.email})`,
      authority,
      lapsed: null,
    })
    expect(await confirm(first, voter.id)).toMatchObject({
      status: 403,
      message: 'Another administrator must confirm this.',
    })
    expect(await waitingFor(voter.id)).toBeDefined()
    expect(await confirm(second, voter.id)).toMatchObject({ status: 200 })
    expect((await ballotsOf(voter.id))[0]).toMatchObject({ proxyBy: firstAdmin.id, confirmedBy: secondAdmin.id })
    expect(await castFor(voter.id)).toMatchObject({
      label: `by proxy: FIRST OFFICER (${firstAdmin.email}), confirmed by SECOND OFFICER (${secondAdmin.email})`,
    })
    const { waiting, cast: inTheBox } = await listed()
    expect(waiting.filter(({ voterId }) => voterId === voter.id)).toEqual([])
    expect(inTheBox.filter(({ voterId }) => voterId === voter.id)).toHaveLength(1)
    expect(await loggedAbout(voter.id)).toEqual(['proxy asked for', 'ballot cast by proxy'])
    expect(await emailsTo(voter.email)).toHaveLength(1)
    // After a lost reply each of them hears the same again.
    expect(await confirm(second, voter.id)).toMatchObject({ status: 200 })
    expect(await cast(first, ballot)).toEqual({ status: 201, cast: true })
    expect((await confirm(first, voter.id)).status).toBe(404)
  })

  test('who calls themselves otherwise meanwhile is still the one who asked, and the one who confirmed', async () => {
    const named = (who: Someone, firstName: string) => site.update(users, { id: who.id }, { firstName })
    const { voter } = await asked()
    await named(firstAdmin, 'SOMEBODY ELSE')
    expect(await confirm(first, voter.id)).toMatchObject({ status: 403, code: 'needs-another-admin' })
    expect((await confirm(second, voter.id)).status).toBe(200)
    await named(secondAdmin, 'ANOTHER')
    expect((await confirm(second, voter.id)).status).toBe(200)
    expect(await castFor(voter.id)).toMatchObject({
      label: `by proxy: SOMEBODY ELSE OFFICER (${firstAdmin.email}), confirmed by ANOTHER OFFICER (${secondAdmin.email})`,
    })
    await named(firstAdmin, 'FIRST')
    await named(secondAdmin, 'SECOND')
  })

  // Shows administrators-17
  test('an administrator who was removed since stays named, with the address', async () => {
    const visitor = await site.asAdmin({ firstName: 'THIRD', lastName: 'OFFICER' })
    const voter = await site.aMember()
    expect(await cast(visitor, aBallot(voter.id))).toEqual({ status: 201, cast: false })
    expect((await first.delete(`/api/administrators/${visitor.id}`)).status).toBe(200)
    expect(await waitingFor(voter.id)).toMatchObject({ askedByName: `THIRD OFFICER (${visitor.email})` })
    expect((await confirm(second, voter.id)).status).toBe(200)
    expect(await castFor(voter.id)).toMatchObject({
      label: `by proxy: THIRD OFFICER (${visitor.email}), confirmed by SECOND OFFICER (${secondAdmin.email})`,
    })
  })

  test('two administrators of one name are two: either confirms for the other, and neither is taken for the other', async () => {
    const twin = await site.asAdmin({ firstName: 'FIRST', lastName: 'OFFICER' })
    const namesake = await site.asAdmin({ firstName: 'SECOND', lastName: 'OFFICER' })
    const { voter } = await asked()
    expect((await confirm(twin, voter.id)).status).toBe(200)
    const { voter: other } = await asked()
    expect((await confirm(second, other.id)).status).toBe(200)
    // Who did not confirm it does not hear that they did.
    expect((await confirm(namesake, other.id)).status).toBe(404)
    expect((await confirm(second, voter.id)).status).toBe(404)
  })

  test('the same request again waits once; another one is refused while it does', async () => {
    const { voter, ballot } = await asked()
    for (const answer of await Promise.all([cast(first, ballot), cast(first, ballot)]))
      expect(answer).toEqual({ status: 201, cast: false })
    expect(await cast(second, aBallot(voter.id))).toMatchObject({ status: 409, code: 'proxy-waits-already' })
    expect(await loggedAbout(voter.id)).toEqual(['proxy asked for'])
  })

  test('confirmed and refused at once, and by two at once, it comes to one end', async () => {
    const third = await site.asAdmin()
    for (let round = 0; round < 5; round++) {
      const { voter } = await asked()
      const answers = await Promise.all([confirm(second, voter.id), confirm(third, voter.id), refuse(first, voter.id)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await ballotsOf(voter.id)).toHaveLength(answers[2].status === 200 ? 0 : 1)
      expect(await pendingOf(voter.id)).toEqual([])
    }
  })

  // Shows audit-14
  test('when the voter has voted meanwhile the confirmation says so, and the request and its form go', async () => {
    const voter = await site.aMember()
    const { id: formId } = await send(pdf, voter.id)
    await cast(first, aBallot(voter.id, { formId }))
    const { path } = (await uploadOf(formId))!
    await vote(await site.signedIn(voter), election, { choices: choicesFrom(slate, 1) })
    expect(await waitingFor(voter.id)).toMatchObject({ lapsed: 'has voted', formId })
    expect(await confirm(second, voter.id)).toMatchObject({ status: 409, message: 'User have already voted.' })
    expect((await ballotsOf(voter.id)).map(({ proxyBy }) => proxyBy)).toEqual([null])
    expect(await pendingOf(voter.id)).toEqual([])
    expect(await uploadOf(formId)).toBeUndefined()
    expect(await site.storage.stat(path)).toBeNull()
    expect(await emailsTo(voter.email)).toEqual([])
    expect(await loggedAbout(voter.id)).toEqual(['proxy asked for', 'proxy lapsed'])
    expect(await cast(first, aBallot(voter.id))).toMatchObject({ status: 409, code: 'already-voted' })
  })

  test('a voter who left meanwhile is not voted for, until they are back', async () => {
    const { voter } = await asked()
    const leave = (withdrawnAt: number | null) => site.update(users, { id: voter.id }, { withdrawnAt })
    await leave(Date.now())
    expect((await waitingFor(voter.id))?.lapsed).toBe('not a member')
    expect(await confirm(second, voter.id)).toMatchObject({ status: 404, code: 'user-not-found' })
    await leave(null)
    expect((await confirm(second, voter.id)).status).toBe(200)
  })

  test('a voter who is erased at that moment is not voted for, and neither waits for the other in a circle', async () => {
    const { voter } = await asked()
    const erasing = await site.pool.connect()
    await erasing.query('begin')
    await erasing.query('select from users where id = $1 for update', [voter.id])
    const confirming = confirm(second, voter.id)
    const waits = `select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%for share' and datname = current_database()`
    await expect.poll(async () => (await site.pool.query(waits)).rowCount).toBe(1)
    await erasing.query('delete from pending_proxies where voter_id = $1', [voter.id])
    await erasing.query('update users set withdrawn_at = now(), erased_at = now(), email = null where id = $1', [
      voter.id,
    ])
    await erasing.query('commit')
    erasing.release()
    expect(await confirming).toMatchObject({ status: 404, code: 'user-not-found' })
    expect(await ballotsOf(voter.id)).toEqual([])
  })

  test('by the server’s clock: confirmed a millisecond before the close, lapsed at it, and gone with its form', async () => {
    const early = await asked()
    const voter = await site.aMember()
    const { id: formId } = await send(pdf, voter.id)
    await cast(first, aBallot(voter.id, { formId }))
    now = votingCloses - 1
    expect((await confirm(second, early.voter.id)).status).toBe(200)
    now = votingCloses
    expect(await confirm(second, voter.id)).toMatchObject({ status: 403, code: 'voting-not-open' })
    expect(await waitingFor(voter.id)).toMatchObject({ lapsed: 'voting is over' })
    expect(await send(pdf, voter.id)).toMatchObject({ status: 403, code: 'voting-not-open' })
    expect((await refuse(second, voter.id)).status).toBe(200)
    expect(await uploadOf(formId)).toBeUndefined()
  })

  test('once the election asks for no second one, a proxy ballot takes the place of what waited', async () => {
    const voter = await site.aMember()
    const { id: formId } = await send(pdf, voter.id)
    await cast(first, aBallot(voter.id, { formId }))
    await site.changeElection({ proxyNeedsSecondAdmin: false })
    expect(await cast(first, aBallot(voter.id))).toEqual({ status: 201, cast: true })
    await site.changeElection({ proxyNeedsSecondAdmin: true })
    expect(await pendingOf(voter.id)).toEqual([])
    expect(await uploadOf(formId)).toBeUndefined()
    expect(await ballotsOf(voter.id)).toHaveLength(1)
  })
})

describe('the signed form', () => {
  // Shows proxy-08
  test('is the voter’s paper, opened by administrators with an entry in the log, and by nobody else', async () => {
    const voter = await site.aMember()
    const { status, id: formId } = await send(pdf, voter.id)
    expect(status).toBe(201)
    await cast(first, aBallot(voter.id, { formId }))
    expect(await uploadOf(formId)).toMatchObject({ ownerId: voter.id, originalName: 'signed form.pdf' })
    const { cast: inTheBox } = await listed()
    expect(inTheBox.find(({ voterId }) => voterId === voter.id)?.formId).toBe(formId)
    const opened = await second.get(`/api/files/${formId}`)
    expect([opened.status, opened.headers.get('content-disposition')?.split(';')[0]]).toEqual([200, 'attachment'])
    expect(await loggedAbout(formId!)).toEqual(['document opened'])
    const other = await site.asMember()
    for (const stranger of [site.visitor(), other])
      expect((await stranger.get(`/api/files/${formId}`)).status).toBe(404)
    // In use, it is never swept.
    await sweepUploads(site, atOnce)
    expect((await second.get(`/api/files/${formId}`)).status).toBe(200)
  })

  test('as a picture is drawn anew, without where it was taken', async () => {
    const voter = await site.aMember()
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'a place' } })
      .png()
      .toBuffer()
    const { id } = await send(photo, voter.id, first, 'photo.png')
    expect(await uploadOf(id)).toMatchObject({ mime: 'image/jpeg', originalName: 'photo.jpg' })
    const seen = (await first.get(`/api/files/${id}`)).bytes
    expect((await sharp(seen).metadata()).exif).toBeUndefined()
  })

  test.each([
    ['a program', Buffer.from('MZ\u0090\u0000 this program')],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
    ['a Word document', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['half a PDF', pdf.subarray(0, 12)],
    ['a broken picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(99)])],
  ])('that is %s is refused and leaves nothing', async (_what, bytes) => {
    const { id } = await site.aMember()
    expect(await send(bytes, id)).toMatchObject({
      status: 415,
      message: 'Invalid file type. Please upload one of: .pdf, .jpg, .jpeg, .png',
    })
    expect(await site.rowsOf(uploads, { ownerId: id })).toEqual([])
  })

  test('over 5 MB is refused, at 5 MB it is not', async () => {
    const { id } = await site.aMember()
    const large = Buffer.alloc(5_242_880, ' ')
    pdf.copy(large)
    large.write('%%EOF', large.length - 6)
    expect((await send(large, id)).status).toBe(201)
    expect(await send(Buffer.concat([large, Buffer.from(' ')]), id)).toMatchObject({
      status: 413,
      message: 'File is too large. Maximum file size is 5MB.',
    })
    expect((await send(pdf, 'nobody')).status).toBe(400)
  })

  test('of one voter does not serve for another, nor twice, and an unused one makes way for the next', async () => {
    const [one, other] = [await site.aMember(), await site.aMember()]
    const { id: before } = await send(pdf, one.id)
    const { id: formId } = await send(pdf, one.id)
    expect(await uploadOf(before)).toBeUndefined()
    const refused = { status: 400, fields: { formId: 'Please attach the form again' } }
    expect(await cast(first, aBallot(other.id, { formId }))).toMatchObject(refused)
    expect(await cast(first, aBallot(one.id, { formId: before }))).toMatchObject(refused)
    expect((await cast(first, aBallot(one.id, { formId }))).status).toBe(201)
    expect(await cast(first, aBallot(other.id, { formId }))).toMatchObject(refused)
    expect(await ballotsOf(other.id)).toEqual([])
  })

  test('is nobody’s from the moment it is let go of, also when it cannot be removed yet', async () => {
    const { storage } = site
    const voter = await site.aMember()
    await site.changeElection({ proxyNeedsSecondAdmin: true })
    const { id: formId } = await send(pdf, voter.id)
    await cast(first, aBallot(voter.id, { formId }))
    await site.changeElection({ proxyNeedsSecondAdmin: false })
    const remove = storage.remove
    storage.remove = () => Promise.reject(new Error('the disk is away'))
    expect((await refuse(second, voter.id)).status).toBe(200)
    storage.remove = remove
    expect(await uploadOf(formId)).toMatchObject({ claimedAt: null, ownerId: null, originalName: '' })
    expect((await first.get(`/api/files/${formId}`)).status).toBe(404)
    await sweepUploads(site)
    expect(await uploadOf(formId)).toBeUndefined()
  })

  // Shows audit-14
  test('of a refused request goes at once, and of a refused ballot with the sweep', async () => {
    const voter = await site.aMember()
    await site.changeElection({ proxyNeedsSecondAdmin: true })
    const { id: formId } = await send(pdf, voter.id)
    await cast(first, aBallot(voter.id, { formId }))
    const { path } = (await uploadOf(formId))!
    expect((await refuse(second, voter.id)).status).toBe(200)
    expect((await refuse(second, voter.id)).status).toBe(404)
    await site.changeElection({ proxyNeedsSecondAdmin: false })
    expect(await site.storage.stat(path)).toBeNull()
    expect(await uploadOf(formId)).toBeUndefined()
    expect(await loggedAbout(voter.id)).toEqual(['proxy asked for', 'proxy refused'])
    const { id: unused } = await send(pdf, voter.id)
    await vote(await site.signedIn(voter), election, { choices: choicesFrom(slate) })
    expect((await cast(first, aBallot(voter.id, { formId: unused }))).code).toBe('already-voted')
    expect((await uploadOf(unused))?.claimedAt).toBeNull()
    await sweepUploads(site, atOnce)
    expect(await uploadOf(unused)).toBeUndefined()
  })
})

test('twenty at once, among ballots and approvals at once, all find their place', async () => {
  // Approving goes on from the greatest number, which must not be one that the factories will give.
  await site.aMember({ idNumber: 'ARRAPI-900-001' })
  const people = await Promise.all(Array.from({ length: 20 }, () => site.aMember()))
  const voters = await Promise.all(people.slice(0, 8).map(() => site.aMember().then(site.signedIn)))
  const applicants = await Promise.all(Array.from({ length: 8 }, () => site.anApplicant()))
  const approve = (id: string) => first.post('/api/approvals', { applicants: [{ id, version: 1 }] })
  const answers = await Promise.all([
    ...people.map(({ id }, n) => cast(n % 2 ? first : second, aBallot(id))),
    ...voters.map((voter) => vote(voter, election, { choices: choicesFrom(slate) })),
    ...applicants.map(({ id }) => approve(id)),
    site.countNow(),
  ])
  expect(answers.slice(0, 28).map((one) => one?.status)).toEqual(Array.from({ length: 28 }, () => 201))
  expect(answers.slice(28, 36).every((one) => (one?.status ?? 500) < 300)).toBe(true)
  const [row] = (await site.pool.query('select sum("cast")::int as cast from turnout')).rows
  const [box] = (await site.pool.query('select count(*)::int as cast from ballots')).rows
  expect(row).toEqual(box)
}, 30_000)

test('nothing personal, and nothing of a ballot, is in the site’s own log', async () => {
  expect((await cast(first, aBallot((await site.aMember()).id))).status).toBe(201)
  const all = site.logged.join('')
  expect(all).not.toMatch(/Signed letter|@example\.org|PEÑALOSA|penalosa|OFFICER|"choices"|"secret"/i)
  expect(site.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

describe('in an election without a ballot yet', () => {
  let fresh: TestSite
  beforeEach(async () => {
    fresh = await testSite({ clock: { now: () => votingOpens } })
  })
  afterEach(() => fresh.stop())

  test('a nominee who no longer stands is not voted for by confirming', async () => {
    const { deps } = fresh
    await changeElection(deps, { proxyNeedsSecondAdmin: true })
    const id = await theElection(deps)
    const nominee = await aNominee(deps, { ms: 'PA' })
    const voter = await aMember(deps)
    const [one, other] = [await fresh.signedIn(await anAdmin(deps)), await fresh.signedIn(await anAdmin(deps))]
    const choices = [nominee, null, null, null, null, null, null]
    const ballot = { voterId: voter.id, choices, blanksConfirmed: true, secret: aSecret(), authority }
    const path = `/api/elections/${id}/proxies`
    expect((await one.post(path, ballot)).status).toBe(201)
    const setStatus = (status: 'approved' | 'pending') =>
      untilHeard(deps, () =>
        deps.pool.query(`alter table nominees disable trigger nominees_stay; update nominees set status = '${status}';
          alter table nominees enable trigger nominees_stay`),
      )
    await setStatus('pending')
    expect(await other.post(`${path}/${voter.id}/confirmation`)).toMatchObject({ status: 503, code: 'board-differs' })
    expect(await deps.db.select().from(ballots)).toEqual([])
    await setStatus('approved')
    expect((await other.post(`${path}/${voter.id}/confirmation`)).status).toBe(200)
  })

  test('administrators, and nobody else, hear whether a second one is asked for', async () => {
    await fresh.changeElection({ proxyNeedsSecondAdmin: true })
    const read = async (who: Visitor) => (await who.get<{ election: object }>('/api/elections/current')).election
    const admin = await fresh.asAdmin()
    const member = await fresh.asMember()
    expect(await read(admin)).toMatchObject({ proxyNeedsSecondAdmin: true })
    expect(await read(member)).not.toHaveProperty('proxyNeedsSecondAdmin')
  })

  test('sent again after the count it gets its answer; after certification, when no ballot can be opened, voting is over', async () => {
    const { deps } = fresh
    await changeElection(deps, { proxyNeedsSecondAdmin: false })
    const id = await theElection(deps)
    await aNominee(deps)
    const admin = await fresh.signedIn(await anAdmin(deps))
    const choices = Array.from({ length: 7 }, () => null)
    const ballot = { voterId: (await aMember(deps)).id, choices, blanksConfirmed: true, secret: aSecret(), authority }
    const sendIt = () => admin.post(`/api/elections/${id}/proxies`, ballot)
    expect(await sendIt()).toEqual({ status: 201, cast: true })
    await changeElection(deps, { countClosedAt: votingCloses })
    expect(await sendIt()).toEqual({ status: 201, cast: true })
    await untilHeard(deps, () =>
      deps.pool.query(
        `update elections set certified_at = now(), certificate = '{}', certified_by = (select id from users where is_admin limit 1) where id = $1`,
        [id],
      ),
    )
    expect(await sendIt()).toMatchObject({ status: 403, code: 'voting-not-open' })
  })
})
