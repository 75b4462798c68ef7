import type { CDPSession, Page } from '@playwright/test'
import { anAdmin } from '#tests/support/factories.ts'
import { expect, hydrated, logIn, test } from '#tests/support/browser.ts'
import { link } from '#tests/support/mobile-link.ts'
import { accept, aPerson, attachAll, fillInForm, submit } from '#tests/support/registration-form.ts'

/** The story of a phone, whichever width the others run at. */
test.use({ cutsLink: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

async function onMobileLink(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await link(session, { offline: false })
  return session
}

// Shows registration-56
test('from the form to the card: register on a poor link that drops once, be approved, log in, show the card', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(150_000)
  const session = await onMobileLink(page)
  const person = aPerson()
  await page.goto('/register')
  await hydrated(page)
  await accept(page)
  await fillInForm(page, person)

  // The link drops while the pictures go out, and comes back by itself.
  const begun = page.waitForRequest('**/api/registration-files/*')
  const sending = attachAll(page)
  await begun
  await link(session, { offline: true })
  await expect(page.getByText('The connection was lost. The upload will continue by itself').first()).toBeVisible({
    timeout: 30_000,
  })
  await link(session, { offline: false })
  await sending
  await submit(page)
  await expect(page.getByRole('dialog', { name: 'Registration Successful' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Go to the login page' }).click()

  const serial = person.serial
  await logIn(page, serial, '05Oct1964')
  await expect(page.getByText('Your account is pending approval. Please contact an administrator.')).toBeVisible()

  const admin = await anAdmin(site.deps)
  const desk = await browser.newPage({ baseURL: site.url, viewport: { width: 1280, height: 800 } })
  await logIn(desk, admin.email, admin.password)
  await desk.waitForURL('/admin')
  await desk.goto('/members?approval=true')
  await desk.getByRole('button', { name: /^Approve as ARRAPI-000-001/ }).click()
  await expect(
    desk
      .getByRole('region', { name: 'Messages' })
      .getByText(/ARRAPI-000-001/)
      .last(),
  ).toBeVisible()
  await desk.close()

  await logIn(page, serial, '5oct1964')
  await expect(page).toHaveURL(/\/member\/[0-9a-f-]{36}$/, { timeout: 30_000 })
  const card = page.getByRole('region', { name: 'E-Identification Card' })
  await card.scrollIntoViewIfNeeded()
  await expect
    .poll(
      () =>
        card
          .locator('img')
          .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ naturalWidth }) => naturalWidth)),
      { timeout: 40_000 },
    )
    .toEqual([1011, 1011])
  await expect(card.getByRole('button', { name: /ARRAPI-000-001/ })).toBeVisible()
})
