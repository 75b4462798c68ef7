import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions, users } from '#server/db/schema.ts'
import { expect, expectSound, hydrated, test, signIn } from '#tests/support/browser.ts'
import { aMember, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

/** Everything that the browser has in its caches: where, and what. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    )
    return stores.flat()
  })
const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

async function keepTheCard(page: Page, site: TestSite, member: Someone) {
  await signIn(page, site, member)
  await page.goto(`/member/${member.id}`)
  await page.getByRole('button', { name: 'Keep my card on this phone' }).click()
  await expect(page.getByText('Your card is on this phone.')).toBeVisible()
}

/** The check runs after the page was sent. */
const untilRemoved = (page: Page) => expect.poll(() => keptIn(page)).toEqual([])

const picturesThere = (page: Page) =>
  page.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth))

test.use({ cutsLink: true })

test('a member keeps the card on the phone, shows it offline, and logging out removes it', async ({ page, site }) => {
  const member = await aMember(site.deps, { lastName: 'DE LA PEÑA <b>' })
  await page.goto('/')
  await hydrated(page)
  expect(await workers(page)).toBe(0)
  await signIn(page, site, member)
  await page.goto(`/member/${member.id}`)
  await expect(page.getByRole('button', { name: 'Keep my card on this phone' })).toBeVisible()
  expect([await workers(page), await keptIn(page)]).toEqual([0, []])

  await keepTheCard(page, site, member)
  await expectSound(page)
  expect((await keptIn(page)).toSorted()).toEqual(['/kept-card/back', '/kept-card/facts', '/kept-card/front'])

  await page.context().setOffline(true)
  for (const path of ['/', `/member/${member.id}`, '/announcements']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  }
  await expect(page.getByText(/^Last checked \d+ \w+ \d{4}, .* \(Manila\)$/)).toBeVisible()
  await expect(page.getByText('DE LA PEÑA <b>')).toBeVisible()
  await expect(page.getByText(/^ID number ARRAPI-\d{3}-\d{3}$/)).toBeVisible()
  await expect.poll(() => picturesThere(page)).toEqual([1011, 1011])
  await expectSound(page)

  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible()
  // What changed meanwhile is drawn anew by itself, and pages are never older than the site's.
  await site.deps.db.update(users).set({ rank: 'GEN', lastName: 'REYES' }).where(eq(users.id, member.id))
  await page.goto('/about')
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/kept-card/facts'))?.text()))
    .toContain('REYES')

  await page.goto(`/member/${member.id}`)
  await expect(page.getByText('Your card is on this phone.')).toBeVisible()
  // Also when logging out fails at first: by the second try the card is gone.
  await page.route('**/api/accounts/logout', (route) => route.fulfill({ status: 429, body: '' }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('you may still be logged in')).toBeVisible()
  await page.unroute('**/api/accounts/logout')
  await hydrated(page)
  await page.getByRole('button', { name: 'Log out again' }).click()
  await expect(page.getByText('You are logged out.')).toBeVisible()
  await expect(page.getByText('Your card is no longer kept on this phone.')).toBeVisible()
  expect([await workers(page), await keptIn(page)]).toEqual([0, []])
  await page.context().setOffline(true)
  await expect(page.goto('/')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.context().setOffline(false)
})

test('it goes by itself when the session ended elsewhere, or somebody else logs in @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await keepTheCard(page, site, member)
  await site.deps.db.delete(sessions).where(eq(sessions.userId, member.id))
  await page.goto('/')
  await untilRemoved(page)

  await page.context().setOffline(true)
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('No card is kept on this phone')).toBeVisible()
  expect(await picturesThere(page)).toEqual([])
  await expectSound(page)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  // Whatever the site replies is shown, also that there is no such page.
  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0)

  await keepTheCard(page, site, member)
  await signIn(page, site, await aMember(site.deps))
  await page.goto('/')
  await untilRemoved(page)
})

test('a card that cannot be fetched is not kept in part, and one can take it back @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await signIn(page, site, member)
  await page.context().route('**/card/back.webp*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`/member/${member.id}`)
  await page.getByRole('button', { name: 'Keep my card on this phone' }).click()
  await expect(page.getByText('Your card could not be kept.')).toBeVisible()
  expect([await workers(page), await keptIn(page)]).toEqual([0, []])
  await page.context().unroute('**/card/back.webp*')
  await page.getByRole('button', { name: 'Keep my card on this phone' }).click()
  await page.getByRole('button', { name: 'Remove my card from this phone' }).click()
  await expect(page.getByRole('button', { name: 'Keep my card on this phone' })).toBeVisible()
  expect([await workers(page), await keptIn(page)]).toEqual([0, []])
})
