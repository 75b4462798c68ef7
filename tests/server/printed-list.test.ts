import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListedForAdmins, MembersPage } from '#shared/members/listing/listing.ts'
import { sorts } from '#shared/members/listing/member-filter.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'
import { columnChoices, printedColumns } from '#web/members/listing/member-columns.tsx'
import { readPrinted } from '#web/members/listing/print-list.tsx'

const site = await testSite()
const admin = await site.asAdmin()
afterAll(() => (vi.unstubAllGlobals(), site.stop()))

const people = [
  { lastName: 'REYES', region: 'Mindanao', memberSince: '2020-01-01' },
  // The middle name decides nothing: the lower number comes first.
  { lastName: 'CRUZ', middleName: 'ZAMORA', region: 'NCR', memberSince: '2021-05-05' },
  { lastName: 'CRUZ', middleName: 'ABAD', region: 'Luzon', memberSince: '2021-05-05' },
  { lastName: 'CRUZ', suffix: 'JR', region: null, memberSince: '2020-01-01' },
  { lastName: 'DE LA PEÑA', region: 'Visayas', memberSince: '2021-05-05' },
  { lastName: 'DE LAS ALAS', region: 'NCR', memberSince: null },
] as const

beforeAll(async () => {
  for (const [n, person] of people.entries())
    await site.aMember({ firstName: 'ANA', rank: 'CW3', idNumber: `ARRAPI-100-00${n + 1}`, ...person })
  await site.aMember({ firstName: 'ANA', rank: 'CW3', isAdmin: true, idNumber: null, memberSince: '2021-05-05' })
  // As in the browser of the administrator: addresses are those of the site, and the cookie goes along.
  const { fetch } = globalThis
  const headers = { cookie: admin.cookie }
  vi.stubGlobal('fetch', (path: string, init: RequestInit = { headers }) => fetch(new URL(path, site.url), init))
})

test.each(sorts)('a printed list by %s is in the order of the screen', async (sort) => {
  const screen = await admin.get<MembersPage>(`/api/members?rank=CW3&sort=${sort}`)
  const paper = await readPrinted({ rank: 'CW3' }, ['id_number'], sort)
  expect(screen.users).toHaveLength(people.length + 1)
  expect(paper.rows.map((row) => row.id_number || null)).toEqual(screen.users.map(({ idNumber }) => idNumber))
})

test('“Paid until” on paper is what the screen says, and the date that was paid in a file', async () => {
  const dues = aDuesPlan()
  await site.saveSettings({ dues })
  const [militaryStatus] = dues.exemptStatuses
  for (const [n, exempt] of [militaryStatus, militaryStatus, undefined, undefined].entries())
    await site.aMember({
      rank: 'LTJG',
      idNumber: `ARRAPI-200-00${n + 1}`,
      duesPaidUntil: n % 2 ? '2026-12-31' : null,
      ...(exempt && { militaryStatus: exempt, reservistType: null }),
    })
  const screen = await admin.get<{ users: ListedForAdmins[] }>('/api/members?rank=LTJG')
  const shown = screen.users.map((row) => (row.dues!.exempt ? 'Exempt' : row.dues!.paidUntil))
  expect(shown).toEqual(['Exempt', 'Exempt', expect.stringMatching(/^20/), '2026-12-31'])
  const paper = await readPrinted({ rank: 'LTJG' }, printedColumns(['Paid until'], true))
  expect(paper.rows.map((row) => row.dues_paid_until)).toEqual(shown)
  const file = await admin.get('/api/members.csv?rank=LTJG&columns=dues_paid_until')
  expect(file.text.trim().split('\r\n').slice(1)).toEqual(['""', '2026-12-31', '""', '2026-12-31'])
})

test('every column of the list can be printed, “Paid until” only where there are dues', () => {
  const all = columnChoices(true)
  expect(printedColumns(all, true)).toHaveLength(all.length)
  expect(printedColumns(['Rank', 'Paid until'], true)).toEqual(['rank', 'dues_paid_until'])
  expect(printedColumns(['Rank', 'Paid until'], false)).toEqual(['rank'])
})
