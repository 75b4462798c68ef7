import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { users } from '#server/db/schema.ts'
import { expect, expectSound, hydrated, test, signIn } from '#tests/support/browser.ts'
import { aMember, anAdmin, aPictureOf, type Someone } from '#tests/support/factories.ts'
import { openListTools } from '#tests/support/screens/screen.ts'
import type { TestSite } from '#tests/support/site.ts'

const face = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: '#7a8f6a' } })
    .jpeg()
    .toBuffer()

async function someone(site: TestSite, values = {}): Promise<Someone> {
  const member = await aMember(site.deps, {
    firstName: 'MARIA CONSUELO',
    lastName: 'DE LA PEÑA-VILLANUEVA',
    personnelAddress: '12 Mabini Street, Quezon City',
    contactPersonFirstName: 'JOSE',
    contactPersonLastName: 'VILLANUEVA',
    ...values,
  })
  await aPictureOf(site.deps, member, 'profilePicture', await face())
  return member
}

async function cardOf(site: TestSite, { id }: Someone) {
  const [row] = await site.deps.db
    .select({ token: users.cardToken, idNumber: users.idNumber })
    .from(users)
    .where(eq(users.id, id))
  return { href: `/card/${row!.token}`, idNumber: row!.idNumber! }
}

const drawn = (page: Page) =>
  page
    .getByRole('region', { name: 'E-Identification Card' })
    .locator('img')
    .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ naturalWidth }) => naturalWidth))

// Shows card-01, card-08, card-09
test('a member sees both sides of their card, large, and takes it along', async ({ page, site, isMobile }) => {
  const member = await someone(site)
  const { idNumber } = await cardOf(site, member)
  await signIn(page, site, member)
  await page.goto(`/member/${member.id}`)
  const section = page.getByRole('region', { name: 'E-Identification Card' })
  const front = section.getByRole('button', { name: new RegExp(`^Front of the card: .*${idNumber}`) })
  const back = section.getByRole('button', { name: /^Back of the card: contact person JOSE VILLANUEVA/ })
  await front.scrollIntoViewIfNeeded()
  await back.scrollIntoViewIfNeeded()
  await expect.poll(() => drawn(page)).toEqual([1011, 1011])
  await expectSound(page)
  if (isMobile) expect((await front.boundingBox())!.width).toBeGreaterThan(280)

  await section.getByRole('button', { name: 'Show full screen' }).click()
  const full = page.getByRole('dialog')
  await expect(full.getByRole('img', { name: /^Front of the card/ })).toBeVisible()
  await expectSound(page)
  const { width, height } = page.viewportSize()!
  const box = (await full.getByRole('img').boundingBox())!
  // On a phone held upright it lies on its side and fills the screen.
  if (isMobile) expect(box.height).toBeGreaterThan(0.55 * height)
  expect(box.width).toBeLessThanOrEqual(width)
  await full.getByRole('button', { name: 'Show the back' }).click()
  await expect(full.getByRole('img', { name: /^Back of the card/ })).toBeVisible()
  // Lying on its side, the phone has the buttons beside it.
  await page.setViewportSize({ width: 780, height: 360 })
  await expect.poll(async () => (await full.getByRole('img').boundingBox())!.height).toBeGreaterThan(0.85 * 360)
  await page.setViewportSize({ width, height })
  await page.keyboard.press('Escape')
  await expect(full).toBeHidden()

  // From the menu of a phone, which is open above it, too.
  if (isMobile) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.locator('summary', { hasText: 'Menu' }).click()
    await page.getByRole('link', { name: 'My card' }).click()
    await expect(section).toBeInViewport()
    expect(Math.abs((await section.boundingBox())!.y)).toBeLessThan(60)
  }

  for (const [name, file] of [
    ['Save picture of the front', `${idNumber}-front.png`],
    ['Print at home (A4, PDF)', `${idNumber}-sheet.pdf`],
    ['Card size (PDF)', `${idNumber}.pdf`],
  ] as const) {
    const download = page.waitForEvent('download')
    await section.getByRole('link', { name }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})

test('a card that does not load says so and can be tried again @rare', async ({ page, site }) => {
  const member = await someone(site)
  await page.route('**/card/*.webp*', (route) => route.fulfill({ status: 404, body: '' }))
  await signIn(page, site, member)
  await page.goto(`/member/${member.id}`)
  const section = page.getByRole('region', { name: 'E-Identification Card' })
  await section.scrollIntoViewIfNeeded()
  const failure = section.getByText('The card could not be loaded').first()
  await expect(failure).toBeVisible()
  await expectSound(page)
  await page.unrouteAll()
  for (let left = await section.getByRole('button', { name: 'Retry' }).count(); left > 0; left--)
    await section.getByRole('button', { name: 'Retry' }).first().click()
  await expect.poll(() => drawn(page)).toEqual([1011, 1011])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // Shows card-12
  test('whoever scans a card sees whose it is and that it is good', async ({ page, site }) => {
    const { href, idNumber } = await cardOf(site, await someone(site))
    const answer = await page.goto(href)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Member', exact: true })).toBeVisible()
    await expect(page.getByText('MARIA CONSUELO DE LA PEÑA-VILLANUEVA', { exact: true })).toBeVisible()
    await expect(page.getByText(idNumber)).toBeVisible()
    await expect(page.getByText(/^Confirmed \d+ \w+ \d{4}, .* \(Manila\)$/)).toBeVisible()
    const photo = page.getByRole('img', { name: 'MARIA CONSUELO DE LA PEÑA-VILLANUEVA' })
    await expect.poll(() => photo.boundingBox().then((box) => box?.width)).toBe(240)
    await expect(page.getByText(/CPT|Mabini|VILLANUEVA JOSE|0917/)).toHaveCount(0)
  })

  test('of a member who left, that they left', async ({ page, site }) => {
    const { href } = await cardOf(site, await someone(site, { withdrawnAt: Date.now() }))
    await page.goto(href)
    await expect(page.getByRole('heading', { name: 'Withdrawn' })).toBeVisible()
    await expect(page.getByText('no longer a member of ARRAPI. The card is not valid.')).toBeVisible()
  })

  test('of a card nobody knows, that it is not known', async ({ page }) => {
    for (const code of [randomUUID(), 'nonsense']) {
      const answer = await page.goto(`/card/${code}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText('ARRAPI does not know this card.')).toBeVisible()
    }
  })
})

test('the page that checks a card is sound in every state, and hydrates as it was drawn', async ({ page, site }) => {
  const good = await cardOf(site, await someone(site))
  const left = await cardOf(site, await someone(site, { withdrawnAt: Date.now() }))
  for (const href of [good.href, left.href, `/card/${randomUUID()}`]) {
    await page.goto(href)
    await hydrated(page)
    await expectSound(page)
  }
})

test('an administrator prints a range of cards @rare', async ({ page, site }) => {
  const admin = await anAdmin(site.deps)
  await aMember(site.deps, { idNumber: 'ARRAPI-000-001' })
  await signIn(page, site, admin)
  await page.goto('/members')
  await openListTools(page)
  await page.getByRole('button', { name: 'Print cards' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print ID cards' })
  await expect(dialog.getByLabel('From ID number')).toHaveValue('ARRAPI-000-001')
  await expectSound(page)
  const print = dialog.getByRole('button', { name: 'Download these cards' })
  await dialog.getByLabel('To ID number').fill('5')
  await print.click()
  await expect(dialog.getByText('Please enter the whole ID number, with its letters and hyphens')).toBeVisible()
  await dialog.getByLabel('To ID number').fill('arrapi-000-005')
  const download = page.waitForEvent('download')
  await print.click()
  expect((await download).suggestedFilename()).toBe('cards-ARRAPI-000-001-to-ARRAPI-000-005.pdf')
  await expect(dialog.getByText('The file is ready')).toBeVisible()
  await dialog.getByLabel('From ID number').fill('NONE-000-001')
  await dialog.getByLabel('To ID number').fill('NONE-000-002')
  await print.click()
  await expect(dialog.getByText('None of these people has a card to print.')).toBeVisible()
  await expect(dialog.getByLabel('From ID number')).toHaveValue('NONE-000-001')
})
