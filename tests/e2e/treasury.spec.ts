import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { dayInManila, dayMs } from '#shared/time.ts'
import { dialog, expect, expectSound, note, signIn, test } from '#tests/support/browser.ts'
import { aDuesPlan, aMember, anAdmin, saveSettings, type Someone } from '#tests/support/factories.ts'
import { aPhoto } from '#tests/support/registration-form.ts'
import type { TestSite } from '#tests/support/site.ts'

/** What the treasury does, by somebody who has that job alone. */
async function asTreasurer(
  page: Page,
  site: TestSite,
  dues: DuesPlan | null = aDuesPlan({ firstPeriodCovered: false }),
) {
  await saveSettings(site.deps, { dues })
  const jobs = { jobs: ['treasury'] } as const
  await signIn(page, site, await anAdmin(site.deps, {}, undefined, jobs))
}
test.afterAll(({ site }) => saveSettings(site.deps, { dues: null }))

const today = () => dayInManila(Date.now())
let sent = 0

async function aPayment(site: TestSite, member: Someone, centavos = 500_00): Promise<string> {
  const visitor = await site.signedIn(member)
  // Each its own: one that came before is asked about.
  const { buffer } = await aPhoto({ width: 1200 + sent })
  const { id: proof } = await visitor.put<{ id: string }>('/api/dues/proofs', buffer)
  const reference = `90${Date.now()}${sent++}`
  const id = randomUUID()
  const payment = { id, centavos, paidOn: today(), way: 'GCash', reference, proof }
  expect(await visitor.post('/api/dues/payments', payment)).toMatchObject({ status: 201 })
  return reference
}

async function enter(site: TestSite, member: Someone, ...amounts: number[]): Promise<void> {
  const treasurer = await site.signedIn(await anAdmin(site.deps))
  for (const centavos of amounts) {
    const payment = {
      id: randomUUID(),
      memberId: member.id,
      centavos,
      paidOn: today(),
      way: 'GCash',
      reference: '',
      confirmed: true,
    }
    expect(await treasurer.post('/api/dues/entries', payment)).toMatchObject({ status: 201 })
  }
}

test('dues are turned on, and an amount is added from a day on', async ({ page, site }) => {
  await saveSettings(site.deps, { dues: null })
  // Whose dues are due from today.
  await aMember(site.deps, { approvedAt: Date.now() })
  await signIn(page, site, await anAdmin(site.deps))
  await page.goto('/admin/settings')
  await expect(page.getByRole('link', { name: 'Dues', exact: true })).toHaveCount(0)
  expect((await page.request.get('/admin/dues')).status()).toBe(404)
  await page.getByRole('link', { name: /^Yearly dues/ }).click()
  await page.getByLabel('Members pay dues').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter an amount')).toBeVisible()
  await page.getByLabel('Pesos each year').fill('1,200')
  await page.getByLabel('From this day').fill('2026-01-01')
  await expect(page.getByText('First dues: for the year from 1 January 2026.')).toBeVisible()
  await page.getByLabel('Days of grace', { exact: true }).fill('45')
  await page.getByLabel(/^The registration fee covers/).uncheck()
  await page.getByLabel('Civilian Human Resource (CHR)').check()
  await page.getByRole('button', { name: 'Add an account' }).click()
  await page.getByLabel('Name').fill('GCash')
  await page.getByLabel('Account number').fill('0917 123 4567')
  await page.getByLabel('Account holder').fill('ARRAPI')
  await page.getByRole('button', { name: 'Add an account' }).click()
  // Nothing that was added vanishes silently.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please fill this in')).toHaveCount(2)
  await page.getByLabel('Name').last().fill('A slip')
  await page.getByRole('button', { name: 'Remove account A slip' }).click()
  await expect(page.getByLabel('When they are due')).toHaveValue(/\{amount\} are due/)
  await page.getByLabel('When they are due').fill('Mabuhay, {name}! Please pay {amount} by {day}: {link}')
  await page.getByLabel('QR picture').setInputFiles(await aPhoto())
  await expect(page.getByText('Uploaded')).toBeVisible()
  await expectSound(page)
  // Members are reminded without another word: it is asked about first.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Reminders go out automatically.*member/)).toBeVisible()
  expect((await site.deps.settings()).dues).toBeNull()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(note(page, 'Saved.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dues' })).toBeVisible()
  const { dues } = await site.deps.settings()
  expect(dues).toMatchObject({
    rates: [{ from: '2026-01-01', centavos: 120_000 }],
    yearStarts: '01-01',
    graceDays: 45,
    reminders: { due: 'Mabuhay, {name}! Please pay {amount} by {day}: {link}' },
    exemptStatuses: ['Civilian Human Resource (CHR)'],
    accounts: [
      { name: 'GCash', number: '0917 123 4567', holder: 'ARRAPI', qr: expect.stringMatching(/^[\da-f-]{36}$/) },
    ],
  })

  // What was typed wrongly is mended until somebody pays it; then it is history.
  await page.reload()
  await page.getByLabel('Pesos each year').fill('1,100')
  // Another number beside the QR code of the old one.
  await page.getByLabel('Account number').fill('0918 765 4321')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The number of GCash is new, but its QR picture is the old one')).toBeVisible()
  await page.getByRole('button', { name: 'Remove QR picture' }).click()
  await expect(page.getByRole('img', { name: 'QR code of GCash' })).toHaveCount(0)
  await page.getByLabel('QR picture').setInputFiles(await aPhoto({ width: 900 }))
  await expect(page.getByText('Uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'Saved.')).toBeVisible()
  await enter(site, await aMember(site.deps), 1100_00)
  await page.reload()
  await expect(page.getByText('₱1,100 from 1 January 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Add another amount' }).click()
  await page.getByLabel('Pesos each year').fill('1500')
  await page.getByLabel('From this day').fill('2099-01-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'Saved.')).toBeVisible()
  expect((await site.deps.settings()).dues?.rates).toHaveLength(2)

  await page.getByLabel('Members pay dues').uncheck()
  await expect(page.getByText('Members see nothing about dues while they are off')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Dues', exact: true })).toHaveCount(0)

  // Turned on again, it is as it was.
  await page.reload()
  await page.getByLabel('Members pay dues').check()
  await expect(page.getByText('₱1,100 from 1 January 2026')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of GCash' })).toBeVisible()
})

test('payments are accepted by key and undone, and refused with a reason', async ({ page, site, isMobile }) => {
  await asTreasurer(page, site)
  const [ana, ben, carla] = [
    await aMember(site.deps, { firstName: 'ANA', lastName: 'REYES' }),
    await aMember(site.deps, { firstName: 'BEN', lastName: 'SANTOS' }),
    await aMember(site.deps, { firstName: 'CARLA', lastName: 'UY' }),
  ]
  await aPayment(site, ana)
  await aPayment(site, ben, 250_00)
  await aPayment(site, carla)
  await page.goto('/admin')
  await page.getByRole('listitem').filter({ hasText: '3 payments of dues are waiting' }).getByRole('link').click()
  const shown = (name: RegExp) => page.getByRole('heading', { level: 2, name })
  // On a phone the queue comes first.
  if (isMobile) await page.getByRole('button', { name: /ANA.* REYES/ }).click()
  await expect(shown(/ANA.* REYES/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Proof of payment/ })).toBeVisible()
  await expectSound(page)

  await page.keyboard.press('a')
  await expect(shown(/BEN.* SANTOS/)).toBeVisible()
  await expect(page.getByText('This is not the amount due: ₱500.')).toBeVisible()
  await page.keyboard.press('u')
  await expect(shown(/ANA.* REYES/)).toBeVisible()
  await page.keyboard.press('a')
  await expect(shown(/BEN.* SANTOS/)).toBeVisible()

  // Deciding on the next one sends what is held.
  await page.keyboard.press('r')
  const refusing = dialog(page, 'Refuse this payment?')
  await refusing.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(refusing.getByText('Please give a reason')).toBeVisible()
  await refusing.getByLabel('This payment was sent before.').check()
  await refusing.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(shown(/CARLA.* UY/)).toBeVisible()
  await page.keyboard.press('c')
  const asking = dialog(page, 'Ask for another proof?')
  await asking.getByLabel(/^The picture cannot be read/).check()
  await asking.getByRole('button', { name: 'Ask for another', exact: true }).click()
  await expect(page.getByText('No payment is waiting')).toBeVisible()
  // Whoever leaves sends what is held.
  await page.goto('/admin/dues/receipts')
  await expect(page.getByText(/REYES/)).toBeVisible()
})

test('payments are taken in at a table by keyboard, and one is voided', async ({ page, site }) => {
  await asTreasurer(page, site)
  const dina = await aMember(site.deps, { firstName: 'DINA', lastName: 'ABAD', idNumber: 'ARRAPI-700-001' })
  await aMember(site.deps, { firstName: 'EMIL', lastName: 'QUIZON' })
  await aMember(site.deps, { firstName: 'EMMA', lastName: 'QUIZON' })
  await page.goto('/admin/dues/cash')
  const who = page.getByLabel('Member', { exact: true })
  await expect(who).toBeFocused()
  await page.keyboard.type('arrapi-700-001\n')
  await expect(page.getByRole('heading', { level: 2, name: /DINA/ })).toBeVisible()
  const amount = page.getByLabel('Amount in pesos')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'DINA' })).toContainText(/\d{4}-\d{6}/)
  await expect(who).toBeFocused()

  // A scanner types what the card's code says.
  const { rows } = await site.deps.pool.query('select card_token from users where id = $1', [dina.id])
  await page.keyboard.type(`${site.url}/card/${rows[0].card_token}\n`)
  await expect(amount).toBeFocused()
  // Nothing is due any more, so it is asked about once.
  await expect(page.getByText(/^Nothing is due\. Last paid: ₱500/)).toBeVisible()
  await expect(amount).toHaveValue('')
  await page.keyboard.type('750\n')
  await expect(page.getByText('Nothing is due from this member.')).toBeVisible()
  // Enter once more, before it was read, does not answer it.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save anyway' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(who).toBeFocused()
  await page.keyboard.type('arrapi-700-001\n')
  await expect(amount).toBeFocused()
  await page.keyboard.type('abc\n')
  await expect(page.getByText('Please use figures only, for example 500')).toBeVisible()
  await amount.fill('750')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByRole('row').filter({ hasText: '₱750' })).toBeVisible()

  await expect(who).toBeFocused()
  await page.keyboard.type('quizon\n')
  await expect(page.getByRole('button', { name: /EMIL/ })).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 2, name: /EMMA/ })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Enter')
  await expect(who).toBeFocused()
  await page.keyboard.type('nobody of this name\n')
  await expect(page.getByText('No member has this number or name')).toBeVisible()

  await page.getByRole('row').filter({ hasText: '₱750' }).getByRole('button', { name: /^Void/ }).click()
  const voiding = dialog(page, /^Void receipt/)
  await voiding.getByLabel('The amount was typed wrongly.').check()
  await voiding.getByRole('button', { name: 'Void', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '-₱750' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '₱750' }).getByRole('button')).toHaveCount(0)
  await expect(who).toBeFocused()
})

test('the treasurer reads what was received, and each figure leads to those it counts', async ({ page, site }) => {
  await asTreasurer(page, site)
  const felix = await aMember(site.deps, { firstName: 'FELIX', lastName: 'YAP', region: 'Visayas' })
  await aMember(site.deps, { firstName: 'IRIS', lastName: 'WONG', email: null })
  await enter(site, felix, 500_00)
  await page.goto('/admin/dues/overview')
  await expect(page.getByRole('row').filter({ hasText: 'Visayas' })).toContainText('₱500')
  const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'Asia/Manila' }).format(Date.now())
  await expect(page.getByRole('img', { name: new RegExp(`^${month}, ₱`) })).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: /we cannot remind$/ }).click()
  await page.getByLabel('Search').fill('wong')
  await expect(page.getByRole('row').filter({ hasText: 'IRIS' })).toContainText('No email address')
  await page.goto('/admin/dues/overview')
  await page.getByRole('link', { name: 'in good standing' }).click()
  await page.getByLabel('Search').fill('felix')
  await expect(page.getByText('1 member found')).toBeVisible()
  await expectSound(page)
  const csv = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!)
  expect(await csv.text()).toMatch(/FELIX .*,Visayas,Paid until/)

  // All that is known of a member here is their dues: an exemption is given and ended beside the payments.
  await page.getByRole('link', { name: /FELIX/ }).click()
  await expect(page.getByText(/^Receipt \d{4}-\d{6}/)).toBeVisible()
  await page.getByRole('button', { name: 'Exempt from dues' }).click()
  const exempting = dialog(page, 'Exempt this member from dues?')
  await exempting.getByLabel('Honorary member').check()
  await exempting.getByRole('button', { name: 'Exempt from dues' }).click()
  await expect(page.getByText('Exempt since')).toBeVisible()
  await expectSound(page)
})

test('the receipts of a day go to the bank, and one of an earlier day is found and voided', async ({ page, site }) => {
  await asTreasurer(page, site)
  const kiko = await aMember(site.deps, { firstName: 'KIKO', lastName: 'PEÑA' })
  await enter(site, kiko, 505_00)
  await page.goto('/admin/dues/receipts')
  const row = page.getByRole('row').filter({ hasText: '₱505' })
  await expect(row).toContainText('GCash')
  await expectSound(page)
  const file = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!)
  expect(await file.text()).toContain('KIKO')

  // On paper 27 receipts are a table of three sheets at most. Other stories have receipts of today, too.
  await enter(site, kiko, ...Array.from({ length: 26 }, () => 500_00))
  await page.goto('/admin/dues/receipts?search=kiko')
  await expect(page.getByRole('row').filter({ hasText: 'KIKO' })).toHaveCount(27)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets?.length).toBeLessThan(4)
  await page.goto('/admin/dues/receipts')
  await page.getByLabel('Day', { exact: true }).fill('2026-01-01')
  await expect(page.getByText('No receipts on this day')).toBeVisible()

  await page.getByLabel('Search').fill('pena')
  await row.getByRole('button', { name: /^Void/ }).click()
  const voiding = dialog(page, /^Void receipt/)
  await voiding.getByLabel('It was entered twice.').check()
  await voiding.getByRole('button', { name: 'Void', exact: true }).click()
  await expect(row.filter({ hasText: /Voided by \d{4}-\d{6}/ })).toBeVisible()
  await expect(row.filter({ hasText: /Voids \d{4}-\d{6}/ })).toContainText('-₱505')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expectSound(page)
})

test('a statement is matched by reference, and the rest by hand', async ({ page, site, isMobile }) => {
  await asTreasurer(page, site)
  const gina = await aMember(site.deps, { firstName: 'GINA', lastName: 'ZAMORA' })
  const hugo = await aMember(site.deps, { firstName: 'HUGO', lastName: 'XIMENES' })
  const reference = await aPayment(site, gina, 510_00)
  await page.goto('/admin/dues')
  if (isMobile) await page.getByRole('button', { name: /GINA.* ZAMORA/ }).click()
  await page.getByRole('button', { name: /^Accept/ }).click()
  await enter(site, hugo, 777_00)
  await enter(site, hugo, 778_00)
  const waits = await aPayment(site, gina, 520_00)
  await page.goto('/admin/dues/statement')
  await expect(page.getByText('No statement has been added yet')).toBeVisible()
  const day = today()
  const before = dayInManila(Date.now() - dayMs)
  const lines = [
    'GCash transaction history',
    'Date and Time,Description,Reference No.,Debit,Credit,Balance',
    `${before} 09:00,Received ${reference},,,510.00,1`,
    `${before} 10:00,From HUGO,77,,777.00,1`,
    `${before} 10:00,By hand,76,,600.00,1`,
    `${before} 10:00,Waiting,${waits},,520.00,1`,
    `${before} 10:00,CASH DEPOSIT,79,,"10,300.00",1`,
    `${day} 11:00,Fee,78,15.00,,1`,
    ...Array.from(
      { length: 5000 },
      (_, n) => `${day} 12:00,Somebody,88${n},,"1,234.${String(n % 100).padStart(2, '0')}",1`,
    ),
  ]
  const file = { name: 'gcash.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.getByLabel('Excel or CSV file').setInputFiles(file)
  await expect(page.getByLabel('Amount received')).toHaveValue('4')
  await expect(page.getByText('Left out: 1 line')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Match 5,005 lines' }).click()
  await expect(note(page, '5,005 lines added, 1 matched.')).toBeVisible({ timeout: 15_000 })

  const line = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(line('Waiting').getByRole('link', { name: 'payment is waiting' })).toBeVisible()
  await expectSound(page)
  await line('From HUGO')
    .getByRole('button', { name: /^Match/ })
    .click()
  await expect(line('From HUGO')).toHaveCount(0)

  await line('By hand').getByRole('button', { name: 'Find the receipt…' }).click()
  const finding = dialog(page, 'Which receipt is ₱600?')
  await finding.getByLabel('Receipt').fill('hugo')
  await page.getByRole('option').filter({ hasText: '₱778' }).click()
  await expect(line('By hand')).toHaveCount(0)

  await line('CASH DEPOSIT').getByRole('button', { name: 'Set aside' }).click()
  const aside = dialog(page, 'Set this line aside?')
  await aside.getByLabel('Our own cash, taken to the bank.').check()
  await aside.getByRole('button', { name: 'Set aside' }).click()
  await expect(line('CASH DEPOSIT')).toHaveCount(0)
  await page.getByRole('button', { name: 'Set aside (1)' }).click()
  await expect(line('CASH DEPOSIT')).toContainText('Our own cash')
  await line('CASH DEPOSIT').getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByText('No line is set aside')).toBeVisible()

  await page.getByRole('button', { name: /^Matched/ }).click()
  await expect(line('GINA')).toBeVisible()
  await expect(line('By hand')).toContainText('₱178 did not come in')
  await expectSound(page)
  await line('By hand').getByRole('button', { name: 'Not this one' }).click()
  await expect(line('By hand')).toHaveCount(0)
  await page.getByRole('link', { name: 'Receipts not on any statement' }).click()
  await expect(page.getByRole('heading', { name: 'Receipts not on any statement' })).toBeVisible()
  await page.goBack()

  // The columns are remembered, and what is known is not added again.
  await page.getByLabel('Excel or CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Match 5,005 lines' }).click()
  await expect(note(page, '0 lines added')).toBeVisible({ timeout: 15_000 })
})
