import { randomUUID } from 'node:crypto'
import { duesPayments, users } from '#server/db/schema.ts'
import { dialog, expect, expectSound, signIn, test } from '#tests/support/browser.ts'
import { aDuesPlan, aMember, anAdmin, aPictureOf, saveSettings } from '#tests/support/factories.ts'
import { aPhoto } from '#tests/support/registration-form.ts'

test.beforeAll(({ site }) => saveSettings(site.deps, { dues: aDuesPlan({ firstPeriodCovered: false }) }))
test.afterAll(({ site }) => saveSettings(site.deps, { dues: null }))

test('a member who owes dues pays them, sends a better proof, and finds the receipt', async ({ page, site }) => {
  const member = await aMember(site.deps)
  const treasurer = await site.signedIn(await anAdmin(site.deps))
  await signIn(page, site, member)
  await page.goto('/')
  await page.getByRole('listitem').filter({ hasText: 'Please pay' }).getByRole('link', { name: 'Pay' }).click()
  await expect(page.getByText('0917 123 4567')).toBeVisible()
  await expect(page.getByLabel('Amount in pesos')).toHaveValue('500')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Please enter the reference number')).toBeVisible()
  await expect(page.getByText('Please add a picture of the proof')).toBeVisible()
  await expectSound(page)

  await page.getByLabel('Amount in pesos').fill('100 pesos')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Please use figures only, for example 500')).toBeVisible()
  await page.getByLabel('Amount in pesos').fill('P 100')
  await page.getByLabel('Reference number').fill('900 1234 567')
  const proof = page.getByRole('group', { name: 'Proof of payment' })
  await proof.getByLabel(/Choose a file/).setInputFiles(await aPhoto())
  await expect(proof.getByText('Uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const question = dialog(page, 'Is ₱100 the right amount?')
  await expect(question).toContainText('₱400 is still to be paid for')
  await question.getByRole('button', { name: 'Change the amount' }).click()
  await page.getByLabel('Amount in pesos').fill('1,000')
  // What was typed and sent so far outlives a closed tab.
  await page.reload()
  await expect(page.getByLabel('Amount in pesos')).toHaveValue('1,000')
  await expect(proof.getByText('Uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  // Whoever has sent it is not asked to pay once more.
  await expect(page.getByText('We are checking your payment of ₱1,000')).toBeVisible()
  await expect(
    page.getByText(
      /^Your dues are paid until .* You do not need to pay again\. You owe nothing for the time before\. Your card has not been valid since .*\.$/,
    ),
  ).toBeVisible()
  await expect(page.getByText('To pay', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'I made another payment' }).click()
  await expect(page.getByRole('heading', { name: 'Tell us about another payment' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where to pay' })).toBeVisible()
  await expect(page.getByLabel('Reference number')).toHaveValue('')
  await page.getByLabel('Amount in pesos').fill('1000')
  await page.getByLabel('Reference number').fill('900 1234 568')
  await proof.getByLabel(/Choose a file/).setInputFiles(await aPhoto())
  await expect(proof.getByText('Uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const another = dialog(page, 'Is this another payment?')
  await expect(another).toContainText(/^.*You already sent a proof of ₱1,000 for \d+ \w+ \d{4}\./)
  await another.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Reference number')).toHaveCount(0)

  const { payments } = await treasurer.get<{ payments: { id: string }[] }>('/api/dues/waiting')
  const decision = `/api/dues/payments/${payments[0]!.id}/decision`
  await treasurer.post(decision, { decision: 'ask again', reason: 'The picture is too dark.' })
  await page.goto('/')
  await page.getByRole('listitem').filter({ hasText: 'another proof' }).getByRole('link', { name: 'Send' }).click()
  await expect(page.getByText('We need another proof of your payment of ₱1,000')).toBeVisible()
  await expect(page.getByText('The picture is too dark.').first()).toBeInViewport()
  await page.getByRole('button', { name: 'Send another proof' }).last().click()
  await expect(page.getByText('We could not accept the proof')).toBeInViewport()
  await expect(page.getByLabel('Reference number')).toHaveValue('9001234567')
  await proof.getByLabel(/Choose a file/).setInputFiles(await aPhoto())
  await expect(proof.getByText('Uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Being checked')).toBeVisible()

  expect(await treasurer.post(decision, { decision: 'accept' })).toMatchObject({ status: 200 })
  await page.reload()
  await expect(page.getByText('In good standing')).toBeVisible()
  const receipt = page.getByRole('link', { name: /^Receipt \d{4}-\d{6}/ })
  const pdf = await page.request.get((await receipt.getAttribute('href'))!)
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expectSound(page)
})

test('two payments that wait are counted, and paper says whose they are and of which day', async ({ page, site }) => {
  const member = await aMember(site.deps, { firstName: 'CORAZON', lastName: 'DIZON' })
  const sent = { memberId: member.id, sentBy: member.id, centavos: 500_00, paidOn: '2026-01-05', way: 'GCash' }
  await site.deps.db.insert(duesPayments).values(['1', '2'].map((reference) => ({ ...sent, reference })))
  await signIn(page, site, member)
  await page.goto('/dues')
  await expect(page.getByText('We are checking 2 payments of ₱500')).toBeVisible()
  await expect(page.getByText('These payments are for the time from')).toBeVisible()
  const owner = page.getByText(/DIZON.*, ARRAPI-\d{3}-\d{3}, as of \d+ \w+ \d{4}$/)
  await expect(owner).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(owner).toBeVisible()
  await expect(page.getByRole('button', { name: 'I made another payment' })).toBeHidden()

  // Who is asked whether a payment arrived opens it from the member's page.
  await page.emulateMedia({ media: null })
  await signIn(page, site, await anAdmin(site.deps))
  await page.goto(`/member/${member.id}`)
  await page.getByRole('link', { name: 'Check this payment' }).first().click()
  await expect(page).toHaveURL(/\/admin\/dues\?payment=/)
})

test('an administrator finds who has lapsed, voids a payment and exempts a member @rare', async ({ page, site }) => {
  const member = await aMember(site.deps, { lastName: 'MAGBANUA' })
  const admin = await anAdmin(site.deps)
  const treasurer = await site.signedIn(admin)
  const today = new Date(Date.now() + 8 * 60 * 60_000).toISOString().slice(0, 10)
  const entry = {
    id: randomUUID(),
    memberId: member.id,
    centavos: 500_00,
    paidOn: today,
    way: 'cash',
    reference: '',
    confirmed: true,
  }
  expect((await treasurer.post('/api/dues/entries', entry)).status).toBe(201)
  await signIn(page, site, admin)
  await page.goto('/members?search=magbanua')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Paid until').check()
  await expect(page.getByText(/^31 December \d{4}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Standing').selectOption('lapsed')
  await expect(page.getByText('Showing: Lapsed')).toBeVisible()
  await expect(page.getByRole('link', { name: /MAGBANUA/ })).toHaveCount(0)

  await page.goto(`/member/${member.id}`)
  await expect(page.getByText(/^Paid until 31 December/)).toBeVisible()
  await page.getByRole('button', { name: /^Void/ }).click()
  const voiding = dialog(page, /^Void receipt/)
  await voiding.getByRole('button', { name: 'Void', exact: true }).click()
  await expect(voiding.getByText('Please give a reason')).toBeVisible()
  await voiding.getByLabel('Another reason').check()
  await voiding.getByLabel('Your reason').fill('Counted twice')
  await voiding.getByRole('button', { name: 'Void', exact: true }).click()
  await expect(page.getByText('Counted twice')).toBeVisible()
  await expect(page.getByText(/^Lapsed since/)).toBeVisible()
  await page.getByRole('button', { name: 'Exempt from dues' }).click()
  const exempting = dialog(page, 'Exempt this member from dues?')
  await exempting.getByLabel('Founding member').check()
  await exempting.getByRole('button', { name: 'Exempt from dues' }).click()
  await expect(page.getByText(/^Exempt since/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'End the exemption' }).click()
  await dialog(page, 'End the exemption?').getByRole('button', { name: 'End the exemption' }).click()
  await expect(page.getByText(/^Lapsed since/)).toBeVisible()
  await page.getByRole('link', { name: 'Record a payment' }).click()
  await expect(page.getByRole('heading', { name: /MAGBANUA/ })).toBeVisible()
  await expect(page.getByLabel('Amount in pesos')).toBeFocused()
})

test('whoever prints cards is told which of them are not valid or lack a photo, and may leave them out', async ({
  page,
  site,
}) => {
  const paid = { rank: 'PRINTED', duesPaidUntil: '2099-12-31' }
  const lapsed = await aMember(site.deps, { ...paid, lastName: 'LAPSED', duesPaidUntil: '2020-12-31' })
  await aMember(site.deps, { ...paid, lastName: 'FACELESS' })
  const sound = await aMember(site.deps, { ...paid, lastName: 'SOUND' })
  for (const one of [lapsed, sound]) await aPictureOf(site.deps, one, 'profilePicture', (await aPhoto()).buffer)
  await signIn(page, site, await anAdmin(site.deps))
  await page.route('**/api/cards.pdf?*', (route) => route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.3' }))
  await page.goto('/members?rank=printed')
  await page.getByLabel('Tick these 3').check()
  await page.getByRole('button', { name: 'Print cards (3 ticked)' }).click()
  const cards = dialog(page, 'Print the 3 cards')
  await expect(cards).toContainText('1 card says NOT VALID, because dues have lapsed: JUAN LAPSED.')
  await expect(cards).toContainText('1 card has no photo: JUAN FACELESS.')
  await expect(cards.getByRole('button', { name: 'Download the 3 cards' })).toBeVisible()
  await expectSound(page)
  await cards.getByLabel('Leave these out').check()
  const printing = page.waitForRequest(/\/api\/cards\.pdf\?/)
  await cards.getByRole('button', { name: 'Download the 1 card' }).click()
  expect(new URL((await printing).url()).searchParams.get('ids')).toBe(sound.id)
})

test('who scans a card reads that it is not valid @rare', async ({ page, site }) => {
  const member = await site.signedIn(await aMember(site.deps))
  const [row] = await site.rowsOf(users, { id: member.id })
  await page.goto(`/card/${row!.cardToken}`)
  await expect(page.getByRole('heading', { name: 'Not in good standing' })).toBeVisible()
  await expect(page.getByText(/^Not valid since/)).toBeVisible()
  await expectSound(page)
})
