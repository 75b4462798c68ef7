import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { elections, users } from '#server/db/schema.ts'
import { mainJobs as jobs } from '#shared/permissions.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

// Shows roles-09
test('a new site makes an administrator with a password that is told once', async () => {
  expect(site.firstAdmin).toMatchObject({
    email: 'admin@site.local',
    password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/),
  })
  const { email, password } = site.firstAdmin!
  expect(await site.visitor().logIn(email, password)).toMatchObject({ status: 200 })
  const again = await testSite({ besides: site })
  expect(again.firstAdmin).toBeNull()
  await again.stop()
  expect(await site.visitor().logIn(email, password)).toMatchObject({ status: 200 })
})

// Shows roles-08
test('or the one the configuration names', async () => {
  const named = await testSite({ env: { ADMIN_EMAIL: 'Chief@Example.org', ADMIN_PASSWORD: 'given by the host' } })
  expect(await named.visitor().logIn('chief@example.org', 'given by the host')).toMatchObject({ status: 200 })
  expect(JSON.stringify(named.firstAdmin)).not.toContain('given by the host')
  await named.stop()
})

test('the first administrator has all jobs and the name that was given, or is asked for it', async () => {
  const named = await testSite({ env: { ADMIN_NAME: 'Maria Clara Santos' } })
  const { email, password } = named.firstAdmin!
  const me = async (at: TestSite, login: { email: string; password: string }) => {
    const visitor = at.visitor()
    await visitor.logIn(login.email, login.password)
    return visitor.get('/api/accounts/me')
  }
  expect(await me(named, { email, password })).toMatchObject({ name: 'Maria Clara Santos', firstStep: null, jobs })
  await named.stop()
  expect(await me(site, site.firstAdmin!)).toMatchObject({ name: `Administrator ${email}`, firstStep: 'name', jobs })
})

// Shows password-23
test('but not with a password that many people have', async () => {
  const env = { ADMIN_EMAIL: 'chief@example.org', ADMIN_PASSWORD: 'password123' }
  await expect(testSite({ env })).rejects.toThrow(
    'The setting ADMIN_PASSWORD is a password that many people have. Please choose another one.',
  )
  await expect(testSite({ env: { ...env, ADMIN_PASSWORD: 'eleven char' } })).rejects.toThrow(
    'The setting ADMIN_PASSWORD must be at least 12 characters long.',
  )
})

// Shows election-01
test('two nodes that start together on an empty database make one administrator, and no election', async () => {
  const { deps, ...first } = await testSite()
  await deps.pool.query('truncate users, elections cascade')
  const besides = { ...first, deps }
  const nodes = await Promise.all([testSite({ besides }), testSite({ besides })])
  expect(nodes.filter((node) => node.firstAdmin !== null)).toHaveLength(1)
  expect(await deps.db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))).toHaveLength(1)
  expect(await deps.db.select({ id: elections.id }).from(elections)).toEqual([])
  await Promise.all(nodes.map((node) => node.stop()))
  await first.stop()
})
