import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema.ts'
import { aMember, anAdmin, anApplicant } from '#tests/support/factories.ts'
import { expect, expectSound, hydrated, logIn, test } from '#tests/support/browser.ts'
import { expectRed } from '#tests/support/red.ts'

/** On whichever login page one has been sent to. */
async function logInHere(page: Page, login: string, password: string) {
  await page.getByLabel('Military serial number or admin email').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

// Shows navigation-09, login-01, login-14, profile-02, profile-12
test('a member logs in with serial number and birthdate and lands on their profile', async ({ page, site }) => {
  const member = await aMember(site.deps, { firstName: 'TERESITA', lastName: 'MUÑOZ', rank: 'CPT', ms: 'PAF' })
  await page.goto('/profile')
  await expect(page).toHaveURL('/login')
  await hydrated(page)
  await expect(page.getByText('05Oct1964')).toBeVisible()
  await expectSound(page)
  await logIn(page, ` ${member.serial.toLowerCase()}`, '5oct1964')
  await expect(page).toHaveURL(`/member/${member.id}`)
  await expect(page.getByText('MUÑOZ').first()).toBeVisible()
  await expect(page.getByText(member.serial).first()).toBeVisible()
  await expectSound(page)
  await page.goto('/profile')
  await expect(page).toHaveURL(`/member/${member.id}`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto(`/member/${member.id}`)
  await expect(page).toHaveURL(`/login?next=/member/${member.id}`)
})

// Shows navigation-18
test('after the login one lands on the page that was asked for', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await page.goto('/announcements')
  await expect(page).toHaveURL('/login?next=/announcements')
  await hydrated(page)
  await logInHere(page, member.serial, 'not the one')
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/login?step=forgot&next=/announcements')
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await logInHere(page, member.serial, member.password)
  await expect(page).toHaveURL('/announcements')
})

// Shows navigation-20
test('a session that ends behind an open page leads back to it', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await page.goto('/login?next=/security')
  await logInHere(page, member.serial, member.password)
  await expect(page).toHaveURL('/security')
  await expect(page.getByRole('button', { name: 'Turn on two-step login' })).toBeVisible()
  await site.deps.db.delete(sessions).where(eq(sessions.userId, member.id))
  // The page asks again when the connection comes back.
  await page.evaluate(() => ['offline', 'online'].forEach((name) => window.dispatchEvent(new Event(name))))
  await expect(page).toHaveURL('/login?next=/security')
  await logInHere(page, member.serial, member.password)
  await expect(page).toHaveURL('/security')
})

// Shows navigation-19
test('nobody is led away by the address of the login page', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await page.goto('/login?next=//evil.example/members')
  await hydrated(page)
  await logInHere(page, member.serial, member.password)
  await expect(page).toHaveURL(`/member/${member.id}`)
})

// Shows navigation-23, dashboard-01, dashboard-04
test('an administrator lands on the dashboard, which shows the counts', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await anApplicant(site.deps)
  await logIn(page, admin.email, admin.password)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByText(admin.email).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Membership Approval/ })).toHaveAttribute(
    'href',
    '/members?approval=true',
  )
  await expect(page.getByRole('link', { name: /Current Members/ })).toHaveAttribute('href', '/members')
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toHaveCount(0)
  await expectSound(page)
})

// Shows login-09, login-10, login-11, login-13
test('refusals are read in red, in the association’s words, and nothing typed is lost', async ({ page, site }) => {
  const applicant = await anApplicant(site.deps)
  const tries: [string, string, string][] = [
    ['', '', 'Both email and password are required'],
    ['NOBODY-77', '05Oct1964', 'User not found'],
    [applicant.serial, applicant.password, 'Your account is pending approval. Please contact an administrator.'],
  ]
  for (const [login, password, message] of tries) {
    await logIn(page, login, password)
    await expect(page.getByRole('alert')).toContainText(message)
    await expectRed(page.getByRole('alert').getByText(message))
    await expect(page.getByLabel('Military serial number or admin email')).toHaveValue(login)
  }
  await expectSound(page)
})

// Shows login-17, password-09
test('the forgotten password: one answer for all', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Military serial number or email').fill('NOBODY-78')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If that account exists')).toBeVisible()
  await expectSound(page)
})

test.describe('before the scripts have come', () => {
  test.use({ javaScriptEnabled: false })

  test('the form logs in all the same, and shows a refusal', async ({ page, site }) => {
    const member = await aMember(site.deps)
    await logIn(page, member.serial, 'not the one')
    await expect(page.getByText('Invalid login credentials')).toBeVisible()
    expect(page.url()).not.toContain('not')
    await logIn(page, member.serial, member.password)
    await expect(page).toHaveURL(`/member/${member.id}`)
  })

  // Shows navigation-18
  test('and leads to the page that was asked for, also after a refusal', async ({ page, site }) => {
    const member = await aMember(site.deps)
    await page.goto('/announcements')
    await logInHere(page, member.serial, 'not the one')
    await expect(page).toHaveURL('/login?next=/announcements&error=wrong-credentials')
    await logInHere(page, member.serial, member.password)
    await expect(page).toHaveURL('/announcements')
  })
})
