import { afterAll, expect, test } from 'vitest'
import { dayMs } from '#shared/time.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite({ election: false })
afterAll(() => site.stop())

const bytesOf = (lines: readonly string[]) => lines.reduce((all, line) => all + Buffer.byteLength(line), 0)

async function bytesLogged(act: () => Promise<unknown>): Promise<number> {
  const before = site.logged.length
  await act()
  return bytesOf(site.logged.slice(before))
}

/** What somebody does who comes by: the log in, the home page, the list, a profile, the election, and the pictures of it all. */
const paths = [
  '/',
  '/login',
  '/home',
  '/api/me',
  '/api/site',
  '/api/home',
  '/api/elections/current',
  '/members',
  '/api/members',
  '/announcements',
  '/api/announcements',
  '/api/links',
]

test('a day on which every one of 5,000 members comes by stays below 20 MB of log', async () => {
  const visit = await bytesLogged(async () => {
    const member = await site.asMember()
    for (const path of [...paths, `/member/${member.id}`, `/api/members/${member.id}`]) await member.get(path)
    await member.post('/api/accounts/logout')
  })
  const picture = await bytesLogged(() => site.visitor().get('/favicon.svg'))
  const probe = await bytesLogged(async () => {
    for (const path of ['/readyz', '/healthz', '/metrics']) await site.visitor().get(path)
  })
  // Whatever background jobs say when nothing is wrong; most run every few seconds or every minute.
  const idle = await bytesLogged(() => new Promise((resolve) => setTimeout(resolve, 6_000)))
  const perDay = 5_000 * (visit + 40 * picture) + (dayMs / 2_000) * probe + (dayMs / 6_000) * idle
  expect(perDay).toBeLessThan(20_000_000)
})

test('a picture or a probe that fails is logged all the same', async () => {
  expect(await bytesLogged(() => site.visitor().get('/assets/gone.js'))).toBeGreaterThan(0)
})
