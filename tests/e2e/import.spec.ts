import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq, inArray } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { expect, expectSound, hydrated, signIn, test } from '#tests/support/browser.ts'
import { aMember, anAdmin, anApplicant } from '#tests/support/factories.ts'
import { workbook } from '#tests/support/spreadsheets.ts'

/** Choosing a file before the page's scripts are there would be lost. */
async function choose(page: Page, name: string, content: string | Uint8Array) {
  await expect(page.getByRole('heading', { name: 'Choose your list of members' })).toBeVisible()
  await hydrated(page)
  await page
    .getByLabel('Excel or CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

const toPreview = (page: Page) => page.getByRole('button', { name: 'Continue to the preview' }).click()
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const figures = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /will be|already|twice in|to correct/ })

async function confirm(page: Page, action: string) {
  await page.getByRole('button', { name: action }).click()
  const asked = page.getByRole('dialog', { name: `${action}?` })
  await asked.getByRole('button', { name: action }).click()
}

// Shows csv-05
test('an odd spreadsheet: columns are chosen, one date is asked about, cells are mended, and it is imported twice', async ({
  page,
  site,
  browser,
}) => {
  const admin = await anAdmin(site.deps)
  const mark = randomUUID().slice(0, 8).toUpperCase()
  const file = workbook({
    written: 'excel',
    sheets: [
      { name: 'Notes', rows: [] },
      {
        name: 'Roster',
        rows: [
          [`MEMBERS ${mark}`],
          [],
          ['No.', 'Name', 'Badge', 'Kaarawan', 'Mobile No.', 'Branch', 'Shoe size', 'Date joined'],
          [
            1,
            `Muñoz ${mark}, Teresita P.`,
            `T-${mark}`,
            '2/1/1980',
            9171234567,
            'Ground forces',
            7,
            { day: '1998-06-12' },
          ],
          [2, `Santos ${mark}, Ben`, `B-${mark}`, '4 May 1970', '0918 123 4567', 'Ground forces', 9],
          [3, `Reyes ${mark}, Ana`, `A-${mark}`, '31 June 1975', '', 'Navy', 6],
          [4, `Lim ${mark}, Cora`, `C-${mark}`, '1961-07-30', '', '', 6],
        ],
      },
      { name: 'Visayas', rows: [['Nobody yet']] },
    ],
  })

  await signIn(page, site, admin)
  await page.goto('/admin/import')
  await expect(page.getByRole('link', { name: 'Back to the members' })).toHaveAttribute('href', '/members')
  await hydrated(page)
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  const lines = (await readFile(await (await template).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\uFEFFID number,Member since,First name,/)

  await choose(page, 'members.xlsx', file)
  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeFocused()
  await expect(page.getByText('5 of 8 columns recognised')).toBeVisible()
  await expect(page.getByText('Not found yet: Military serial number')).toBeVisible()
  await expect(page.getByText(`“Muñoz ${mark}, Teresita P.” becomes First name Teresita`)).toBeVisible()
  await expect(page.getByText('Left out: No., Badge, Shoe size')).toBeVisible()
  await expectSound(page)
  const onwards = page.getByRole('button', { name: 'Continue to the preview' })
  await expect(onwards).toBeDisabled()
  await page.getByLabel('Badge: becomes').selectOption('Military serial number')
  await page.getByLabel('Name: becomes').selectOption('Leave out')
  await expect(page.getByText('Not found yet: First name, Last name')).toBeVisible()
  await expect(onwards).toBeDisabled()
  await page.getByLabel('Name: becomes').selectOption('Full name')
  await onwards.click()
  await expect(page.getByRole('group', { name: 'Is 2/1/1980 in January or February?' })).toBeFocused()
  await expect(page.getByText('Please choose one')).toBeVisible()
  await page.getByLabel('January: 2 January 1980').check()
  await onwards.click()

  await expect(page.getByRole('heading', { name: 'Preview of members.xlsx' })).toBeFocused()
  await page.getByRole('button', { name: 'Change the columns' }).click()
  await expect(page.getByLabel('January: 2 January 1980')).toBeChecked()
  await onwards.click()
  await expect(figures(page)).toHaveText([/^1will be added/, /^0already members/, /^3to correct/])
  await expectSound(page)
  const wrong = page.getByRole('table', { name: 'To correct' })
  await expect(wrong).toContainText('In the file: “31 June 1975”')
  await expect(wrong).toContainText('There is no such day in the calendar')
  // One value in two rows is mended once.
  await expect(wrong.getByLabel('Change it in all 2 rows with the same value').first()).toBeChecked()
  await wrong.getByLabel('Military service').first().selectOption('Philippine Army (PA)')
  await expect(figures(page)).toHaveText([/^3will be added/, /^0already/, /^1to correct/])
  const birthday = wrong.getByLabel('Birthday')
  await birthday.fill('30 June 1975')
  await birthday.press('Enter')
  await expect(figures(page)).toHaveText([/^4will be added/, /^0already/, /^0to correct/])
  await tab(page, /^Will be added/).click()
  const added = page.getByRole('table', { name: 'Will be added' })
  await expect(added).toContainText(`TERESITA P. MUÑOZ ${mark}`)
  await expect(added).toContainText('2 January 1980')
  await expect(added).toContainText('next number')
  await expect(page.getByText('4 people have no region')).toBeVisible()
  const widthOf = async (cell: number) =>
    (await added.getByRole('row').nth(1).getByRole('cell').nth(cell).boundingBox())!.width
  const nameCell = 1
  const editCell = 7
  expect(await widthOf(nameCell)).toBeGreaterThanOrEqual(await widthOf(editCell))
  await expect(added).toContainText(`0917\u00A0123\u00A04567`)

  await confirm(page, 'Add 4 people')
  await expect(page.getByRole('heading', { name: '4 people added' })).toBeFocused()
  await expect(page.getByText('4 new members. They log in with their serial number and birthday.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the members without a region' })).toBeVisible()
  await expectSound(page)
  const serials = [`T-${mark}`, `B-${mark}`, `A-${mark}`, `C-${mark}`]
  const stored = await site.deps.db
    .select({
      serial: users.militarySerial,
      number: users.idNumber,
      approved: users.approved,
      ms: users.ms,
      since: users.memberSince,
    })
    .from(users)
    .where(inArray(users.militarySerial, serials))
    .orderBy(users.idNumber)
  expect(stored.map(({ serial }) => serial)).toEqual(serials)
  expect(stored[0]).toMatchObject({ approved: true, ms: 'PA', since: '1998-06-12' })
  await expect(page.getByText('This file has another sheet, “Visayas”.')).toBeVisible()

  // The same file again: its columns are remembered, and nobody is added.
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'members.xlsx', file)
  await expect(page.getByLabel('Badge: becomes')).toHaveValue('militarySerial')
  await page.getByLabel('January: 2 January 1980').check()
  await onwards.click()
  await expect(figures(page)).toHaveText([/^0will be added/, /^4already members/, /^0to correct/])
  await expect(page.getByText('There is nobody to add')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Already members' })).toContainText(String(stored[0]!.number))

  const phone = await browser.newPage({ baseURL: site.url })
  await phone.goto('/login?next=/members')
  await phone.getByLabel('Military serial number or admin email').fill(`t-${mark}`)
  await phone.getByLabel('Password', { exact: true }).fill('2jan1980')
  await phone.getByRole('button', { name: 'Log in' }).click()
  await expect(phone).toHaveURL('/members')
  await phone.close()
})

test('a workbook as it is sent around: its list is found, days in numbers are read, and what is wrong is mended by a tap', async ({
  page,
  site,
}) => {
  const admin = await anAdmin(site.deps)
  const mark = randomUUID().slice(0, 8).toUpperCase()
  const there = await aMember(site.deps, { lastName: mark, birthday: '1970-09-01' })
  const file = workbook({
    written: 'excel',
    sheets: [
      { name: 'READ ME', rows: [['Please fill in the next sheet']] },
      {
        name: 'Members',
        rows: [
          [
            'Surname',
            'Given Name',
            'What is your birth date? (mm/dd/yyyy)',
            'Cel',
            'Serial No.',
            'Service',
            'Blood Type',
          ],
          [`PeÃ±a ${mark}`, 'Juan', '23423', '123', `E-${mark}`, 'Coast Guard', 'O+'],
          [`MU?OZ ${mark}`, 'Ana', '23424', '9171234567', `F-${mark}`, 'Hukbong Dagat', 'AB'],
          ['Lim', 'Ben', '06/07/1965', '', there.serial, 'Army', ''],
          [`Go ${mark}`, 'Cora', '1966-07-08', '', `G-${mark}`, 'Army', ''],
          [`Go ${mark}`, 'Cora', '1966-07-08', '', `G-${mark}`, 'Army', ''],
          [`Uy ${mark}`, 'Dan', '1967-08-09', '0917 123 4567 / 0918 765 4321', `I-${mark}`, 'Army', ''],
          [`Sy ${mark}`, 'Ely', '1968-09-10', '0917 123 4568\n0918 765 4321', `J-${mark}`, 'Army', ''],
          [`Ty ${mark}`, 'Fe', '1969-10-11', '0917 123 4569 or 0918 765 4321', `K-${mark}`, 'Army', ''],
          ['TOTAL', 8],
          ['Prepared by:'],
          ['Tess', 'Magbanua'],
        ],
      },
    ],
  })
  await signIn(page, site, admin)
  await page.goto('/admin/import')
  await choose(page, 'sent around.xlsx', file)
  await expect(page.getByText('7 of 7 columns recognised')).toBeVisible()
  await expect(
    page.getByText(
      'Dates like “06/07/1965” are read with the month first, as in “What is your birth date? (mm/dd/yyyy)”.',
    ),
  ).toBeVisible()
  await expect(
    page.getByLabel('In Excel, 23423 is 16 February 1964. Read all 2 such birthdays like this'),
  ).toBeChecked()
  await expectSound(page)
  await toPreview(page)
  await expect(page.getByText('Skipped, because they are not people: row 10 (“TOTAL”), row 11')).toBeVisible()
  await expect(figures(page)).toHaveText([/^1will be added/, /^1already/, /^1twice in this file/, /^5to correct/])
  await expectSound(page)
  await page.getByRole('button', { name: 'Take the first number, 0917 123 4567' }).click()
  await page.getByRole('button', { name: 'Take the first number in all 2 rows' }).click()
  await expect(figures(page)).toHaveText([/^4will be added/, /^1already/, /^1twice in this file/, /^2to correct/])
  await page.getByRole('button', { name: 'Use the repaired names in all 2 rows' }).click()
  await page.getByRole('button', { name: 'Leave these cells empty in all 2 rows' }).click()
  await expect(figures(page)).toHaveText([/^6will be added/, /^1already/, /^1twice in this file/, /^0to correct/])
  await tab(page, /^Will be added/).click()
  await expect(page.getByRole('table', { name: 'Will be added' })).toContainText(`JUAN PEÑA ${mark}`)

  await tab(page, /^Already members/).click()
  const known = page.getByRole('table', { name: 'Already members' })
  await expect(known).toContainText('is this another person, with a mistyped number?')
  await expectSound(page)
  await known.getByRole('button', { name: 'Edit' }).click()
  await known.getByLabel('Military serial number').fill(`H-${mark}`)
  await known.getByLabel('Military serial number').press('Enter')
  await expect(figures(page)).toHaveText([/^7will be added/, /^0already/, /^1twice/, /^0to correct/])
  await confirm(page, 'Add 7 people')
  await expect(page.getByRole('heading', { name: '7 people added' })).toBeVisible()
  const [juan] = await site.deps.db
    .select({ id: users.id, birthday: users.birthday, ms: users.ms, phone: users.cellphoneNumber })
    .from(users)
    .where(eq(users.militarySerial, `E-${mark}`))
  expect(juan).toMatchObject({ birthday: '1964-02-16', ms: null, phone: null })
  await page.goto(`/member/${juan!.id}`)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('From the file “sent around.xlsx”.')
})

test('people who are on the site are updated if it is asked, and namesakes are added if they are others @rare', async ({
  page,
  site,
}) => {
  const admin = await anAdmin(site.deps)
  const mark = randomUUID().slice(0, 8).toUpperCase()
  const there = await aMember(site.deps, { firstName: 'ANA', lastName: mark, birthday: '1970-09-01', region: 'NCR' })
  const waiting = await anApplicant(site.deps)
  await signIn(page, site, admin)
  await page.goto('/admin/import')
  const rows = [
    'first_name,last_name,military_serial,birthday,region',
    `Ana,${mark},${there.serial},1970-09-01,Mindanao`,
    `Ana,${mark},S-${mark},1970-09-01,Luzon`,
    `Wendy,Waits,${waiting.serial},1971-01-02,`,
    `Ben,${mark},B-${mark},1970-09-01,Luzon`,
  ]
  await choose(page, 'roster.csv', rows.join('\n'))
  await toPreview(page)
  await expect(figures(page)).toHaveText([/^1will be added/, /^2already members/, /^0to correct/])
  await tab(page, /^Already members/).click()
  const known = page.getByRole('table', { name: 'Already members' })
  await expect(known).toContainText('Applicant')
  await tab(page, /^To decide \(1\)/).click()
  await expect(page.getByText('A person added twice would have two votes.')).toBeVisible()
  await expectSound(page)

  await page.getByRole('button', { name: 'Add: this is a different person' }).click()
  await expect(figures(page)).toHaveText([/^2will be added/, /^2already/, /^0to/])
  await tab(page, /^Already members/).click()
  await page.getByRole('button', { name: 'Update this member from the file' }).click()
  // The applicant's number, with another name and birthday.
  await tab(page, /^Already members \(1\)/).click()
  await page.getByRole('button', { name: 'Update: this is the same person' }).click()
  await tab(page, /^Will be updated \(2\)/).click()
  await expect(page.getByRole('table', { name: 'Will be updated' })).toContainText('NCR')
  await expectSound(page)
  await page.getByLabel('They have applied').check()
  await expect(page.getByRole('button', { name: 'Add 2 people and update 2 people' })).toBeVisible()
  await confirm(page, 'Add 2 people and update 2 people')
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible()
  await expect(page.getByText('2 new applicants, waiting for approval.')).toBeVisible()
  await expect(page.getByText('2 people updated.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Approve the applicants' })).toHaveAttribute(
    'href',
    '/members?approval=true',
  )
  const [updated] = await site.deps.db.select({ region: users.region }).from(users).where(eq(users.id, there.id))
  expect(updated).toEqual({ region: 'Mindanao' })
})

test('a file that cannot be read, and a line that is cut, are told in words; what was cut off goes on @rare', async ({
  page,
  site,
}) => {
  const admin = await anAdmin(site.deps)
  const mark = randomUUID().slice(0, 8).toUpperCase()
  await signIn(page, site, admin)
  await page.goto('/admin/import')
  await choose(page, 'roster.xlsx', 'PK\u0003\u0004 a workbook')
  await expect(page.getByRole('alert')).toContainText('We cannot read this file.')
  await expectSound(page)

  const rows = Array.from(
    { length: 1200 },
    (_, n) => `Ana,${mark} ${n},${mark}-${n},1970-09-01,${n === 7 ? 'Nowhere' : ''}`,
  )
  await choose(page, 'roster.csv', ['Given name,Surname,Serial No.,DOB,Region', ...rows].join('\n'))
  await toPreview(page)
  await expect(figures(page)).toHaveText([/^1,199will be added/, /^0already/, /^1to correct/])
  // The second part is written, but nobody hears of it; then the session is over.
  let parts = 0
  await page.route('**/api/member-imports', async (route) => {
    if (++parts !== 2) return route.continue()
    await route.fetch()
    return route.fulfill({ status: 401, json: { code: 'not-signed-in', message: 'User not authenticated' } })
  })
  await confirm(page, 'Add 1,199 people')
  await expect(page.getByText('500 of 1,199 rows')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('target', '_blank')
  await expectSound(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: '1,199 people added' })).toBeVisible()
  await expect(page.getByText('1 row was not imported.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what was not imported (1 row)' }).click()
  const left = await readFile(await (await saved).path(), 'utf8')
  expect(left.split('\r\n')[1]).toMatch(new RegExp(`^9,Invalid region selected,.*,${mark}-7,.*Nowhere`))
  const people = await site.deps.db.select({ serial: users.militarySerial }).from(users)
  expect(people.filter(({ serial }) => serial?.startsWith(`${mark}-`))).toHaveLength(1199)
})
