import { fileURLToPath } from 'node:url'
import { test as base, expect } from '@playwright/test'
import { createServer } from 'vite'
import { expectSound } from '#tests/support/browser.ts'

/** The component kit in its gallery, which is not part of the site. */
const test = base.extend<{ gallery: string }>({
  gallery: [
    async ({}, provide) => {
      const root = fileURLToPath(new URL('../kit', import.meta.url))
      const server = await createServer({
        root,
        configFile: `${root}/vite.config.ts`,
        logLevel: 'error',
        server: { port: 0, host: '127.0.0.1' },
      })
      await server.listen()
      await provide(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { timeout: 60_000 },
  ],
})

test('every component in every state is sound', async ({ page, gallery }) => {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  await page.goto(gallery, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
  expect(wrong).toEqual([])
})

test('a form says what is wrong, keeps what is typed, and tells what others saved', async ({ page, gallery }) => {
  await page.goto(gallery, { waitUntil: 'networkidle' })
  const form = page.getByRole('form', { name: 'Whole form' })
  const name = form.getByLabel('Sample name')
  const email = form.getByLabel('Sample email')
  const save = form.getByRole('button', { name: 'Save the sample' })

  await test.step('what is wrong stands in a summary, which has the focus and leads to each field', async () => {
    await save.click()
    await expect(form.locator('[data-summary]')).toBeFocused()
    await form.getByRole('button', { name: 'email: Please enter a valid email address' }).click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await email.fill('taken@example.org')
    await expect(email).not.toHaveAttribute('aria-invalid')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('what the server refuses is told at its field', async () => {
    await name.pressSequentially('clash')
    await expect(name).toHaveValue('CLASH')
    await save.click()
    await expect(form.getByText('This address is taken').last()).toBeVisible()
  })

  await test.step('a draft survives the tab', async () => {
    await page.waitForTimeout(500)
    await page.reload({ waitUntil: 'networkidle' })
    await expect(name).toHaveValue('CLASH')
  })

  await test.step('what somebody else saved comes into fields left alone', async () => {
    await name.fill('CLASH')
    await email.fill('own@example.org')
    await save.click()
    await expect(form.getByText('Both changed: name, email')).toBeVisible()
    await expect(name).toHaveValue('CLASH')
    await expect(email).toHaveValue('own@example.org')
    await save.click()
    await expect(form.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('nothing is saved without a file that was refused, until that is removed', async () => {
    const file = form.getByLabel('Sample file')
    const refused = form.getByText('Only PNG files are allowed')
    await expect(form.getByText('Saved', { exact: true })).toBeVisible()
    await file.setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.alloc(1) })
    await save.click()
    await expect(form.locator('[data-summary]')).toContainText('file: This file was not sent.')
    await expect(form.getByText('Saved', { exact: true })).toHaveCount(0)
    await expect(refused).toBeVisible()
    await form.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(refused).toHaveCount(0)
    await expect(form.getByText('This file was not sent.')).toHaveCount(0)
    await save.click()
    await expect(form.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('a file that was sent stays when its replacement is refused, and a discarded form has none', async () => {
    const file = form.getByLabel('Sample file')
    await file.setInputFiles({ name: 'sent.png', mimeType: 'image/png', buffer: Buffer.alloc(1) })
    await expect(form.getByText('Uploaded')).toBeVisible()
    await file.setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.alloc(1) })
    await form.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(form.getByText('sent.png')).toBeVisible()
    await file.setInputFiles({ name: 'lost.png', mimeType: 'image/png', buffer: Buffer.alloc(1) })
    await expect(form.getByText('This file is not a JPEG or PNG picture')).toBeVisible()
    await form.getByRole('button', { name: 'Discard the sample' }).click()
    await expect(form.getByText('lost.png')).toHaveCount(0)
    await expect(form.getByText('This file is not a JPEG or PNG picture')).toHaveCount(0)
    await name.fill('LAST')
    await email.fill('last@example.org')
    await save.click()
    await expect(form.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('what is sent is kept no longer', async () => {
    await page.reload({ waitUntil: 'networkidle' })
    await expect(name).toHaveValue('')
  })
})
