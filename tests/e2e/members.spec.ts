import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import {
  expect,
  expectSound,
  hydrated,
  test,
  signIn,
  askedOf,
  soonIn,
  stopTime,
  timeIn,
  withOwnTime,
} from '#tests/support/browser.ts'
import { aMember, anAdmin, aViewer, type Someone } from '#tests/support/factories.ts'
import { openListTools } from '#tests/support/screens/screen.ts'
import type { TestSite } from '#tests/support/site.ts'

async function openMembers(page: Page, site: TestSite, person: Someone, query = ''): Promise<void> {
  await signIn(page, site, person)
  await page.goto(`/members${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
}

let numbered = 0

/** So many more members, who need not log in. */
async function moreMembers({ deps }: TestSite, count: number, values: Partial<typeof users.$inferInsert> = {}) {
  await deps.db.insert(users).values(
    Array.from({ length: count }, () => {
      const n = ++numbered
      return {
        firstName: 'ANA',
        lastName: `SANTOS ${n}`,
        email: `${randomUUID()}@example.org`,
        militarySerial: `S-${n}`,
        birthday: '1970-01-01',
        approved: true,
        idNumber: `ARRAPI-${String(700 + Math.floor(n / 999)).padStart(3, '0')}-${String((n % 999) + 1).padStart(3, '0')}`,
        ...values,
      }
    }),
  )
}

/** The people in the list. Before it arrives, ten grey bars stand in its place as rows without a word. */
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell'), hasText: /\S/ })

// Shows listing-13, listing-15
test('a member sees ID number, name, rank, service, region and unit, and nothing else', async ({ page, site }) => {
  const hidden = { militarySerial: 'SECRET-1', email: 'secret@example.org', cellphoneNumber: '09998887777' }
  await aMember(site.deps, {
    firstName: 'PILAR',
    lastName: 'OCAMPO',
    rank: 'LTC',
    ms: 'PAF',
    region: 'Visayas',
    unitAssignment: '505TH ARG',
    ...hidden,
  })
  const answers: unknown[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/members?')) answers.push(await response.json())
  })
  await openMembers(page, site, await aMember(site.deps), '?search=pilar+ocampo')
  const row = rows(page).filter({ hasText: 'PILAR OCAMPO' })
  for (const shown of ['LTC', 'PAF', 'Visayas', '505TH ARG', 'ARRAPI-']) await expect(row).toContainText(shown)
  expect(answers).toHaveLength(1)
  for (const value of Object.values(hidden)) expect(JSON.stringify(answers)).not.toContain(value)
  expect(Object.keys((answers[0] as { users: object[] }).users[0] ?? {}).toSorted()).toEqual(
    ['firstName', 'idNumber', 'lastName', 'middleName', 'ms', 'rank', 'region', 'suffix', 'unitAssignment'].toSorted(),
  )
  await expect(page.getByText('Edit Profile')).toHaveCount(0)
  await expect(page.getByText('Actions')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to Admin Dashboard' })).toHaveCount(0)
  await expectSound(page)
})

// Shows listing-08
test('a search waits for the typing to rest, and stays in the address', async ({ page, site }) => {
  await aMember(site.deps, { firstName: 'JOSÉ', lastName: 'NÚÑEZ DE LA PEÑA' })
  await openMembers(page, site, await aMember(site.deps))
  await expect(rows(page).first()).toBeVisible()
  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/members') searches.push(url.searchParams.get('searchQuery') ?? '')
  })
  const box = page.getByRole('textbox', { name: 'Search' })
  await box.pressSequentially('jose nunez', { delay: 40 })
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('JOSÉ NÚÑEZ DE LA PEÑA')
  await expect(page.getByText('1 member found')).toBeVisible()
  await expect(box).toBeFocused()
  // How long it waits is shown on a clock of its own below: a busy machine types slowly.
  expect(searches.at(-1)).toBe('jose nunez')
  expect(searches.length).toBeLessThan('jose nunez'.length)

  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(box).toHaveValue('jose nunez')
  await page.goBack()
  await expect(box).toHaveValue('')
  await expect(page).toHaveURL('/members')

  await box.fill('nobody of this name')
  await expect(page.getByText('Nobody found for “nobody of this name”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(box).toBeFocused()
})

// Shows listing-22
test('a search goes out when the typing has rested for 500 ms @rare', async ({ page, site }) => {
  await withOwnTime(page)
  await openMembers(page, site, await aMember(site.deps))
  await expect(rows(page).first()).toBeVisible()
  await stopTime(page)
  const searches = async () =>
    (await askedOf(page, '/api/members')).map((query) => query.get('searchQuery')).filter((words) => words !== '')
  const box = page.getByRole('textbox', { name: 'Search' })
  await box.fill('dela')
  await page.clock.runFor(499)
  await box.fill('dela cruz')
  await page.clock.runFor(499)
  expect(await searches()).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(searches).toEqual(['dela cruz'])
})

// Shows listing-23
test('a page of the list is kept for 60 seconds, and then asked for again @rare', async ({ page, site }) => {
  await moreMembers(site, 20)
  await withOwnTime(page)
  await openMembers(page, site, await aMember(site.deps))
  await expect(rows(page)).toHaveCount(10)
  const top = () => rows(page).first().innerText()
  const first = await top()
  await stopTime(page)
  const timesAsked = async () =>
    (await askedOf(page, '/api/members')).filter((query) => query.get('page') === '2').length
  const button = (number: number) =>
    page.getByRole('navigation', { name: 'Members, pages' }).getByRole('button', { name: `Page ${number}` })

  const before = await timeIn(page)
  await button(2).click()
  await soonIn(page, async () => (await top()) !== first)
  expect(await timesAsked()).toBe(1)
  const second = await top()
  const arrived = await timeIn(page)
  await button(1).click()
  await soonIn(page, async () => (await top()) === first)

  await page.clock.runFor(before + 59_900 - (await timeIn(page)))
  await button(2).click()
  await soonIn(page, async () => (await top()) === second)
  expect(await timesAsked()).toBe(1)
  await button(1).click()
  await soonIn(page, async () => (await top()) === first)

  await page.clock.runFor(arrived + 60_000 - (await timeIn(page)))
  await button(2).click()
  await expect.poll(timesAsked).toBe(2)
})

// Shows listing-06, listing-20, listing-21
test('ten on a page, three page buttons; a page stays until the next is there', async ({ page, site }) => {
  await moreMembers(site, 220, { lastName: 'MARASIGAN' })
  await openMembers(page, site, await aMember(site.deps))
  await expect(rows(page)).toHaveCount(10)
  const pager = page.getByRole('navigation', { name: 'Members, pages' })
  await expect(pager.getByRole('button', { name: /^Page \d/ })).toHaveCount(3)
  const first = await rows(page).first().innerText()

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  await page.route('**/api/members?**', async (route) => {
    asked++
    await held
    await route.continue()
  })
  await pager.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/members?page=2')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  expect(await rows(page).first().innerText()).toBe(first)
  release()
  await expect(rows(page).first()).not.toHaveText(first, { useInnerText: true })
  await page.goBack()
  await expect(page).toHaveURL('/members')
  await expect.poll(() => rows(page).first().innerText()).toBe(first)
  expect(asked).toBe(1)

  await moreMembers(site, 3, { lastName: 'NAVARRO', ms: 'PN', region: 'Visayas', rank: 'LTJG', unitAssignment: 'NRC' })
  await page.getByRole('textbox', { name: 'Search' }).fill('marasigan')
  await expect(page).toHaveURL('/members?search=marasigan')
  await expect(page.getByText('220 members found')).toBeVisible()
  // Every match is reached: the last page is there, and it is the last.
  const last = 22
  await page.goto(`/members?search=marasigan&page=${last}`)
  await expect(rows(page).first()).toContainText('MARASIGAN')
  await expect(pager.getByText(`Page ${last} of ${last}`)).toBeVisible()
  await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByLabel('Service').selectOption('Philippine Navy')
  await page.getByLabel('Region').selectOption('Visayas')
  await expect(page.getByText('3 members found')).toBeVisible()
  await expect(page).toHaveURL('/members?service=PN&region=Visayas')
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows(page).first()).toContainText(/NAVARRO.*LTJG.*PN.*ARRAPI-\d{3}-\d{3}\s· Visayas\s· NRC/s)
  expect((await rows(page).first().boundingBox())?.height).toBeLessThan(130)
  await expectSound(page)
  await page.getByLabel('Region').selectOption('Luzon')
  await page.getByRole('button', { name: 'Show all services and regions' }).click()
  await expect(page).toHaveURL('/members')
})

// Shows listing-14
test('a failed list says so, and Retry reloads the page with what was searched for @rare', async ({ page, site }) => {
  await page.route('**/api/members?**', (route) =>
    route.fulfill({ status: 404, json: { code: 'not-found', message: 'We could not find this.' } }),
  )
  await openMembers(page, site, await aMember(site.deps), '?search=juan')
  await expect(page.getByText('Error Loading Users')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('juan')
  await expectSound(page)
  await page.unrouteAll()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page).first()).toContainText('JUAN')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(false)
})

// Shows listing-02, listing-13
test('an administrator edits, prints, exports and imports from the list', async ({ page, site, isMobile }) => {
  const left = await aMember(site.deps, { firstName: 'GLORIA', lastName: 'WITHDRAWN', withdrawnAt: Date.now() })
  await openMembers(page, site, await anAdmin(site.deps), '?search=gloria+withdrawn')
  await expect(page.getByText('0 members found')).toBeVisible()
  await page.getByRole('button', { name: '1 withdrawn' }).click()
  await expect(page.getByText('Showing: Withdrawn')).toBeVisible()
  const row = rows(page).filter({ hasText: 'GLORIA WITHDRAWN' })
  await expect(row.getByText('Withdrawn', { exact: true })).toBeVisible()
  const from = 'from=search%3Dgloria%2Bwithdrawn%26status%3Dwithdrawn'
  await expect(row.getByRole('link', { name: /^GLORIA/ })).toHaveAttribute('href', `/member/${left.id}?${from}`)
  await expect(row.getByRole('link', { name: /^Edit profile of GLORIA/ })).toHaveAttribute(
    'href',
    `/member/${left.id}?${from}&edit=yes`,
  )
  // The tick stands first in the row, also on a phone.
  const [tick, name] = [row.getByRole('checkbox'), row.getByRole('link', { name: /^GLORIA/ })]
  expect((await tick.boundingBox())!.x).toBeLessThan((await name.boundingBox())!.x)
  if (!isMobile)
    for (const heading of ['Edit Profile', 'Actions'])
      await expect(page.getByRole('columnheader', { name: heading })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Admin Dashboard' })).toHaveAttribute('href', '/admin')
  await openListTools(page)
  await expect(page.getByRole('button', { name: 'Export…' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveAttribute('href', '/admin/import')
  await hydrated(page)
  await expectSound(page)
  await row.getByRole('checkbox').check()
  await page.evaluate(() => (window.print = () => {}))
  await page.getByRole('button', { name: 'Print the list (1 ticked)' }).click()
  await expect(page.getByText('Showing: 1 ticked member', { exact: true })).toBeAttached()
  await page.getByRole('button', { name: 'Print cards (1 ticked)' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

// Shows listing-13
test('a viewer opens profiles from the list and changes nothing @rare', async ({ page, site }) => {
  const other = await aMember(site.deps, { firstName: 'RAMON', lastName: 'SEEN' })
  await openMembers(page, site, await aViewer(site.deps), '?search=ramon+seen')
  await expect(page.getByRole('link', { name: /^RAMON/ })).toHaveAttribute(
    'href',
    `/member/${other.id}?from=search%3Dramon%2Bseen`,
  )
  await expect(page.getByText('Edit Profile')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export…' })).toHaveCount(0)
})

// Shows approval-11, listing-01
test('Membership Approval is for administrators: anybody else sees Members @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await openMembers(page, site, member, '?approval=true')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('Membership Approval')).toHaveCount(0)
  const visitor = await site.signedIn(member)
  for (const path of ['/api/members?approved=false', '/api/approvals'])
    expect((await visitor.get(path)).status, path).toBe(403)
  for (const path of ['/api/approvals', '/api/rejections'])
    expect((await visitor.post(path, { ids: [member.id], reason: 'none' })).status, path).toBe(403)
})

// Shows profile-60
test('a secretary narrows the list, selects all, exports, and looks after a member', async ({ page, site }) => {
  await moreMembers(site, 13, { rank: 'WO1', ms: 'PN', region: null, lastName: 'FILTERED' })
  const odd = await aMember(site.deps, {
    rank: 'WO1',
    ms: 'PN',
    region: null,
    firstName: 'ODD',
    lastName: 'ONE',
    email: null,
  })
  await openMembers(page, site, await anAdmin(site.deps, { firstName: 'ROSA', lastName: 'SECRETARY' }))
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Rank', { exact: true }).fill('wo1')
  await expect(page.getByText('Showing: Rank WO1')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).selectOption('Still on the birthday password')
  await page.getByLabel('Sort by').selectOption('Last name')
  await expect(page.getByText('14 members found')).toBeVisible()
  await expect(page.getByText('Showing: Rank WO1, still on the birthday password')).toBeVisible()
  // Until the page in the other order is there, the one before it is pale.
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await expectSound(page)

  // On paper in the same order.
  const namesOnScreen = await page
    .getByRole('table')
    .getByRole('link', { name: /^[A-Z]/ })
    .allTextContents()
  await page.evaluate(() => (window.print = () => {}))
  await openListTools(page)
  await page.getByRole('button', { name: 'Print the list' }).click()
  await page.emulateMedia({ media: 'print' })
  const onPaper = page.getByRole('table', { name: 'Members' }).last().getByRole('row').filter({ hasText: 'WO1' })
  await expect(onPaper).toHaveCount(14)
  for (const [place, name] of namesOnScreen.filter((text) => text !== 'Edit').entries())
    await expect(onPaper.nth(place)).toContainText(name)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))

  await page.getByRole('button', { name: 'Tick all 14 that match' }).click()
  await expect(page.getByRole('button', { name: 'Print cards (14 ticked)' })).toBeVisible()
  // The cards of exactly those, whatever page of the list is shown. Drawing them is shown elsewhere, and takes its time.
  await page.route('**/api/cards.pdf?*', (route) => route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.3' }))
  await page.getByRole('button', { name: 'Print cards (14 ticked)' }).click()
  const cards = page.getByRole('dialog', { name: 'Print the 14 cards' })
  const printing = page.waitForRequest(/\/api\/cards\.pdf\?/)
  const printed = page.waitForEvent('download')
  await cards.getByRole('button', { name: 'Download the 14 cards' }).click()
  expect(Object.fromEntries(new URL((await printing).url()).searchParams)).toEqual({
    rank: 'wo1',
    password: 'birthday',
    status: 'member',
  })
  expect((await printed).suggestedFilename()).toBe('cards-14.pdf')
  await cards.getByRole('button', { name: 'Close' }).last().click()

  await openListTools(page)
  await page.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export as a spreadsheet file' })
  await expect(dialog).toContainText('14 members: Rank WO1, still on the birthday password')
  await expect(dialog.getByRole('link', { name: 'Download 12 columns' })).toBeVisible()
  await expect(dialog.getByLabel('Birthday', { exact: true })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'None of them' }).click()
  await expect(dialog.getByText('Please tick at least one column')).toBeVisible()
  await dialog.getByLabel('Last name', { exact: true }).check()
  await dialog.getByLabel('Membership', { exact: true }).check()
  await expectSound(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download 2 columns' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('Last name,Membership\r\n')
  expect(file).toContain('ONE,member\r\n')
  expect(file.trim().split('\r\n')).toHaveLength(15)

  await page.setViewportSize({ width: 390, height: 844 })
  expect((await rows(page).first().boundingBox())?.height).toBeLessThan(130)
  await expectSound(page)
  await page.getByLabel('Email', { exact: true }).selectOption('Without an email address')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'ODD ONE', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ODD ONE' })).toBeVisible()
  await expect(page.getByText('These details are missing.')).toBeVisible()
  // How to reach the member comes first; what is far down is one tap away.
  await expect(page.locator('main h2, main h3').first()).toHaveText('Personal information')
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await expect(links).toHaveText(['Details', 'Documents', 'Help with login', 'Emails', 'History'])
  await links.filter({ hasText: 'Help with login' }).click()
  await expect(page.getByRole('heading', { name: 'Help with login' })).toBeInViewport()
  await expect(page.getByText('Logs in with the birthday. Two-step login is off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove two-step login' })).toHaveCount(0)
  await page.getByLabel('New note').fill('Calls on Mondays.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Calls on Mondays.')).toBeVisible()
  await expect(page.getByText(/^ROSA SECRETARY, /)).toBeVisible()
  await expectSound(page)

  // As from the pencil in the list. Once it is saved, a reload does not open the form again.
  await page.goto(page.url().replace(/#.*/, '&edit=yes'))
  await page.getByLabel('Region').selectOption('Visayas')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The profile has been saved.')).toBeVisible()
  await expect(page).toHaveURL(/\?from=[^&]*$/)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(/ROSA SECRETARY.* edited the profile of .*ODD ONE/)
  await expect(history).toContainText('Changed: Region')
  await expect(history).toContainText(/wrote a note about .*ODD ONE/)

  await page.getByRole('link', { name: 'Back to the members' }).click()
  await expect(page).toHaveURL(/rank=wo1/)
  await expect(page).toHaveURL(/email=none/)
  await expect(rows(page)).toHaveCount(1)
  const [saved] = await site.deps.db.select({ region: users.region }).from(users).where(eq(users.id, odd.id))
  expect(saved?.region).toBe('Visayas')
})

test('an administrator chooses columns and saves filters, and finds both again @rare', async ({ page, site }) => {
  await moreMembers(site, 10)
  await moreMembers(site, 3, { rank: 'LTCOL', ms: 'PAF', email: null, cellphoneNumber: '09171234567' })
  await openMembers(page, site, await anAdmin(site.deps), '?service=PAF&email=none')
  await expect(page.getByText('Showing: Air Force, without an email address')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText('0917 123 4567')).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Phone', { exact: true }).check()
  await page.getByLabel('Unit', { exact: true }).uncheck()
  const phones = page.getByRole('link', { name: '0917 123 4567' })
  await expect(phones).toHaveCount(3)
  await expect(phones.first()).toHaveAttribute('href', 'tel:09171234567')
  await expect(page.getByRole('columnheader', { name: 'Unit', includeHidden: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save these filters' }).click()
  await expectSound(page)
  // On paper they are the same.
  await page.evaluate(() => (window.print = () => {}))
  await openListTools(page)
  await page.getByRole('button', { name: 'Print the list' }).click()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID number',
    'Name',
    'Rank',
    'Military service',
    'Region',
    'Cellphone number',
  ])
  await expect(page.getByRole('cell', { name: '0917 123 4567' })).toHaveCount(3)
  await page.emulateMedia({ media: null })

  await page.goto('/members')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('columnheader', { name: 'Phone', includeHidden: true })).toHaveCount(1)
  await page.getByRole('link', { name: 'Air Force, without an email address' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove from the saved filters' }).click()
  await expect(page.getByRole('navigation', { name: 'Saved filters' })).toHaveCount(0)
})

test('an administrator sets the region of many at once, leafs through more at a time, and prints the list @desk', async ({
  page,
  site,
}) => {
  await moreMembers(site, 27, { rank: 'CW3', region: null, lastName: 'MANY' })
  await openMembers(page, site, await anAdmin(site.deps), '?rank=cw3')
  await expect(page.getByRole('button', { name: 'Change region or unit' })).toHaveCount(0)
  const heading = page.getByRole('columnheader', { name: 'Name', includeHidden: true })
  // On a phone the list has no headings: it is ordered among the filters.
  if (await heading.isVisible()) await heading.getByRole('button').click()
  else await page.goto('/members?rank=cw3&sort=name')
  await expect(page).toHaveURL(/sort=name/)
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(heading).toHaveText(/^Name \(by last name\)\s▲$/)
  await expect(page.getByRole('columnheader', { name: 'Region', includeHidden: true })).toContainText('↕')
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(rows(page)).toHaveCount(25)
  await expect(page).toHaveURL(/rows=25/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Tick all 27 that match' }).click()
  await page.getByRole('button', { name: 'Change region or unit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the region or unit of 27 members' })
  await dialog.getByRole('button', { name: 'Change 27 members' }).click()
  await expect(dialog.getByText('Invalid region selected')).toBeVisible()
  await expectSound(page)
  await dialog.getByLabel('New region').selectOption('Visayas')
  await dialog.getByRole('button', { name: 'Change 27 members' }).click()
  await expect(page.getByText('27 members changed')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Visayas' })).toHaveCount(2)

  // Everybody found, not only the page on the screen.
  await page.evaluate(() => (window.print = () => document.documentElement.setAttribute('data-printed', '')))
  await openListTools(page)
  await page.getByRole('button', { name: 'Print the list' }).click()
  await expect(page.locator('[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('cell', { name: /MANY/ })).toHaveCount(27)
  await expect(page.getByText('Showing: Rank CW3, current members')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.getByText('This is one page of the list.')).toBeVisible()

  // On paper the list is a table, without anything to press.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(page.getByRole('columnheader', { name: 'Region' })).toBeVisible()
  for (const hidden of ['Next', 'Export…', /^Filters/, 'Untick all'])
    await expect(page.getByRole('button', { name: hidden })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Edit Profile' })).toBeHidden()
  await expect(rows(page).first().getByRole('checkbox')).toBeHidden()
})

test('all that match are printed, however many they are, and no number is made up @rare', async ({ page, site }) => {
  await moreMembers(site, 1002, { lastName: 'CROWDED' })
  await openMembers(page, site, await anAdmin(site.deps), '?search=crowded')
  await expect(page.getByText('More than 1,000 members found')).toBeVisible()
  await page.getByRole('button', { name: 'Tick all that match' }).click()
  await page.getByRole('button', { name: 'Print cards (all that match)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print ID cards' })
  await expect(dialog.getByText('Please choose at most 100 cards at a time.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download these cards' })).toBeDisabled()
  await expect(page.getByText('1,001')).toHaveCount(0)
})
