import type { Receipt } from '#shared/elections/board/receipt-link.ts'
import { expect, type Page } from '@playwright/test'

/** The seats of a ballot on the screen, a member's own or one by proxy. */

export const slot = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })

/** The receipts that this browser keeps, by where it keeps them. */
export const keptReceipts = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('ballot-receipt:'))
        .map(([key, text]) => [key, JSON.parse(text as string) as Receipt & { key: unknown; choices: unknown[] }]),
    ),
  )

/** Somebody in the list of candidates, to be tapped. */
export const inList = (page: Page, candidate: string) =>
  page.getByRole('region', { name: 'Candidates' }).getByRole('button', { name: new RegExp(`^${candidate}`) })

export async function choose(page: Page, seat: string, candidate: string): Promise<void> {
  await slot(page, seat).click()
  const list = page.getByRole('dialog', { name: `Choose for ${seat}` })
  await list.getByRole('button', { name: new RegExp(`^(?!About).*${candidate}`) }).click()
  await expect(list).toBeHidden()
  await expect(slot(page, seat)).toContainText(candidate)
}
