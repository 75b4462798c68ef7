import { expect, expectSound, signIn, test } from '#tests/support/browser.ts'
import { aDuesPlan, aMember, anAdmin, saveSettings } from '#tests/support/factories.ts'
import { aPhoto } from '#tests/support/registration-form.ts'

test.beforeAll(({ site }) => saveSettings(site.deps, { dues: aDuesPlan({ firstPeriodCovered: false }) }))
test.afterAll(({ site }) => saveSettings(site.deps, { dues: null }))

test('a member who owes dues pays them, sends a better proof, and finds the receipt', async ({ page, site }) => {
  const member = await aMember(site.deps)
  const treasurer = await site.signedIn(await anAdmin(site.deps))
  await signIn(page, site, member)
  await page.goto('/')
  await page.getByRole('listitem').filter({ hasText: 'Please pay' }).getByRole('link', { name: 'Pay' }).click()
  await expect(page.getByText('0917 123 4567')).toBeVisible()
  await expect(page.getByLabel('Amount in pesos')).toHaveValue('500')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Please enter the reference number')).toBeVisible()
  await expect(page.getByText('Please add a picture of the proof')).toBeVisible()
  await expectSound(page)

  await page.getByLabel('Amount in pesos').fill('1,000')
  await page.getByLabel('Reference number').fill('900 1234 567')
  const proof = page.getByRole('group', { name: 'Proof of payment' })
  await proof.getByLabel(/Choose a file/).setInputFiles(await aPhoto())
  await expect(proof.getByText('Uploaded')).toBeVisible()
  // What was typed and sent so far outlives a closed tab.
  await page.reload()
  await expect(page.getByLabel('Amount in pesos')).toHaveValue('1,000')
  await expect(proof.getByText('Uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Being checked')).toBeVisible()
  await expect(page.getByLabel('Reference number')).toHaveValue('')

  const { payments } = await treasurer.get<{ payments: { id: string }[] }>('/api/dues/waiting')
  const decision = `/api/dues/payments/${payments[0]!.id}/decision`
  await treasurer.post(decision, { decision: 'ask again', reason: 'The picture is too dark.' })
  await page.reload()
  await expect(page.getByText('The picture is too dark.')).toBeVisible()
  await page.getByRole('button', { name: 'Send another proof' }).click()
  await expect(page.getByLabel('Reference number')).toHaveValue('9001234567')
  await proof.getByLabel(/Choose a file/).setInputFiles(await aPhoto())
  await expect(proof.getByText('Uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Being checked')).toBeVisible()

  await treasurer.post(decision, { decision: 'accept' })
  await page.reload()
  await expect(page.getByText('In good standing')).toBeVisible()
  const receipt = page.getByRole('link', { name: /^Receipt \d{4}-\d{6}/ })
  const pdf = await page.request.get((await receipt.getAttribute('href'))!)
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expectSound(page)
})
