import { expect, expectSound, logIn, test } from '#tests/support/browser.ts'
import { dialog } from '#tests/support/dashboard.ts'
import { signIn } from '#tests/support/enter.ts'
import { anAdmin } from '#tests/support/factories.ts'
import { emailsTo } from '#tests/support/sent-emails.ts'

// Shows administrators-01, administrators-07, administrators-09, administrators-19
test('an administrator is invited, sees what their job allows, and is removed while logged in @desk', async ({
  page,
  browser,
  site,
}) => {
  const chief = await anAdmin(site.deps, { firstName: 'Pilar', lastName: 'Peña' })
  const email = 'lourdes.ramos@example.org'
  await signIn(page, site, chief)
  await page.goto('/admin')
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
    await expect(other.getByText('Your password has been changed.')).toBeVisible()
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
    await expect(other.getByText('Invalid login credentials')).toBeVisible()
  } finally {
    await other.close()
  }

  await page.goto('/admin/audit-log')
  const joined = page.getByRole('listitem').filter({ hasText: 'accepted the invitation' })
  await expect(joined).toContainText('Lourdes Ramos-Cruz')
  await expect(joined).toContainText(email)
  await expect(page.getByText(/removed Lourdes Ramos-Cruz/).first()).toBeVisible()
})
