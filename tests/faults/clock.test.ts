import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { BallotLoad, slateIn, theElectionIn } from '#tests/support/ballot-load.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { startNode } from '#tests/support/processes.ts'

const hour = 3_600_000

test.each([48 * hour, hour, -hour, -48 * hour])(
  'a node whose clock is %i ms off for ten seconds ends no election: not a single ballot is refused, then or later',
  async (wrongClockMs) => {
    const scratch = await scratchDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'wrong-clock-'))
    const { pool } = openDatabase(scratch.config, createLog('silent'))
    const start = (more: { startsAt?: number; wrongClockMs?: number }) =>
      startNode({ databaseUrl: scratch.url, dataDir, ...more })
    // Set to the very time it is: a clock of its own would have to run for five minutes before the node freezes an election.
    const right = await start({ startsAt: Date.now() })
    let load: BallotLoad | undefined
    try {
      const electionId = await theElectionIn(pool)
      await voteBetween(pool, electionId, -hour / 2, hour / 2)
      const slate = await slateIn(pool, electionId)
      load = new BallotLoad({ pool, electionId, slate, urls: () => [right.url] })
      load.start(3, 30)
      const wrong = await start({ wrongClockMs })
      expect((await fetch(`${wrong.url}/readyz`)).status).toBe(503)
      await wait(10_000)
      expect(wrong.said()).toContain('this node is not ready and closes nothing until it is set right')
      await wrong.kill()
      await wait(3_000)
      await load.stop()
      expect(load.wrong).toEqual([])
      expect(load.unanswered).toEqual([])
      expect(load.acknowledged.length).toBeGreaterThan(100)
      const { rows } = await pool.query('select count_closed_at, key_destroyed_at from elections where id = $1', [
        electionId,
      ])
      expect(rows).toEqual([{ count_closed_at: null, key_destroyed_at: null }])
      expect((await fetch(`${right.url}/readyz`)).status).toBe(200)
      process.stdout.write(`clock ${wrongClockMs / hour} h off: ${load.acknowledged.length} ballots, none refused\n`)
    } finally {
      await load?.stop()
      await right.kill()
      await pool.end()
      await scratch.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)

/** Moves the hours of voting to `from` until `to`, in milliseconds from now, and what comes before them with it. */
async function voteBetween(pool: pg.Pool, electionId: string, from: number, to: number): Promise<void> {
  await pool.query(
    `update elections set voting_opens = now() + $2 * interval '1 millisecond', voting_closes = now() + $3 * interval '1 millisecond',
       vote_link_opens = now() + $2 * interval '1 millisecond', vote_link_closes = now() + $3 * interval '1 millisecond'
     where id = $1`,
    [electionId, from, to],
  )
}
