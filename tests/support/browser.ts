import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page, type Locator, type CDPSession } from '@playwright/test'
import { playerOrigins } from '#shared/content/video-links.ts'
import { serviceNames, type Service } from '#shared/members/enums.ts'
import type { BallotReceipt } from '#web/elections/board/receipt.ts'
import type { Someone } from './factories.ts'
import { testSite, type TestSite } from './site.ts'

interface Fixtures {
  /** The site of this file of stories: each has its own, so that one's edits are not another's surprise. */
  site: TestSite
  /** A story that cuts the link itself, and so expects the browser to complain of it. */
  cutsLink: boolean
  /** Fails the test on a console error, an uncaught error, or a request to another host. */
  watched: void
}

interface WorkerFixtures {
  /** Returns the site of a file, and stops that of the file before. */
  siteOf: (file: string) => Promise<TestSite>
}

/**
 * Stories run in a real browser against a whole site of their own. Process and browser stay from file to file (nothing
 * here differs from one to another, or Playwright would start them anew); the database and the site do not.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  siteOf: [
    async ({}, provide) => {
      let current: { file: string; site: TestSite } | undefined
      await provide(async (file) => {
        if (current?.file !== file) {
          await current?.site.stop()
          current = undefined
          current = { file, site: await testSite() }
        }
        return current.site
      })
      await current?.site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [async ({ siteOf }, provide, { file }) => provide(await siteOf(file)), { timeout: 60_000 }],
  cutsLink: [false, { option: true }],
  baseURL: ({ site }, provide) => provide(site.url),
  watched: [
    async ({ page, site, cutsLink }, provide) => {
      const wrong: string[] = []
      page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        // The browser itself reports every answer of 400 and above; stories provoke those on purpose.
        const isAnswer = message.text().startsWith('Failed to load resource: the server responded with a status of 4')
        const isCut =
          cutsLink && /net::ERR_INTERNET_DISCONNECTED$|Failed to fetch dynamically imported module/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !isAnswer && !isCut)
          wrong.push(`console: ${message.text()}`)
      })
      page.on('request', (request) => {
        const url = new URL(request.url())
        const own = [site.url, site.config.publicUrl].includes(url.origin)
        // Framed when a story presses play, and nothing else of theirs.
        const isPlayer = playerOrigins.includes(url.origin) && request.resourceType() === 'document'
        if (!own && !isPlayer && !['data:', 'blob:'].includes(url.protocol))
          wrong.push(`foreign request: ${url.origin}`)
      })
      await provide()
      expect(wrong).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Every screen is judged by axe in `screens.spec.ts`; what a story has made of one, only by the long run of the stories. */
const judgedInStories = Boolean(process.env['BOTH_WIDTHS'])

/** Nothing wider than the screen and, in the long run, no accessibility fault. */
export async function expectSound(page: Page): Promise<void> {
  expect(page.frames()).toHaveLength(1)
  if (judgedInStories) expect(await axeFaults(page)).toEqual([])
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBeLessThanOrEqual(0)
}

/**
 * Faults of accessibility. "Legacy" judges by the same rules; it only spares a second page, which would be opened to put the
 * findings of foreign frames together, and the site has no frames. What passed is not written out. Style sheets are not loaded
 * again: only a rule that axe leaves out as an experiment reads them.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const options = { resultTypes: ['violations' as const], preload: { assets: ['media'] } }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' ')}`)
}

/** The page's scripts have taken over: React has marked the elements it now looks after. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
  })
}

/** A link that was gone for a moment: an open screen asks the site again, without a reload. */
export async function heardAnew(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

export async function logIn(page: Page, login: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Military serial number or admin email').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The same at the width of a small phone and of a desk. */
export async function expectSoundAtBothWidths(page: Page): Promise<void> {
  const own = page.viewportSize()
  for (const size of [
    { width: 360, height: 780 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await expectSound(page)
  }
  if (own) await page.setViewportSize(own)
}

/** Signed in without the login page. */
export async function signIn(page: Page, site: TestSite, person: Someone) {
  const { cookies } = await site.signedIn(person)
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.url })))
}

/** Signed out from elsewhere. A page that stayed open would learn of it, and go to the login meanwhile. */
export async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** On a profile. The card has stories of its own, and drawing it takes a while. */
export async function enter(page: Page, site: TestSite, person: Someone, id = person.id) {
  await signIn(page, site, person)
  await page.route('**/card/*.webp*', (route) => route.fulfill({ contentType: 'image/png', body: dot }))
  await page.goto(`/member/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('DELA CRUZ')
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Moves on the dashboard that several stories share. */

export async function openDashboard(page: Page, site: TestSite, admin: Someone): Promise<void> {
  await signIn(page, site, admin)
  await page.goto('/admin')
  await hydrated(page)
}

export async function openEditor(page: Page, tile: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${tile}`) }).click()
  await expect(page.getByRole('dialog', { name: tile })).toBeVisible()
}

/** A tile that leads to a page where one writes. */
export async function openWriting(page: Page, tile: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${tile}`) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: tile })).toBeVisible()
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const note = (page: Page, words: string) => page.locator('[aria-live=polite]').getByText(words)

/** The seats of a ballot on the screen, a member's own or one by proxy. */

/** What a voter reads for `PA 1`, as the beginning of a pattern. */
const seatPattern = (name: string) => {
  const [ms = '', number] = name.split(' ')
  return serviceNames[ms as Service] + (number ? `, seat ${number} of \\d+` : '')
}

export const slot = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${seatPattern(name)} `) })

/** The list that a seat opens. */
export const seatDialog = (page: Page, name: string) =>
  page.getByRole('dialog', { name: new RegExp(`^Choose for ${seatPattern(name)}$`) })

/** The receipts that this browser keeps, by where it keeps them. */
export const keptReceipts = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('own:ballot-receipt:'))
        .map(([key, text]) => [
          key,
          JSON.parse(text as string) as BallotReceipt & { key: unknown; choices: unknown[] },
        ]),
    ),
  )

/** Somebody in the list of candidates, to be tapped. */
export const inList = (page: Page, candidate: string) =>
  page.getByRole('region', { name: 'Candidates' }).getByRole('button', { name: new RegExp(`^${candidate}`) })

export async function choose(page: Page, seat: string, candidate: string): Promise<void> {
  await slot(page, seat).click()
  const list = seatDialog(page, seat)
  await list.getByRole('button', { name: new RegExp(`^(?!About).*${candidate}`) }).click()
  await expect(list).toBeHidden()
  await expect(slot(page, seat)).toContainText(candidate)
}

/**
 * A page whose time stands still and passes only when told, so that a delay has an end on both sides on however busy a
 * machine. Answers of the site come in all the same.
 */

declare global {
  interface Window {
    asked: string[]
  }
}

/** Before the page is opened: its time can be stopped later, and it notes what it asks the site for. */
export async function withOwnTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const send = window.fetch
    const asked: string[] = []
    window.fetch = (...what: Parameters<typeof fetch>) => {
      asked.push(String(what[0]))
      return send(...what)
    }
    window.asked = asked
  })
}

/** What the page has asked for at this path, as the queries of the addresses. Noted in the page, in the moment it asks. */
export async function askedOf(page: Page, path: string): Promise<URLSearchParams[]> {
  const all = await page.evaluate(() => window.asked)
  const addresses = all.map((address) => new URL(address, page.url()))
  return addresses.filter(({ pathname }) => pathname.endsWith(path)).map(({ searchParams }) => searchParams)
}

export const timeIn = (page: Page): Promise<number> => page.evaluate(() => Date.now())

export async function stopTime(page: Page): Promise<void> {
  // Time runs until it is stopped, so the stop lies a little ahead.
  await page.clock.pauseAt((await timeIn(page)) + 10_000)
}

/** Until something holds that needs a moment of the page's own time, which passes ten milliseconds at a time. */
export async function soonIn(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const oneStep = async () => {
    await page.clock.runFor(10)
    return holds()
  }
  await expect.poll(oneStep, { intervals: [50] }).toBe(true)
}

/** What a person sees: these letters are in the red of the theme, and that red is a red. */
export async function expectRed(words: Locator): Promise<void> {
  await expect(words).toBeVisible()
  const { seen, themes } = await words.evaluate((element) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--color-red)'
    const colours = { seen: getComputedStyle(element).color, themes: getComputedStyle(probe).color }
    probe.remove()
    return colours
  })
  expect(seen).toBe(themes)
  const [red = 0, green = 0, blue = 0] = (seen.match(/\d+/g) ?? []).map(Number)
  expect(red, seen).toBeGreaterThan(100)
  expect(red, seen).toBeGreaterThan(3 * Math.max(green, blue))
}

/** A mid-range phone on a mobile link: 1.6 Mbps down, 750 kbps up, 300 ms; or none at all. */
export const link = (session: CDPSession, { offline }: { offline: boolean }) =>
  session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 300,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })

/** Requests for this address wait until the answer is called. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
