import { randomBytes } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { unbroken } from '#shared/joined-text.ts'
import { makeReference, referenceBytes, showReference } from '#shared/members/registration/reference.ts'
import { expect, expectSound, hydrated, logIn, test, link } from '#tests/support/browser.ts'
import { anAdmin, anApplicant, documentsOf, saveSettings } from '#tests/support/factories.ts'
import { accept, aPerson, aPhoto, attachAll, fillInForm, submit } from '#tests/support/registration-form.ts'

/** The story of a phone, whichever width the others run at. */
test.use({ cutsLink: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test.beforeAll(({ site }) => saveSettings(site.deps, { walletAccount: '0917 765 4321' }))

async function onMobileLink(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await link(session, { offline: false })
  return session
}

// Shows registration-56
test('from the form on a poor link to the card: registered, approved, shown', async ({ page, site, browser }) => {
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
  await expect(page.getByText('The connection was lost. The upload will continue when').first()).toBeVisible()
  await link(session, { offline: false })
  await sending
  await submit(page)
  await expect(page.getByRole('dialog', { name: 'Registration Successful' })).toBeVisible()
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
  // Who leaves the page does not wait for the time in which it can be undone.
  await desk.goto('/members?sort=joined')
  await expect(async () => {
    await desk.reload()
    await expect(desk.getByText('ARRAPI-000-001').first()).toBeAttached({ timeout: 5000 })
  }).toPass()
  await desk.close()

  await logIn(page, serial, '5oct1964')
  await expect(page).toHaveURL(/\/member\/[0-9a-f-]{36}$/)
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

// Shows approval-21, approval-64
test('sent back for a better picture, which comes, and approved @rare', async ({ page, site, browser }) => {
  const reference = makeReference(randomBytes(referenceBytes))
  const names = { firstName: 'ANDRES', lastName: 'BONIFACIO', birthday: '1964-10-05' }
  const applicant = await anApplicant(site.deps, { ...names, applicationReference: reference })
  await documentsOf(site.deps, applicant)
  const admin = await anAdmin(site.deps)
  const desk = await browser.newPage({ baseURL: site.url, viewport: { width: 1280, height: 800 } })
  await logIn(desk, admin.email, admin.password)
  await desk.waitForURL('/admin')
  await desk.goto('/members?approval=true')
  await desk.getByRole('textbox', { name: 'Search' }).fill(showReference(reference))
  await desk.getByRole('button', { name: /BONIFACIO/ }).click()
  await desk.getByRole('button', { name: 'Ask for a correction…' }).click()
  const asking = desk.getByRole('dialog', { name: 'Ask for a better picture or a correction' })
  await asking.getByRole('button', { name: 'Send back to the applicant' }).click()
  await expect(asking.getByText('Please tick what the applicant should send again')).toBeVisible()
  await asking.getByRole('checkbox', { name: '2x2 profile picture' }).check()
  await asking.getByText('Answers', { exact: true }).click()
  await asking.getByRole('checkbox', { name: 'Cellphone number' }).check()
  await asking.getByLabel('What should they do?').fill('Please take the photo again in daylight.')
  await expectSound(desk)
  await asking.getByRole('button', { name: 'Send back to the applicant' }).click()
  await expect(asking).toBeHidden()
  await desk.goto('/members?approval=true')
  await desk.getByRole('button', { name: 'Sent back (1)' }).click()
  await expect(desk.getByRole('region', { name: 'Application' })).toContainText(
    'Asked for: 2x2 profile picture, Cellphone number',
  )

  // The applicant, from the login page's answer.
  await logIn(page, applicant.serial, '05Oct1964')
  await page.getByRole('link', { name: 'See where your application stands' }).click()
  await expect(page).toHaveURL(/\/application$/)
  await hydrated(page)
  await page.goto(`/application#${showReference(reference)}`)
  await expect(page.getByLabel('Reference number')).toHaveValue(showReference(reference))
  await page.getByRole('button', { name: 'Show my application' }).click()
  await expect(page.getByText('Please enter your birthday')).toBeVisible()
  const last = reference.endsWith('2') ? '3' : '2'
  await page.getByLabel('Reference number').fill(reference.slice(0, -1) + last)
  await page.getByRole('button', { name: 'Show my application' }).click()
  await expect(page.getByText('One of the 12 letters and digits is not right.')).toBeVisible()
  await page.getByLabel('Reference number').fill(showReference(reference))
  const born = async (day: string, month = 'October', year = '1964') => {
    await page.getByLabel('Day').fill(day)
    await page.getByLabel('Month').selectOption(month)
    await page.getByLabel('Year').fill(year)
    await page.getByRole('button', { name: 'Show my application' }).click()
  }
  const noSuchDay = page.getByText('Please enter a valid birthday, with all four digits of the year')
  await born('31', 'February')
  await expect(page.getByText('February 1964 has 29 days')).toBeVisible()
  await born('5', 'October', '964')
  await expect(noSuchDay).toBeVisible()
  await born('6')
  await expect(page.getByRole('alert')).toContainText(
    'We found no application with this reference number and birthday.',
  )
  await expectSound(page)
  await born('5')
  await expect(page.getByRole('heading', { name: 'Please correct your application' })).toBeFocused()
  await expect(page.getByText('Please take the photo again in daylight.')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Send the correction' }).click()
  await expect(page.getByText('Choose a photo.')).toBeVisible()
  await expect(page.getByText('Cellphone number is required')).toBeVisible()
  const picture = page.getByRole('group', { name: '2x2 profile picture' })
  await picture
    .locator('input[type=file]')
    .last()
    .setInputFiles(await aPhoto({ width: 900, height: 900 }))
  await expect(picture.getByText('Uploaded')).toBeVisible()
  // Each message goes with what it was about, and the sentence above them with the last.
  await page.getByLabel('Cellphone number').fill('0917 999 888')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Cellphone number').press('Tab')
  await expect(page.getByText('begins with 09 has 11 digits; this one has 10')).toBeVisible()
  await page.getByLabel('Cellphone number').fill('0917 999 8888')
  // It arrives, but the reply is lost on the way: sent again, it is there already.
  await page.route('**/api/applications/corrections', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Send the correction' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/applications/corrections')
  await page.getByRole('button', { name: 'Send the correction' }).click()
  await expect(page.getByText(/^Thank you\. We received your correction on /)).toBeVisible()
  await expect(
    page.getByText(`Write to us with your reference number, ${unbroken(showReference(reference))}`),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'We are checking your application' })).toBeVisible()

  await desk.goto('/members?approval=true')
  const queued = desk.getByRole('button', { name: /BONIFACIO/ })
  await expect(queued).toContainText('Corrected')
  await queued.click()
  const application = desk.getByRole('region', { name: 'Application' })
  await expect(application).toContainText('Sent again: 2x2 profile picture, Cellphone number')
  await expect(application).toContainText('0917 999 8888')
  await desk.getByRole('button', { name: /^Approve as/ }).click()
  await expect(
    desk
      .getByRole('region', { name: 'Messages' })
      .getByText(/approved as/)
      .last(),
  ).toBeVisible()
  await desk.close()
  await page.getByRole('button', { name: 'Look up another application' }).click()
  await born('5')
  await expect(page.getByRole('heading', { name: 'Approved' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' }).last()).toBeVisible()
})
