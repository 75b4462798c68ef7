import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'
import { testSite, type TestSite } from './test-site.ts'

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
        if (url.origin !== site.url && !['data:', 'blob:'].includes(url.protocol))
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
 * findings of foreign frames together, and the site has no frames. What passed is not written out.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
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
