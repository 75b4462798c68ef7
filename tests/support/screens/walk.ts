import type { Browser, Page } from '@playwright/test'
import { signIn } from '#tests/support/browser.ts'
import { association, type Association, type Moment } from './association.ts'
import { catalogue } from './catalogue.ts'
import { layouts, setLayout } from './layouts.ts'
import type { Screen, Watcher } from './screen.ts'

interface Walk {
  /** Called while the screen is there. */
  look: (page: Page, screen: Screen) => Promise<void>
  /** Only these, and what must have been done before them. */
  wanted?: (screen: Screen) => boolean
}

/**
 * Shows every screen of a moment, one after the other, to whoever wants to look. Each watcher has one browser for all of
 * theirs, a phone without motion; nobody logs in twice, and what one screen has done the next one finds. Returns the screens
 * that could not be shown.
 */
export async function walkScreens(browser: Browser, moment: Moment, { look, wanted }: Walk): Promise<string[]> {
  const screens = wanted ? withWhatComesBefore(catalogue[moment], wanted) : catalogue[moment]
  if (screens.length === 0) return []
  const missed: string[] = []
  const at = await association(moment)
  const pages = new Map<Watcher, Page>()
  try {
    for (const screen of screens) {
      const page = pages.get(screen.as) ?? (await pageOf(browser, at, screen.as))
      pages.set(screen.as, page)
      try {
        await open(page, screen, at)
        if (!wanted || wanted(screen)) await look(page, screen)
      } catch (error) {
        missed.push(`${screen.name}: ${error instanceof Error ? error.message : String(error)}`)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  } finally {
    for (const page of pages.values()) await page.context().close()
    await at.stop()
  }
  return missed
}

function withWhatComesBefore(screens: Screen[], wanted: (screen: Screen) => boolean): Screen[] {
  const needed = new Set<Screen>()
  for (const [place, screen] of [...screens.entries()].toReversed()) {
    if (!wanted(screen) && !needed.has(screen)) continue
    needed.add(screen)
    const before = screens.find(({ name }) => name === screen.after) ?? (screen.stays && screens[place - 1])
    if (before) needed.add(before)
  }
  return screens.filter((screen) => needed.has(screen))
}

async function pageOf(browser: Browser, { site, people }: Association, watcher: Watcher): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: layouts.usual,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  if (watcher !== 'visitor') await signIn(page, site, people[watcher])
  return page
}

async function open(page: Page, screen: Screen, at: Association): Promise<void> {
  await screen.before?.(page)
  if (screen.stays) await setLayout(page, layouts.usual)
  else {
    await page.setViewportSize(layouts.usual)
    await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(at))
    await settled(page, screen)
  }
  if (!screen.act) return
  await screen.act(page, at)
  await settled(page, screen)
}

/** React has taken over, and nothing is on its way any more. */
async function settled(page: Page, { loading }: Screen): Promise<void> {
  await page.waitForFunction((stillLoading) => {
    const main = document.querySelector('main')
    const hydrated = main && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
    return hydrated && (stillLoading || !document.querySelector('.animate-pulse, [aria-busy=true]'))
  }, loading ?? false)
}
