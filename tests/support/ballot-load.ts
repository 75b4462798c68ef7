import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { expect } from 'vitest'
import { elections } from '#server/db/schema.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { readBoardLeaves } from './board.ts'
import { aSecret, aSnapshot, choicesFrom, type Slate, commitmentsOf } from './election.ts'
import { siteSecret, until } from './processes.ts'
import { booksOf, sendBallot, signedInPeople, type Reply, type SignedIn } from './voters.ts'

/** Voters who vote without pause on nodes that come and go, and the proof afterwards that nothing was lost or doubled. */

export async function theElectionIn(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from elections order by voting_opens limit 1')
  if (rows[0]) return rows[0].id
  const [made] = await drizzle(pool).insert(elections).values(defaultElection).returning({ id: elections.id })
  if (!made) throw new Error('the election was not stored')
  return made.id
}

/** Frozen by the nodes that run. Whoever becomes a member while the roll is drawn up is on none, so that is waited for. */
export async function slateIn(pool: pg.Pool, electionId: string, each = 5): Promise<Slate> {
  const slate: Slate = { PA: [], PN: [], PAF: [], TAS: [] }
  const people = await signedInPeople({ pool, siteKey: siteSecret }, services.length * each)
  const data = people.map(({ id }, n) =>
    aSnapshot({ id, ms: services[n % services.length]!, last_name: `NOMINEE ${n}` }),
  )
  // All at once: the site freezes an election as soon as somebody stands in it.
  const { rows } = await pool.query<{ id: string; ms: Service }>(
    `insert into nominees (election_id, user_id, nominated_by, data)
     select $1, (data ->> 'id')::uuid, (data ->> 'id')::uuid, data from jsonb_array_elements($2) as data
     returning id, data ->> 'ms' as ms`,
    [electionId, JSON.stringify(data)],
  )
  for (const { id, ms } of rows) slate[ms].push(id)
  await until(async () => {
    const frozen = await pool.query('select from elections where id = $1 and frozen_at is not null', [electionId])
    return frozen.rowCount === 1
  })
  return slate
}

interface Given {
  pool: pg.Pool
  electionId: string
  slate: Slate
  /** Where the living nodes are, in no order. */
  urls: () => string[]
  /** Whether those are https addresses. */
  secure?: boolean
}

interface Sent {
  voter: SignedIn
  choices: (string | null)[]
  secret: string
}

export class BallotLoad {
  readonly acknowledged: Sent[] = []
  /** Sent, and no answer was heard: they may be in or not. */
  unanswered: Sent[] = []
  /** Answers that are no receipt and no refusal to wait: there should be none. */
  readonly wrong: Reply[] = []
  tries = 0
  private readonly given: Given
  private going = false
  private workers: Promise<void>[] = []
  private voters: SignedIn[] = []
  private adding: Promise<void> | undefined
  private count = 0

  constructor(given: Given) {
    this.given = given
  }

  start(workers: number, pauseMs: number): void {
    this.going = true
    this.workers = Array.from({ length: workers }, async () => {
      while (this.going) {
        await this.castOne()
        await wait(pauseMs)
      }
    })
  }

  async stop(): Promise<void> {
    this.going = false
    await Promise.all(this.workers)
  }

  private async castOne(): Promise<void> {
    const n = this.count++
    const voter = await this.nextVoter()
    if (!voter) return
    const sent = { voter, choices: choicesFrom(this.given.slate, n), secret: aSecret() }
    // Half of those who hear nothing try again at once, the others much later.
    const tries = n % 2 ? 4 : 1
    for (let tried = 0; tried < tries; tried++) if (await this.tryOnce(sent)) return
    this.unanswered.push(sent)
  }

  /** Null when the load was stopped while the database made nobody. */
  private async nextVoter(): Promise<SignedIn | null> {
    while (this.going) {
      if (this.voters.length < 50) await this.addVoters()
      const voter = this.voters.pop()
      if (voter) return voter
      await wait(100)
    }
    return null
  }

  /** For all workers at once, and only while the database is there: every try takes ID numbers, of which there is an end. */
  private addVoters(): Promise<void> {
    const { pool, secure = false } = this.given
    const add = async () => {
      await pool.query('select 1')
      this.voters.push(...(await signedInPeople({ pool, secure, siteKey: siteSecret }, 500)))
    }
    this.adding ??= add()
      .catch(() => undefined)
      .finally(() => (this.adding = undefined))
    return this.adding
  }

  private async tryOnce(sent: Sent): Promise<boolean> {
    this.tries++
    const urls = this.given.urls()
    const url = urls[this.tries % Math.max(1, urls.length)]
    if (!url) {
      await wait(50)
      return false
    }
    const reply = await sendBallot(url, sent.voter, this.given.electionId, sent).catch(() => null)
    if (!reply) return false
    if (reply.status === 201) this.acknowledged.push(sent)
    // 503 says "in a moment"; 500 is what a statement cut in half looks like.
    else if (reply.status < 500) this.wrong.push(reply)
    return reply.status === 201
  }

  /** Everybody who heard nothing asks again, until they hear. */
  async settle(): Promise<void> {
    for (let rounds = 0; this.unanswered.length > 0; rounds++) {
      if (rounds > 100) throw new Error('somebody never heard')
      const again = this.unanswered
      this.unanswered = []
      for (const sent of again) if (!(await this.tryOnce(sent))) this.unanswered.push(sent)
      if (this.unanswered.length > 0) await wait(100)
    }
  }

  /** After the last count: each acknowledged ballot is there once, slot by slot, and nothing else is. */
  async expectAllCounted(): Promise<void> {
    const { pool, electionId } = this.given
    expect(this.wrong).toEqual([])
    const ballots = this.acknowledged.length
    expect(new Set(this.acknowledged.map(({ voter }) => voter.id)).size).toBe(ballots)
    expect(await booksOf(pool, electionId)).toEqual({
      ballots,
      cast: ballots,
      counted: ballots,
      countedBallots: ballots,
      votes: ballots * 7,
      tallied: ballots * 7,
    })
    const leaves = await readBoardLeaves(pool, electionId)
    const counted = new Map(leaves.map(({ commitment, nomineeId }) => [toHex(commitment), nomineeId]))
    const wrong = this.acknowledged.filter((ballot) =>
      commitmentsOf(electionId, ballot).some((one, place) => counted.get(one) !== ballot.choices[place]),
    )
    expect(wrong).toEqual([])
    expect(counted.size).toBe(ballots * 7)
    const { rows } = await pool.query('select nominee_id as id, votes from tallies where election_id = $1', [
      electionId,
    ])
    const votes = Map.groupBy(leaves, ({ nomineeId }) => nomineeId)
    votes.delete(null)
    expect(rows.filter(({ id, votes: tallied }) => votes.get(id)?.length !== tallied)).toEqual([])
    expect(rows).toHaveLength(votes.size)
  }
}

/** At any moment, whoever was killed: what is counted is counted whole. `slots` per ballot. */
export function expectWhole(books: Awaited<ReturnType<typeof booksOf>>, slots = 7): void {
  expect(books).toEqual({
    ballots: books.ballots,
    cast: books.ballots,
    counted: books.countedBallots,
    countedBallots: books.countedBallots,
    votes: books.countedBallots * slots,
    tallied: books.countedBallots * slots,
  })
}
