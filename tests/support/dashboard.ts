import type { Page } from '@playwright/test'
import type { Someone } from './factories.ts'
import { expect, logIn } from './browser.ts'

/** Moves on the dashboard that several stories share. */

export async function openDashboard(page: Page, admin: Someone): Promise<void> {
  await logIn(page, admin.email, admin.password)
  await expect(page).toHaveURL('/admin')
}

export async function openEditor(page: Page, tile: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${tile}`) }).click()
  await expect(page.getByRole('dialog', { name: tile })).toBeVisible()
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const note = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
