import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { appendAudit } from '#server/audit/audit.ts'
import { expect, expectSound, test, signIn, signOut } from '#tests/support/browser.ts'
import { aMember, anAdmin } from '#tests/support/factories.ts'
import { holdJob } from '#tests/support/site.ts'

// Shows audit-17
test('an administrator reads the log in sentences, and takes it along', async ({ page, site, isMobile }) => {
  // The site itself closes the count of the election of 2025, and that is an entry, too: not while the log is read.
  const release = await holdJob(site, 'count ballots')
  const { db, clock } = site.deps
  const admin = await anAdmin(site.deps, { firstName: 'AURORA', lastName: `Q${Date.now()}` })
  const member = await aMember(site.deps, { firstName: 'ANTONIO', middleName: null, lastName: 'NUÑEZ' })
  await appendAudit(db, clock, { actor: admin.id, action: 'member approved', subject: member.id })
  for (let n = 0; n < 55; n++)
    await appendAudit(db, clock, { actor: 'system', action: 'count closed', detail: { changed: 'fee' } })
  const desk = await site.signedIn(admin)
  const { settings, version } = await desk.get<{ settings: object; version: number }>('/api/settings')
  await desk.send('PUT', '/api/settings', { settings: { ...settings, registrationFee: 250 }, version })
  await appendAudit(db, clock, { actor: admin.id, action: 'member rejected', subject: randomUUID() })
  await signIn(page, site, admin)
  await page.goto('/admin/audit-log')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(entries.first()).toContainText(/rejected an applicant \(reference [0-9A-F]{8}\)/)
  await expect(entries.nth(1)).toContainText('changed the settings')
  await expect(entries.nth(1)).toContainText(/Registration fee in pesos: from \d+ to 250\./)
  await expectSound(page)
  await page.getByRole('button', { name: 'Show older entries' }).click()
  const approval = entries.filter({ hasText: 'approved ANTONIO NUÑEZ as a member' }).first()
  await expect(approval).toContainText('AURORA')
  await expect(approval.getByRole('link')).toHaveAttribute('href', `/member/${member.id}`)

  await approval.getByRole('button').click()
  await expect(page.getByText('Only by AURORA')).toBeVisible()
  await expect(entries).toHaveCount(3)
  // On a phone the fields are folded away, so that the log begins on the first screen.
  const unfold = async () => isMobile && page.getByRole('button', { name: 'Search the log' }).click()
  await expect(page.getByLabel('About', { exact: true })).toBeVisible({ visible: !isMobile })
  await unfold()
  await page.getByLabel('About', { exact: true }).selectOption({ label: 'Members' })
  await expect(entries).toHaveCount(2)
  await page.getByLabel('What was done').selectOption({ label: 'Rejected an applicant' })
  await expect(entries).toHaveCount(1)
  await expect(page.getByText('No older entries match this choice.')).toBeVisible()
  await expectSound(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as a list (CSV)' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/rejected an applicant \(reference/)
  await page.getByLabel(/^Until/).fill('2020-01-01')
  await expect(page.getByText('No entry matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show the whole log' }).click()
  await expect.poll(() => entries.count()).toBeGreaterThanOrEqual(50)

  await unfold()
  const person = page.getByLabel(/^Person/)
  await person.pressSequentially('nuñez antonio')
  await expect(entries).toHaveCount(1)
  await expect(person).toBeFocused()
  await expect(entries.first()).toContainText('approved ANTONIO NUÑEZ')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(person).toBeVisible({ visible: isMobile })
  await expect(page.getByRole('button', { name: 'Search the log' })).toBeVisible()
  await release()
})

// Shows audit-17
test('the log is checked and taken along', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await signIn(page, site, admin)
  await page.goto('/admin/audit-log')
  await page.getByRole('button', { name: 'Check the log' }).click()
  await expect(page.getByText(/The log is intact: \d+ entries/)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export with fingerprints (CSV)' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('audit-log.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  const hash = (await page.getByText(/Last fingerprint:/).textContent())!.replace('Last fingerprint: ', '')
  expect(lines.at(-1)).toContain(hash)
})

test('a log that was changed behind our back is said to be broken @rare', async ({ page, site }) => {
  const { db, clock, pool } = site.deps
  const admin = await anAdmin(site.deps)
  await appendAudit(db, clock, { actor: admin.id, action: 'page edited' })
  const change = (from: string, to: string) =>
    pool.query(
      `begin; set local session_replication_role = replica; update audit_log set entry = replace(entry, '${from}', '${to}') where seq = 1; commit`,
    )
  await change('"at"', '"At"')
  await signIn(page, site, admin)
  await page.goto('/admin/audit-log')
  await page.getByRole('button', { name: 'Check the log' }).click()
  await expect(page.getByText('The log is broken at entry 1')).toBeVisible()
  await expectSound(page)
  await change('"At"', '"at"')
})

test('a log that cannot be read says so, and a member is not let in @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await signIn(page, site, admin)
  const refused = { status: 403, json: { code: 'not-allowed', message: 'You do not have permission to do this.' } }
  await page.route('**/api/audit', (route) => route.fulfill(refused))
  await page.goto('/admin/audit-log')
  await expect(page.getByText('The log could not be loaded')).toBeVisible()
  await expectSound(page)
  await page.unroute('**/api/audit')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

  const member = await aMember(site.deps)
  await signOut(page)
  await signIn(page, site, member)
  await page.goto('/admin/audit-log')
  await expect(page).toHaveURL(/\/member\//)
})
