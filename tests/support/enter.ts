import { expect, type Page } from '@playwright/test'
import type { Someone } from './factories.ts'
import type { TestSite } from './test-site.ts'

/** Signed in without the login page. */
export async function signIn(page: Page, site: TestSite, person: Someone) {
  const { cookies } = await site.signedIn(person)
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.url })))
}

/** Signed out from elsewhere. A page that stayed open would learn of it, and go to the login meanwhile. */
export async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** On a profile. The card has stories of its own, and drawing it takes a while. */
export async function enter(page: Page, site: TestSite, person: Someone, id = person.id) {
  await signIn(page, site, person)
  await page.route('**/card/*.webp*', (route) => route.fulfill({ contentType: 'image/png', body: dot }))
  await page.goto(`/member/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('DELA CRUZ')
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
