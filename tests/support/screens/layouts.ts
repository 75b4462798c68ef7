import type { Page } from '@playwright/test'
import { layoutFaults } from './layout-faults.ts'

/** How a person may have set the screen and its letters. */
export interface Layout {
  name: string
  width: number
  height: number
  /** Letters twice as large: the browser's own size (everything in `rem` grows with it), or Android's. */
  large?: 'browser' | 'android'
}

const usual: Layout = { name: '390 px', width: 390, height: 844 }
const small: Layout = { name: '320 px', width: 320, height: 568 }

/** Those of one width stand together: to change it costs the most. */
export const layouts = {
  usual,
  usualBrowser: { ...usual, name: '390 px, 200 % text', large: 'browser' },
  usualAndroid: { ...usual, name: '390 px, 200 % text of Android', large: 'android' },
  small,
  smallBrowser: { ...small, name: '320 px, 200 % text', large: 'browser' },
  smallAndroid: { ...small, name: '320 px, 200 % text of Android', large: 'android' },
  desk: { name: '1280 px', width: 1280, height: 800 },
} satisfies Record<string, Layout>

/** In `npm run test:stories`; otherwise only what finds nearly everything that the rest would. */
export const isLongRun = Boolean(process.env['BOTH_WIDTHS'])

/** What holds at 320 px with large letters holds with usual ones, at 390 px and at a desk, nearly always. */
export const checkedLayouts: Layout[] = isLongRun
  ? Object.values(layouts)
  : [layouts.smallBrowser, layouts.smallAndroid]

/**
 * Android makes letters larger after the page has been laid out: text doubles, but boxes, gaps and `rem` stay as they are. Chrome
 * takes the factor from the system, which no page can set; `text-size-adjust` of a phone's Chromium multiplies in the same
 * place. Both are set on the element itself, for the pages allow no styles from elsewhere.
 */
export async function setLayout(page: Page, { width, height, large }: Layout): Promise<void> {
  await page.evaluate((how) => {
    const { style } = document.documentElement
    style.setProperty('font-size', how === 'browser' ? '200%' : '')
    style.setProperty('-webkit-text-size-adjust', how === 'android' ? '200%' : '')
  }, large)
  const now = page.viewportSize()
  const isResized = now?.width !== width || now.height !== height
  if (isResized) await page.setViewportSize({ width, height })
  // Letters are larger in the next frame; what follows the width by script has done so after two.
  await page.evaluate(
    async ({ asked, frames }) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      while (document.documentElement.clientWidth !== asked) await frame()
      for (let n = 0; n < frames; n++) await frame()
    },
    { asked: width, frames: isResized ? 2 : 1 },
  )
}

/** What is wrong with the screen in the layout it has now. */
export async function faultsNow(page: Page): Promise<string[]> {
  const faults = await page.evaluate(layoutFaults)
  if (faults.length === 0) return faults
  // Chromium enlarges text, and a preview is scaled, some frames after the screen has its size: what stays is wrong.
  await page.waitForTimeout(400)
  return page.evaluate(layoutFaults)
}
