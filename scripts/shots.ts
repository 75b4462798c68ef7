import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import globalDatabase from '#tests/support/global-database.ts'
import { moments } from '#tests/support/screens/association.ts'
import { faultsNow, layouts, setLayout, type Layout } from '#tests/support/screens/layouts.ts'
import type { Screen } from '#tests/support/screens/screen.ts'
import { walkScreens } from '#tests/support/screens/walk.ts'
import { browserFlags } from './browser-flags.ts'

/**
 * `npm run shots [folder [name …]]`: a picture of every screen of the catalogue (`tests/support/screens`), or of those named, at
 * four widths and with large letters, into the folder (`shots`). What is wrong with one is said beside its name.
 */
const [folder = 'shots', ...named] = process.argv.slice(2)
const wanted = named.length > 0 ? ({ name }: Screen) => named.includes(name) : undefined
const executablePath = process.env.CHROMIUM_PATH

await mkdir(folder, { recursive: true })
const stopDatabase = await globalDatabase()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: browserFlags })
try {
  for (const moment of moments) {
    const missed = await walkScreens(browser, moment, {
      ...(wanted && { wanted }),
      async look(page, { name }) {
        for (const layout of Object.values<Layout>(layouts)) {
          await setLayout(page, layout)
          const file = `${name}-${layout.width}${layout.large ? `-${layout.large}` : ''}.png`
          const isOverlaid = (await page.locator('[role=dialog], dialog[open]').count()) > 0
          await page.screenshot({ path: path.join(folder, file), fullPage: !isOverlaid })
          const faults = await faultsNow(page)
          process.stdout.write(`${[file, ...faults].join('\n  ')}\n`)
        }
      },
    })
    for (const screen of missed) process.stdout.write(`not shown: ${screen}\n`)
  }
} finally {
  await browser.close()
  await stopDatabase()
}
