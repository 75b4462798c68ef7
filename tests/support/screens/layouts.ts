import type { Page } from '@playwright/test'

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
  tablet: { name: '768 px', width: 768, height: 1024 },
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

/**
 * What is wrong with the page as it is laid out now; runs in the browser, so it brings everything along. With a dialog open
 * only the dialog is looked at: what is behind it has its own entry in the catalogue.
 */
export function layoutFaults(): string[] {
  const faults = new Set<string>()
  const { clientWidth: width, clientHeight: height, scrollWidth } = document.documentElement
  if (scrollWidth > width) {
    const widest = [...document.body.querySelectorAll('*')].findLast(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    faults.add(`the page is ${scrollWidth - width} px wider than the screen, by ${widest?.outerHTML.slice(0, 120)}`)
  }

  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open], [role=dialog], [role=alertdialog]')]
  const dialog = dialogs.filter((one) => one.checkVisibility()).at(-1)
  const root = dialog ?? document.body

  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }
  const boxes = new Map<Element, DOMRect>()
  const boxOf = (element: Element) => {
    const known = boxes.get(element) ?? element.getBoundingClientRect()
    boxes.set(element, known)
    return known
  }
  const called = (element: Element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    return `<${element.tagName.toLowerCase()}> "${words.slice(0, 48)}"`
  }
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const isScroller = (element: Element, axis: 'overflowX' | 'overflowY') =>
    ['auto', 'scroll'].includes(styleOf(element)[axis])
  const clips = (element: Element, axis: 'overflowX' | 'overflowY') =>
    ['hidden', 'clip'].includes(styleOf(element)[axis])
  /** Seen as a box: it has an edge or a ground of its own. */
  const isBox = (element: Element) => {
    const style = styleOf(element)
    const hasGround = !['rgba(0, 0, 0, 0)', 'transparent'].includes(style.backgroundColor)
    const hasEdge = Number.parseFloat(style.borderLeftWidth) > 0 && Number.parseFloat(style.borderRightWidth) > 0
    return hasGround || hasEdge
  }
  /** For those who listen only. */
  const isForListeners = (element: Element) => {
    const box = boxOf(element)
    return ['absolute', 'fixed'].includes(styleOf(element).position) && box.width <= 1 && box.height <= 1
  }

  /** Holds a piece of the page against everything around it. */
  function hold(piece: DOMRect, from: Element, own: Element, slackY: number): void {
    let boxed = false
    let excused = { x: false, y: false }
    for (let around: Element | null = own; around; around = around.parentElement) {
      if (around === document.body || around === document.documentElement) break
      const box = boxOf(around)
      if (around !== from || from !== own) {
        excused = { x: excused.x || isScroller(around, 'overflowX'), y: excused.y || isScroller(around, 'overflowY') }
        const outX = !excused.x && (piece.left < box.left - 2 || piece.right > box.right + 2)
        const outY = !excused.y && (piece.top < box.top - slackY || piece.bottom > box.bottom + slackY)
        const cutX = outX && clips(around, 'overflowX')
        const cutY = outY && clips(around, 'overflowY')
        if (cutX || cutY) faults.add(`${called(from)} is cut by ${called(around)}`)
        else if (!boxed && isBox(around) && (outX || outY))
          faults.add(`${called(from)} sticks out of ${called(around)}`)
        boxed ||= isBox(around)
      }
      const { position } = styleOf(around)
      if (position === 'fixed') break
      // What is placed freely is held by the screen only.
      if (position === 'absolute') boxed = true
    }
    if (!excused.x && (piece.left < -1 || piece.right > width + 1))
      faults.add(`${called(from)} sticks out of the screen`)
  }

  const texts: { rect: DOMRect; element: Element; layer: Element | null }[] = []
  /** What lies or scrolls on its own may cover something else. */
  const layerOf = (element: Element) => {
    for (let around: Element | null = element; around && around !== root; around = around.parentElement)
      if (!['static', 'relative'].includes(styleOf(around).position) || isScroller(around, 'overflowY')) return around
    return null
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || element.closest('option, script, style, title, svg')) continue
    if (!isShown(element)) continue
    let hidden = false
    for (let around: Element | null = element; around && around !== root; around = around.parentElement)
      hidden ||= isForListeners(around)
    if (hidden) continue
    range.selectNodeContents(node)
    const slackY = Number.parseFloat(styleOf(element).fontSize) * 0.35
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue
      hold(rect, element, element, slackY)
      texts.push({ rect, element, layer: layerOf(element) })
    }
    // A word that needs half of the screen may go on in the next line, any other never.
    if (range.getClientRects().length > 1)
      for (const word of node.textContent.matchAll(/(?<!\S)\p{L}{2,}(?!\S)/gu)) {
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const parts = [...range.getClientRects()].filter((part) => part.width > 0)
        const wide = parts.reduce((sum, part) => sum + part.width, 0)
        if (parts.length > 1 && wide < width / 2) faults.add(`"${word[0]}" is broken in ${called(element)}`)
      }
    if (styleOf(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth)
      faults.add(`${called(element)} ends in …`)
  }

  for (const element of root.querySelectorAll('input, select, textarea, button, table, a, summary, [role=button]')) {
    const box = boxOf(element)
    if (!isShown(element) || isForListeners(element) || box.width === 0) continue
    const pen = element instanceof HTMLSelectElement && document.createElement('canvas').getContext('2d')
    if (pen && styleOf(element).textWrapMode === 'nowrap') {
      const { font, paddingLeft, paddingRight } = styleOf(element)
      pen.font = font
      const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const chosen = element.selectedOptions[0]?.label ?? ''
      if (pen.measureText(chosen).width > room + 1) faults.add(`"${chosen}" is cut in its <select>`)
    }
    if (styleOf(element).display === 'inline' || element.closest('.sr-only')) continue
    if (element.parentElement) hold(box, element, element.parentElement, 4)
  }

  // Texts that lie on one another, each compared with its neighbours from top to bottom.
  const sorted = texts.toSorted((one, other) => one.rect.top - other.rect.top)
  for (const [place, { rect, element, layer }] of sorted.entries())
    for (let next = place + 1; next < sorted.length; next++) {
      const other = sorted[next]
      if (!other || other.rect.top >= rect.bottom) break
      if (other.layer !== layer || other.element.contains(element) || element.contains(other.element)) continue
      const overX = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
      const overY = Math.min(rect.bottom, other.rect.bottom) - other.rect.top
      if (overX > 3 && overY > Math.min(rect.height, other.rect.height) * 0.4)
        faults.add(`${called(element)} and ${called(other.element)} lie on one another`)
    }

  const bars = { fixed: 0, top: 0, bottom: 0 }
  for (const element of document.body.querySelectorAll('*')) {
    const style = styleOf(element)
    if (
      style.overflowX !== 'visible' &&
      isScroller(element, 'overflowX') &&
      element.scrollWidth > element.clientWidth + 1
    )
      if (isShown(element) && root.contains(element)) {
        const isLabelled = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
        if (!isLabelled) faults.add(`${called(element)} scrolls sideways and is not labelled`)
      }
    if (isScroller(element, 'overflowY') && element.scrollHeight > element.clientHeight + 1 && root.contains(element))
      if (isShown(element) && element.clientHeight < 120 && element.tagName !== 'TEXTAREA')
        faults.add(`${called(element)} has only ${element.clientHeight} px to scroll in`)
    if (!['fixed', 'sticky'].includes(style.position) || style.pointerEvents === 'none' || !isShown(element)) continue
    const box = boxOf(element)
    if (box.width < width / 2 || !root.contains(element) || element === root) continue
    if (style.position === 'fixed') bars.fixed += box.height
    else if (style.bottom === 'auto') bars.top = Math.max(bars.top, box.height)
    else bars.bottom = Math.max(bars.bottom, box.height)
  }
  const covered = bars.fixed + bars.top + bars.bottom
  if (covered > height / 2) faults.add(`bars that stay cover ${Math.round(covered)} of ${height} px`)
  return [...faults]
}
