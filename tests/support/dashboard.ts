import type { Page } from '@playwright/test'
import type { Someone } from './factories.ts'
import type { TestSite } from './test-site.ts'
import { expect, hydrated } from './browser.ts'
import { signIn } from './enter.ts'

/** Moves on the dashboard that several stories share. */

export async function openDashboard(page: Page, site: TestSite, admin: Someone): Promise<void> {
  await signIn(page, site, admin)
  await page.goto('/admin')
  await hydrated(page)
}

export async function openEditor(page: Page, tile: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${tile}`) }).click()
  await expect(page.getByRole('dialog', { name: tile })).toBeVisible()
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const note = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
