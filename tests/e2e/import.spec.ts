import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq, inArray } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { expect, expectSound, hydrated, test } from '#tests/support/browser.ts'
import { aMember, anAdmin, anApplicant } from '#tests/support/factories.ts'

async function logInHere(page: Page, login: string, password: string) {
  await page.getByLabel('Military serial number or admin email').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Choosing a file before the page's scripts are there would be lost. */
async function choose(page: Page, name: string, content: string) {
  await expect(page.getByRole('heading', { name: 'Choose a CSV file' })).toBeVisible()
  await hydrated(page)
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

const heading = 'first_name,last_name,military_serial,birthday,id_number,region,Shoe size'

// Shows csv-05
test('a file is looked at, confirmed, and one of its people logs in @rare', async ({ page, site, browser }) => {
  const admin = await anAdmin(site.deps)
  const there = await aMember(site.deps)
  const mark = randomUUID().slice(0, 8).toUpperCase()
  const number = `ARRAPI-400-${String(Math.floor(Math.random() * 900) + 100)}`
  const file = [
    heading,
    `Teresita,Muñoz ${mark},T-${mark},5 October 1964,${number},ncr,7`,
    `Ben,${mark},B-${mark},1970-09-01,,Luzon,9`,
    `Bad,Date,D-${mark},05/10/1964,,Luzon,9`,
    `Same,Serial,${there.serial},1970-09-01,,Nowhere,`,
  ].join('\r\n')

  await page.goto('/admin/import')
  await expect(page).toHaveURL('/login?next=/admin/import')
  await hydrated(page)
  await logInHere(page, admin.email, admin.password)
  await expect(page).toHaveURL('/admin/import')
  await expect(page.getByRole('link', { name: 'Back to the members' })).toHaveAttribute('href', '/members')
  await expect(page.getByText('A row with an ID number becomes a member at once')).toBeVisible()
  await page.getByText('All 29 columns').click()
  await expectSound(page)
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  const lines = (await readFile(await (await template).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\uFEFFid_number,first_name,/)

  await choose(page, 'roster.csv', file)
  await expect(page.getByRole('heading', { name: 'What roster.csv would do' })).toBeFocused()
  await expect(page.getByText('4 rows. Nothing has been added yet.')).toBeVisible()
  const figures = page.getByRole('listitem').filter({ hasText: /new, |left out/ })
  await expect(figures).toHaveText(['1new, with an ID number', '1new, to be approved', '2with problems, left out'])
  const problems = page.getByRole('table', { name: 'Rows with problems' })
  await expect(problems).toContainText('1964-10-05 or 5 October 1964')
  await expect(problems).toContainText('Invalid region selected')
  await expect(page.getByText('Shoe size')).toBeVisible()
  await expect(page.getByRole('table', { name: 'People as they would be stored' })).toContainText(
    `TERESITA MUÑOZ ${mark}`,
  )
  await expectSound(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the problems' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('problems of roster.csv')
  expect(await readFile(await download.path(), 'utf8')).toContain('4,birthday,')

  await page.getByRole('button', { name: 'Add 2 people' }).click()
  const asked = page.getByRole('dialog', { name: 'Add 2 people?' })
  await expect(asked).toContainText('Add 2 people; 2 rows with problems are left out.')
  await expectSound(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  expect(
    await site.deps.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.militarySerial, `T-${mark}`)),
  ).toEqual([])
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await asked.getByRole('button', { name: 'Add 2 people' }).click()
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'See the members' })).toHaveAttribute('href', '/members')
  await expect(page.getByRole('link', { name: 'Approve the applicants' })).toHaveAttribute(
    'href',
    '/members?approval=true',
  )
  await expectSound(page)

  // The same people again, with a rank, and somebody on record before: known by their serial numbers, and updated if asked.
  await page.getByRole('button', { name: 'Import another file' }).click()
  const better = ['first_name,last_name,military_serial,birthday,rank,region', `Ben,${mark},B-${mark},1970-09-01,CPT,`]
  await choose(page, 'better.csv', [...better, `Ana,Cruz,${there.serial},1964-10-05,,Mindanao`].join('\r\n'))
  await expect(page.getByText('2 people are already on record')).toBeVisible()
  const left = page.getByRole('listitem').filter({ hasText: /already on record|with problems/ })
  await expect(left).toHaveText([/2already on record/, /0with problems/])
  await expect(page.getByText('There is nobody to add')).toBeVisible()
  await expect(page.getByText('Please correct the file')).toBeHidden()
  await expectSound(page)
  await page.getByRole('button', { name: 'Update them too' }).click()
  const changes = page.getByRole('list', { name: 'What will change' })
  await expect(changes.getByRole('listitem').filter({ hasText: `BEN ${mark}` })).toContainText('Rank:nothing')
  await expect(changes).toContainText('Mindanao')
  await expectSound(page)
  await page.getByRole('button', { name: 'Update 2 people' }).click()
  const updating = page.getByRole('dialog', { name: 'Update 2 people?' })
  await expect(updating).toContainText('the member is logged out. They are told by email.')
  await updating.getByRole('button', { name: 'Update 2 people' }).click()
  await expect(page.getByRole('heading', { name: '2 people updated' })).toBeFocused()
  const stored = await site.deps.db
    .select({ rank: users.rank, region: users.region, approved: users.approved })
    .from(users)
    .where(inArray(users.militarySerial, [`B-${mark}`, there.serial]))
    .orderBy(users.approved)
  // An empty cell changes nothing: Ben keeps his region, and still waits for approval.
  expect(stored).toMatchObject([
    { rank: 'CPT', region: 'Luzon', approved: false },
    { region: 'Mindanao', approved: true },
  ])

  await page.getByRole('button', { name: 'Import another file' }).click()
  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export members' }).click()
  expect(await readFile(await (await exported).path(), 'utf8')).toContain(`,${number},TERESITA,,MUÑOZ ${mark},`)

  // Somebody of the same name and birthday, with another serial number, is left out until it is said that they are others.
  const twins = [`Teresita,Munoz ${mark},X-${mark},1964-10-05,,NCR,`, `Ana,${mark},Y-${mark},1970-09-01,,NCR,`]
  await choose(page, 'twins.csv', [heading, ...twins].join('\r\n'))
  await expect(page.getByText('1 row has the same name and birthday as somebody else')).toBeVisible()
  const same = page.getByRole('table', { name: 'Same name and birthday' })
  await expect(same).toContainText(`${number}, serial T-${mark}`)
  await expect(page.getByRole('button', { name: 'Add 1 person' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Add these people too: they are different people' }).click()
  await expect(page.getByRole('button', { name: 'Add 2 people' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await page.getByRole('button', { name: 'Add 1 person' }).click()
  const fewer = page.getByRole('dialog', { name: 'Add 1 person?' })
  await expect(fewer).toContainText('Add 1 person; 1 row with somebody else’s name and birthday is left out.')
  await fewer.getByRole('button', { name: 'Add 1 person' }).click()
  await expect(page.getByText('1 left out: same name and birthday as somebody else.')).toBeVisible()

  const phone = await browser.newPage({ baseURL: site.url })
  await phone.goto('/members')
  await expect(phone).toHaveURL('/login?next=/members')
  await logInHere(phone, `t-${mark}`, '5oct1964')
  await expect(phone).toHaveURL('/members')
  await phone.close()
})

test('a file that cannot be read, and one that was overtaken, are told in words @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  const serial = `R-${randomUUID().slice(0, 8).toUpperCase()}`
  await page.goto('/login?next=/admin/import')
  await logInHere(page, admin.email, admin.password)
  await expect(page).toHaveURL('/admin/import')

  await choose(page, 'roster.xlsx', 'PK\u0003\u0004 a workbook')
  await expect(page.getByRole('alert')).toContainText('save it as “CSV UTF-8”')
  await expectSound(page)
  await page.getByRole('button', { name: 'Choose another file' }).click()

  await choose(
    page,
    'roster.csv',
    `${heading}\nAna,Reyes,${serial},1970-09-01,,,\nBen,${serial},${serial}-2,1970-09-01,,,`,
  )
  await expect(page.getByRole('button', { name: 'Add 2 people' })).toBeVisible()
  await anApplicant(site.deps, { militarySerial: serial })
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 people' }).click()
  await expect(page.getByText('Nothing was added: the list of members has changed')).toBeVisible()
  await expect(page.getByText('No longer valid: row 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 person' }).click()

  await page.route('**/api/member-imports?*confirm=*', (route) =>
    route.fulfill({ status: 401, json: { code: 'not-signed-in', message: 'User not authenticated' } }),
  )
  const again = page.getByRole('dialog').getByRole('button', { name: 'Add 1 person' })
  await again.click()
  await expect(page.getByRole('heading', { name: 'The people could not be added' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Log in again' })).toHaveAttribute('href', '/login?next=/admin/import')
  await expectSound(page)
  await page.unroute('**/api/member-imports?*confirm=*')
  await page.getByRole('button', { name: 'Check the file again' }).click()
  await page.getByRole('button', { name: 'Add 1 person' }).click()
  await again.click()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
})

test('that people are different is said of those shown, and of nobody else @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  const mark = randomUUID().slice(0, 8).toUpperCase()
  const there = await aMember(site.deps, { firstName: 'ANA', lastName: mark, birthday: '1970-09-01' })
  await page.goto('/login?next=/admin/import')
  await logInHere(page, admin.email, admin.password)
  await expect(page).toHaveURL('/admin/import')
  const rows = [
    `Ana,${mark},${there.serial},1970-09-01`,
    `Ana,${mark},S-${mark},1970-09-01`,
    `Ben,${mark},B-${mark},1970-09-01`,
  ]
  await choose(page, 'roster.csv', ['first_name,last_name,military_serial,birthday', ...rows].join('\n'))

  const different = page.getByRole('button', { name: 'Add these people too: they are different people' })
  await different.click()
  await expect(page.getByRole('button', { name: 'Add 2 people' })).toBeVisible()
  await page.getByRole('button', { name: 'Update them too' }).click()
  await expect(page.getByRole('button', { name: 'Leave them as they are' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 1 person' })).toBeVisible()

  await different.click()
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await anApplicant(site.deps, { firstName: 'BEN', lastName: mark, birthday: '1970-09-01' })
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 people' }).click()
  await expect(page.getByText('No longer valid: row 4.')).toBeVisible()
  await expect(page.getByText('2 rows have the same name and birthday as somebody else')).toBeVisible()
  await expect(different).toBeVisible()
  await expect(page.getByText('There is nobody to add')).toBeVisible()
})
