import { expect, expectSound, logIn, test, dialog, signIn } from '#tests/support/browser.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { anAdmin } from '#tests/support/factories.ts'

// Shows administrators-01
test('an administrator is invited, does their job, and is removed meanwhile @desk', async ({
  page,
  browser,
  site,
  isMobile,
}) => {
  const chief = await anAdmin(site.deps, { firstName: 'Pilar', lastName: 'Peña' })
  const email = 'lourdes.ramos@example.org'
  await signIn(page, site, chief)
  await page.goto('/admin')
  if (isMobile) await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Administrators' }).click()
  await expectSound(page)
  const form = page.getByRole('region', { name: 'Invite an administrator' })
  await form.getByLabel('First name').fill('Lourdes')
  await form.getByLabel('Last name').fill('Ramos')
  await form.getByLabel('Email').fill(chief.email)
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(form.getByText('Please choose at least one job')).toBeVisible()
  await form.getByLabel('Content').check()
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(form.getByText('already belongs to an administrator')).toBeVisible()
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation to Lourdes Ramos is on its way.')).toBeVisible()
  const line = page.getByRole('list', { name: 'Administrators' }).getByRole('listitem').filter({ hasText: email })
  await expect(line).toContainText('by Pilar Peña, not accepted yet')
  await expect(form.getByLabel('Content')).not.toBeChecked()
  await expectSound(page)

  const other = await browser.newPage({ baseURL: site.url, viewport: { width: 390, height: 844 } })
  try {
    await expect.poll(() => emailsTo(site.dataDir, email)).toHaveLength(1)
    const [text = ''] = await emailsTo(site.dataDir, email)
    await other.goto(/\/reset-password\?token=[\w-]+&for=administrator/.exec(text)?.[0] ?? '')
    await expect(other.getByRole('heading', { name: 'Welcome, administrator' })).toBeVisible()
    await other.getByRole('textbox', { name: 'New password' }).fill('mahabang bugtong')
    await other.getByRole('textbox', { name: 'Confirm password' }).fill('mahabang bugtong')
    await other.getByRole('button', { name: 'Save the new password' }).click()
    await expect(other.getByText('You have accepted the invitation, and your password is saved.')).toBeVisible()
    await expect(other).toHaveURL('/login?changed=invitation')
    await expect(other.getByText('You have accepted the invitation, and your password is saved.')).toBeVisible()
    await logIn(other, email, 'mahabang bugtong')
    await expect(other).toHaveURL(/\/admin$/)

    // What the job allows, and nothing else.
    await expect(other.getByRole('region', { name: 'Announcements' })).toBeVisible()
    await expect(other.getByText('Membership Approval')).toHaveCount(0)
    await expect(other.getByRole('button', { name: /^Settings/ })).toHaveCount(0)
    await other.getByText('Menu', { exact: true }).click()
    const menu = other.getByRole('navigation', { name: 'Admin' })
    await expect(menu.getByRole('link', { name: 'Audit log' })).toBeVisible()
    for (const name of ['Administrators', 'Election settings', 'Import members', 'Viewers', 'Site status'])
      await expect(menu.getByRole('link', { name })).toHaveCount(0)
    await other.goto('/admin/elections')
    await expect(other).toHaveURL(/\/admin\?needs=elections$/)
    await expect(other.getByText('It needs the job “Elections”.')).toBeVisible()

    // A name of one's own, and another job while logged in.
    await other.goto('/security')
    const name = other.getByRole('region', { name: 'Your name' })
    await name.getByLabel('Last name').fill('Ramos-Cruz')
    await name.getByRole('button', { name: 'Save my name' }).click()
    await expect(name.getByText('Your name was saved.')).toBeVisible()
    await expect(other.getByText('at least 12 characters')).toBeVisible()
    await page.reload()
    await expect(line).toContainText('Lourdes Ramos-Cruz')
    await expect(line).toContainText('Last login')
    await line.getByRole('button', { name: 'Change jobs' }).click()
    const jobs = dialog(page, 'Jobs of Lourdes Ramos-Cruz')
    await jobs.getByLabel('Elections').check()
    await jobs.getByRole('button', { name: 'Save the jobs' }).click()
    await expect(line).toContainText('Elections')
    await other.goto('/admin/elections')
    await expect(other.getByRole('heading', { name: 'Election settings' })).toBeVisible()

    await line.getByRole('button', { name: 'Remove' }).click()
    await dialog(page, 'Remove Lourdes Ramos-Cruz?').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Lourdes Ramos-Cruz was removed.')).toBeVisible()
    await expect(line).toHaveCount(0)
    await other.reload()
    await expect(other).toHaveURL(/\/login\?ended/)
    await logIn(other, email, 'mahabang bugtong')
    await expect(other.getByText('The email or password is not right')).toBeVisible()
  } finally {
    await other.close()
  }

  await page.goto('/admin/audit-log')
  const joined = page.getByRole('listitem').filter({ hasText: 'accepted the invitation' })
  await expect(joined).toContainText('Lourdes Ramos-Cruz')
  await expect(joined).toContainText(email)
  await expect(page.getByText(/removed Lourdes Ramos-Cruz/).first()).toBeVisible()
})

// Shows password-25
test('whoever the first start made gives name and address, and changes the password', async ({ page, site }) => {
  const { email: invented, password } = site.firstAdmin!
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname)
  })
  await logIn(page, invented, password)
  await expect(page).toHaveURL('/security?first')
  await expect(page.getByText('Welcome. What is your name?')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Your name')
  await expect(page.getByText('This password was made for you. Please choose your own.')).toBeVisible()
  await expect(page.getByText('You log in with your own password.')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Daily email' })).toHaveCount(0)
  await expectSound(page)
  const form = page.getByRole('region', { name: 'Your name' })
  await form.getByLabel('First name').fill('Pilar')
  await form.getByLabel('Last name').fill('Peña')
  await form.getByRole('button', { name: 'Save my name' }).click()
  await expect(form.getByText('Your name was saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Enter my email address' }).click()
  await expect(page).toHaveURL('/security?first#email')
  // What was not loaded before comes now, without a reload.
  await expect(page.getByRole('region', { name: 'Daily email' }).getByRole('checkbox')).toBeVisible()
  expect(refused).toEqual([])
  await expectSound(page)

  const address = page.getByRole('region', { name: 'Your email address' })
  const email = 'pilar@example.org'
  await address.getByRole('button', { name: 'Save the new address' }).click()
  await expect(address.getByText('Please enter your password')).toBeVisible()
  await address.getByLabel('New email address').fill(email)
  await address.getByLabel('Your current password', { exact: true }).fill('another password')
  await address.getByRole('button', { name: 'Save the new address' }).click()
  await expect(address.getByText('This is not your password')).toBeVisible()
  await address.getByLabel('Your current password', { exact: true }).fill(password)
  await address.getByRole('button', { name: 'Save the new address' }).click()
  await expect(address.getByText(`We have sent a six-digit code to ${email}.`)).toBeVisible()
  await expectSound(page)
  await address.getByRole('button', { name: 'Confirm the new address' }).click()
  await expect(address.getByText('Please enter the code')).toBeVisible()
  await address.getByLabel('Code from the email').fill('12')
  await address.getByRole('button', { name: 'Confirm the new address' }).click()
  await expect(address.getByText('This is not the code, or it is too old')).toBeVisible()
  await address.getByLabel('Code from the email').fill(await codeTo(site.dataDir, email))
  await address.getByRole('button', { name: 'Confirm the new address' }).click()
  await expect(address.getByText(`From now on you log in with ${email}.`)).toBeVisible()
  await expect(address.getByLabel('New email address')).toHaveCount(0)
  await expect(page.getByText('Thank you. You can go on now.')).toBeVisible()
  await expectSound(page)

  await page.getByRole('link', { name: 'Choose my own password' }).click()
  await expect(page.getByText('At least 12 characters.')).toBeVisible()
  await page.getByRole('textbox', { name: 'New password' }).fill('mahabang bugtong')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('mahabang bugtong')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('This is not your password')).toBeVisible()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'Your current password' }).fill(password)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Password changed. You are still logged in.')).toBeVisible()
  await expect(page).toHaveURL('/security')
  await expect(page.getByText('You log in with your own password.')).toBeVisible()
  await expectSound(page)
  await page.context().clearCookies()
  await logIn(page, email, 'mahabang bugtong')
  await expect(page).toHaveURL('/admin')
})

async function codeTo(dataDir: string, email: string): Promise<string> {
  const codes = async () =>
    (await emailsTo(dataDir, email)).flatMap((text) => /your code is (\d{6})/.exec(text)?.[1] ?? [])
  await expect.poll(codes).toHaveLength(1)
  return (await codes())[0] ?? ''
}
