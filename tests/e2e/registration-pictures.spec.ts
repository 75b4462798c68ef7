import type { Page } from '@playwright/test'
import { expect, expectSound, hydrated, test } from '#tests/support/browser.ts'
import {
  accept,
  aPhoto,
  chooser,
  field,
  pictureField,
  pictureLabels,
  unwatched,
} from '#tests/support/registration-form.ts'

const alert = (page: Page, label: (typeof pictureLabels)[number]) => pictureField(page, label).getByRole('alert')

// Shows registration-29, registration-30
test('what is no picture, or too large, is refused in the association’s words', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  const paper = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  const huge = { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(20_971_521) }
  const phones = { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('not for this browser') }
  const disguised = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a and so on') }
  for (const [label, words] of [
    ['2x2 picture', 'Please upload a valid image (JPEG, JPG, or PNG)'],
    ['Signature', 'Only JPEG, JPG, and PNG files are allowed'],
  ] as const) {
    for (const file of [paper, phones, disguised]) {
      await chooser(page, label).setInputFiles(file)
      await expect(pictureField(page, label)).toContainText(words)
    }
  }
  await chooser(page, '2x2 picture').setInputFiles(huge)
  await expect(alert(page, '2x2 picture')).toHaveText('Image size should be less than 20MB')
})

// Shows registration-57
test('a sideways photo goes out upright and small; one that is small goes out as it is', async ({ page }) => {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) Object.assign(window, { sent: body })
      send.call(this, body)
    }
  })
  await page.goto('/register')
  await hydrated(page)
  const sentFor = async (photo: Awaited<ReturnType<typeof aPhoto>>) => {
    await chooser(page, 'Signature').setInputFiles(photo)
    await expect(pictureField(page, 'Signature').getByText('Uploaded')).toBeVisible()
    return page.evaluate(async () => {
      const sent: Blob = Reflect.get(window, 'sent')
      const { width, height } = await createImageBitmap(sent, { imageOrientation: 'none' })
      return { width, height, size: sent.size, type: sent.type }
    })
  }
  const large = await aPhoto({ width: 3000, height: 1000, orientation: 6 })
  const shrunk = await sentFor(large)
  expect(shrunk).toMatchObject({ width: 400, height: 1200, type: 'image/jpeg' })
  expect(shrunk.size).toBeLessThan(large.buffer.length / 2)
  await pictureField(page, 'Signature').getByRole('button', { name: 'Remove' }).click()
  const small = await aPhoto({ width: 300, height: 200 })
  expect(await sentFor(small)).toMatchObject({ width: 300, height: 200, size: small.buffer.length })
})

// Shows registration-56, registration-64, registration-65
test('a picture goes on by itself after a drop-out, and can be retried, cancelled and removed', async ({
  browser,
  site,
}, info) => {
  const page = await unwatched(browser, site, info)
  await page.goto('/register')
  await hydrated(page)
  const failures = {
    '2x2 picture': 'Failed to upload profile picture',
    Photo: 'Failed to upload photo',
    'Copy of commission document': 'Commission document upload failed',
    'Proof of payment': 'Payment proof upload failed',
    Signature: 'Failed to upload signature',
  } as const
  const photo = await aPhoto()
  await field(page, 'First name').fill('x')
  await expect(field(page, 'First name')).toHaveValue('X')
  await page.context().setOffline(true)
  for (const label of pictureLabels) {
    await chooser(page, label).setInputFiles(photo)
    await expect(alert(page, label)).toHaveText(failures[label])
  }
  await expectSound(page)
  await pictureField(page, 'Photo').getByRole('button', { name: 'Cancel' }).click()
  await expect(alert(page, 'Photo')).toBeHidden()
  await page.context().setOffline(false)
  for (const label of pictureLabels.filter((one) => one !== 'Photo'))
    await expect(pictureField(page, label).getByText('Uploaded')).toBeVisible()
  await expect(pictureField(page, 'Photo').getByText('Uploaded')).toBeHidden()

  await page.route('**/registration-files/photoUpload', (route) => route.fulfill({ status: 500, body: 'no' }))
  await chooser(page, 'Photo').setInputFiles(photo)
  await expect(alert(page, 'Photo')).toHaveText('Failed to upload photo')
  await page.unroute('**/registration-files/photoUpload')
  await pictureField(page, 'Photo').getByRole('button', { name: 'Retry' }).click()
  await expect(pictureField(page, 'Photo').getByText('Uploaded')).toBeVisible()
  await pictureField(page, 'Photo').getByRole('button', { name: 'Remove' }).click()
  await expect(pictureField(page, 'Photo').getByText('Choose a file')).toBeVisible()
  await page.context().close()
})

// Shows registration-56, videos-07
test('a picture on its way shows how far it is, and the form waits for it', async ({ page }) => {
  await page.goto('/register')
  await accept(page)
  await field(page, 'First name').fill('x')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/registration-files/signature', async (route) => {
    await held
    await route.continue()
  })
  await chooser(page, 'Signature').setInputFiles(await aPhoto())
  await expect(page.getByRole('progressbar', { name: 'Uploading Signature' })).toBeVisible()
  await expect(pictureField(page, 'Signature')).toContainText(/of \d+ (KB|bytes)\s*\d+ %/)
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Signature is still being sent. Please wait a moment.')).toBeVisible()
  release()
  await expect(pictureField(page, 'Signature').getByText('Uploaded')).toBeVisible()
  await expect(page.getByText('Signature is still being sent')).toBeHidden()
})
