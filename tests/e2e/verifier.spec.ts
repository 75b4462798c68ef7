import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { sha256 } from '#tests/support/audit-package/bytes.ts'
import { modelElection } from '#tests/support/audit-package/election-model.ts'
import { promiseFile } from '#tests/support/audit-package/lies.ts'
import { sealPackage, zipPackage } from '#tests/support/audit-package/sealed-package.ts'
import { faultsNow, layouts, setLayout } from '#tests/support/screens/layouts.ts'
import { writeReceiptCode } from '../../verifier/evidence.ts'

const model = modelElection()
const files = sealPackage(model)
const pageUrl = pathToFileURL(join(import.meta.dirname, '../../dist/verifier.html')).href

/** The page from the disk, without a network; nothing may be asked for but the page itself. */
async function openVerifier(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => asked.push(error.message))
  await page.context().setOffline(true)
  await page.goto(pageUrl)
  return asked
}

const give = (page: Page, label: string, name: string, content: Buffer) =>
  page.getByLabel(label).setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content })

test('the verifier fits a small phone with large letters', async ({ page }) => {
  await openVerifier(page)
  for (const layout of [layouts.usualBrowser, layouts.smallBrowser, layouts.smallAndroid]) {
    await setLayout(page, layout)
    expect(await faultsNow(page), layout.name).toEqual([])
  }
})

// Shows verifier-02
test('an observer verifies a package on a phone, from a USB stick @rare', async ({ page }) => {
  const asked = await openVerifier(page)
  await give(page, 'Choose the package', 'package.zip', zipPackage(files))
  await page.getByText('Fingerprint of the key').click()
  await page.getByLabel('As you noted it').fill(sha256(Buffer.from(model.key, 'hex')).toString('hex'))
  await page.getByText('Board states collected while').click()
  await give(page, 'Choose files', 'heads.ndjson', files.get('heads.ndjson')!)
  await page.getByText('Your receipt').click()
  const code = writeReceiptCode(model.secrets[2]!).toLowerCase()
  await page.getByLabel('Code of the receipt').fill(code.replaceAll('-', ''))
  await page.getByLabel('Code of the receipt').blur()
  await expect(page.getByLabel('Code of the receipt')).toHaveValue(code)
  await page.getByText('The site’s promise to count your ballot').click()
  const [secret, choices] = [model.secrets[2]!, model.choices[2]!]
  await page.getByLabel('The text of your saved receipt').fill(promiseFile(model, { secret, choices }))
  await page.getByText('A line of the roll').click()
  await page.getByLabel('Serial number').fill(model.roll[4]!.serial)
  await page.getByLabel('Private code').fill(model.roll[4]!.salt)
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page.getByRole('heading', { name: /^The result is right: .* \(24 ballots for 7 seats\)/ })).toBeVisible()
  const answers = page.locator('#own-list > li')
  await expect(answers).toHaveCount(5)
  await expect(answers.filter({ hasText: 'promise' })).toContainText('Kept')
  await expect(answers.filter({ hasText: 'one vote or blank' })).toContainText('TAS: blank')
  await expect(answers.filter({ hasText: 'on the roll' })).toContainText('Recorded as:')
  await expect(page.getByText('Worth knowing')).toBeVisible()
  await expect(page.locator('#check-list')).toBeHidden()
  await page.getByText('Details: every check').click()
  await expect(page.locator('#check-list > li')).toHaveCount(63)
  await expect(page.locator('#check-list')).not.toContainText('does not hold')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(asked).toEqual([pageUrl])
})

test('a bent package is named in large letters, with what does not hold and where', async ({ page }, { outputDir }) => {
  await openVerifier(page)
  const rows = files.get('participation.csv')!.toString().split('\n')
  const place = rows.findIndex((row) => row.endsWith(',no,no,no'))
  const stuffed = rows.with(place, rows[place]!.replace(',no,no,no', ',yes,no,no')).join('\n')
  await give(
    page,
    'Choose the package',
    'bent.zip',
    zipPackage(new Map(files).set('participation.csv', Buffer.from(stuffed))),
  )
  await page.getByRole('button', { name: 'Verify' }).click()
  const verdict = page.getByRole('heading', { name: 'Something is wrong: there are more or fewer ballots than' })
  await expect(verdict).toBeInViewport()
  await expect(page.locator('#check-list > li').first()).toContainText('25 members voted, 24 ballots were cast')
  await expect(page.locator('#check-list')).toContainText('it names another participation list')

  // Then another one, which is none at all.
  const path = join(outputDir, '..', 'no-package.zip')
  writeFileSync(path, 'x'.repeat(100))
  await page.getByLabel('Choose the package').setInputFiles(path)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(
    'This is not an audit package: it is not a ZIP archive.',
  )
  await expect(verdict).toBeHidden()
})

test('what is typed wrongly is told before anything is recounted @rare', async ({ page }) => {
  await openVerifier(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  const problem = page.getByRole('alert').filter({ visible: true })
  await expect(problem).toHaveText('Please choose the audit package first.')
  await give(page, 'Choose the package', 'package.zip', zipPackage(files))
  await page.getByText('Your receipt').click()
  await page.getByLabel('Code of the receipt').fill('ABCD')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(problem).toHaveText('A receipt code has 28 characters; this one has 4.')
})

// Shows verifier-02
test('a browser without cryptography of its own verifies all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(crypto, 'subtle', { value: undefined })
  })
  await openVerifier(page)
  await give(page, 'Choose the package', 'package.zip', zipPackage(files))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'The result is right' })).toBeVisible()
})
