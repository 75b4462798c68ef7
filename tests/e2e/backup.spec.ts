import { takeBackupRequest } from '#server/operations/backup/queries.ts'
import { backupFailures } from '#shared/operations/backup/backup.ts'
import { errorText } from '#shared/text.ts'
import { openDashboard, expect, expectSound, signIn, test } from '#tests/support/browser.ts'
import { aMember, anAdmin } from '#tests/support/factories.ts'
import { holdJob } from '#tests/support/site.ts'
import { backupPanelText } from '#web/operations/backup/text.ts'

const insert = (state: 'done' | 'failed', hoursAgo: number, error: string | null = null) => ({
  text: `insert into backups (kind, state, place, name, bytes, rows, files, error, started_at, finished_at)
    values ('scheduled', $1, 'folder', 'x', 1234567890, 250000, 1200, $2,
      now() - $3 * interval '1 hour' - interval '5 minutes', now() - $3 * interval '1 hour')`,
  values: [state, error, hoursAgo],
})

test('dashboard and status page tell how old the last backup is, and what went wrong @rare', async ({ page, site }) => {
  const { pool } = site.deps
  await pool.query('delete from backups')
  const admin = await anAdmin(site.deps)
  await aMember(site.deps)
  await openDashboard(page, site, admin)
  const toDo = page.getByRole('region', { name: 'To do' })
  await expect(toDo).toContainText('two-step login')
  await expect(toDo).not.toContainText('backup')
  await page.goto('/admin/status')
  const panel = page.getByRole('region', { name: backupPanelText.title })
  await expect(panel).toContainText('No backup yet')
  await expect(panel).toContainText(errorText['no-backups-here'])
  // One is asked for where it is missing; the job that makes it is not of this story.
  const letGo = await holdJob(site, 'back up')
  site.deps.config.backup.wanted = true
  await page.reload()
  await panel.getByRole('button', { name: backupPanelText.backUpNow }).click()
  await expect(panel).toContainText(backupPanelText.asked)
  await takeBackupRequest(pool)
  await pool.query(insert('done', 0))
  await expect(panel).toContainText('Last backup: just now')
  await expect(panel.getByRole('button', { name: backupPanelText.backUpNow })).toBeEnabled()
  await pool.query('delete from backups')

  await pool.query(insert('done', 5))
  await page.reload()
  await expect(panel).toContainText('Last backup: 5 hours ago')
  await expect(panel).toContainText('1.1 GB: 250,000 records and 1,200 files')
  await expect(panel).toContainText('Every night at 02:00 (Manila) into a folder of the server. The last 7 are kept.')
  await expect(panel).not.toContainText(backupPanelText.failed)

  await pool.query(insert('failed', 2, 'no-room'))
  await page.reload()
  await expect(panel).toContainText(backupPanelText.failed)
  await expect(panel).toContainText(backupFailures['no-room'])
  await panel.getByText(backupPanelText.details).click()
  await expect(panel).toContainText('backup.key')
  await expectSound(page)
  if (process.env['SHOTS'])
    await panel.screenshot({ path: `${process.env['SHOTS']}/panel-${page.viewportSize()?.width}.png` })

  await pool.query(
    `update backups set started_at = started_at - interval '2 days', finished_at = finished_at - interval '2 days'`,
  )
  await page.reload()
  await expect(panel).toContainText('Last backup: 2 days ago')
  await pool.query('delete from backups')
  site.deps.config.backup.wanted = false
  await letGo()
})

test('the settings say when backups are made and how many are kept @rare', async ({ page, site }) => {
  await signIn(page, site, await anAdmin(site.deps))
  await page.goto('/admin/settings#backups')
  await page.getByLabel('Time of the backup (Manila time)').fill('03:30')
  await page.getByLabel('Backups to keep').fill('99')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Please enter a number from 1 to 60')
  await page.getByLabel('Backups to keep').fill('3')
  if (process.env['SHOTS']) await page.getByLabel('Backups to keep').scrollIntoViewIfNeeded()
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/settings-${page.viewportSize()?.width}.png` })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await site.deps.settings()).backupTime).toBe('03:30')
  expect((await site.deps.settings()).backupsKept).toBe(3)
})
