import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { sendDigests } from '#server/dashboard/digest.ts'
import { administrators, checklistAnswers, emails, elections, privacyRequests, users } from '#server/db/schema.ts'
import type { Check } from '#shared/check.ts'
import type { Checklist } from '#shared/dashboard/checklist.ts'
import { manila } from '#shared/time.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const time = { now: manila('2026-03-02', '06:00') }
const day = 24 * 60 * 60 * 1000

const who: Record<'all' | 'membership' | 'elections' | 'settings' | 'content', Someone> = {} as never
const desks = {} as Record<keyof typeof who, Visitor>

const site = await testSite({ clock: { now: () => time.now }, holds: ['send emails', 'back up'] })
// Whoever the first start made reads none of it.
await site.db.update(administrators).set({ digest: false })
who.all = await site.anAdmin({ firstName: 'ANA' })
for (const job of ['membership', 'elections', 'settings', 'content'] as const)
  who[job] = await site.anAdmin({}, 'long admin password', { jobs: [job] })
for (const [name, person] of Object.entries(who)) desks[name as keyof typeof who] = await site.signedIn(person)
afterAll(() => site.stop())

const toDoOf = async (desk: Visitor): Promise<Check[]> =>
  (await desk.get<{ list: Check[] }>('/api/dashboard/to-do')).list
const kindsOf = async (desk: Visitor) => (await toDoOf(desk)).map(({ name }) => name)
const checklistOf = (desk: Visitor) => desk.get<Checklist>('/api/dashboard/checklist')
const stateOf = async (item: string) => (await checklistOf(desks.all)).lines.find((one) => one.name === item)?.state

describe('the first steps', () => {
  test('are derived from what the site holds, one by one', async () => {
    // A year after its dates the election that comes with a site was counted without a ballot.
    await site.db.update(elections).set({ countClosedAt: time.now - day })
    site.elections.invalidate()
    const { lines, isNew } = await checklistOf(desks.all)
    expect(isNew).toBe(true)
    expect(Object.fromEntries(lines.map(({ name, state }) => [name, state]))).toEqual({
      password: 'ok',
      contact: 'to do',
      wallet: 'to do',
      mail: 'ok',
      backup: 'to do',
      'two-step login': 'to do',
      'second administrator': 'ok',
      members: 'to do',
      about: 'to do',
      leadership: 'to do',
      election: 'to do',
    })
    await site.saveSettings({ contactPhone: '0917 123 4567', walletAccount: '0917 765 4321' })
    await site.aLeader()
    await site.pool.query(`insert into pages (page, content) values ('about', '{}')`)
    await site.pool.query(
      `insert into backups (kind, state, place, name, finished_at) values ('manual', 'done', 'folder', 'x', now())`,
    )
    await site.pool.query('update users set two_factor_enabled = true where is_admin')
    await site.confirmAccounts()
    await site.changeElection({
      countClosedAt: null,
      votingOpens: time.now + 30 * day,
      votingCloses: time.now + 31 * day,
    })
    const later = await checklistOf(desks.all)
    expect(later.lines.filter(({ state }) => state === 'to do').map(({ name }) => name)).toEqual(['members'])
    await site.aMember()
    expect(await checklistOf(desks.all)).toMatchObject({ isNew: false, lines: [] })
    await site.pool.query('update users set two_factor_enabled = false where is_admin')
    await site.confirmAccounts()
  })

  test('that an association does without are answered by who has the settings, twice or at once', async () => {
    await site.saveSettings({ contactPhone: '0917 123 4567', walletAccount: '' })
    expect(await stateOf('wallet')).toBe('to do')
    const say = (desk: Visitor, item: string, needed: boolean) =>
      desk.put(`/api/dashboard/checklist/${item}`, { needed })
    for (const name of ['membership', 'elections', 'content'] as const)
      expect((await say(desks[name], 'wallet', false)).status).toBe(403)
    // What keeps the site safe cannot be waved away, nor anything that is no step.
    for (const item of ['backup', 'two-step login', 'anything'])
      expect((await say(desks.settings, encodeURIComponent(item), false)).status).toBe(400)
    const replies = await Promise.all([1, 2, 3].map(() => say(desks.settings, 'wallet', false)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    // There are members already, so that only what is open is listed.
    expect(await stateOf('wallet')).toBeUndefined()
    await say(desks.settings, 'wallet', true)
    await say(desks.settings, 'wallet', true)
    expect(await stateOf('wallet')).toBe('to do')
    const { rows } = await site.pool.query<{ detail: unknown }>(
      `select (entry::json) -> 'detail' as detail from audit_log where action = 'checklist answered' order by seq`,
    )
    expect(rows.map(({ detail }) => detail)).toEqual([
      { item: 'wallet', needed: false },
      { item: 'wallet', needed: true },
    ])
    await expect(site.db.insert(checklistAnswers).values({ item: 'backup' as 'wallet' })).rejects.toThrow()
  })
})

describe('what waits', () => {
  test('is counted for the reader’s own jobs', async () => {
    await site.anApplicant()
    const { id: memberId } = await site.aMember()
    await site.db.insert(privacyRequests).values({ memberId, kind: 'erasure', dueAt: time.now - day })
    await site.pool.query('delete from backups')
    site.deps.config.backup.wanted = true
    expect(await kindsOf(desks.membership)).toEqual(['requests', 'applications', 'two-step login'])
    expect(await kindsOf(desks.content)).toEqual(['two-step login'])
    expect(await kindsOf(desks.elections)).toEqual(['two-step login'])
    // The status is looked at once a second, however many ask.
    await expect
      .poll(async () => (await toDoOf(desks.settings)).map(({ sentence }) => sentence))
      .toContainEqual('There is no backup yet.')
    expect(await kindsOf(desks.all)).toEqual(expect.arrayContaining(['requests', 'applications', 'backup']))
    await site.pool.query('update users set two_factor_enabled = true where is_admin')
    await site.confirmAccounts()
    expect(await toDoOf(desks.content)).toEqual([])
  })

  test('has the proxy ballots that somebody else asked for, until the instant voting closes', async () => {
    const election = await site.theElection()
    const votingCloses = time.now + 60_000
    await site.changeElection({ countClosedAt: null, votingOpens: time.now - day, votingCloses: votingCloses })
    const voter = await site.aMember()
    await site.pool.query(
      `insert into pending_proxies (election_id, voter_id, asked_by, authority, sealed) values ($1, $2, $3, 'a letter', '\\x00')`,
      [election, voter.id, who.elections.id],
    )
    const proxies = async (desk: Visitor) => (await toDoOf(desk)).find(({ name }) => name === 'proxies')
    expect(await proxies(desks.all)).toMatchObject({ count: 1, state: 'wrong', where: { href: '/vote?proxy=1' } })
    expect(await proxies(desks.elections)).toBeUndefined()
    expect(await proxies(desks.membership)).toBeUndefined()
    const before = time.now
    time.now = votingCloses
    expect(await proxies(desks.all)).toBeUndefined()
    // What is left of it has begun at that instant: there is a ballot to count.
    expect(await kindsOf(desks.elections)).toContain('closing')
    expect(await kindsOf(desks.membership)).not.toContain('closing')
    time.now = before
    await site.pool.query('delete from pending_proxies')
  })

  test('has invitations that were not accepted in time', async () => {
    const invited = await site.anAdmin()
    await site.update(users, { id: invited.id }, { ownPassword: false })
    const invitations = async () => (await toDoOf(desks.all)).filter(({ name }) => name === 'invitations')
    const invitedAt = (ago: number) =>
      site.update(administrators, { userId: invited.id }, { invitedAt: time.now - ago })
    await invitedAt(7 * day - 1)
    expect(await invitations()).toEqual([])
    await invitedAt(7 * day)
    expect(await invitations()).toHaveLength(1)
    expect((await toDoOf(desks.settings)).map(({ name }) => name)).not.toContain('invitations')
  })
})

describe('the daily email', () => {
  const withMail = () => ({ ...site, config: { ...site.config, smtpUrl: 'smtp://127.0.0.1:1' } })
  const digests = async () => (await site.rowsOf(emails, { kind: 'digest' })).toSorted((a, b) => (a.to < b.to ? -1 : 1))
  const to = async () => (await digests()).map((one) => one.to)
  const forget = () => site.db.delete(emails).where(eq(emails.kind, 'digest'))

  test('comes once a day, one to each for whom something waits, however many nodes send it', async () => {
    time.now = manila('2026-03-02', '06:59')
    await sendDigests(withMail())
    expect(await to()).toEqual([])
    time.now = manila('2026-03-02', '07:00')
    await sendDigests(site)
    expect(await to(), 'without a mail server').toEqual([])
    await Promise.all([1, 2, 3, 4].map(() => sendDigests(withMail())))
    // Nothing waits for those who look after pages or elections; whoever has not accepted yet cannot log in.
    const waited = [who.all, who.membership, who.settings].map(({ email }) => email).toSorted()
    expect(await to()).toEqual(waited)
    const mine = (await digests()).find((one) => one.to === who.all.email)
    expect(mine?.body).toMatch(/^Good day, Ana,\n/)
    expect(mine?.body).toContain('- 1 application is waiting for a decision.')
    expect(mine?.body).toContain('/security')
    const theirs = (await digests()).find((one) => one.to === who.membership.email)
    expect(theirs?.body).not.toContain('backup')
    await forget()
    time.now = manila('2026-03-02', '23:00')
    await sendDigests(withMail())
    expect(await to()).toEqual([])
  })

  test('is not sent to who turned it off, and comes again when it is turned on', async () => {
    const turn = (desk: Visitor, on: boolean) => desk.put('/api/own-digest', { on })
    expect(await desks.membership.get('/api/own-digest')).toMatchObject({ on: true })
    await turn(desks.membership, false)
    expect(await desks.membership.get('/api/own-digest')).toMatchObject({ on: false })
    time.now = manila('2026-03-03', '07:00')
    await sendDigests(withMail())
    expect(await to()).not.toContain(who.membership.email)
    expect(await to()).toContain(who.all.email)
    await forget()
    await turn(desks.membership, true)
    await sendDigests(withMail())
    expect(await to()).toEqual([who.membership.email])
    await forget()
  })

  test('does not come when nothing waits any more, nor to who was removed', async () => {
    time.now = manila('2026-03-04', '07:00')
    await site.db.delete(privacyRequests)
    await site.db.delete(users).where(eq(users.approved, false))
    await site.update(administrators, { userId: who.settings.id }, { removedAt: time.now })
    await sendDigests(withMail())
    expect(await to()).toEqual([who.all.email])
    await forget()
  })

  test('is queued with the mark of the day, or neither', async () => {
    time.now = manila('2026-03-05', '07:00')
    await site.pool.query(
      `create function refuse_digest() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse_digest before insert on emails for each row when (new.kind = 'digest') execute function refuse_digest()`,
    )
    await expect(sendDigests(withMail())).rejects.toThrow()
    await site.pool.query('drop trigger refuse_digest on emails')
    await sendDigests(withMail())
    expect(await to()).toEqual([who.all.email])
  })
})
