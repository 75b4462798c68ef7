import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { axeFaults } from '#tests/support/browser.ts'
import { moments } from '#tests/support/screens/association.ts'
import { isFirstOfPage } from '#tests/support/screens/catalogue.ts'
import { checkedLayouts, faultsNow, isLongRun, setLayout } from '#tests/support/screens/layouts.ts'
import { walkScreens } from '#tests/support/screens/walk.ts'

/** Every page of the catalogue, and in the long run each of its states, is loaded once and looked at as each kind of reader has it. */
test.describe.configure({ mode: 'parallel' })

for (const moment of moments)
  test(`every page can be read on a small phone and with large letters: ${moment}`, async ({ browser }) => {
    test.setTimeout(1_200_000)
    const wrong: Record<string, Record<string, string[]>> = {}
    const missed = await walkScreens(browser, moment, {
      wanted: (screen) => isLongRun || isFirstOfPage(screen),
      async look(page, { name }) {
        const faults = await faultsOf(page)
        if (Object.keys(faults).length > 0) wrong[name] = faults
      },
    })
    expect({ missed, wrong }).toEqual({ missed: [], wrong: {} })
  })

/** Comes as a phone has it, where accessibility is judged. */
async function faultsOf(page: Page): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  const note = (where: string, found: string[]) => {
    if (found.length > 0) faults[where] = found.slice(0, 8)
  }
  note('accessibility', await axeFaults(page))
  for (const layout of checkedLayouts) {
    await setLayout(page, layout)
    note(layout.name, await faultsNow(page))
  }
  return faults
}
