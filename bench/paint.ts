import { chromium, type Browser } from '@playwright/test'
import { pages, type Page } from '#shared/pages.ts'
import { browserFlags } from '../scripts/browser-flags.ts'
import { median, type Bench, type Figure, type Size } from './measure.ts'
import { runSite } from './processes.ts'

/** When a phone on a slow link shows a public page's largest part, with its scripts and without any, in turns. */
export const paint: Bench = { name: 'paint', run }

async function run(size: Size): Promise<Figure[]> {
  const site = await runSite()
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserFlags })
  const listed = (Object.values(pages) as Page[]).filter((page) => page.access === 'public' && !page.unlisted)
  const figures: Figure[] = []
  for (const { path } of size === 'full' ? listed : listed.slice(0, 1)) {
    const times = { withScripts: [] as number[], without: [] as number[] }
    for (let round = 0; round < (size === 'full' ? 5 : 1); round++) {
      times.withScripts.push(await largestPaint(browser, site.url + path, true))
      times.without.push(await largestPaint(browser, site.url + path, false))
    }
    const [ours, bare] = [median(times.withScripts), median(times.without)]
    if (ours === 0 || bare === 0) throw new Error(`nothing was painted at ${path}`)
    figures.push(
      { name: `paint ${path} of the page without scripts`, value: ours / bare, unit: 'ratio' },
      { name: `paint ${path}`, value: ours, unit: 'ms' },
    )
  }
  await browser.close()
  await site.stop()
  return figures
}

async function largestPaint(browser: Browser, url: string, scripts: boolean): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    deviceScaleFactor: 2,
  })
  const page = await context.newPage()
  if (!scripts)
    await page.route(url, async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replaceAll(
        /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g,
        '',
      )
      await route.fulfill({ response, body: html })
    })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(1500)
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return time
}
