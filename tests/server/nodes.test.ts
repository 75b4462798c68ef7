import { afterAll, expect, test } from 'vitest'
import { loginLimits } from '#server/accounts/throttle.ts'
import { testSite, type TestSite, Visitor } from '#tests/support/site.ts'

const one = await testSite()
const two = await testSite({ besides: one })
afterAll(async () => {
  await two.stop()
  await one.stop()
})

/** The same browser, sent to the other node by the balancer. */
function at(node: TestSite, visitor: Visitor): Visitor {
  const moved = new Visitor(node.url)
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value)
  return moved
}

// Shows session-02
test('a session opened on one node is valid on the other, and ended on both', async () => {
  const member = await one.aMember()
  const visitor = await one.signedIn(member)
  expect((await at(two, visitor).get('/api/accounts/me')).status).toBe(200)
  await at(two, visitor).post('/api/accounts/logout')
  expect((await visitor.get('/api/accounts/me')).status).toBe(401)
})

test('an edit on one node is seen on the other at the next load', async () => {
  expect((await two.visitor().get('/')).text).not.toContain('Only just written')
  await one.aLink({ title: 'Only just written' })
  await expect.poll(async () => (await two.visitor().get('/')).text.includes('Only just written')).toBe(true)
})

// Shows login-18
test('guesses spread over the nodes share one budget', async () => {
  const member = await one.aMember()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? one : two).visitor().logIn(member.serial, 'wrong')),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(loginLimits.newDevice.perDay)
})

test('a node whose key does not fit the database refuses to start and says why', async () => {
  const other = { besides: one, env: { SITE_SECRET: 'x'.repeat(40) } }
  await expect(testSite(other)).rejects.toThrow('The site key differs')
})

test('after the database has dropped every connection the site recovers by itself', async () => {
  const member = await one.aMember()
  const visitor = await one.signedIn(member)
  await one.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await expect.poll(async () => (await visitor.get('/api/accounts/me')).status, { timeout: 10_000 }).toBe(200)
  expect((await visitor.get('/readyz')).status).toBe(200)
  await one.aLink({ title: 'After the break' })
  await expect
    .poll(async () => (await one.visitor().get('/')).text.includes('After the break'), { timeout: 10_000 })
    .toBe(true)
})
