import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { elections } from '#server/db/schema.ts'
import type { Results } from '#server/elections/results/results.ts'
import { wipeRehearsal } from '#server/elections/settings/queries.ts'
import { eachTime, type Schedule } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { aSecret, countNow, rehearsalId } from './election.ts'
import { untilHeard } from './factories.ts'
import { testSite, type TestSite } from './site.ts'
import { booksOf, send, sendBallot, sendProxy, signedInPeople, type Reply, type SignedIn } from './voters.ts'

/**
 * Histories of elections, made up at random and played through the site's own routes beside a model of what should come of
 * them. The model is written from the rules of the association, not from the code: it knows no stage and no batch.
 */

const people = 24
const member = fc.nat({ max: people - 1 })
const flaws = [
  'none',
  'none',
  'none',
  'blank',
  'unasked blank',
  'other service',
  'stranger',
  'twice',
  'too short',
] as const
const ballot = { pick: fc.nat({ max: 999 }), flaw: fc.constantFrom(...flaws) }
const moments = [
  ...['nominationOpens', 'nominationCloses', 'adminNominationCloses', 'votingOpens', 'votingCloses'].flatMap((field) =>
    [-1, 0].map((ms) => ({ field: field as keyof Schedule, ms })),
  ),
  { field: 'votingCloses' as const, ms: 59_999 },
  { field: 'votingCloses' as const, ms: 60_000 },
]

const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('nominate' as const), by: fc.option(member), whom: member }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send back' as const), whom: member }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approve' as const), whom: member }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), by: fc.option(member), whom: member }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), until: fc.constantFrom(...moments) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('vote' as const), by: member, test: fc.boolean(), ...ballot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('all vote' as const), pick: fc.nat({ max: 999 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send again' as const), by: member }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('proxy' as const), whom: member, ...ballot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rehearsal' as const), on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('count' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer Made> ? Made : never

/** Most histories begin with somebody to vote for, and get as far as the voting. */
const history = fc.tuple(
  fc.array(act, { maxLength: 12 }),
  fc.uniqueArray(member, { maxLength: 12 }),
  fc.constantFrom(...moments.slice(6)),
  fc.array(act, { minLength: 3, maxLength: 25 }),
)

interface Sent {
  choices: (string | null)[]
  secret: string
}
interface Model {
  now: number
  times: Schedule
  rehearsal: boolean
  nominees: Map<number, { id: string; approved: boolean; by: number | null }>
  ballots: Map<number, Sent & { own: boolean }>
  rehearsed: Map<number, Sent>
  /** Somebody came to vote, and somebody stood: from then on nobody comes or goes. */
  frozen: boolean
  counted: number
  closed: boolean
}

/** Plays so many histories on a site of their own; returns how many acts they had. */
export async function playHistories(runs: number): Promise<number> {
  const seed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 2 ** 31)
  process.stdout.write(`histories with HISTORY_SEED=${seed}\n`)
  const clock = { now: 0 }
  // Counting is an act of the history; the site's own job must not do it in between. Nor is anybody written to about an
  // election that is about to be forgotten.
  const site = await testSite({ clock: { now: () => clock.now }, holds: ['count ballots', 'queue voter emails'] })
  const members = await signedInPeople(site, people)
  const [admin] = await signedInPeople(site, 1, { admins: true })
  if (!admin) throw new Error('no administrator')
  let acts = 0
  try {
    await fc.assert(
      fc.asyncProperty(history, async ([before, standing, then, after]) => {
        const player = await begin(site, clock, members, admin)
        const all: Act[] = [
          ...before,
          { do: 'wait', until: { field: 'nominationOpens', ms: 0 } },
          ...standing.map((whom): Act => ({ do: 'nominate', by: null, whom })),
          { do: 'wait', until: then },
          ...after,
          { do: 'wait', until: { field: 'votingCloses', ms: 60_000 } },
          { do: 'count' },
        ]
        for (const one of all) await player.perform(one)
        acts += all.length
        await player.check()
        await player.forget()
      }),
      { numRuns: runs, seed, endOnFailure: true },
    )
  } finally {
    await site.stop()
  }
  return acts
}

const slot = 400 * 24 * 3600 * 1000
let elapsed = 0

/** A fresh election in days of its own. */
async function begin(site: TestSite, clock: { now: number }, members: SignedIn[], admin: SignedIn) {
  const shift = (1 + (elapsed++ % 40)) * slot
  const times = eachTime((field) => defaultElection[field] + shift)
  const row = { ...defaultElection, title: `Election ${elapsed}`, ...eachTime((field) => times[field]) }
  let id = ''
  await untilHeard(site, async () => {
    const [made] = await site.db.insert(elections).values(row).returning({ id: elections.id })
    id = made?.id ?? ''
  })
  const model: Model = {
    now: times.nominationOpens - 1000,
    times,
    rehearsal: false,
    nominees: new Map(),
    ballots: new Map(),
    rehearsed: new Map(),
    frozen: false,
    counted: 0,
    closed: false,
  }
  clock.now = model.now
  return new Player(site, clock, members, admin, id, model)
}

const { seats } = defaultElection

class Player {
  readonly site: TestSite
  readonly clock: { now: number }
  readonly members: SignedIn[]
  readonly admin: SignedIn
  readonly id: string
  readonly model: Model

  constructor(site: TestSite, clock: { now: number }, members: SignedIn[], admin: SignedIn, id: string, model: Model) {
    this.site = site
    this.clock = clock
    this.members = members
    this.admin = admin
    this.id = id
    this.model = model
  }

  who = (n: number | null) => (n === null ? this.admin : this.member(n))
  member = (n: number) => this.members[n]!
  send = (who: SignedIn, path: string, given: Parameters<typeof send>[3]) => send(this.site.url, who, path, given)

  async perform(one: Act): Promise<void> {
    const { model } = this
    switch (one.do) {
      case 'wait':
        model.now = Math.max(model.now, model.times[one.until.field] + one.until.ms)
        this.clock.now = model.now
        return
      case 'nominate':
        return this.nominate(one.by, one.whom)
      case 'send back':
      case 'approve':
        return this.setStatus(one.whom, one.do === 'approve')
      case 'delete':
        return this.remove(one.by, one.whom)
      case 'vote':
        return this.vote(one.by, { ...this.choicesOf(one.pick, one.flaw), secret: aSecret() }, one.test)
      case 'all vote':
        await Promise.all(
          this.members.map((_, n) =>
            this.vote(n, { ...this.choicesOf(one.pick * n, 'blank'), secret: aSecret() }, false),
          ),
        )
        return
      case 'send again': {
        const sent = model.ballots.get(one.by)
        if (sent) await this.vote(one.by, { ...sent, blanksConfirmed: true }, false)
        return
      }
      case 'proxy':
        return this.proxy(one.whom, { ...this.choicesOf(one.pick, one.flaw), secret: aSecret() })
      case 'rehearsal':
        return this.rehearse(one.on)
      case 'count':
        return this.count()
    }
  }

  async nominate(by: number | null, whom: number): Promise<void> {
    const { now, times, nominees } = this.model
    const { idNumber } = this.member(whom)
    const path = `/api/elections/${this.id}/nominations`
    const reply = await this.send(this.who(by), path, { body: { idNumbers: [idNumber] } })
    const open =
      by === null ? now < times.adminNominationCloses : times.nominationOpens <= now && now < times.nominationCloses
    if (!open) return says(reply, 'nomination-not-open')
    if (by === whom) return says(reply, 'own-nomination')
    says(reply, nominees.has(whom) ? { saved: 0, skipped: 1 } : { saved: 1, skipped: 0 })
    if (nominees.has(whom)) return
    const found = await this.site.pool.query<{ id: string }>(
      'select id from nominees where election_id = $1 and user_id = $2',
      [this.id, this.member(whom).id],
    )
    nominees.set(whom, { id: found.rows[0]!.id, approved: true, by })
    await this.heard()
  }

  async setStatus(whom: number, approved: boolean): Promise<void> {
    const { model } = this
    const nominee = model.nominees.get(whom)
    const body = approved ? { status: 'approved' } : { status: 'pending', reason: 'The unit is not confirmed.' }
    const path = `/api/nominees/${nominee?.id ?? randomUUID()}/status`
    const reply = await this.send(this.admin, path, { method: 'PUT', body })
    if (!nominee) return says(reply, 'not-found')
    if (model.now >= model.times.adminNominationCloses) return says(reply, 'nomination-over')
    if (approved === nominee.approved) return says(reply, {})
    if (this.anyBallot() || model.frozen) return says(reply, 'nominees-settled')
    says(reply, {})
    nominee.approved = approved
    await this.heard()
  }

  async remove(by: number | null, whom: number): Promise<void> {
    const { model } = this
    const nominee = model.nominees.get(whom)
    const reply = await this.send(this.who(by), `/api/nominees/${nominee?.id ?? randomUUID()}`, { method: 'DELETE' })
    if (!nominee) return says(reply, 'not-found')
    if (by !== null && nominee.by !== by) return says(reply, 'not-allowed')
    const until = by === null ? model.times.votingOpens : model.times.nominationCloses
    if (model.now >= until) return says(reply, 'nomination-over')
    if (this.anyBallot() || model.frozen) return says(reply, 'nominees-settled')
    says(reply, {})
    model.nominees.delete(whom)
    await this.heard()
  }

  /** The notice of a change takes a moment; until then a node may still refuse what has just become possible. */
  async heard(): Promise<void> {
    const { elections: atHand } = this.site
    const stand = [...this.model.nominees.values()].filter(({ approved }) => approved).length
    await expect
      .poll(async () => [(await atHand.byId(this.id))?.rehearsal, (await atHand.approved(this.id)).size], {
        interval: 2,
      })
      .toEqual([this.model.rehearsal, stand])
  }

  rehearsalId = () => rehearsalId(this.site, this.id)

  isFrozen = () => (this.model.frozen ||= [...this.model.nominees.values()].some(({ approved }) => approved))
  anyBallot = () => this.model.ballots.size + this.model.rehearsed.size > 0
  votingIsOpen = () => {
    const { now, times, closed } = this.model
    return times.votingOpens <= now && now < times.votingCloses && !closed
  }
  standing = (ms: Service) =>
    [...this.model.nominees].filter(([n, { approved }]) => approved && this.member(n).ms === ms).map(([, { id }]) => id)

  /** A ballot for whoever stands, blank where nobody does, with one thing wrong about it. */
  choicesOf(pick: number, flaw: (typeof flaws)[number]): { choices: (string | null)[]; blanksConfirmed: boolean } {
    const left = Object.fromEntries(services.map((ms) => [ms, this.standing(ms)])) as Record<Service, string[]>
    const choices = seats.map(
      ({ ms }, place) => left[ms].splice((pick + place) % Math.max(1, left[ms].length), 1)[0] ?? null,
    )
    const place = pick % choices.length
    if (flaw === 'blank' || flaw === 'unasked blank') choices[place] = null
    if (flaw === 'stranger') choices[place] = randomUUID()
    if (flaw === 'twice') choices[1] = choices[0] ?? null
    if (flaw === 'other service') [choices[0], choices[4]] = [choices[4] ?? null, choices[0] ?? null]
    if (flaw === 'too short') choices.pop()
    return { choices, blanksConfirmed: flaw !== 'unasked blank' }
  }

  whyWrong(choices: (string | null)[], blanksConfirmed: boolean): string | null {
    if (choices.length !== seats.length) return 'no-nominee-for-vote'
    const chosen = choices.filter((one) => one !== null)
    if (new Set(chosen).size !== chosen.length) return 'no-nominee-for-vote'
    const fits = choices.every((one, n) => one === null || this.standing(seats[n]!.ms).includes(one))
    if (!fits) return 'no-nominee-for-vote'
    return chosen.length < choices.length && !blanksConfirmed ? 'blanks-unconfirmed' : null
  }

  async vote(by: number, sent: Sent & { blanksConfirmed: boolean }, test: boolean): Promise<void> {
    const { model } = this
    const { choices, secret, blanksConfirmed } = sent
    const rehearsing = model.rehearsal && test
    const box = rehearsing ? await this.rehearsalId() : this.id
    const reply = await sendBallot(this.site.url, this.member(by), box, { choices, secret, blanksConfirmed })
    const held = (rehearsing ? model.rehearsed : model.ballots).get(by)
    // The same one again, whenever it comes: unless an administrator cast it, for then it was not theirs to send.
    if (held && held.secret === secret && !rehearsing) return says(reply, 201)
    if (!rehearsing && !this.votingIsOpen()) return says(reply, 'voting-not-open')
    if (!rehearsing && !this.isFrozen()) return says(reply, 'no-nominees-yet')
    const wrong = this.whyWrong(choices, blanksConfirmed)
    if (wrong) return says(reply, wrong)
    if (held) return says(reply, 'already-voted')
    says(reply, 201)
    expect(reply.ballot).toMatch(/^[0-9a-f]{64}$/)
    if (rehearsing) model.rehearsed.set(by, { choices, secret })
    else model.ballots.set(by, { choices, secret, own: true })
  }

  async proxy(whom: number, sent: Sent & { blanksConfirmed: boolean }): Promise<void> {
    const { model } = this
    const reply = await sendProxy(this.site.url, this.admin, this.id, this.member(whom).id, sent)
    if (!this.votingIsOpen()) return says(reply, 'voting-not-open')
    if (!this.isFrozen()) return says(reply, 'no-nominees-yet')
    const wrong = this.whyWrong(sent.choices, sent.blanksConfirmed)
    if (wrong) return says(reply, wrong)
    if (model.ballots.has(whom)) return says(reply, 'already-voted')
    says(reply, { cast: true })
    model.ballots.set(whom, { choices: sent.choices, secret: sent.secret, own: false })
  }

  async rehearse(on: boolean): Promise<void> {
    const { model, site } = this
    const path = `/api/elections/${this.id}`
    const { rows } = await site.pool.query<{ version: number; title: string }>(
      'select version, title from elections where id = $1',
      [this.id],
    )
    const form = {
      title: rows[0]?.title,
      seats,
      ...model.times,
      resultsVisible: 'while voting',
      candidacyFiling: false,
      nomineesAccept: false,
      rehearsal: on,
      candidatesByLot: false,
      proxyNeedsSecondAdmin: false,
      goodStandingOnly: false,
      eligibilityDate: null,
      packagePublic: true,
    }
    const reply = await this.send(this.admin, path, {
      method: 'PUT',
      body: { election: form, version: rows[0]?.version },
    })
    if (model.closed && model.ballots.size > 0) return says(reply, 'election-counted')
    if (on === model.rehearsal) return says(reply, {})
    if (on && (model.ballots.size > 0 || model.times.votingOpens <= model.now)) return says(reply, 'election-under-way')
    says(reply, {})
    model.rehearsal = on
    model.closed = false
    if (!on) model.rehearsed.clear()
    await this.heard()
  }

  async count(): Promise<void> {
    const { model, site } = this
    await countNow(site)
    if (model.now >= model.times.votingCloses + 60_000) {
      model.counted = model.ballots.size
      model.closed = true
    } else if (model.ballots.size - model.counted >= 20) model.counted = model.ballots.size - 10
    const books = await booksOf(site.pool, this.id)
    const { size } = model.ballots
    expect(books).toMatchObject({ ballots: size, cast: size, counted: model.counted, countedBallots: model.counted })
    expect(books.votes).toBe(model.counted * seats.length)
    const rehearsal = await booksOf(site.pool, await this.rehearsalId())
    expect(rehearsal).toMatchObject({ ballots: model.rehearsed.size, cast: model.rehearsed.size })
    expect(rehearsal.tallied).toBe(model.rehearsal ? chosenIn(model.rehearsed.values()).length : 0)
  }

  /** After the last count: the results the site shows, and what each voter sees of their own. */
  async check(): Promise<void> {
    const { model, site } = this
    const path = `/api/elections/${this.id}/results`
    const results = await send<Results & { status: number }>(site.url, this.admin, path)
    expect(results).toMatchObject({
      status: 200,
      cast: model.ballots.size,
      counted: model.ballots.size,
      stage: expect.stringMatching(/^(counting|counted)$/),
    })
    const shown = new Map(results.votes?.standings.map(({ nomineeId, votes }) => [nomineeId, votes]))
    const votes = chosenIn(model.ballots.values())
    for (const { id, approved } of model.nominees.values())
      expect(shown.get(id)).toBe(approved ? votes.filter((one) => one === id).length : undefined)
    expect([...shown.values()].reduce((sum, one) => sum + one, 0)).toBe(votes.length)
    for (const n of [0, 7, 23]) {
      const mine = await this.send(this.member(n), `/api/elections/${this.id}/my-ballot`, {})
      expect(mine).toMatchObject({ status: 200, voted: model.ballots.has(n), whyNot: 'voting-not-open' })
    }
  }

  /** So that the next history finds the site as it was. */
  async forget(): Promise<void> {
    const { deps } = this.site
    await wipeRehearsal(deps.db, this.id)
    await deps.pool.query('update elections set frozen_at = null where id = $1', [this.id])
    await deps.pool.query('alter table signed_statements disable trigger signed_statements_stay')
    for (const table of [
      'board_tiles',
      'board_trees',
      'signed_statements',
      'roll',
      'tallies',
      'turnout',
      'turnout_hours',
      'ballots',
      'pending_proxies',
      'voter_emails',
      'emails',
      'schedule_changes',
      'nominees',
    ])
      await deps.pool.query(`delete from ${table} where election_id = $1`, [this.id])
    await deps.pool.query('alter table signed_statements enable trigger signed_statements_stay')
    // A thousand elections in a few minutes: together they are more nominations than a member has in a day.
    await deps.pool.query(`delete from throttles where key like 'nominate:%'`)
    await untilHeard(deps, () => deps.db.delete(elections).where(eq(elections.id, this.id)))
  }
}

const chosenIn = (ballots: Iterable<Sent>) =>
  [...ballots].flatMap(({ choices }) => choices.filter((one) => one !== null))

/** The site's answer is the one that the model foretold: a refusal by its code, or what else it says. */
function says(reply: Reply, foretold: string | number | Record<string, unknown>): void {
  if (typeof foretold === 'string') expect(reply.code ?? reply).toBe(foretold)
  else if (typeof foretold === 'number') expect(reply).toMatchObject({ status: foretold })
  else {
    expect(reply.code).toBeUndefined()
    expect(reply).toMatchObject(foretold)
  }
}
