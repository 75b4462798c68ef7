import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema.ts'
import { expect, expectSound, hydrated, logIn, test, expectRed } from '#tests/support/browser.ts'
import { aMember, anAdmin, anApplicant, saveSettings } from '#tests/support/factories.ts'

/** On whichever login page one has been sent to. */
async function logInHere(page: Page, login: string, password: string) {
  await page.getByLabel('Military serial number or admin email').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

// Shows navigation-09, login-01, login-14, profile-12
test('a member logs in with serial number and birthdate and lands on their profile', async ({ page, site }) => {
  const member = await aMember(site.deps, { firstName: 'TERESITA', lastName: 'MUÑOZ', rank: 'CPT', ms: 'PAF' })
  await page.goto('/profile')
  await expect(page).toHaveURL('/login?next=/profile')
  await hydrated(page)
  await expect(page.getByText('Log in to see your profile.')).toBeVisible()
  await expect(page.getByText('Your password is your birthday, for example 05Oct1964')).toBeVisible()
  await expectSound(page)
  await logInHere(page, ` ${member.serial.toLowerCase()}`, '5oct1964')
  await expect(page).toHaveURL(`/member/${member.id}`)
  await expect(page.getByText('MUÑOZ').first()).toBeVisible()
  await expect(page.getByText(member.serial).first()).toBeVisible()
  await expectSound(page)
  await page.goto('/profile')
  await expect(page).toHaveURL(`/member/${member.id}`)
  // The way to the login is not asked of somebody who is in.
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await page.goto('/about')
  await page.goto('/login?next=/announcements')
  await expect(page).toHaveURL('/announcements')

  await page.goto('/profile')
  await page.route('**/api/accounts/logout', (route) => route.fulfill({ status: 429, body: '' }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login?out=failed')
  await expect(page.getByText('you may still be logged in')).toBeVisible()
  await page.unrouteAll()
  await hydrated(page)
  await page.getByRole('button', { name: 'Log out again' }).click()
  await expect(page).toHaveURL('/login?out')
  await expect(page.getByRole('status')).toContainText('You are logged out.')
  await expect(page.getByRole('status')).toContainText('Nobody else can use your account on this device now.')
  await expectSound(page)
  await page.goto(`/member/${member.id}`)
  await expect(page).toHaveURL(`/login?next=/member/${member.id}`)
})

test('after the login one lands on the page that was asked for', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await page.goto('/announcements')
  await expect(page).toHaveURL('/login?next=/announcements')
  await hydrated(page)
  await logInHere(page, member.serial, 'not the one')
  await expect(page.getByRole('alert')).toContainText('The password is not right')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/login?step=forgot&next=/announcements')
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await logInHere(page, member.serial, member.password)
  await expect(page).toHaveURL('/announcements')
})

test('a session that ends behind an open page leads back to it @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await page.goto('/login?next=/security')
  await logInHere(page, member.serial, member.password)
  await expect(page).toHaveURL('/security')
  await expect(page.getByRole('button', { name: 'Turn on two-step login' })).toBeVisible()
  await site.deps.db.delete(sessions).where(eq(sessions.userId, member.id))
  // The page asks again when the connection comes back.
  await page.evaluate(() => ['offline', 'online'].forEach((name) => window.dispatchEvent(new Event(name))))
  await expect(page).toHaveURL('/login?ended&next=/security')
  await expect(page.getByText('You were logged out. Please log in again.')).toBeVisible()
  await logInHere(page, member.serial, member.password)
  await expect(page).toHaveURL('/security')
})

test('nobody is led away by the address of the login page @rare', async ({ page, site }) => {
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
  await expect(page.getByRole('main').getByRole('link', { name: /^Membership Approval/ })).toHaveAttribute(
    'href',
    '/members?approval=true',
  )
  await expect(page.getByRole('main').getByRole('link', { name: /^Current Members/ })).toHaveAttribute(
    'href',
    '/members',
  )
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toHaveCount(0)
  await expectSound(page)
})

// Shows login-09, login-10, login-11, login-13
test('refusals are read in red, in the association’s words, and nothing typed is lost', async ({ page, site }) => {
  const applicant = await anApplicant(site.deps)
  const gone = await aMember(site.deps, { withdrawnAt: Date.now() })
  const tries: [string, string, string][] = [
    ['', '', 'Both email and password are required'],
    ['NOBODY-77', '05Oct1964', 'User not found'],
    [gone.serial, gone.password, 'You are no longer a member, so you cannot log in.'],
    [applicant.serial, applicant.password, 'Your account is pending approval. Please contact an administrator.'],
  ]
  for (const [login, password, message] of tries) {
    await logIn(page, login, password)
    await expect(page.getByRole('alert')).toContainText(message)
    await expectRed(page.getByRole('alert').getByText(message))
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(page.getByLabel('Military serial number or admin email')).toHaveValue(login)
    if (login === gone.serial)
      await expect(page.getByRole('link', { name: 'Contact us.' })).toHaveAttribute('href', '/contact')
  }
  // Whoever applied yesterday is told how long it takes; only the refusal is red.
  const soon = page
    .getByRole('alert')
    .getByText('We are still checking your application, which usually takes about a week.')
  await expect(soon).toHaveCSS('color', 'rgb(22, 32, 44)')
  await expect(page.getByRole('link', { name: 'See where your application stands' })).toBeVisible()
  await expectSound(page)
})

// Shows login-17, password-09
test('who forgot everything finds the ways back, and one answer for all', async ({ page, site }) => {
  await saveSettings(site.deps, { contactEmail: 'desk@example.org', contactPhone: '0917 123 4567' })
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: 'Forgot your serial number?' }).click()
  const ways = page.getByRole('main').locator('ol > li')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your serial number?')
  await expect(ways.first()).toContainText('membership card')
  await expect(ways.filter({ hasText: 'membership card' })).toContainText('full name, birthday and unit')
  const code = ways.filter({ hasText: 'one-time code' })
  await expect(code).toContainText('type the code in place of the password')
  await expect(code.getByRole('link', { name: '0917 123 4567' })).toHaveAttribute('href', 'tel:09171234567')
  await expect(code.getByRole('link', { name: 'desk@example.org' })).toBeVisible()
  await expect(page.getByText('the address you registered with')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Military serial number or email').fill('NOBODY-78')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If we know this account')).toBeVisible()
  await expectSound(page)
})

test('a birthday: in boxes, in words, and asked about where it may be two', async ({ page, site }) => {
  const member = await aMember(site.deps, { birthday: '1964-10-05' })
  const tries: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/accounts/login')) tries.push(request.postData() ?? '')
  })
  await page.goto('/login?next=/announcements')
  await hydrated(page)
  await expect(
    page.getByText('Log in to read the announcements for members. News for everybody is on the home page.'),
  ).toBeVisible()
  await logInHere(page, member.serial, '5/10/1964')
  await expect(page.getByText('Do you mean 5 October 1964 or 10 May 1964?')).toBeVisible()
  await expectSound(page)
  expect(tries).toEqual([])
  await page.getByRole('button', { name: '10 May 1964' }).click()
  await expect(page.getByRole('alert')).toContainText('The password is not right')
  await expect(page.getByRole('alert')).toContainText('press “My password is my birthday”')

  await page.getByRole('link', { name: 'My password is my birthday' }).click()
  await expect(page).toHaveURL('/login?step=birthday&next=/announcements')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Day')).toBeFocused()
  await expect(page.getByLabel('Military serial number or admin email')).toHaveValue(member.serial)
  await page.getByLabel('Day').fill('5')
  await page.getByLabel('Year').fill('1964')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in the day, the month and the year')
  await expectSound(page)
  expect(tries).toHaveLength(1)
  await page.getByLabel('Month').selectOption('May')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Check the day, the month and the year.')
  await expect(page.getByRole('alert')).not.toContainText('Show')
  await expectSound(page)
  await page.getByRole('link', { name: 'I chose my own password' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('link', { name: 'My password is my birthday' }).click()
  await expect(page.getByLabel('Day')).toHaveValue('5')
  await page.getByLabel('Month').selectOption('October')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/announcements')
})

// Shows login-26
test('who mistypes is told how many tries are left, and then the way back @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await page.goto('/login')
  await hydrated(page)
  for (const said of [
    'is not right',
    'is not right',
    '2 tries left today',
    '1 try left today',
    'your last try today',
  ]) {
    await logInHere(page, member.serial, '01Jan1960')
    await expect(page.getByRole('alert')).toContainText(said)
    await expect(page.getByRole('button', { name: 'Log in' })).not.toHaveAttribute('aria-disabled')
  }
  await logInHere(page, member.serial, member.password)
  await expect(page.getByRole('alert')).toContainText('Too many failed logins')
  await expectSound(page)
  await page.getByRole('link', { name: 'See how to get back in' }).click()
  await expect(page.getByLabel('Military serial number or email')).toHaveValue(member.serial)
})

test.describe('before the scripts have come', () => {
  test.use({ javaScriptEnabled: false })

  test('the form logs in all the same, and shows a refusal', async ({ page, site }) => {
    const member = await aMember(site.deps)
    await logIn(page, member.serial, 'not the one')
    await expect(page.getByText('The password is not right')).toBeVisible()
    expect(page.url()).not.toContain('not')
    await logIn(page, member.serial, member.password)
    await expect(page).toHaveURL(`/member/${member.id}`)
  })

  test('and leads to the page that was asked for, also after a refusal', async ({ page, site }) => {
    const member = await aMember(site.deps, { birthday: '1964-10-05' })
    await page.goto('/announcements')
    await expect(
      page.getByText('Log in to read the announcements for members. News for everybody is on the home page.'),
    ).toBeVisible()
    // Words inside <noscript> are no text to the test's own search.
    await expect(page.locator('main noscript')).toBeVisible()
    expect(await page.content()).toContain('JavaScript is turned off in this browser. You can log in here')
    await logInHere(page, member.serial, '5/10/1964')
    await expect(page.getByText('Which number is the month?')).toBeVisible()
    await logInHere(page, member.serial, 'not the one')
    await expect(page).toHaveURL('/login?next=/announcements&error=wrong-credentials')
    await page.goto('/login?step=birthday&next=/announcements')
    await page.getByLabel('Military serial number or admin email').fill(member.serial)
    await page.getByLabel('Day').fill('05')
    await page.getByLabel('Month').selectOption('October')
    await page.getByLabel('Year').fill('1964')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/announcements')
  })
})
