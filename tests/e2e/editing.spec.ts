import type { Browser, Page, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  expectSound,
  test,
  dialog,
  note,
  openDashboard,
  openEditor,
  signIn,
  openWriting,
} from '#tests/support/browser.ts'
import { aLink, anAdmin } from '#tests/support/factories.ts'
import { aWebm, anMp4, track } from '#tests/support/films.ts'
import type { TestSite } from '#tests/support/site.ts'

/** Another person at another machine of the same kind; its console is not watched, for connections are cut on purpose. */
async function anotherPage(browser: Browser, site: TestSite, info: TestInfo): Promise<Page> {
  const { viewport, isMobile, hasTouch } = info.project.use
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: viewport ?? null,
    isMobile: isMobile ?? false,
    hasTouch: hasTouch ?? false,
  })
  return context.newPage()
}

// Shows dashboard-01, dashboard-04, content-01, content-43
test('the dashboard shows every tile, with three links and how many more @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  for (const number of [1, 2, 3, 4, 5]) await aLink(site.deps, { section: 'Legalities', title: `Circular ${number}` })
  await openDashboard(page, site, admin)
  await expect(page.getByRole('link', { name: admin.email })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Membership Approval/ })).toHaveAttribute(
    'href',
    '/members?approval=true',
  )
  await expect(page.getByRole('main').getByRole('link', { name: /^Current Members/ })).toHaveAttribute(
    'href',
    '/members',
  )
  for (const tile of [
    'Events',
    'Legalities',
    'Programs and Projects',
    "What's New",
    'Home',
    'Featured Stories',
    'About Us',
    'Leadership',
  ])
    await expect(page.getByRole('heading', { name: new RegExp(`^${tile}`) })).toBeVisible()
  await expect(page.getByText('Circular 5')).toBeVisible()
  await expect(page.getByText('Circular 3')).toBeVisible()
  await expect(page.getByText('Circular 2')).toBeHidden()
  await expect(page.getByText('+2 more')).toBeVisible()
  await expectSound(page)
})

// Shows content-01, content-07, content-20, content-21, content-22, content-23, content-24
test('links are added, changed and deleted, and a bad address is refused', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await openEditor(page, 'Events')
  const editor = dialog(page, 'Events')
  await editor.getByRole('button', { name: 'Add a link' }).click()
  const title = editor.getByLabel('Title')
  const address = editor.getByLabel('Address')
  await expect(title).toBeFocused()
  await editor.getByRole('button', { name: 'Add link', exact: true }).click()
  await expect(editor.getByText('Please fill in all fields')).toBeVisible()

  await title.fill('General assembly')
  for (const bad of ['javascript:alert(1)', 'data:text/html,hello', 'example', 'https://']) {
    await address.fill(bad)
    if (bad !== 'https://') await expect(editor.getByText('Invalid URL or hash link')).toBeVisible()
    await editor.getByRole('button', { name: 'Add link', exact: true }).click()
    await expect(editor.getByText('Please enter a valid URL or a hash (#) if no URL provided')).toBeVisible()
  }
  await expectSound(page)
  await address.fill('https://example.org/assembly')
  await expect(editor.getByText('Invalid URL or hash link')).toBeHidden()
  await editor.getByRole('button', { name: 'Add link', exact: true }).click()
  await expect(note(page, 'Link added')).toBeVisible()
  await expect(note(page, 'Link added')).toBeHidden({ timeout: 5000 })

  await editor.getByRole('button', { name: 'Edit General assembly' }).click()
  await address.fill('data:,x')
  await editor.getByRole('button', { name: 'Save link' }).click()
  await expect(editor.getByText('Please enter a valid URL or hash link')).toBeVisible()
  await address.fill('#')
  await title.fill('General assembly, Cebu')
  await editor.getByRole('button', { name: 'Save link' }).click()
  await expect(note(page, 'Link saved')).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Edit General assembly, Cebu' })).toBeFocused()

  await expect(note(page, 'Link saved')).toBeHidden({ timeout: 5000 })
  await editor.getByRole('button', { name: 'Edit General assembly, Cebu' }).click()
  await address.fill('//example.org')
  await expect(editor.getByText('Invalid URL or hash link')).toBeVisible()
  await address.fill('/about')
  await expect(editor.getByText('Invalid URL or hash link')).toBeVisible()
  await address.fill('#')
  await editor.getByLabel(/^Ends/).fill('2025-06-20T17:00')
  await editor.getByRole('button', { name: 'Save link' }).click()
  await expect(editor.getByText('Please enter when the event starts')).toBeVisible()
  await editor.getByLabel(/^Starts/).fill('2025-06-20T08:00')
  await editor.getByLabel(/^Place/).fill('Cebu City Sports Center')
  await expect(editor.getByText('Fri 20 June 2025, 8:00 AM to 5:00 PM (Manila)')).toBeVisible()
  await expectSound(page)
  await editor.getByRole('button', { name: 'Save link' }).click()
  await expect(note(page, 'Link saved')).toBeVisible()
  await expect(editor.getByText('8:00 AM to 5:00 PM (Manila), Cebu City Sports Center')).toBeVisible()

  await editor.getByRole('button', { name: 'Delete General assembly, Cebu' }).click()
  await expect(dialog(page, 'Delete this link?').getByText('General assembly, Cebu')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Delete link' }).click()
  await expect(note(page, 'Link deleted')).toBeVisible()
  await expect(editor.getByText('Nothing here yet')).toBeVisible()
})

// Shows content-40
test('a link that cannot be added keeps what was typed and says why @rare', async ({ browser, site }, info) => {
  const page = await anotherPage(browser, site, info)
  await openDashboard(page, site, await anAdmin(site.deps))
  await openEditor(page, 'Programs and Projects')
  const editor = dialog(page, 'Programs and Projects')
  await editor.getByRole('button', { name: 'Add a link' }).click()
  await editor.getByLabel('Title').fill('Tree planting')
  await editor.getByLabel('Address').fill('https://example.org/trees')
  await page.route('**/api/links', (route) => route.abort())
  await editor.getByRole('button', { name: 'Add link', exact: true }).click()
  await expect(editor.getByText('Failed to add link')).toBeVisible()
  await expect(editor.getByLabel('Title')).toHaveValue('Tree planting')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.unroute('**/api/links')
  await editor.getByRole('button', { name: 'Add link', exact: true }).click()
  await expect(note(page, 'Link added')).toBeVisible()
  await page.context().close()
})

test('what is typed while a save is under way stays @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await openWriting(page, 'Home')
  const editor = page.getByRole('main')
  const title = editor.getByLabel('Title')
  await title.fill('First thought')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/pages/home', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  const underWay = page.waitForRequest((request) => request.method() === 'PUT')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await underWay
  await title.fill('Second thought')
  release()
  await expect(note(page, 'Saved')).toBeVisible()
  await expect(title).toHaveValue('Second thought')
})

// Shows content-02
test('two administrators edit the home page: the second is told and chooses; an earlier text is restored @rare', async ({
  page,
  site,
  browser,
}, info) => {
  const second = await anotherPage(browser, site, info)
  await openDashboard(page, site, await anAdmin(site.deps))
  await openDashboard(second, site, await anAdmin(site.deps, { email: `second-${info.project.name}@example.org` }))
  await openWriting(page, 'Home')
  await openWriting(second, 'Home')

  await page.getByLabel('Title').fill('Written by the first')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('figure').getByText('Written by the first')).toBeVisible()
  // The preview has all parts of the page, as visitors see it.
  for (const part of ['Join Us', "What's New", 'How to register', 'Already a member?'])
    await expect(page.getByRole('figure').getByText(part, { exact: true }).first()).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'Saved')).toBeVisible()

  await second.getByLabel('Title').fill('Written by the second')
  await second.getByLabel('Text', { exact: true }).fill('The second’s own text')
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(
    second.getByText('This was changed somewhere else while you were editing. Nothing was overwritten.'),
  ).toBeVisible()
  await expect(second.getByText('Written by the first')).toBeVisible()
  await expect(second.getByText('Written by the second')).toBeVisible()
  await expectSound(second)
  await second.getByRole('group', { name: 'Title' }).getByLabel('Saved meanwhile').check()
  await second.getByRole('button', { name: 'Continue with the chosen texts' }).click()
  await expect(second.getByLabel('Title')).toHaveValue('Written by the first')
  await expect(second.getByLabel('Text', { exact: true })).toHaveText('The second’s own text')
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(note(second, 'Saved')).toBeVisible()

  await second.getByRole('tab', { name: 'Earlier versions' }).click()
  const versions = second.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem')
  await expect(versions.first()).toContainText('On the page now')
  await expect(versions.first()).toContainText(`second-${info.project.name}@example.org`)
  await expect(versions.first()).toContainText('(Manila)')
  await versions.nth(1).getByRole('button', { name: /^View/ }).click()
  await expect(second.getByRole('definition').filter({ hasText: 'Written by the first' })).toBeVisible()
  await expectSound(second)
  await second.getByRole('button', { name: 'Restore this text' }).click()
  await second.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(note(second, 'Restored')).toBeVisible()
  await expect(second.getByLabel('Text', { exact: true })).not.toHaveText('The second’s own text')
  await second.context().close()

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Written by the first')
})

// Shows public-16, content-03
test('the about page is edited, and leaving with something unsaved asks', async ({ page, site, isMobile }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await openWriting(page, 'About Us')
  for (const name of ['History', 'Mission']) await page.getByRole('textbox', { name }).fill(`${name} in our words`)
  await page.getByRole('textbox', { name: 'Vision' }).fill('A vision of our own')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('figure').getByText('A vision of our own')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog(page, 'Leave without saving?')).toBeVisible()
  await expectSound(page)
  // A browser closes a dialog at the second Escape in a row without asking: what was typed is still there.
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Leave without saving?')).toBeHidden()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // On a phone it is a tab, too.
  if (isMobile) await page.getByRole('tab', { name: 'Write' }).click()
  await expect(page.getByRole('textbox', { name: 'Vision' })).toHaveText('A vision of our own')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL('/admin')
  await page.goto('/about')
  for (const text of ['History in our words', 'Mission in our words', 'A vision of our own'])
    await expect(page.getByText(text)).toBeVisible()
})

// Shows content-05, content-33
test('people of the leadership are added with a photo, ordered, changed and deleted', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await openEditor(page, 'Leadership')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Maria de la Peña')
  await expect(page.getByText('Name is required')).toBeHidden()
  await page.getByLabel('Position').fill('Chair')
  const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#3d4a2a' } })
    .png()
    .toBuffer()
  await page.getByLabel('Photo').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(page.getByText('Only JPEG, JPG, and PNG files are allowed')).toBeVisible()
  await page.getByLabel('Photo').setInputFiles({ name: 'maria.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'As it will be shown' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(note(page, 'Person added')).toBeVisible()

  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name').fill('Roberto Abad Jr.')
  await page.getByLabel('Rank').fill('COL')
  await page.getByLabel('Position').fill('Trustee')
  await page.getByRole('button', { name: 'Add person' }).click()
  const board = page.getByRole('list', { name: 'Board of Trustees' }).getByRole('listitem')
  await expect(board).toHaveCount(2)
  await page.getByRole('button', { name: 'Move Roberto Abad Jr. up' }).click()
  await expect(board.first()).toContainText('Roberto Abad Jr.')
  await expect(note(page, 'Order saved')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Roberto Abad Jr.' }).click()
  await page.getByLabel('Position').fill('Vice chair')
  await page.getByLabel('Group').selectOption('Officers')
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByRole('list', { name: 'Officers' })).toContainText('Vice chair')
  await expectSound(page)
  await page.getByRole('button', { name: 'Delete Roberto Abad Jr.' }).click()
  await page.getByRole('button', { name: 'Delete person' }).click()
  await expect(note(page, 'Person deleted')).toBeVisible()
  await page.goto('/leadership')
  await expect(page.getByText('Maria de la Peña')).toBeVisible()
  await expect(page.getByText('Roberto Abad Jr.')).toBeHidden()
})

// Shows content-05, content-29, dashboard-16
test('settings: a wrong one is named beside its field, a right one is seen at once', async ({ page, site }) => {
  await signIn(page, site, await anAdmin(site.deps))
  await page.goto('/admin/settings#registration')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByLabel('Registration fee in pesos')).toBeInViewport()
  await expect(page.getByLabel('Registration closes (Manila time)')).toHaveValue('2030-03-29T09:00')
  await page.getByLabel('Social pages').fill('javascript:alert(1)')
  await page.getByLabel('Registration fee in pesos').fill('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please correct the following errors:')).toBeVisible()
  await expect(page.getByLabel('Social pages')).toBeFocused()
  await expect(page.getByText('Please enter whole pesos')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Social pages').fill('')
  await page.getByLabel('Registration fee in pesos').fill('175')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Saved.')
  // Every node is told of it, this one too: a few milliseconds later.
  const fee = async () => (await site.visitor().get<{ registrationFee: number }>('/api/site')).registrationFee
  await expect.poll(fee, { timeout: 2000, intervals: [20] }).toBe(175)

  // What is typed while they are on their way is not saved yet, and is not left by mistake.
  const arrive = Promise.withResolvers<void>()
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'PUT') await arrive.promise
    await route.continue()
  })
  await page.getByLabel('Registration fee in pesos').fill('180')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Tagline').fill('Typed meanwhile')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  arrive.resolve()
  await saved
  await expect(page.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByLabel('Tagline')).toHaveValue('Typed meanwhile')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await site.deps.settings()).tagline).toBe('Typed meanwhile')
})

/** A second of a turning square, recorded by the browser itself. */
async function aVideo(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('no canvas')
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 24; frame += 1) {
      drawing.fillStyle = frame % 2 ? '#0b1f3a' : '#c9a227'
      drawing.fillRect(0, 0, 320, 180)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

// Shows content-04, videos-05, videos-06, videos-10, videos-24, videos-27, videos-32, videos-34
// Shows videos-36
test('videos: upload after a cut connection, order by keyboard and by drag, rename, delete', async ({
  browser,
  site,
}, info) => {
  const page = await anotherPage(browser, site, info)
  await openDashboard(page, site, await anAdmin(site.deps))
  const video = await aVideo(page)
  await openEditor(page, 'Featured Stories')
  await page.getByRole('button', { name: 'Upload video' }).click()
  await expect(page.getByText('Please select a file and enter a title')).toBeVisible()
  await expectSound(page)

  const choose = async (title: string) => {
    await page.getByLabel('Title of the video').fill(title)
    await page.getByLabel('Video file').setInputFiles({ name: `${title}.webm`, mimeType: 'video/webm', buffer: video })
    await page.getByRole('button', { name: 'Upload video' }).click()
    await dialog(page, 'Upload this video?').getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await page.route('**/api/uploads/**', (route) => route.abort())
  await choose('First')
  await expect(page.getByText('Failed to upload video')).toBeVisible()
  await expect(page.getByText('Upload error', { exact: true })).toBeVisible()
  await expectSound(page)
  await page.unroute('**/api/uploads/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(note(page, 'Video uploaded')).toBeVisible()
  const list = page.getByRole('list', { name: 'Videos' }).getByRole('listitem')
  await expect(list).toHaveText([/First/])
  await expect(list.first().getByRole('img')).toHaveCount(0) // the poster says nothing that the title does not
  await expect(list.first().locator('picture img')).toBeVisible()

  await choose('Second')
  await expect(list).toHaveText([/First/, /Second/])
  await choose('Third')
  await expect(list).toHaveText([/First/, /Second/, /Third/])
  await expectSound(page)

  await page.getByRole('button', { name: 'Move Third up' }).click()
  await expect(list).toHaveText([/First/, /Third/, /Second/])
  await expect(page.getByRole('button', { name: 'Move Third up' })).toBeFocused()
  await page.getByRole('button', { name: /^Move Third: drag/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(list).toHaveText([/Third/, /First/, /Second/])

  const handle = page.getByRole('button', { name: /^Move Third: drag/ })
  await handle.hover()
  await page.mouse.down()
  const [from, last] = [await handle.boundingBox(), await list.last().boundingBox()]
  if (!from || !last) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 20, last.y + last.height, { steps: 8 })
  await page.mouse.up()
  await expect(list).toHaveText([/First/, /Second/, /Third/])

  await page.route('**/api/videos/order', (route) => route.abort())
  await page.getByRole('button', { name: 'Move First down' }).click()
  await expect(page.getByText('Failed to update video order')).toBeVisible()
  await expect(list).toHaveText([/First/, /Second/, /Third/])
  await page.unroute('**/api/videos/order')

  await page.getByRole('button', { name: 'Rename First' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Opening ceremony')
  await page.getByRole('button', { name: 'Save title' }).click()
  await expect(list.first()).toContainText('Opening ceremony')

  await page.getByRole('button', { name: 'Delete Second' }).click()
  await page.route('**/api/videos/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(page.getByText('Failed to delete video')).toBeVisible()
  await page.unroute('**/api/videos/*')
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(list).toHaveText([/Opening ceremony/, /Third/])
  await page.goto('/featured-stories')
  await expect(page.getByText('Opening ceremony')).toBeVisible()
  await page.context().close()
})

// Shows videos-41
test('a video of YouTube is added by its link, shown and deleted @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await openEditor(page, 'Featured Stories')
  await page.getByRole('tab', { name: 'From YouTube or Facebook' }).click()
  const address = page.getByLabel('Address of the video')
  await page.getByRole('button', { name: 'Add video' }).click()
  await expect(page.getByText('Please enter the address of the video and a title')).toBeVisible()
  await address.fill('https://fb.watch/abCdEf/')
  await page.getByLabel('Title on our website').fill('Relief work')
  await page.getByRole('button', { name: 'Add video' }).click()
  await expect(page.getByText('This is a short link.')).toBeVisible()
  await expectSound(page)
  await address.fill('https://youtu.be/dQw4w9WgXcQ?si=share')
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#14305a' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Picture (optional)').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: 'Add video' }).click()
  await expect(note(page, 'Video added')).toBeVisible()
  const row = page.getByRole('list', { name: 'Videos' }).getByRole('listitem').filter({ hasText: 'Relief work' })
  await expect(row).toContainText('YouTube')
  await expect(row.locator('picture img')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Delete Relief work' }).click()
  await expect(page.getByText('It stays on YouTube or Facebook.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(row).toHaveCount(0)
})

test('the association’s logo stands in the header once it is saved, and the emblem again @rare', async ({
  page,
  site,
}) => {
  await signIn(page, site, await anAdmin(site.deps))
  await page.goto('/admin/settings')
  const logo = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#b01020' } })
    .png()
    .toBuffer()
  await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByAltText('The logo now')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'Saved')).toBeVisible()
  await page.goto('/')
  const mark = page.getByRole('banner').locator('img[src^="/logo/"]')
  await expect(mark).toBeVisible()
  expect(await mark.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(192)
  await expectSound(page)
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Use the built-in emblem' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'Saved')).toBeVisible()
  await page.goto('/')
  await expect(mark).toHaveCount(0)
})

// Shows videos-35
test('a refusal without a reason is said to be a failed upload @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await openEditor(page, 'Featured Stories')
  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 413, body: '<html>Too large</html>' }))
  await page.getByLabel('Title of the video').fill('Our story')
  await page.getByLabel('Video file').setInputFiles({ name: 'story.webm', mimeType: 'video/webm', buffer: aWebm() })
  await page.getByRole('button', { name: 'Upload video' }).click()
  await dialog(page, 'Upload this video?').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Upload failed', { exact: true })).toBeVisible()
})

// Shows videos-06, videos-10
test('an upload can be cancelled, and what is no video is refused @rare', async ({ browser, site }, info) => {
  const page = await anotherPage(browser, site, info)
  await openDashboard(page, site, await anAdmin(site.deps))
  await openWriting(page, 'About Us')
  await page.getByRole('tab', { name: 'Video' }).click()
  const choose = async (buffer: Buffer) => {
    await page.getByLabel('Title of the video').fill('Our story')
    await page.getByLabel('Video file').setInputFiles({ name: 'story.mp4', mimeType: 'video/mp4', buffer })
    await page.getByRole('button', { name: 'Upload video' }).click()
    await dialog(page, 'Upload this video?').getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await page.route('**/api/uploads/**', () => {}) // never answered
  await choose(anMp4())
  await expect(page.getByRole('progressbar', { name: /Our story/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByLabel('Title of the video')).toHaveValue('Our story')
  await page.unroute('**/api/uploads/**')
  // Nothing of these is sent: the browser itself looks at them.
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().includes('/api/uploads/'))))
  await choose(Buffer.from('not a video at all'))
  await expect(page.getByText('This is not a video that browsers can play.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(anMp4(500, { tracks: [track('vide', 'hvc1')] }))
  await expect(page.getByText('Not every phone can play this video (HEVC).')).toBeVisible()
  expect(sent).toBe(0)
  await expectSound(page)
  await page.context().close()
})
