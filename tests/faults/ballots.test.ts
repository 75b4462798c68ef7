import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { slateIn, theElectionIn } from '#tests/support/ballot-load.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { aSecret, choicesFrom, votingOpens } from '#tests/support/election.ts'
import { siteSecret, startNode } from '#tests/support/processes.ts'
import { booksOf, sendBallot, sendProxy, signedInPeople } from '#tests/support/voters.ts'
import { median } from '../../bench/measure.ts'

/** Two nodes, each a process of its own, on one database. */

const scratch = await scratchDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'ballot-faults-'))
const database = openDatabase(scratch.config, createLog('silent'))
const given = { databaseUrl: scratch.url, dataDir, startsAt: votingOpens + 3_600_000 }
const nodes = [await startNode(given), await startNode(given)]
const election = await theElectionIn(database.pool)
const slate = await slateIn(database.pool, election)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await database.pool.end()
  await scratch.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const people = (count: number, given?: { admins: boolean }) =>
  signedInPeople({ pool: database.pool, siteKey: siteSecret }, count, given)
const urlOf = (n: number) => nodes[n % 2]!.url
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** How long a ballot takes here and now. */
async function usualMs(): Promise<number> {
  const took: number[] = []
  for (const voter of await people(9)) {
    const began = performance.now()
    await sendBallot(urlOf(0), voter, election, { choices: choicesFrom(slate) })
    took.push(performance.now() - began)
  }
  return median(took)
}

// Shows voting-26
test('200 times eight ballots of one voter at once, two of them by proxy: one is accepted', async () => {
  const admins = await people(2, { admins: true })
  const voters = await people(200)
  const usual = await usualMs()
  const before = await booksOf(database.pool, election)
  let proxies = 0
  for (const [round, voter] of voters.entries()) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        // Which of them is first on the line differs from round to round.
        (n + round) % 4 === 0
          ? sendProxy(urlOf(n), admins[n % 2]!, election, voter.id, { choices: choicesFrom(slate, n) })
          : // A proxy takes longer; half of the rounds give it a start.
            wait(round % 2 ? 0 : Math.random() * 2 * usual).then(() =>
              sendBallot(urlOf(n), voter, election, { choices: choicesFrom(slate, n) }),
            ),
      ),
    )
    const accepted = replies.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(1)
    expect(replies.flatMap(({ code }) => code ?? [])).toEqual(Array(7).fill('already-voted'))
    if (accepted[0]?.cast) proxies++
  }
  const after = await booksOf(database.pool, election)
  expect(after).toMatchObject({ ballots: before.ballots + 200, cast: before.cast + 200 })
  const { rows } = await database.pool.query(
    'select count(*)::int as n from ballots where election_id = $1 and proxy_by is not null',
    [election],
  )
  expect(rows[0].n).toBe(proxies)
  process.stdout.write(`200 rounds: ${proxies} won by a proxy, ${200 - proxies} by the voter\n`)
})

// Shows voting-28
test('500 replies lost at random moments: asked again, on either node and overlapping, each gets one receipt', async () => {
  const voters = await people(1500)
  const usual = await usualMs()
  const before = await booksOf(database.pool, election)
  const heard = { first: 0, cut: 0 }
  async function loseOne(n: number): Promise<void> {
    const voter = voters[n]!
    const ballot = { choices: choicesFrom(slate, n), secret: aSecret() }
    const first = sendBallot(urlOf(n), voter, election, ballot, { cutAfterMs: Math.random() * 4 * usual }).catch(
      () => null,
    )
    // A third of them asks again before the first is over.
    if (n % 3 === 0) await wait(Math.random() * usual)
    else await first
    const again = await sendBallot(urlOf(n >> 1), voter, election, ballot)
    expect(again).toMatchObject({ status: 201 })
    const reply = await first
    heard[reply ? 'first' : 'cut']++
    if (reply) expect(reply).toEqual(again)
    expect(await sendBallot(urlOf(n), voter, election, { choices: ballot.choices })).toMatchObject({
      code: 'already-voted',
    })
  }
  let sent = 0
  for (; heard.cut < 500 && sent < voters.length; sent += 10)
    await Promise.all(Array.from({ length: 10 }, (_, more) => loseOne(sent + more)))
  const after = await booksOf(database.pool, election)
  expect(after).toMatchObject({ ballots: before.ballots + sent, cast: before.cast + sent })
  process.stdout.write(`lost replies: ${heard.cut} cut off, ${heard.first} heard before the cut\n`)
  expect(heard.cut).toBeGreaterThanOrEqual(500)
})
