import type { Locator } from '@playwright/test'
import { expect } from './browser.ts'

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
