import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { pageVersions } from '#server/db/schema.ts'
import {
  expect,
  expectSound,
  test,
  dialog,
  heardAnew,
  holdRequests,
  note,
  openDashboard,
  openEditor,
  signIn,
  signOut,
} from '#tests/support/browser.ts'
import { aMember, anAdmin, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\n%%EOF\n')

const aPicture = async () => ({
  name: 'camp.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 450, channels: 3, background: 'olive' } })
    .jpeg()
    .toBuffer(),
})

/** Pastes what another program has copied. */
const paste = (field: Locator, type: 'text/plain' | 'text/html', copied: string) =>
  field.evaluate(
    (element, [kind, words]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(kind, words)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [type, copied] as const,
  )

type Entry = { id: string; title: string; text: string; draft: boolean; published: boolean; publishAt: number | null }

/** Stores a text as an administrator, and returns its id. */
async function stored(site: TestSite, admin: Someone, entry: Partial<Entry> & { title: string }) {
  const json = { section: 'Whats New', kind: 'text', text: 'At eight.', ...entry }
  const { link }: { link: { id: string } } = await (await site.signedIn(admin)).send('POST', '/api/links', json)
  return link.id
}

const readStored = async (site: TestSite, admin: Someone, id: string) =>
  (await (await site.signedIn(admin)).get<{ link: Entry & { version: number } }>(`/api/links/${id}/editing`)).link

const edges = async (shown: Locator) =>
  (({ y, height }) => ({ top: y, bottom: y + height }))((await shown.boundingBox())!)

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
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await paste(text, 'text/plain', 'Comrades,\n\n<b>come</b> and vote. See www.example.org.\n\nBring:')
  const sent = await aPicture()
  await page.getByLabel(/^Picture above/).setInputFiles(sent)
  await expect(page.getByAltText('As it will be shown')).toBeVisible()

  // What is written looks at once as it will be read.
  await text.press('ControlOrMeta+End')
  await text.press('Enter')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.type('your card')
  await expect(text.getByRole('listitem')).toHaveText(['your card'])
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Programme')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(text.getByRole('heading', { level: 2 })).toHaveText('Program')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(text.getByRole('heading', { name: 'Program', exact: true })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(text.getByRole('heading', { level: 2 })).toHaveText('Program')
  await page.getByLabel('Add a picture').setInputFiles(sent)
  await expect(text.getByLabel('What the picture shows')).toBeFocused()
  await page.keyboard.type('The camp')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Below it')
  await expect(text.getByRole('img', { name: 'The camp' })).toBeVisible()
  await expect(text.getByText('Below it')).toBeVisible()
  await text.press('ControlOrMeta+End')
  await page.getByLabel('Add a PDF').setInputFiles({ name: 'Agenda.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(text.getByText('Agenda')).toBeVisible()
  await expectSound(page)
  await text.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://www.facebook.com/arrapi/videos/10153231379946729')
  await page.keyboard.press('Enter')
  await expect(text.getByRole('button', { name: 'Remove this video' })).toBeVisible()
  const preview = page.getByRole('figure', { name: 'Preview' })
  await expect(preview.getByText('Sat 29 March 2031, 8:00 AM (Manila)')).toBeVisible()
  await expect(preview.getByText('Program')).toBeVisible()
  await expect(preview.getByAltText('The camp')).toBeVisible()
  await expect(preview.getByText('Watch the video (Facebook)')).toBeVisible()

  // A link is made without knowing how it is written.
  await page.keyboard.type('See ')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const link = dialog(page, 'Link')
  await link.getByLabel('Link text').fill('our page')
  await link.getByLabel('Where it leads').fill('nowhere')
  await link.getByRole('button', { name: 'Insert the link' }).click()
  await expect(link.getByText(/^Please enter an address/)).toBeVisible()
  await link.getByLabel('Where it leads').fill('facebook.com/arrapi')
  await link.getByLabel('Where it leads').press('Enter')
  await expect(text.getByRole('link', { name: 'our page' })).toHaveAttribute('href', 'https://facebook.com/arrapi')
  await expect(text).toBeFocused()
  await text.getByRole('link', { name: 'our page' }).click()
  await expect(page.getByRole('button', { name: 'Link', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog(page, 'Leave without saving?')).toBeHidden()
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await link.getByRole('button', { name: 'Remove the link' }).click()
  await expect(text.getByRole('link', { name: 'our page' })).toHaveCount(0)
  await expect(text).toBeFocused()
  await expect(preview.getByText('our page')).toBeVisible()

  const twice = page.getByRole('button', { name: 'Save draft' })
  const place = await twice.boundingBox()
  await twice.click()
  await expect(note(page, 'Draft saved')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/write\/[\w-]{36}$/)
  // Nothing else comes below the finger that pressed it.
  expect(await twice.boundingBox()).toEqual(place)
  expect((await site.visitor().get('/news/general-assembly')).status).toBe(404)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(note(page, 'Event published')).toBeVisible()

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
  await text.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bring your card.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This was changed somewhere else while you were editing')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Replace it with mine' }).click()
  await expect(note(page, 'Event saved')).toBeVisible()

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

const copiedFromWord = `<html><body><!--StartFragment-->
<h1>Agenda</h1><p class=MsoNormal><b style='font-weight:normal'>Bring your <b style='mso-bidi-font-weight:normal'>card</b></b> and <a href="https://example.org/form">this form</a>.<br><span style='font-weight:700'>Ask</span> <i>us</i>.</p>
<p class=MsoListParagraphCxSpFirst><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;&nbsp;</span></span><![endif]>water</p>
<p class=MsoListParagraphCxSpLast><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;&nbsp;</span></span><![endif]>a hat</p>
<p class=MsoListParagraph><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt'>&nbsp;</span></span><![endif]>Come</p>
<p class=MsoListParagraph><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt'>&nbsp;</span></span><![endif]>Go</p>
<table><tr><td><p class=MsoNormal>8:00</p></td>
 <td><p class=MsoNormal>Flag <a href="javascript:alert(1)">raising</a></p></td></tr></table><img src="https://example.org/x.png" data-file="../../healthz"><script>alert(1)</script>
<!--EndFragment--></body></html>`

test('what is copied from Word keeps headings, lists, bold and links, and nothing else @rare', async ({
  page,
  site,
}) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await paste(text, 'text/html', copiedFromWord)
  await expect(note(page, 'Texts here have no italics')).toBeVisible()
  await page.getByLabel('Title').fill('Assembly')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(note(page, 'Announcement published')).toBeVisible()
  const { links } = await (
    await site.signedIn(await anAdmin(site.deps))
  ).get<{ links: { title: string; text: string }[] }>('/api/links/editing')
  expect(links.find(({ title }) => title === 'Assembly')?.text).toBe(
    [
      '# Agenda',
      'Bring your **card** and [this form](https://example.org/form).\n**Ask** us.',
      '- water\n- a hat',
      '1. Come\n2. Go',
      '8:00 – Flag raising',
    ].join('\n\n'),
  )
})

const wordItems = (...items: [level: string, sign: string, words: string][]) =>
  items
    .map(
      ([level, sign, words]) =>
        `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 ${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span><![endif]>${words}</p>`,
    )
    .join('\n')

const pasted = [
  ['Word: paragraphs', '<p class=MsoNormal>One<o:p></o:p></p>\n<p class=MsoNormal>&nbsp;</p><p class=MsoNormal>Two</p>', 'One\n\nTwo'],
  ['Word: bold in a sentence', '<p class=MsoNormal>Bring <b><span lang=EN-PH>water</span></b>!</p>', 'Bring **water**!'],
  ['Google Docs', '<b style="font-weight:normal"><p><span style="font-weight:700">Date</span><span>: Monday</span></p></b>', '**Date**: Monday'],
  ['a web page', '<div><h4>Day 1</h4><div>Come<br>early</div><img src="https://a.ph/x.png"></div>', '## Day 1\n\nCome\nearly'],
  ['links', '<a href="https://a.ph">one</a> <a href="/about">two</a> <a href="javascript:x()">three</a>', '[one](https://a.ph) [two](/about) three'],
  ['a list in a list', '<ul><li>one<ul><li>a</li></ul></li><li>two</li></ul>', '- one\n  - a\n- two'],
  ['three lists in one another', '<ol><li>one<ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li></ol></li></ol>', '1. one\n  - a\n  - b\n  - c'],
  ['Google Docs: a list in a list', '<ol><li><p>one</p></li><ol><li><p>a</p></li></ol><li><p>two</p></li></ol>', '1. one\n  1. a\n2. two'],
  ['Word: a list in a list', wordItems(['level1', '1.', 'one'], ['level2', 'o', 'a'], ['level3', '§', 'b'], ['level1', '2.', 'two'], ['level2', 'a.', 'c']), '1. one\n  - a\n  - b\n2. two\n  1. c'],
  ['a list between items', '<ol><li>one</li><ol><li>a</li><ol><li>x</li></ol></ol><li>two</li></ol>', '1. one\n  1. a\n  2. x\n2. two'],
  ['words after a list in a list', '<ul><li>one<ul><li>a</li></ul>more</li><li>two</li></ul>', '- one\n  - a\n  - more\n- two'],
  ['a table', '<table><tr><th>Day</th><th>Place</th></tr><tr><td>1</td><td>Cebu</td></tr></table>', 'Day – Place\n\n1 – Cebu'],
  ['stars', '<p>2 ** 3 ** <b>8</b></p>', '2 *\u2060* 3 *\u2060* **8**'],
  ['an item that is none', '<p>- 5 degrees</p>', '\u2060- 5 degrees'],
] as const // prettier-ignore

test('what is pasted is stored with its signs @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const kept = () =>
    page.evaluate(() => {
      const [, draft] = Object.entries(localStorage).find(([key]) => key.startsWith('write ')) ?? []
      return draft && JSON.parse(draft).values.text
    })
  async function clear() {
    for (const key of ['ControlOrMeta+a', 'Backspace', 'Backspace']) await text.press(key)
  }
  for (const [what, copied, stored] of pasted) {
    await clear()
    await paste(text, 'text/html', copied)
    await expect.poll(kept, what).toBe(stored)
  }
  await clear()
  await paste(text, 'text/plain', '# Bring\n- **water**\n5* hotel')
  await expect.poll(kept).toBe('# Bring\n\n- **water**\n\n5* hotel')
})

test('a picture is published only when it is described @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  await page.getByLabel('Title').fill('Muster')
  await page.getByLabel('Add a picture').setInputFiles(await aPicture())
  const caption = page.getByLabel('What the picture shows')
  await expect(caption).toBeFocused()
  await expect(caption).toBeInViewport()
  await expect(caption).toHaveAttribute('placeholder', /^Required/)
  await page.getByLabel('Title').focus()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please say what each picture in the text shows')).toBeVisible()
  await expect(caption).toBeFocused()
  await expect(caption).toBeInViewport()
  await expectSound(page)
  await caption.fill('The camp')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(note(page, 'Announcement published')).toBeVisible()
  // On paper the caption stays with its picture.
  await page.goto('/news/muster')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('figure')).toHaveCSS('break-inside', 'avoid')
})

test('a file that is refused says why, and blocks nothing @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const picture = await aPicture()
  await page.getByLabel('Add a picture').setInputFiles({ ...picture, buffer: Buffer.from('Dear all') })
  await expect(page.getByRole('alert')).toHaveText(/^This file is not a JPEG or PNG picture/)
  await expect(page.getByRole('button', { name: 'Publish' })).toBeEnabled()
  await expectSound(page)
  await page.getByLabel('Add a PDF').setInputFiles({ ...picture, mimeType: 'image/jpeg' })
  await expect(page.getByRole('alert')).toHaveCount(2)
  await page.getByRole('button', { name: 'Close this message' }).last().click()
  await page.getByLabel('Add a picture').setInputFiles(picture)
  await expect(text.locator('img')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('nothing is published without the large picture that was refused @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  await page.getByLabel('Title').fill('Muster')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('At eight.')
  const large = page.getByLabel(/^Picture above/)
  await large.setInputFiles({ ...(await aPicture()), buffer: Buffer.from('Dear all') })
  await expect(page.getByText('This file is not a JPEG or PNG picture')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(large).toBeFocused()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  await expect(page).toHaveURL(/new$/)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(note(page, 'Announcement published')).toBeVisible()
})

test('writing goes on while a picture is sent, and the picture comes where it was chosen @rare', async ({
  page,
  site,
}) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const undo = page.getByRole('button', { name: 'Undo' })
  await text.pressSequentially('We met at eight.')
  const before = await undo.boundingBox()
  const release = await holdRequests(page, '**/api/text-pictures?*')
  await page.getByLabel('Add a picture').setInputFiles(await aPicture())
  await expect(page.getByRole('progressbar', { name: 'Uploading camp.jpg' })).toBeVisible()
  expect(await undo.boundingBox()).toEqual(before)
  await expect(text).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Then it ')
  release()
  await expect(text.locator('img')).toBeVisible()
  await page.keyboard.type('rained.')
  await expect(text.locator('> *')).toHaveText(['We met at eight.', /Remove$/, 'Then it rained.'])
  await expect(text.getByLabel('What the picture shows')).toHaveValue('')
})

test('a picture is moved by buttons and by dragging @desk @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await paste(text, 'text/plain', 'One\n\nTwo')
  await page.getByLabel('Add a picture').setInputFiles(await aPicture())
  await text.getByLabel('What the picture shows').fill('The camp')
  const up = text.getByRole('button', { name: 'Move up this picture' })
  const blocks = text.locator('> *').filter({ hasText: /./ })
  // The button stays below the finger, and Remove is apart from it.
  await page.setViewportSize({ width: 390, height: 500 })
  await up.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const pressed = await edges(up)
  await up.click()
  await expect(blocks).toHaveText(['One', /Up/, 'Two'])
  await expect(up).toBeFocused()
  expect((await edges(up)).top).toBeCloseTo(pressed.top, 0)
  const [remove, down] = ['Remove this picture', 'Move down this picture'].map((name) =>
    text.getByRole('button', { name }),
  )
  const gap = (await remove!.boundingBox())!.x - (await down!.boundingBox())!.x
  expect(gap).toBeGreaterThan(1.5 * (await down!.boundingBox())!.width)
  await page.keyboard.press('Enter')
  await expect(blocks).toHaveText([/Up/, 'One', 'Two'])
  await text.getByRole('button', { name: 'Move down this picture' }).click()
  await expect(blocks).toHaveText(['One', /Up/, 'Two'])
  await expectSound(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await text.locator('img').hover()
  await page.mouse.down()
  const { x, y, width } = (await text.getByText('Two').boundingBox())!
  await page.mouse.move(x + width - 9, y + 9, { steps: 3 })
  await page.mouse.move(x + width - 5, y + 12, { steps: 3 })
  await page.mouse.up()
  await expect(blocks).toHaveText(['One', 'Two', /Up/])
  await page.keyboard.type('x')
  await expect(text.getByLabel('What the picture shows')).toHaveValue('The camp')
})

test('on a wide screen a long text scrolls with the page, and its tools stay in sight @desk @rare', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await paste(text, 'text/plain', 'We meet at eight. '.repeat(20).concat('\n\n').repeat(12))
  await text.press('ControlOrMeta+End')
  for (const word of ['One', 'Two']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(word)
  }
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport()
  const save = page.getByRole('button', { name: 'Publish' })
  await expect.poll(async () => (await edges(text.getByText('Two'))).bottom <= (await edges(save)).top).toBe(true)

  // The words of a link are selected already: only its address is missing.
  await page.keyboard.press('Shift+Home')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog(page, 'Link').getByLabel('Link text')).toHaveValue('Two')
  await expect(dialog(page, 'Link').getByLabel('Where it leads')).toBeFocused()
})

test('two new texts in two tabs are two drafts @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  const tabs = [page, await page.context().newPage()]
  const textOn = (tab: Page) => tab.getByRole('textbox', { name: 'Text', exact: true })
  for (const [number, tab] of tabs.entries()) {
    await tab.goto('/admin/write/new')
    await expect(textOn(tab)).toHaveText('')
    await textOn(tab).fill(`Text ${number}`)
    await expect.poll(() => tab.evaluate(() => JSON.stringify(localStorage))).toContain(`Text ${number}`)
  }
  // Loaded again a tab goes on with its own text, whatever another has left behind.
  const left = await page.context().newPage()
  await page.close()
  await tabs[1]!.reload()
  await expect(textOn(tabs[1]!)).toHaveText('Text 1')
  tabs[0] = left
  for (const [number, tab] of tabs.entries()) {
    const again = await page.context().newPage()
    await tab.close()
    await again.goto('/admin/write/new')
    await expect(textOn(again)).toHaveText(`Text ${number}`)
  }
})

test('a new text that could not be opened can be tried again @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.route('**/api/accounts/me', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/admin/write/new')
  await expect(page.getByText('The announcement could not be loaded')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
})

test('a text and a page whose person could not be read can be tried again @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  const id = await stored(site, admin, { title: 'Muster' })
  await openDashboard(page, site, admin)
  for (const what of [id, 'home']) {
    await page.route('**/api/accounts/me', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto(`/admin/write/${what}`)
    await expect(page.getByText(/^The (announcement|page) could not be loaded$/)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
  }
})

test('a text begins with half of a small phone, grows with the page, and nothing covers the caret @rare', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toBeVisible()
  expect((await text.boundingBox())?.height).toBeLessThan(320)

  await paste(text, 'text/plain', 'We meet at eight.\n\n'.repeat(20))
  await text.press('ControlOrMeta+End')
  await page.keyboard.type('Last')
  const save = await edges(page.getByRole('button', { name: 'Publish' }))
  await expect.poll(async () => (await edges(text.getByText('Last'))).bottom <= save.top).toBe(true)
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  // The toolbar covers the beginning of a text that was pushed up with the finger.
  await text.evaluate((box) => window.scrollBy({ top: box.getBoundingClientRect().top + 40, behavior: 'instant' }))
  await text.press('ControlOrMeta+Home')
  await page.keyboard.type('First')
  const tools = () => edges(page.getByRole('toolbar'))
  await expect.poll(async () => (await edges(text.getByText('First'))).top >= (await tools()).bottom).toBe(true)
})

test('words, lists and headings: pasted, selected and turned into one another @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const selectAll = () => text.press('ControlOrMeta+a')
  const tool = (name: string) => page.getByRole('button', { name, exact: true })
  for (const copied of ['see <b>bold</b> words', 'a sentence with <a href="/about">a link</a>', 'a<br>b']) {
    await text.fill('')
    await paste(text, 'text/html', copied)
    await expect(text).toHaveText(copied.replaceAll(/<[^>]*>/g, ''))
  }
  await text.fill('')
  await paste(text, 'text/html', '<ol><li>one<ol><li>a</li></ol></li><li></li><li>two</li></ol>')
  await expect(text.getByRole('listitem').filter({ hasText: /./ })).toHaveText(['onea', 'a', 'two'])
  await selectAll()
  await page.keyboard.press('Delete')
  await paste(text, 'text/plain', '# Bring\n\nwater\n\na hat')
  await selectAll()
  await tool('Numbers').click()
  await expect(text.getByRole('listitem')).toHaveText(['Bring', 'water', 'a hat'])
  await tool('List').click()
  await expect(text.locator('ul > li')).toHaveCount(3)
  await tool('List').click()
  await expect(text.getByRole('listitem')).toHaveCount(0)
  await selectAll()
  await page.keyboard.press('Delete')
  await page.keyboard.type('Day 1')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Camp opens')
  await tool('Heading').click()
  await expect(text.getByRole('heading')).toHaveText('Day 1 Camp opens')
})

test('Tab moves an item into the one above, and outside of a list it leaves the text @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  await page.getByLabel('Title').fill('What to bring')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('1. Bring')
  await page.keyboard.press('Enter')
  // A phone has no Tab.
  await page.getByRole('button', { name: 'Move the item in' }).click()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  for (const words of ['water', 'a hat']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.keyboard.type('Come')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Thank you')
  await expect(text.locator('ol > li')).toHaveCount(2)
  await expect(text.locator('li li')).toHaveText(['water', 'a hat'])
  await expect(text).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(note(page, 'Announcement published')).toBeVisible()
  await page.goto('/news/what-to-bring')
  const article = page.getByRole('article')
  await expect(article.locator('ol > li > ul > li')).toHaveText(['water', 'a hat'])
  await expect(article.getByText('Thank you')).toBeVisible()
  await expectSound(page)
})

test('typing goes on while a text is saved @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/home')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Welcome')
  const release = await holdRequests(page, '**/api/pages/home')
  await page.getByRole('button', { name: 'Save' }).click()
  await text.press('ControlOrMeta+End')
  await page.keyboard.type(' to')
  release()
  await expect(note(page, 'Saved')).toBeVisible()
  await page.keyboard.type(' all')
  await expect(text).toHaveText('Welcome to all')
})

// Shows content-48
test('Enter in the title of a scheduled text keeps its time @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  const publishAt = Date.UTC(2090, 0, 1)
  const id = await stored(site, admin, { title: 'Muster', publishAt })
  await openDashboard(page, site, admin)
  await page.goto(`/admin/write/${id}`)
  const saveDraft = page.getByRole('button', { name: 'Save draft' })
  await expect(page.getByRole('button', { name: 'Schedule' })).toBeVisible()
  await expect(saveDraft).toBeHidden()
  await page.getByLabel('Title').fill('Muster at dawn')
  await page.getByLabel('Title').press('Enter')
  await expect(note(page, 'Announcement saved. It will be published on')).toBeVisible()
  expect(await readStored(site, admin, id)).toMatchObject({ title: 'Muster at dawn', draft: false, publishAt })

  // It becomes a draft by the choice alone.
  await page.getByLabel('Not yet: keep it as a draft').check()
  await expect(page.getByLabel('Not yet: keep it as a draft')).toBeChecked()
  await expectSound(page)
  await saveDraft.click()
  await expect(note(page, 'Draft saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
  expect(await readStored(site, admin, id)).toMatchObject({ draft: true, publishAt: null })
})

// Shows content-47
test('Save draft keeps a text unpublished, and leaves nothing behind for the next press @rare', async ({
  page,
  site,
}) => {
  const admin = await anAdmin(site.deps)
  await openDashboard(page, site, admin)
  const saveDraft = page.getByRole('button', { name: 'Save draft' })
  const replace = page.getByRole('button', { name: 'Replace it with mine' })
  await page.goto('/admin/write/new')
  await saveDraft.click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  await expect(page.getByLabel('Now')).toBeChecked()

  /** Opens a draft that somebody else saves meanwhile. */
  async function openDraft(title: string, theirs: object) {
    const id = await stored(site, admin, { title, draft: true })
    await page.goto(`/admin/write/${id}`)
    await page.getByLabel('Title').fill(`My ${title}`)
    const entry = { section: 'Whats New', kind: 'text', title, text: 'Theirs.', version: 1, ...theirs }
    expect((await (await site.signedIn(admin)).send('PUT', `/api/links/${id}`, entry)).status).toBe(200)
    return id
  }
  const publishAt = Date.UTC(2090, 0, 1)
  for (const [title, theirs, left] of [
    ['muster', { draft: false }, { published: true }],
    ['parade', { publishAt }, { draft: false, publishAt }],
    ['camp', { draft: true }, { draft: true }],
  ] as const) {
    const id = await openDraft(title, theirs)
    await saveDraft.click()
    await replace.click()
    await expect(replace).toBeHidden()
    await expect.poll(() => readStored(site, admin, id)).toMatchObject({ title: `My ${title}`, ...left })
  }
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(note(page, 'Announcement published')).toBeVisible()
})

test('what is typed while a new text is saved is there when it opens @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await page.getByLabel('Title').fill('Muster')
  await text.fill('At eight')
  const release = await holdRequests(page, '**/api/links')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await text.press('ControlOrMeta+End')
  await page.keyboard.type(' sharp')
  // The page that opens would not have a file that is still on its way.
  await expect(page.getByLabel('Add a picture')).toBeDisabled()
  await expect(page.getByLabel('Picture above the text')).toBeDisabled()
  release()
  await expect(page).toHaveURL(/\/admin\/write\/[\w-]{36}$/)
  await expect(page.getByText('Here is what you wrote and did not save')).toBeVisible()
  await expect(text).toHaveText('At eight sharp')
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await text.press('ControlOrMeta+End')
  await page.keyboard.type('!')
  const drafts = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(drafts).toContain('At eight sharp!')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Here is what you wrote and did not save')).toBeHidden()
  await page.reload()
  await expect(text).toHaveText('At eight sharp!')
  // Nor is it the draft of the next new text.
  expect(await drafts()).not.toContain('At eight')
})

test('a caption that is too long is not shown as if it were kept @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/home')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('a'.repeat(1900))
  await page.getByLabel('Add a picture').setInputFiles(await aPicture())
  const caption = text.getByLabel('What the picture shows')
  await caption.fill('Camp')
  await caption.fill('Camp '.repeat(40))
  await expect(note(page, 'The text can have at most 2,000 characters.')).toBeVisible()
  await expect(caption).toHaveValue('Camp')
})

// Shows content-46
test('an earlier text whose picture says nothing is restored once its caption is written @rare', async ({
  page,
  site,
  isMobile,
}) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/about')
  const text = page.getByRole('textbox', { name: 'History' })
  const caption = text.getByLabel('What the picture shows')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const saved = note(page, 'Saved')
  const tools = page.getByRole('toolbar', { name: 'Format: History' })
  await tools.getByLabel('Add a picture').setInputFiles(await aPicture())
  await caption.fill('Camp')
  await save.click()
  await expect(saved).toBeVisible()
  await text.getByRole('button', { name: 'Remove this picture' }).click()
  await save.click()
  await expect(page.getByText('Everything is saved')).toBeAttached()
  // As it could be saved before captions were asked for.
  await site.db.update(pageVersions).set({
    content: sql`replace(${pageVersions.content}::text, '![Camp]', '![]')::jsonb`,
  })
  await page.reload()
  await page.getByRole('tab', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem')
  await versions
    .nth(1)
    .getByRole('button', { name: /^Restore/ })
    .click()
  await dialog(page, 'Restore this text?').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Please say what each picture in the text shows')).toBeVisible()
  await expect(dialog(page, 'Restore this text?')).toBeHidden()
  if (isMobile) await page.getByRole('tab', { name: 'Write' }).click()
  await caption.fill('The camp')
  await save.click()
  await expect(saved).toBeVisible()
  await page.goto('/about')
  await expect(page.getByAltText('The camp')).toBeVisible()
})

test('a text that is too long is refused, and nothing of it is cut @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/home')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Welcome')
  await paste(text, 'text/plain', 'a'.repeat(2000))
  await expect(note(page, 'The text can have at most 2,000 characters.')).toBeVisible()
  await expect(text).toHaveText('Welcome')
})

// Shows content-49
test('what was written is back after the power failed, and never over what somebody else has saved @rare', async ({
  page,
  site,
}) => {
  const admin = await anAdmin(site.deps)
  await openDashboard(page, site, admin)
  await page.goto('/admin/write/new')
  const textOn = (tab: Page) => tab.getByRole('textbox', { name: 'Text', exact: true })
  const back = (tab: Page) => tab.getByText('Here is what you wrote and did not save')
  /** The tab is gone once the draft is kept. */
  async function lose(tab: Page, words: string): Promise<Page> {
    await expect
      .poll(() => tab.evaluate((text) => Object.values(localStorage).some((kept) => kept.includes(text)), words))
      .toBe(true)
    const again = await tab.context().newPage()
    await tab.close()
    return again
  }
  await page.getByLabel('Title').fill('Muster')
  await textOn(page).fill('We meet at eight.')
  const second = await lose(page, 'at eight')
  await second.goto('/admin/write/new')
  await expect(back(second)).toBeVisible()
  await expect(textOn(second)).toHaveText('We meet at eight.')
  await expect(second.getByLabel('Title')).toHaveValue('Muster')
  await expectSound(second)
  await second.getByRole('button', { name: 'Save draft' }).click()
  await expect(note(second, 'Draft saved')).toBeVisible()
  await expect(second).toHaveURL(/\/admin\/write\/[\w-]{36}$/)
  const address = second.url()

  await textOn(second).fill('We meet at nine.')
  const third = await lose(second, 'at nine')
  const other = await site.signedIn(await anAdmin(site.deps))
  const id = address.slice(-36)
  const theirs = { section: 'Whats New', kind: 'text', title: 'Muster', text: 'Theirs.', draft: true, version: 1 }
  expect((await other.send('PUT', `/api/links/${id}`, theirs)).status).toBe(200)
  await third.goto(address)
  await expect(textOn(third)).toHaveText('We meet at nine.')
  await third.getByRole('button', { name: 'Save draft' }).click()
  await expect(third.getByText('This was changed somewhere else while you were editing')).toBeVisible()
  await expect(third.getByText('Theirs.', { exact: true })).toBeVisible()
  await expect(third.getByRole('button', { name: 'Replace it with mine' })).toBeInViewport({ ratio: 1 })
  await third.getByRole('button', { name: 'Discard mine' }).click()
  await dialog(third, 'Discard what you wrote?').getByRole('button', { name: 'Discard it' }).click()
  await expect(textOn(third)).toHaveText('Theirs.')
  await third.goto(address)
  await expect(textOn(third)).toHaveText('Theirs.')
  await expect(back(third)).toBeHidden()

  // Another person at the same computer finds nothing of it.
  await textOn(third).fill('Half a sentence')
  const fourth = await lose(third, 'Half a sentence')
  await fourth.context().clearCookies()
  await openDashboard(fourth, site, await anAdmin(site.deps, { email: 'another-writer@example.org' }))
  await fourth.goto(address)
  await expect(textOn(fourth)).toHaveText('Theirs.')
  expect(await fourth.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a sentence')
})

// Shows content-49
test('a logout in another tab loses nothing of a text: saved after a new login, or found again @rare', async ({
  page,
  site,
}) => {
  const admin = await anAdmin(site.deps)
  const muster = { section: 'Whats New', kind: 'text', title: 'Muster', text: 'At eight.', draft: false }
  const stored: { link: { id: string } } = await (await site.signedIn(admin)).send('POST', '/api/links', muster)
  const address = `/admin/write/${stored.link.id}`
  await openDashboard(page, site, admin)
  await page.goto(address)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  async function write(words: string) {
    await text.fill(words)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(words)
  }
  async function logOutElsewhere() {
    const other = await page.context().newPage()
    await other.setViewportSize({ width: 1280, height: 800 })
    await openDashboard(other, site, admin)
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL(/\/login/)
    await other.close()
  }

  await write('At nine.')
  await logOutElsewhere()
  const refused = page.waitForResponse((response) => response.status() === 401)
  await heardAnew(page)
  await refused
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('User not authenticated')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('target', '_blank')
  await expectSound(page)
  await signIn(page, site, admin)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(note(page, 'Announcement saved')).toBeVisible()

  await write('At ten.')
  await logOutElsewhere()
  page.once('dialog', (question) => void question.accept())
  await page.goto('/login')
  await signIn(page, site, admin)
  await page.goto(address)
  await expect(page.getByText('Here is what you wrote and did not save')).toBeVisible()
  await expect(text).toHaveText('At ten.')

  await page.getByRole('button', { name: 'Discard it' }).click()
  await dialog(page, 'Discard what you wrote?').getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toHaveText('At ten.')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await dialog(page, 'Discard what you wrote?').getByRole('button', { name: 'Discard it' }).click()
  await expect(text).toHaveText('At nine.')
})

test('what is missing is named at its field, and the button says what it will do @rare', async ({ page, site }) => {
  await openDashboard(page, site, await anAdmin(site.deps))
  await page.goto('/admin/write/new?section=Events')
  await page.getByLabel('Title').fill('Muster')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please fill in all fields')).toBeVisible()
  await expect(page.getByText('Please write the text')).toBeVisible()
  await expect(page.getByText('Please enter a title')).toBeHidden()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toBeFocused()
  await page.keyboard.type('At eight.')
  await page.getByLabel('Title').scrollIntoViewIfNeeded()
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect(publish).toBeInViewport({ ratio: 1 })
  await page.getByLabel(/^Starts/).fill('2090-01-02T08:00')
  await page.getByLabel(/^Ends/).fill('2090-01-01T08:00')
  await publish.click()
  await expect(page.getByText('The end must be after the start')).toBeVisible()
  await expect(page.getByLabel(/^Ends/)).toBeFocused()

  await page.getByLabel('At a time').check()
  const time = page.getByLabel('Publish at (Manila time)')
  const schedule = page.getByRole('button', { name: 'Schedule' })
  await expect.poll(async () => (await edges(time)).bottom <= (await edges(schedule)).top).toBe(true)
  await time.fill('2090-01-01T08:00')
  await expect(schedule).toBeVisible()
  await time.fill('2020-01-01T08:00')
  await expect(page.getByText('This time has passed: it will be published as soon as you save.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
})
