import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'otplib'
import { afterAll, expect, test } from 'vitest'
import { changeSiteKey } from '#server/accounts/change-site-key.ts'
import { loadSiteKey, prepareNextKey } from '#server/site-key.ts'
import { anAdmin } from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

test('with another site key everybody is logged out, and two-step logins work as before', async () => {
  const { deps } = site
  const person = await anAdmin(deps)
  const before = await site.signedIn(person)
  const { secret, recoveryCodes } = await withTwoSteps(before, person.password)

  const from = await loadSiteKey(deps.config, deps.pool)
  const to = await prepareNextKey(deps.config)
  expect(await changeSiteKey(deps, { from, to })).toBe(1)
  // Interrupted here, the next start finds the key that the database knows.
  expect(existsSync(join(site.dataDir, 'site.key.next'))).toBe(true)
  const node = await testSite({ besides: site })
  expect(await readFile(join(site.dataDir, 'site.key'), 'utf8')).toBe(to)
  expect(existsSync(join(site.dataDir, 'site.key.next'))).toBe(false)

  const challenge = async (code: string, kind: string) => {
    const visitor = node.visitor()
    await visitor.logIn(person.email, person.password)
    return (await visitor.post('/api/accounts/two-factor/challenge', { code, kind })).status
  }
  expect(await challenge(await generate({ secret }), 'totp')).toBe(200)
  expect(await challenge(recoveryCodes[0]!, 'recovery')).toBe(200)
  const { rows } = await deps.pool.query(`select from audit_log where action = 'site key changed'`)
  expect(rows).toHaveLength(1)
  await expect(loadSiteKey({ ...deps.config, siteSecret: from }, deps.pool)).rejects.toThrow('The site key differs')
  await node.stop()
})

async function withTwoSteps(visitor: Awaited<ReturnType<TestSite['signedIn']>>, password: string) {
  const start = await visitor.post<{ secret: string; recoveryCodes: string[] }>('/api/accounts/two-factor/start', {
    password,
    name: 'My phone',
  })
  // A code is taken once; the one of a moment ago leaves the present one for later.
  const code = await generate({ secret: start.secret, epoch: Math.floor(Date.now() / 1000) - 30 })
  expect((await visitor.post('/api/accounts/two-factor/confirm', { code })).status).toBe(200)
  return start
}
