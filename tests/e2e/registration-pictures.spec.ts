import type { Page } from '@playwright/test'
import { expect, expectSound, hydrated, test, holdRequests } from '#tests/support/browser.ts'
import { saveSettings } from '#tests/support/factories.ts'
import {
  accept,
  aPhoto,
  chooser,
  field,
  pictureField,
  pictureLabels,
  unwatched,
} from '#tests/support/registration-form.ts'

test.beforeAll(({ site }) => saveSettings(site.deps, { walletAccount: '0917 765 4321' }))

const alert = (page: Page, label: (typeof pictureLabels)[number]) => pictureField(page, label).getByRole('alert')

// Shows registration-29, registration-30
test('what is no picture, or too large, is refused in the association’s words @rare', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  const paper = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  const huge = { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(20_971_521) }
  const phones = { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('not for this browser') }
  const disguised = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a and so on') }
  for (const [label, words] of [
    ['2x2 profile picture', 'Please upload a valid image (JPEG, JPG, or PNG)'],
    ['Signature', 'Only JPEG, JPG, and PNG files are allowed'],
  ] as const) {
    for (const file of [paper, disguised]) {
      await chooser(page, label).setInputFiles(file)
      await expect(alert(page, label)).toHaveText(
        file === paper ? `${words}. This is a PDF. Take a photo or a screenshot of the page, and send that.` : words,
      )
      // Said once, of this file, and trying the same again would not help.
      await expect(pictureField(page, label)).toContainText(file.name)
      await expect(pictureField(page, label).getByRole('alert')).toHaveCount(1)
      await expect(pictureField(page, label).getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await expect(pictureField(page, label).locator('img')).toHaveCount(0)
      await expect(pictureField(page, label).getByText('This is not a JPEG or PNG picture')).toBeVisible({
        visible: file === disguised,
      })
    }
    await chooser(page, label).setInputFiles(phones)
    await expect(alert(page, label)).toContainText('Settings › Camera › Formats › Most Compatible')
    await expect(pictureField(page, label)).not.toContainText(disguised.name)
  }
  await chooser(page, '2x2 profile picture').setInputFiles(huge)
  await expect(alert(page, '2x2 profile picture')).toHaveText('Image size should be less than 20MB')
})

// Shows registration-78, registration-81
test('a photo that is too small is told; a better one is cut, moved and shown on the card', async ({ page }) => {
  const sizes = watchSizes(page)
  await page.goto('/register')
  await hydrated(page)
  await field(page, 'First name').fill('josé')
  await field(page, 'Last name').fill('rizal')
  const label = '2x2 profile picture'
  await chooser(page, label).setInputFiles({ ...(await aPhoto({ width: 480, height: 640 })), name: 'old.jpg' })
  await expect(alert(page, label)).toHaveText(
    'This picture is too small to be printed: 480 × 640. It needs at least 600 × 600 pixels. Take a new photo with your phone’s camera.',
  )
  await expect(pictureField(page, label)).toContainText('old.jpg cannot be used:')
  await expect(pictureField(page, label).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(pictureField(page, label).getByText('Choose a file')).toBeVisible()
  await expectSound(page)
  expect(await sizes()).toEqual([])

  const release = await holdRequests(page, '**/registration-files/profilePicture')
  await chooser(page, label).setInputFiles({ ...(await aPhoto({ width: 900, height: 1200 })), name: 'new.jpg' })
  await expect(page.getByRole('progressbar', { name: `Uploading ${label}` })).toBeVisible()
  const height = async () => (await pictureField(page, label).boundingBox())?.height ?? 0
  const whileSending = await height()
  release()
  await expect(pictureField(page, label).getByText('Uploaded')).toBeVisible()
  await expect(alert(page, label)).toBeHidden()
  await expect(pictureField(page, label)).not.toContainText('old.jpg')
  const card = page.getByRole('img', { name: 'Preview of your ID card, JOSÉ, RIZAL' })
  await expect(card).toContainText('ID NUMBER on approval')
  // What stands below does not move from under the finger.
  expect(Math.abs((await height()) - whileSending)).toBeLessThan(4)
  await field(page, 'Rank').fill('cpt')
  await expect(page.getByRole('img', { name: 'Preview of your ID card, JOSÉ, RIZAL, CPT' })).toBeVisible()

  await pictureField(page, label).getByRole('button', { name: 'Move or zoom' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose the part for your card' })
  const frame = dialog.getByRole('button', { name: 'Part of the picture for the card' })
  const shown = () =>
    frame
      .locator('img')
      .evaluate(({ style: { left, top, width } }: HTMLImageElement) =>
        [left, top, width].map((part) => Math.round(Number.parseFloat(part))),
      )
  await expect.poll(shown).toEqual([0, -17, 100])
  // By keyboard, and never out of the picture.
  await frame.focus()
  for (let press = 0; press < 9; press++) await page.keyboard.press('ArrowUp')
  await expect.poll(shown).toEqual([0, 0, 100])
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('1.5')
  await expect.poll(shown).toEqual([-25, -25, 150])
  // By finger or mouse: pulled to the lower right corner, the upper left of the picture is shown.
  const box = (await frame.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 2, box.y + box.height * 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(shown).toEqual([0, 0, 150])
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  await expect(dialog).toBeHidden()
  await expect(pictureField(page, label).getByText('Uploaded')).toBeVisible()
  expect(await sizes()).toEqual([
    [900, 900],
    [600, 600],
  ])
})

/** The pictures that go out, by their size. */
function watchSizes(page: Page): () => Promise<unknown> {
  const ready = page.addInitScript(() => {
    const sent: Blob[] = []
    Object.assign(window, { sent })
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) sent.push(body)
      send.call(this, body)
    }
  })
  return async () => {
    await ready
    return page.evaluate(async () => {
      const bitmaps = await Promise.all((Reflect.get(window, 'sent') as Blob[]).map((blob) => createImageBitmap(blob)))
      return bitmaps.map(({ width, height }) => [width, height])
    })
  }
}

// Shows registration-57
test('a sideways photo goes out upright and small; one that is small goes out as it is @rare', async ({ page }) => {
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
    '2x2 profile picture': 'Failed to upload profile picture',
    'Photo upload': 'Failed to upload photo',
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
  await pictureField(page, 'Photo upload').getByRole('button', { name: 'Cancel' }).click()
  await expect(alert(page, 'Photo upload')).toBeHidden()
  await page.context().setOffline(false)
  for (const label of pictureLabels.filter((one) => one !== 'Photo upload'))
    await expect(pictureField(page, label).getByText('Uploaded')).toBeVisible()
  await expect(pictureField(page, 'Photo upload').getByText('Uploaded')).toBeHidden()

  await page.route('**/registration-files/photoUpload', (route) => route.fulfill({ status: 500, body: 'no' }))
  await chooser(page, 'Photo upload').setInputFiles(photo)
  await expect(alert(page, 'Photo upload')).toHaveText('Failed to upload photo')
  await page.unroute('**/registration-files/photoUpload')
  await pictureField(page, 'Photo upload').getByRole('button', { name: 'Retry' }).click()
  await expect(pictureField(page, 'Photo upload').getByText('Uploaded')).toBeVisible()
  await pictureField(page, 'Photo upload').getByRole('button', { name: 'Remove' }).click()
  await expect(pictureField(page, 'Photo upload').getByText('Choose a file')).toBeVisible()
  await page.context().close()
})

// Shows registration-56, videos-07
test('a picture on its way shows how far it is, and the form waits for it @rare', async ({ page }) => {
  await page.goto('/register')
  await accept(page)
  await field(page, 'First name').fill('x')
  const release = await holdRequests(page, '**/registration-files/signature')
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
