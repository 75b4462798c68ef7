import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { axeFaults } from '#tests/support/browser.ts'
import { moments } from '#tests/support/screens/association.ts'
import { rareScreens } from '#tests/support/screens/catalogue.ts'
import { checkedLayouts, faultsNow, isLongRun, setLayout } from '#tests/support/screens/layouts.ts'
import { walkScreens } from '#tests/support/screens/walk.ts'

/** Every screen of the catalogue is loaded once and looked at as each kind of reader has it. */
test.describe.configure({ mode: 'parallel' })

for (const moment of moments)
  test(`every screen can be read on a small phone and with large letters: ${moment}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const wrong: Record<string, Record<string, string[]>> = {}
    const judged = new Set<string>()
    const missed = await walkScreens(browser, moment, {
      wanted: (name) => isLongRun || !rareScreens.has(name),
      async look(page, screen) {
        const { name } = screen
        const kind = `${screen.page} of ${screen.as}`
        const faults = await faultsOf(page, { accessibility: isLongRun || !judged.has(kind) })
        judged.add(kind)
        if (Object.keys(faults).length > 0) wrong[name] = faults
      },
    })
    expect({ missed, wrong }).toEqual({ missed: [], wrong: {} })
  })

/** Comes as a phone has it, where accessibility is judged: of each page once, and in the long run of all its states. */
async function faultsOf(page: Page, { accessibility }: { accessibility: boolean }): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  const note = (where: string, found: string[]) => {
    if (found.length > 0) faults[where] = found.slice(0, 8)
  }
  if (accessibility) note('accessibility', await axeFaults(page))
  for (const layout of checkedLayouts) {
    await setLayout(page, layout)
    note(layout.name, await faultsNow(page))
  }
  return faults
}
