import { expect, expectSound, test, openDashboard, signIn, signOut } from '#tests/support/browser.ts'
import { aMember, anAdmin, saveSettings } from '#tests/support/factories.ts'

test('an administrator sees that all is well, or what needs attention and what to do', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await aMember(site.deps)
  const { pool, config } = site.deps
  await saveSettings(site.deps, { backupsOn: false })
  config.backup.wanted = true
  await pool.query(
    `insert into nodes (id, host, pid, version, storage, vault, clock_offset_ms)
     select gen_random_uuid(), 'manila-1', 4711, version, storage, vault, 12 from nodes limit 1`,
  )
  await openDashboard(page, site, admin)
  const waits = page.getByRole('region', { name: 'To do' }).getByRole('listitem')
  await waits.filter({ hasText: 'There is no backup yet.' }).getByRole('link', { name: 'See what to do' }).click()
  await expect(page).toHaveURL('/admin/status')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site status')
  const checks = page.getByRole('region', { name: 'What was checked' }).getByRole('listitem')
  await expect(checks).toHaveCount(16)
  await expect(checks.first()).toContainText('There is no backup yet.')
  await expect(checks.first()).toContainText(
    'What to do: Nightly backups are off: turn them on in the settings, under Backups. Press “Back up now”',
  )
  await expect(page.getByRole('row', { name: /manila-1 \(process 4711\)/ })).toContainText('just now')
  await expect(page.getByRole('row', { name: /Count ballots/ })).toContainText('every 3 seconds')
  await expectSound(page)

  await pool.query(
    `insert into backups (kind, state, place, name, bytes, finished_at) values ('manual', 'done', 'folder', 'b', 5000000, now())`,
  )
  // What was found is kept for a second, and the page looks again after fifteen.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('All is well')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expectSound(page)
  config.backup.wanted = false
})

test('an administrator sends a test email and sees what became of it @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await signIn(page, site, admin)
  await page.goto('/admin/status')
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText('No mail server is set, so the email was written to the folder')).toBeVisible()
  await expectSound(page)
  await page.route('**/api/status/test-emails/*', (route) =>
    route.fulfill({ json: { status: 'failed', error: 'EAUTH 535' } }),
  )
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText('The mail server did not accept the email (EAUTH 535).')).toBeVisible()
  await expectSound(page)
})

test('a status that cannot be read says so, and a member is not let in @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await signIn(page, site, admin)
  const refused = { status: 403, json: { code: 'not-allowed', message: 'You do not have permission to do this.' } }
  await page.route('**/api/status', (route) => route.fulfill(refused))
  await page.goto('/admin/status')
  await expect(page.getByText('The status could not be loaded')).toBeVisible()
  await expectSound(page)
  await page.unroute('**/api/status')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'What was checked' })).toBeVisible()

  const member = await aMember(site.deps)
  await signOut(page)
  await signIn(page, site, member)
  await page.goto('/admin/status')
  await expect(page).toHaveURL(/\/member\//)
})
