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
  await events.getByRole('button', { name: 'Write an announcement' }).click()
  await events.getByLabel('Title').fill('General assembly')
  await events.getByLabel('Text').fill('Comrades,\n\n<b>come</b> and vote.')
  await events.getByLabel(/^Starts/).fill('2031-03-29T08:00')
  await events.getByLabel(/^Place/).fill('Camp Aguinaldo')
  const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background: 'olive' } })
    .jpeg()
    .toBuffer()
  await events.getByLabel(/^Picture/).setInputFiles({ name: 'camp.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(events.getByAltText('As it will be shown')).toBeVisible()
  await events.getByRole('button', { name: 'Add announcement', exact: true }).click()
  await expect(note(page, 'Announcement added')).toBeVisible()

  // Somebody else changes it while it is open here.
  await events.getByRole('button', { name: 'Edit General assembly' }).click()
  const other = await site.signedIn(await anAdmin(site.deps))
  const { links } = await other.get<{ links: { id: string; kind: string; startsAt: number; version: number }[] }>(
    '/api/links/editing',
  )
  const { id, startsAt, version } = links.find(({ kind }) => kind === 'text')!
  const event = { startsAt, place: 'Camp Aguinaldo' }
  const theirs = { section: 'Events', kind: 'text', title: 'General assembly', text: 'Theirs.', ...event, version }
  expect((await other.send('PUT', `/api/links/${id}`, theirs)).status).toBe(200)
  await events.getByLabel('Text').fill('Comrades,\n\n<b>come</b> and vote.\nBring your card.')
  await events.getByRole('button', { name: 'Save announcement' }).click()
  await expect(events.getByText('Somebody else changed this while you were editing')).toBeVisible()
  await expect(events.getByText('Theirs.')).toBeVisible()
  await expectSound(page)
  await events.getByRole('button', { name: 'Save announcement' }).click()
  await expect(note(page, 'Announcement saved')).toBeVisible()

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
  await expect(reader.getByText('<b>come</b> and vote.')).toBeVisible()
  await expect(reader.getByText('Sat 29 March 2031, 8:00 AM (Manila)')).toBeVisible()
  await expect(reader.getByText('Camp Aguinaldo')).toBeVisible()
  const shown = reader.getByRole('article').locator('img')
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
