import { aMember, anAdmin, anApplicant } from '#tests/support/factories.ts'
import { expect, expectSound, hydrated, logIn, test } from '#tests/support/browser.ts'

test.use({ siteOf: 'login' })

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
  await expect(page).toHaveURL('/login')
})

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
    await expect(page.getByLabel('Military serial number or admin e-mail')).toHaveValue(login)
  }
  await expectSound(page)
})

test('the forgotten password: one answer for all', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Military serial number or e-mail').fill('NOBODY-78')
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
})
