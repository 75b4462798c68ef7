import { expect, type Page } from '@playwright/test'

/** The seats of a ballot on the screen, a member's own or one by proxy. */

export const slot = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })

export async function choose(page: Page, seat: string, candidate: string): Promise<void> {
  await slot(page, seat).click()
  const list = page.getByRole('dialog', { name: `Choose for ${seat}` })
  await list.getByRole('button', { name: candidate }).click()
  await expect(list).toBeHidden()
  await expect(slot(page, seat)).toContainText(candidate)
}
