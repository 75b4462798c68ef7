import { expect, type Locator, type Page } from '@playwright/test'

/** A person with a keyboard only: each stop of it must be in sight, marked, and covered by nothing. */

interface Stop {
  /** How a person would call it. */
  label: string
  type: string
  /** The group of fields it belongs to. */
  group: string
  wrong: string | null
}

export async function tab(page: Page): Promise<Stop> {
  await page.keyboard.press('Tab')
  // The page scrolls to it within a few frames.
  for (let looks = 0; ; looks++) {
    const stop = await page.evaluate(readStop)
    if (stop.wrong !== null && looks < 20) await page.waitForTimeout(50)
    else {
      expect(stop.wrong, stop.label).toBeNull()
      return stop
    }
  }
}

/** As many times Tab as it takes. */
export async function tabTo(page: Page, wanted: Locator, most = 60): Promise<void> {
  const isThere = () => wanted.first().evaluate((element) => element === document.activeElement)
  for (let stops = 0; stops < most && !(await isThere()); stops++) await tab(page)
  await expect(wanted.first()).toBeFocused()
}

/** The focus is somewhere on the page: closing or sending something has not lost it. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

function readStop(): Stop {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body)
    return { label: 'the page', type: '', group: '', wrong: 'the focus is lost' }
  const field = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : null
  const words = element.getAttribute('aria-label') ?? field?.labels?.[0]?.textContent ?? element.textContent ?? ''
  const label = words.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  const type = field?.type ?? element.tagName.toLowerCase()
  // A file is chosen by an input that only its label shows.
  const own = element.getBoundingClientRect()
  const shown = own.width <= 1 ? (element.closest('label') ?? element.parentElement ?? element) : element
  const around: Element[] = [shown]
  for (let next = shown.parentElement; next && around.length < 3; next = next.parentElement) around.push(next)
  const isMarked = around.some((one) =>
    [null, '::after'].some((part) => {
      const style = getComputedStyle(one, part)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
    }),
  )
  const box = shown.getBoundingClientRect()
  const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const middle = {
    x: box.left + Math.min(box.width, innerWidth) / 2,
    y: Math.max(box.top, 0) + Math.min(box.height, innerHeight) / 2,
  }
  const over = document.elementFromPoint(middle.x, middle.y)
  const isCovered = over !== null && !shown.contains(over) && !over.contains(shown)
  const wrong = isInSight
    ? isMarked
      ? isCovered
        ? 'something covers it'
        : null
      : 'the focus is not marked'
    : 'it is out of sight'
  const named = element.closest('[role=group]')?.getAttribute('aria-labelledby') ?? ''
  const group = document.getElementById(named)?.textContent ?? ''
  return { label, type, group, wrong }
}
