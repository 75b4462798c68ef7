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
  signOut,
} from '#tests/support/browser.ts'
import { aMember, anAdmin } from '#tests/support/factories.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\n%%EOF\n')

test('a document and an announcement: made by two, read on a phone @desk @rare', async ({ page, browser, site }) => {
  // The preview stands beside the form.
  await page.setViewportSize({ width: 1280, height: 800 })
  await openDashboard(page, site, await anAdmin(site.deps))
  await openEditor(page, 'Legalities')
  const legalities = dialog(page, 'Legalities')
  await legalities.getByRole('button', { name: 'Add a document' }).click()
  await legalities.getByLabel('Title').fill('By-laws of 2026')
  await legalities.getByRole('button', { name: 'Add document', exact: true }).click()
  await expect(legalities.getByText('Please choose a PDF')).toBeVisible()
  const file = legalities.getByLabel('Document', { exact: true })
  await file.setInputFiles({ name: 'by-laws.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>') })
  await expect(legalities.getByText(/This is not a PDF/)).toBeVisible()
  await file.setInputFiles({ name: 'by-laws.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(legalities.getByText('Uploaded')).toBeVisible()
  await expectSound(page)
  await legalities.getByRole('button', { name: 'Add document', exact: true }).click()
  await expect(note(page, 'Document added')).toBeVisible()
  await expect(legalities.getByText(/^by-laws\.pdf \(\d+ bytes\)$/)).toBeVisible()
  await legalities.getByRole('button', { name: 'Close', exact: true }).last().click()

  await openEditor(page, 'Events')
  const events = dialog(page, 'Events')
  await events.getByRole('link', { name: 'Add an event' }).click()
  await expect(page).toHaveURL('/admin/write/new?section=Events')
  await expect(page.getByRole('heading', { level: 1, name: 'New event' })).toBeVisible()
  await page.getByLabel('Title').fill('General assembly')
  await page.getByLabel(/^Starts/).fill('2031-03-29T08:00')
  await page.getByLabel(/^Place/).fill('Camp Aguinaldo')
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Comrades,\n\n<b>come</b> and vote. See www.example.org.\n\nBring:')
  const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background: 'olive' } })
    .jpeg()
    .toBuffer()
  const sent = { name: 'camp.jpg', mimeType: 'image/jpeg', buffer: picture }
  await page.getByLabel(/^Picture/).setInputFiles(sent)
  await expect(page.getByAltText('As it will be shown')).toBeVisible()

  // The toolbar types signs that can be read as they are, and taken back.
  await text.press('ControlOrMeta+End')
  await text.press('Enter')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.type('your card')
  await expect(text).toHaveValue(/Bring:\n- your card$/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Program')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await expect(text).toHaveValue(/\n\n# Program$/)
  await page.getByLabel('Add a picture').setInputFiles(sent)
  await expect(text).toHaveValue(/# Program\n\n!\[What the picture shows\]\(file:[\w-]{36}\)$/)
  // While the caret is still in the picture's name.
  await page.keyboard.type('The camp')
  await page.getByLabel('Add a PDF').setInputFiles({ name: 'Agenda.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(text).toHaveValue(/!\[The camp\]\(file:[\w-]{36}\)\n\n\[Agenda\]\(file:[\w-]{36}\)$/)
  await expectSound(page)
  await text.press('ControlOrMeta+End')
  await page.keyboard.type('\n\nhttps://www.facebook.com/arrapi/videos/10153231379946729')
  const preview = page.getByRole('figure', { name: 'Preview' })
  await expect(preview.getByText('Sat 29 March 2031, 8:00 AM (Manila)')).toBeVisible()
  await expect(preview.getByText('Program')).toBeVisible()
  await expect(preview.getByAltText('The camp')).toBeVisible()
  await expect(preview.getByText('Watch the video (Facebook)')).toBeVisible()

  // A link is made without knowing how it is written.
  await page.keyboard.type('\n\nSee ')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const link = dialog(page, 'Link')
  await link.getByLabel('Link text').fill('our page')
  await link.getByLabel('Where it leads').fill('nowhere')
  await link.getByRole('button', { name: 'Insert the link' }).click()
  await expect(link.getByText(/^Please enter an address/)).toBeVisible()
  await link.getByLabel('Where it leads').fill('facebook.com/arrapi')
  await link.getByLabel('Where it leads').press('Enter')
  await expect(text).toHaveValue(/\n\nSee \[our page\]\(https:\/\/facebook\.com\/arrapi\)$/)
  await expect(text).toBeFocused()
  await expect(preview.getByText('our page')).toBeVisible()

  await page.getByLabel('Not yet: keep it as a draft').check()
  await page.getByRole('button', { name: 'Add event', exact: true }).click()
  await expect(note(page, 'Event added')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/write\/[\w-]{36}$/)
  expect((await site.visitor().get('/news/general-assembly')).status).toBe(404)
  await page.getByLabel('Now', { exact: true }).check()
  await page.getByRole('button', { name: 'Save event' }).click()
  await expect(note(page, 'Event saved')).toBeVisible()

  // Somebody else changes it while it is open here.
  const other = await site.signedIn(await anAdmin(site.deps))
  const { links } = await other.get<{
    links: { id: string; kind: string; text: string; startsAt: number; version: number }[]
  }>('/api/links/editing')
  const { id, startsAt, version, text: before } = links.find(({ kind }) => kind === 'text')!
  const event = { startsAt, place: 'Camp Aguinaldo' }
  const theirs = {
    section: 'Events',
    kind: 'text',
    title: 'General assembly',
    text: `${before}\n\nTheirs.`,
    ...event,
    version,
  }
  expect((await other.send('PUT', `/api/links/${id}`, theirs)).status).toBe(200)
  await text.fill(`${before}\n\nBring your card.`)
  await page.getByRole('button', { name: 'Save event' }).click()
  await expect(page.getByText('Somebody else changed this while you were editing')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save event' }).click()
  await expect(note(page, 'Event saved').last()).toBeVisible()

  const phone = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    javaScriptEnabled: false,
  })
  const reader = await phone.newPage()
  await expect
    .poll(async () => {
      await reader.goto('/')
      return reader.getByRole('link', { name: 'General assembly', exact: true }).count()
    })
    .toBe(1)
  await reader.getByRole('link', { name: 'General assembly', exact: true }).click()
  await expect(reader).toHaveURL('/news/general-assembly')
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('General assembly')
  await expect(reader.getByText('<b>come</b> and vote. See')).toBeVisible()
  await expect(reader.getByText('Sat 29 March 2031, 8:00 AM (Manila)')).toBeVisible()
  await expect(reader.getByText('Camp Aguinaldo')).toBeVisible()
  await expect(reader.getByRole('link', { name: 'www.example.org' })).toHaveAttribute('href', 'https://www.example.org')
  await expect(reader.getByRole('heading', { level: 2, name: 'Program' })).toBeVisible()
  await expect(reader.getByRole('article').getByRole('listitem')).toHaveText(['your card'])
  await expect(reader.getByRole('link', { name: 'Agenda' })).toHaveAttribute('href', /^\/api\/files\//)
  await expect(reader.getByRole('link', { name: 'Watch the video (Facebook)' })).toHaveAttribute(
    'href',
    'https://www.facebook.com/watch/?v=10153231379946729',
  )
  const inText = reader.getByAltText('The camp')
  await inText.scrollIntoViewIfNeeded()
  await expect.poll(() => inText.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(800)
  const shown = reader.getByRole('article').locator('picture img')
  expect(await shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(800)
  await reader.goto('/documents/by-laws-of-2026')
  await expect(reader).toHaveURL('/login?next=/announcements')
  await phone.close()

  await signOut(page)
  await signIn(page, site, await aMember(site.deps))
  await page.goto('/announcements')
  const byLaws = page.getByRole('link', { name: /By-laws of 2026 \(PDF/ })
  await expect(byLaws).toHaveAttribute('target', '_blank')
  const opened = await page.request.get((await byLaws.getAttribute('href')) ?? '')
  expect(opened.headers()['content-disposition']).toMatch(/^inline; filename="by-laws\.pdf"/)
  expect(await opened.body()).toEqual(pdf)
})
