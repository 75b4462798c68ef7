import { viewers } from '#server/db/schema.ts'
import { expect, expectSound, test, signIn, dialog } from '#tests/support/browser.ts'
import { aMember, anAdmin } from '#tests/support/factories.ts'

test.beforeEach(async ({ site }) => {
  await site.deps.db.delete(viewers)
})

// Shows roles-12
test('an administrator makes a member a viewer, and takes them off again @rare', async ({ page, site }) => {
  await aMember(site.deps, { firstName: 'TERESITA', middleName: 'GOMEZ', lastName: 'VILLALUZ', rank: 'MAJ' })
  await aMember(site.deps, { firstName: 'TERESITA', middleName: 'DE LA CRUZ', lastName: 'VILLALUZ', rank: 'CPT' })
  await signIn(page, site, await anAdmin(site.deps, { firstName: 'RAMON', lastName: 'OFFICE' }))
  await page.goto('/admin/viewers')
  await expect(page.getByText('Only administrators can open other people’s profiles.')).toBeVisible()
  await expectSound(page)
  const box = page.getByLabel('Add a member')
  await box.fill('villaluz')
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.getByRole('option', { name: /TERESITA GOMEZ VILLALUZ/ }).click()
  await expect(page.getByText('TERESITA GOMEZ VILLALUZ can open any profile now')).toBeVisible()
  const list = page.getByRole('table', { name: 'Members who may open any profile' })
  await expect(list.getByRole('row').filter({ hasText: 'TERESITA GOMEZ VILLALUZ' })).toContainText('by RAMON OFFICE')
  await expectSound(page)
  await box.fill('villaluz')
  await expect(page.getByRole('option', { name: /GOMEZ/ })).toContainText('Already a viewer')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove TERESITA GOMEZ VILLALUZ' }).click()
  await dialog(page, 'Remove TERESITA GOMEZ VILLALUZ from the viewers?').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('TERESITA GOMEZ VILLALUZ is no longer a viewer')).toBeVisible()
  await expect(page.getByText('Only administrators can open other people’s profiles.')).toBeVisible()
})
