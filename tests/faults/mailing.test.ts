import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/emails.ts'
import { until, siteSecret, startNode, type NodeProcess } from '#tests/support/processes.ts'
import { send, signedInPeople } from '#tests/support/voters.ts'

async function megabytesOf({ pid }: NodeProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

interface Counts {
  sent: number
  unsure: number
  recipients: number
  failed: number
  refused: number
  left_out: number
}
const countsOf = async (pool: pg.Pool, id: string) =>
  (
    await pool.query<Counts>('select sent, unsure, recipients, failed, refused, left_out from mailings where id = $1', [
      id,
    ])
  ).rows[0]

/** What a killed process had in hand is known as such five minutes later: here at once. */
const afterFiveMinutes = (pool: pg.Pool) =>
  pool.query('update mailing_recipients set next_try_at = now() where outcome is null and handed_over')

test('10,000 members, the site killed four times on the way: nobody gets two, and who may have none is named and sent it again', async () => {
  const people = 10_000
  const scratch = await scratchDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'mailing-kills-'))
  const { pool } = openDatabase(scratch.config, createLog('silent'))
  const mail = await startMailServer()
  const start = () => startNode({ databaseUrl: scratch.url, dataDir, env: { SMTP_URL: mail.url, DATABASE_POOL: '12' } })
  let node = await start()
  const megabytes: number[] = []
  try {
    await signedInPeople({ pool, siteKey: siteSecret }, people)
    const [admin] = await signedInPeople({ pool, siteKey: siteSecret }, 1, { admins: true })
    const id = randomUUID()
    const form = { id, subject: 'To all', body: 'Good day,\n\nAll are invited.', filter: {}, recipients: people }
    // The connection is cut before the reply; what was asked for is asked again.
    await send(node.url, admin!, '/api/mailings', { body: form, cutAfterMs: 30 }).catch(() => undefined)
    const began = performance.now()
    await send(node.url, admin!, '/api/mailings', { body: form })
    process.stdout.write(`${people} recipients chosen in ${Math.round(performance.now() - began)} ms\n`)
    const sendingSince = performance.now()
    const kills = [2000, 4000, 6000, 8000]
    for (const [n, at] of kills.entries()) {
      const reached = Promise.withResolvers<void>()
      // Twice at any moment, and twice in the instant between the mail server's reply and the site's commit.
      mail.taken = () => {
        if (mail.received.length < at) return
        mail.taken = () => undefined
        if (n % 2 === 0) process.kill(node.pid, 'SIGKILL')
        reached.resolve()
      }
      await reached.promise
      megabytes.push(await megabytesOf(node).catch(() => 0))
      await node.kill()
      await afterFiveMinutes(pool)
      node = await start()
    }
    // An ordinary stop in the middle loses and doubles nothing.
    await until(async () => mail.received.length >= 9000)
    const before = mail.received.length
    megabytes.push(await megabytesOf(node))
    await node.stop()
    const stopped = await pool.query(
      'select count(*)::int as unsure from mailing_recipients where outcome is null and handed_over',
    )
    expect(stopped.rows).toEqual([{ unsure: 0 }])
    node = await start()
    const isDone = async () => {
      const { sent = 0, unsure = 0 } = (await countsOf(pool, id)) ?? {}
      return sent + unsure === people
    }
    await until(isDone)
    megabytes.push(await megabytesOf(node))

    const { sent = 0, unsure = 0 } = (await countsOf(pool, id)) ?? {}
    const reached = new Set(mail.received.map(({ to }) => to))
    process.stdout.write(
      `${people} emails in ${Math.round((performance.now() - sendingSince) / 1000)} s with ${kills.length} kills and a stop (at ${before}): ${mail.received.length - reached.size} copies, ${unsure} unsure, of whom ${people - reached.size} have none; memory ${megabytes.filter(Boolean).join(', ')} MB\n`,
    )
    // Nobody two; everybody one but for those whom the two senders had in hand at a kill, and these are named.
    expect(mail.received).toHaveLength(reached.size)
    expect(unsure).toBeGreaterThan(0)
    expect(unsure).toBeLessThanOrEqual(2 * kills.length)
    expect(reached.size).toBeGreaterThanOrEqual(sent)
    const named = await pool.query<{ email: string }>(
      `select u.email from mailing_recipients r join users u on u.id = r.member_id where r.outcome = 'unsure'`,
    )
    const inDoubt = new Set(named.rows.map(({ email }) => email))
    const { rows: everybody } = await pool.query<{ email: string }>(
      'select email from users u join mailing_recipients r on r.member_id = u.id',
    )
    expect(everybody.filter(({ email }) => !reached.has(email) && !inDoubt.has(email))).toEqual([])

    // An administrator decides; then everybody has it, and only those who were in doubt can have it twice.
    await send(node.url, admin!, `/api/mailings/${id}/again`, { body: {} })
    await until(async () => (await countsOf(pool, id))?.sent === people)
    const rest = { unsure: 0, failed: 0, refused: 0, left_out: 0 }
    expect(await countsOf(pool, id)).toEqual({ sent: people, recipients: people, ...rest })
    const byMember = Map.groupBy(mail.received, ({ to }) => to)
    expect(byMember.size).toBe(people)
    expect([...byMember].filter(([to, copies]) => copies.length > 1 && !inDoubt.has(to))).toEqual([])
    // One Message-ID for each: whoever got a copy can tell, and mail servers drop it.
    expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(people)
    const seen = megabytes.filter(Boolean)
    expect(Math.max(...seen)).toBeLessThan(Math.min(...seen) + 120)
  } finally {
    await node.kill()
    await mail.close()
    await pool.end()
    await scratch.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 600_000)
