import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { axeFaults } from '#tests/support/browser.ts'
import { moments } from '#tests/support/screens/association.ts'
import { checkedLayouts, faultsNow, layouts, setLayout } from '#tests/support/screens/layouts.ts'
import { walkScreens } from '#tests/support/screens/walk.ts'

/** Every screen of the catalogue is loaded once and looked at as each kind of reader has it. */
test.describe.configure({ mode: 'parallel' })

for (const moment of moments)
  // Shows navigation-29, navigation-45, navigation-46
  test(`every screen can be read on a small phone and with large letters: ${moment}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const wrong: Record<string, Record<string, string[]>> = {}
    const missed = await walkScreens(browser, moment, {
      async look(page, { name }) {
        const faults = await faultsOf(page)
        if (Object.keys(faults).length > 0) wrong[name] = faults
      },
    })
    expect({ missed, wrong }).toEqual({ missed: [], wrong: {} })
  })

async function faultsOf(page: Page): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  for (const layout of checkedLayouts) {
    await setLayout(page, layout)
    const found = await faultsNow(page)
    if (layout === layouts.usual) found.push(...(await axeFaults(page)))
    if (found.length > 0) faults[layout.name] = found.slice(0, 8)
  }
  return faults
}
