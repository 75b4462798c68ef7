import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

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
