import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { startOfDay } from '#shared/time.ts'
import { expect, expectSound, hydrated, logIn, test, signIn } from '#tests/support/browser.ts'
import { aNominee, changeElection } from '#tests/support/election.ts'
import { aLink, aMember, anAdmin, anApplicant, untilHeard } from '#tests/support/factories.ts'
import { setLayout } from '#tests/support/screens/layouts.ts'
import type { TestSite } from '#tests/support/site.ts'

const hour = 3_600_000
const at = (fromNow: number) => Date.now() + fromNow

/** Voting from one instant to another, counted from now; the link shows for another day. */
const votingFrom = (site: TestSite, from: number, to: number) =>
  changeElection(site.deps, {
    nominationOpens: at(-99 * hour),
    nominationCloses: at(-50 * hour),
    adminNominationCloses: at(-50 * hour),
    candidacyOpens: at(-99 * hour),
    candidacyCloses: at(-50 * hour),
    votingOpens: at(from),
    votingCloses: at(to),
    voteLinkOpens: at(from),
    voteLinkCloses: at(to + 24 * hour),
    // The year of the default election is over, so it was counted already, without a ballot.
    countClosedAt: null,
    tracesPurgedAt: null,
  })

/** On a phone it is the one menu, with the photo on it. */
const account = (page: Page) =>
  page.locator('header').locator('.menu-toggle > summary, .account-slot summary').filter({ visible: true })
const strip = (page: Page) => page.getByRole('region', { name: 'Election', exact: true })

declare global {
  interface Window {
    shifts: number[]
  }
}

/** How far what was drawn has moved by itself, as browsers measure it; asked for before the page is opened. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) window.shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => window.shifts.reduce((a, b) => a + b, 0))
}

test.beforeAll(({ site }) => aLink(site.deps, { section: 'Whats New', title: 'News of the day' }))

// Shows navigation-40
test('a member comes home: greeted by name, with their card and what waits for them', async ({
  page,
  site,
  isMobile,
}) => {
  const member = await aMember(site.deps, { firstName: 'MARIA CLARA', region: null })
  await logIn(page, member.serial, member.password)
  await expect(page).toHaveURL(`/member/${member.id}`)
  const moved = await watchShifts(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // What the page before still asks for is not asked for by this one.
  page.once('framenavigated', () => (asked.length = 0))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome, Maria Clara' })).toBeVisible()
  // One request for all of it.
  expect(asked.filter((path) => path.startsWith('/api/') && !path.includes('/card/'))).toEqual(['/api/home/mine'])
  for (const visitors of ['Join Us', 'How to register', 'Log in'])
    await expect(page.getByRole('link', { name: visitors })).toHaveCount(0)
  await expect(page.getByText('Already a member?')).toBeHidden()
  await expect(page.getByText('Your region is missing')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose' })).toHaveAttribute('href', '/reset-password')
  await expect(page.getByRole('heading', { name: "What's New" })).toBeVisible()
  const card = page.getByRole('button', { name: 'The front of your card.' })
  await expect(card.locator('img')).toHaveJSProperty('complete', true)
  expect(await moved()).toBeLessThan(0.02)
  await expectSound(page)

  await card.click()
  const whole = page.getByRole('dialog', { name: 'E-Identification Card, front' })
  await expect(whole).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(whole).toBeHidden()
  await expect(card).toBeFocused()

  // By key: Enter opens, Escape closes and gives the focus back; by tap, and a tap elsewhere closes.
  const profile = page.getByRole('link', { name: 'Profile', exact: true })
  await account(page).focus()
  await page.keyboard.press('Enter')
  await expect(profile).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(profile).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(profile).toBeHidden()
  await expect(account(page)).toBeFocused()
  await account(page).click()
  const own = ['Profile', 'My card', 'Election', 'My data', 'Members', 'Login and security', 'Logout']
  const menu = page.getByRole('navigation', { name: 'Main' })
  const items = menu.getByRole('listitem').filter({ visible: true, hasText: new RegExp(`^(${own.join('|')})$`) })
  await expect(items).toHaveText(own)
  await expectSound(page)
  if (isMobile) {
    // One menu for everything; a press closes it.
    await expect(menu.getByRole('link', { name: 'Leadership' })).toBeVisible()
    await account(page).click()
  } else await page.getByRole('heading', { name: 'Welcome, Maria Clara' }).click({ position: { x: 5, y: 5 } })
  await expect(profile).toBeHidden()
  // The pages of everybody are still there, without the visitor's way in.
  if (isMobile) await account(page).click()
  await expect(menu.getByRole('link', { name: 'Contact Us' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Profile Account' })).toHaveCount(0)
  if (!isMobile) await account(page).click()
  await expect(profile).toBeVisible()

  // A public page that changes in place closes the menu; the card is found from anywhere.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Election', exact: true }).click()
  await expect(page).toHaveURL('/election')
  await expect(profile).toBeHidden()
  await account(page).click()
  await page.getByRole('link', { name: 'My card' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(`/member/${member.id}#card`)
  await expect(page.getByRole('heading', { name: 'E-Identification Card' })).toBeInViewport()

  // Ended elsewhere: the next public page is a visitor's again, and asks no more.
  await site.deps.db.delete(sessions).where(eq(sessions.userId, member.id))
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Join Us' })).toBeVisible()
  await expect(page.locator('header .account-photo').filter({ visible: true })).toHaveCount(0)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('site.signed_in')
  asked.length = 0
  await page.goto('/about')
  await hydrated(page)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test.describe('with a pointer', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('on a low screen the administrators’ menu shows where one is, and the way out', async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 600 })
    await signIn(page, site, await anAdmin(site.deps))
    await page.goto('/admin/audit-log')
    const menu = page.getByRole('navigation', { name: 'Admin' })
    await expect(menu.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 1 })
    await expect(menu.getByRole('link', { name: 'Settings', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  })

  // Shows navigation-40
  test('on a wide screen the menu opens after 300 ms, goes after 500, and logs out @rare', async ({ page, site }) => {
    const admin = await anAdmin(site.deps, { firstName: 'PILAR' })
    await signIn(page, site, admin)
    await page.goto('/about')
    await expect(account(page)).toContainText('Pilar')
    const panel = page.locator('.account-slot .hover-panel')
    const delay = () => panel.evaluate((element) => parseFloat(getComputedStyle(element).transitionDelay))
    expect(await delay()).toBe(0.5)
    await account(page).hover()
    expect(await delay()).toBe(0.3)
    await expect(panel.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await page.mouse.move(5, 700)
    expect(await delay()).toBe(0.5)
    await expect(panel.getByRole('link', { name: 'Dashboard' })).toBeHidden()
    await expectSound(page)

    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Admin dashboard' })).toHaveAttribute('href', '/admin')
    await account(page).click()
    await panel.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Join Us' })).toBeVisible()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('site.signed_in')
  })
})

for (const large of ['browser', 'android'] as const)
  test(`on a phone header and strip take at most a third of the screen, letters twice as large (${large})`, async ({
    page,
    site,
  }) => {
    // Until the end of this day: on a day before the last, the date takes room as well.
    await votingFrom(site, -hour, startOfDay(Date.now()) + 24 * hour - 1000 - Date.now())
    const taken = () =>
      page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().top / window.innerHeight)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/contact')
    await expect(strip(page).getByText(/^Vote by /)).toBeVisible()
    const line = (await strip(page).boundingBox())!.height
    expect(line).toBeLessThan(60)
    await setLayout(page, { name: large, width: 360, height: 640, large })
    expect(await taken()).toBeLessThan(1 / 3)
    await signIn(page, site, await aMember(site.deps))
    await page.goto('/contact')
    await expect(strip(page).getByRole('link', { name: 'Vote', exact: true })).toBeVisible()
    await setLayout(page, { name: large, width: 360, height: 640, large })
    expect(await taken()).toBeLessThan(1 / 3)
    await setLayout(page, { name: large, width: 320, height: 640, large })
    expect(await taken()).toBeLessThan(1 / 2)
  })

test('the strip offers what can be done, to whoever can do it, until the very close @rare', async ({ page, site }) => {
  const voter = await aMember(site.deps)
  await changeElection(site.deps, {
    nominationOpens: at(-hour),
    nominationCloses: at(50 * hour),
    adminNominationCloses: at(50 * hour),
    votingOpens: at(60 * hour),
    votingCloses: at(70 * hour),
    countClosedAt: null,
    tracesPurgedAt: null,
  })
  await page.goto('/contact')
  await expect(strip(page)).toContainText('Nominations are open until')
  await expect(strip(page).getByRole('link')).toHaveText(['Members: log in'])
  // A visitor's strip keeps no room for what members have there.
  const room = await strip(page).evaluate((element) => {
    const ends = [...element.querySelectorAll('p, a')].map((part) => part.getBoundingClientRect().bottom)
    return element.getBoundingClientRect().bottom - Math.max(...ends)
  })
  expect(room).toBeLessThan(20)
  await expectSound(page)
  await signIn(page, site, voter)
  const moved = await watchShifts(page)
  await page.goto('/contact')
  await expect(strip(page).getByRole('link')).toHaveText(['Nominate'])
  expect(await moved()).toBeLessThan(0.02)

  await votingFrom(site, -hour, 5 * hour)
  await page.goto('/about')
  await expect(strip(page)).toContainText(/Voting is open until .* have voted/)
  const vote = page.getByRole('link', { name: 'Vote', exact: true })
  await expect(vote).toHaveCount(1)
  await expectSound(page)
  // On the election's own page it is said once, and on the ballot not at all.
  await page.goto('/election')
  await expect(vote).toHaveCount(1)
  await vote.click()
  await expect(page).toHaveURL('/vote')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(strip(page)).toHaveCount(0)

  // Whoever joined after the roll was frozen is not offered to vote, anywhere.
  await aNominee(site.deps)
  await untilHeard(site.deps, () => freezeElections(site.deps))
  const late = await anApplicant(site.deps)
  const desk = await site.signedIn(await anAdmin(site.deps))
  expect((await desk.post('/api/approvals', { applicants: [{ id: late.id, version: 1 }] })).status).toBe(200)
  await page.context().clearCookies()
  await signIn(page, site, late)
  for (const path of ['/', '/election', '/profile']) {
    await page.goto(path)
    await expect(strip(page)).toContainText('You are not on the list of voters this time.')
    // The profile has the link on the whole day, for everybody: it leads to where the reason stands.
    await expect(vote).toHaveCount(path === '/profile' ? 1 : 0)
  }
  // A page that stays open says so when voting ends.
  await page.goto('about:blank')
  await votingFrom(site, -hour, 4000)
  await page.context().clearCookies()
  await page.goto('/about')
  await expect(strip(page)).toContainText('Voting is open')
  await expect(strip(page)).toHaveCount(0)
  await signIn(page, site, voter)
  for (const path of ['/', '/election', '/profile']) {
    await page.goto(path)
    await expect(page.locator('header .account-photo').filter({ visible: true })).toHaveText(/^J/)
    await expect(vote).toHaveCount(path === '/profile' ? 1 : 0)
  }
})
