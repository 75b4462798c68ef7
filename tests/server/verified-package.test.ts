import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openSealed } from '#server/elections/voting/vault.ts'
import { fromHex } from '#shared/elections/board/bytes.ts'
import { aFinishedElection } from '#tests/support/closing.ts'
import { receiptCode } from '#web/elections/board/receipt.ts'

/** What the site hands out, given to the verifier as an observer would: the two share no code. */
const at = await aFinishedElection()
const folder = await mkdtemp(join(tmpdir(), 'verified-'))
const { pool, vault, signed } = at.site
const { rows } = await pool.query<{ voter_id: string; sealed: Buffer }>(
  'select voter_id, sealed from ballots where proxy_by is null limit 1',
)
const { recordHash: record } = await signed.recent(at.election)
const whose = { electionId: at.election, voterId: rows[0]!.voter_id, record }
const code = receiptCode(fromHex(openSealed(await vault.keyOf(at.election), whose, rows[0]!.sealed).secret))
afterAll(async () => {
  await at?.stop()
  if (folder) await rm(folder, { recursive: true })
})

async function save(path: string, name: string): Promise<string> {
  const reply = await at.site.visitor().get(`/api/elections/${at.election}/board/${path}`)
  expect([path, reply.status]).toEqual([path, 200])
  const file = join(folder, name)
  await writeFile(file, reply.bytes)
  return file
}

const verify = (...given: string[]) =>
  promisify(execFile)(process.execPath, ['verifier/verify.ts', ...given]).then(
    ({ stdout }) => ({ exit: 0, said: stdout }),
    ({ code: exit, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      exit,
      said: stdout + stderr,
    }),
  )

test('the audit package holds, before certification and after, with collected heads, a receipt and a roll line', async () => {
  const heads = await save('heads.ndjson', 'heads.ndjson')
  const { fingerprint } = at.site.boardKey
  const before = await verify(await save('package.zip', 'before.zip'), '--heads', heads, '--fingerprint', fingerprint)
  expect(before, before.said).toMatchObject({ exit: 0, said: expect.stringMatching(/not certified yet/i) })

  const certified = await at.desk.post(`/api/elections/${at.election}/certification`)
  expect(certified, JSON.stringify(certified)).toMatchObject({ status: 201 })
  const line = await at.site.pool.query<{ serial: string; salt: Buffer }>(
    'select serial, salt from roll where salt is not null limit 1',
  )
  const { serial, salt } = line.rows[0]!
  const after = await verify(
    await save('package.zip', 'after.zip'),
    '--heads',
    heads,
    '--fingerprint',
    fingerprint,
    '--receipt',
    code,
    '--roll-line',
    serial,
    salt.toString('hex'),
  )
  expect(after, after.said).toMatchObject({
    exit: 0,
    said: expect.stringMatching(/^The result is right: /),
  })
}, 60_000)
