import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { privacyRequests, users } from '#server/db/schema.ts'
import { changeText } from '#shared/members/profile/changes.ts'
import { expect, expectSound, test, signIn, dialog, openDashboard } from '#tests/support/browser.ts'
import { aMember, anAdmin, aWholeMember } from '#tests/support/factories.ts'
import { aPicture } from '#tests/support/profile-editing.ts'

test.beforeEach(async ({ site }) => {
  await site.deps.db.delete(privacyRequests)
})

// Shows privacy-08
test('a member reads what is held about them and who looked, and downloads all of it @rare', async ({ page, site }) => {
  const member = await aWholeMember(site.deps)
  const admin = await anAdmin(site.deps)
  await (await site.signedIn(admin)).get(`/api/files/${member.files.signature.id}`)
  await signIn(page, site, member)
  await page.goto('/my-data')
  await expect(page.getByText('2 January 2026, 11:04 AM (Manila)')).toBeVisible()
  const openings = page.getByRole('table', { name: /Who opened my documents/ })
  await expect(openings.getByRole('row').filter({ hasText: 'Signature' })).toContainText('An administrator')
  await expect(page.getByText(admin.email)).toHaveCount(0)
  await expectSound(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^ARRAPI-\d{3}-\d{3}-data\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  expect(strFromU8(files['data.json']!)).toContain(member.serial)
})

// Shows privacy-13
test('a correction is asked for, answered, and the answer read @rare', async ({ page, site, browser }) => {
  const member = await aMember(site.deps, { firstName: 'RAMON', lastName: 'OCAMPO' })
  const admin = await anAdmin(site.deps)
  await signIn(page, site, member)
  await page.goto('/my-data')
  await page.getByRole('button', { name: 'Ask for a correction' }).click()
  await expect(page.getByText('Please tell us what is wrong and what it should be')).toBeVisible()
  const field = page.getByLabel('What is wrong, and what should it be?')
  await expect(field).toBeFocused()
  await expectSound(page)
  await field.fill('My rank is MAJ, not CPT.')
  // A refused request loses nothing that was typed.
  const busy = { status: 429, json: { code: 'site-busy', message: 'The site is very busy.' } }
  await page.route('**/api/privacy-requests', (route) => route.fulfill(busy))
  await page.getByRole('button', { name: 'Ask for a correction' }).click()
  await expect(page.getByText('The site is very busy.')).toBeVisible()
  await expect(field).toHaveValue('My rank is MAJ, not CPT.')
  await page.unroute('**/api/privacy-requests')
  await page.getByRole('button', { name: 'Ask for a correction' }).click()
  await expect(page.getByText('Waiting for an answer')).toBeInViewport()
  await expect(page.getByText('We will answer by')).toBeInViewport()
  await expect(field).toHaveCount(0)

  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openDashboard(office, site, admin)
  const request = office.getByRole('listitem').filter({ hasText: 'is open. Due in 15 days.' })
  await request.getByRole('link', { name: 'Answer it' }).click()
  await expect(office).toHaveURL('/admin/privacy-requests')
  await expect(office.getByText('My rank is MAJ, not CPT.')).toBeVisible()
  await expect(office.getByRole('link', { name: 'Open profile of RAMON OCAMPO' })).toHaveAttribute(
    'href',
    `/member/${member.id}`,
  )
  await office.getByRole('button', { name: 'Answer RAMON OCAMPO' }).click()
  const answering = dialog(office, 'Answer RAMON OCAMPO')
  await answering.getByRole('button', { name: 'Send the answer' }).click()
  await expect(answering.getByText('Please say whether it was done')).toBeVisible()
  await answering.getByLabel('Answer to the member').fill('Your rank is MAJ now.')
  // Closed by mistake: the words are still there.
  await office.keyboard.press('Escape')
  await expect(answering).toHaveCount(0)
  await office.getByRole('button', { name: 'Answer RAMON OCAMPO' }).click()
  await expect(answering.getByLabel('Answer to the member')).toHaveValue('Your rank is MAJ now.')
  await answering.getByLabel('It has been corrected').check()
  await answering.getByRole('button', { name: 'Send the answer' }).click()
  await expect(office.getByText('No open requests')).toBeVisible()
  await office.getByRole('tab', { name: 'Answered' }).click()
  await expect(office.getByText('Your rank is MAJ now.')).toBeVisible()
  await office.context().close()

  await page.reload()
  await expect(page.getByText('Your rank is MAJ now.')).toBeVisible()
})

// Shows privacy-13
test('an erasure is asked for, confirmed by the ID number, and done', async ({ page, site, browser }) => {
  const { db } = site.deps
  const member = await aMember(site.deps, { firstName: 'TERESITA', lastName: 'MUÑOZ' })
  const [{ idNumber } = { idNumber: '' }] = await db
    .select({ idNumber: users.idNumber })
    .from(users)
    .where(eq(users.id, member.id))
  const admin = await anAdmin(site.deps)
  await signIn(page, site, member)
  await page.goto('/my-data')
  await page.getByRole('button', { name: 'Leave the association and delete my data' }).click()
  await expectSound(page)
  await dialog(page, 'Leave the association and delete my data?')
    .getByRole('button', { name: 'Send the request' })
    .click()
  await expect(page.getByText('You asked us to delete your data')).toBeVisible()

  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(office, site, admin)
  await office.goto('/admin/privacy-requests')
  await office.getByRole('button', { name: 'Answer TERESITA MUÑOZ' }).click()
  const answering = dialog(office, 'Answer TERESITA MUÑOZ')
  await answering.getByLabel('Delete this member’s data now').check()
  await expect(answering.getByText('all pictures and documents')).toBeVisible()
  await answering.getByLabel('Answer to the member').fill('Farewell.')
  const erase = answering.getByRole('button', { name: 'Delete for good and send the answer' })
  await answering.getByLabel(`Type ${idNumber} to confirm`).fill('ARRAPI-999-999')
  await erase.click()
  await expect(answering.getByText(`Please type exactly this: ${idNumber}`)).toBeVisible()
  await expectSound(office)
  await answering.getByLabel(`Type ${idNumber} to confirm`).fill(String(idNumber).toLowerCase())
  await erase.click()
  await expect(office.getByText('The data of TERESITA MUÑOZ has been deleted.')).toBeVisible()
  await office.getByRole('tab', { name: 'Answered' }).click()
  await expect(office.getByRole('heading', { name: 'ERASED MEMBER' })).toBeVisible()
  await expect(office.getByText('The member’s data was deleted')).toBeVisible()
  await office.context().close()

  await page.goto('/my-data')
  await expect(page).toHaveURL(/\/login/)
})

// Shows privacy-17
test('requests stand by due date, overdue ones in words @rare', async ({ page, site }) => {
  const { db, clock } = site.deps
  const [late, soon] = [await aMember(site.deps, { lastName: 'LATE' }), await aMember(site.deps, { lastName: 'SOON' })]
  const day = 24 * 60 * 60 * 1000
  const at = (days: number) => clock.now() + days * day
  await db.insert(privacyRequests).values([
    { memberId: soon.id, kind: 'erasure', dueAt: at(2) },
    { memberId: late.id, kind: 'correction', details: 'x'.repeat(300), dueAt: at(-3) },
  ])
  const admin = await anAdmin(site.deps)
  await openDashboard(page, site, admin)
  const toDo = page.getByRole('region', { name: 'To do', exact: true })
  await expect(toDo).toContainText('2 requests from members about their data are open. Overdue by 3 days.')
  await page.goto('/admin/privacy-requests')
  const names = page.getByRole('listitem').getByRole('heading')
  await expect(names).toHaveText(['JUAN LATE', 'JUAN SOON'])
  await expect(page.getByText('Overdue by 3 days')).toBeVisible()
  await expect(page.getByText('Due in 2 days')).toBeVisible()
  await expectSound(page)
})

test('what cannot be read says so, and is read again on asking @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await signIn(page, site, member)
  const refused = { status: 403, json: { code: 'not-allowed', message: 'You do not have permission to do this.' } }
  await page.route('**/api/my-data', (route) => route.fulfill(refused))
  await page.goto('/my-data')
  await expect(page.getByText('Your data could not be loaded')).toBeVisible()
  await expectSound(page)
  await page.unroute('**/api/my-data')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('We have no pictures or documents of yours.')).toBeVisible()
  await expect(page.getByText('so we have no record of it.')).toBeVisible()
})

async function withdraw(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: `Withdraw request: ${what}` }).click()
  await dialog(page, changeText.takeBackTitle).getByRole('button', { name: changeText.takeBack }).click()
  await expect(page.getByText(changeText.takenBack).first()).toBeVisible()
}

// Shows profile-23
test('changes are asked for from the profile; one is accepted, one declined', async ({ page, site, browser }) => {
  const { deps } = site
  const member = await aMember(deps, { firstName: 'CORAZON', lastName: 'ABAD', cellphoneNumber: '09171234567' })
  await signIn(page, site, member)
  await page.goto(`/member/${member.id}`)
  await expect(page.getByText('Your card has no picture and no signature yet.')).toBeVisible()
  await expect(page.getByText('Your signature is not on file.')).toBeVisible()
  await expect(page.getByText('(Signature Missing)')).toHaveCount(0)

  await page.getByRole('button', { name: 'Change: cellphone number' }).click()
  const asking = dialog(page, 'Change your cellphone number')
  await expect(asking.getByText('0917 123 4567')).toBeVisible()
  await expect(asking).toContainText('An administrator checks it within 15 days.')
  await asking.getByLabel('New cellphone number').fill('12')
  await asking.getByRole('button', { name: 'Send the request' }).click()
  await expect(asking.getByText('Please enter a valid 10-11 digit phone number')).toBeVisible()
  await expectSound(page)
  // A digit is missing, perhaps: asked about once, and accepted if it is sent again.
  const send = asking.getByRole('button', { name: 'Send the request' })
  await asking.getByLabel('New cellphone number').fill('0918 765 432')
  await send.click()
  await expect(
    asking.getByText('Please check this. To send it as it is, press “Send the request” once more.'),
  ).toBeVisible()
  await expectSound(page)
  await send.click()
  await expect(page.getByText('0918765432')).toBeVisible()
  await withdraw(page, 'cellphone number')
  await page.getByRole('button', { name: 'Change: cellphone number' }).click()
  await asking.getByLabel('New cellphone number').fill('0918 765 4321')
  await asking.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('0918 765 4321')).toBeVisible()
  await expect(page.getByText('Waiting for an administrator')).toBeVisible()

  await page.getByRole('button', { name: 'Add the signature' }).click()
  const sending = dialog(page, 'Send us your signature')
  await sending.getByRole('button', { name: 'Send the request' }).click()
  await expect(sending.getByText('Please choose a picture first')).toBeVisible()
  await sending
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'sign.jpg', mimeType: 'image/jpeg', buffer: await aPicture('white') })
  await expect(sending.getByText('Uploaded')).toBeVisible()
  await expect(sending.getByText(changeText.pictureReady)).toBeVisible()
  await sending.getByRole('button', { name: 'Send the request' }).click()
  await expect(sending).toHaveCount(0)
  await expect(page.getByText('Your signature will be on the card once an administrator has checked it.')).toBeVisible()
  await expect(page.getByText('Your card has no picture yet.')).toBeVisible()
  await expect(page.getByText('Your signature is not on file.')).toHaveCount(0)
  await expect(page.getByText('Waiting for an administrator')).toHaveCount(2)

  // The face, straight from the phone: by the rules of the registration.
  await page.getByRole('button', { name: 'Add my picture' }).click()
  const face = dialog(page, 'Send us your 2x2 profile picture')
  await expect(face.locator('input[capture=user]')).toHaveCount(1)
  const chosen = face.locator('input[type=file]').last()
  await chosen.setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('not for this browser') })
  await expect(face.getByRole('alert')).toContainText('Settings › Camera › Formats › Most Compatible')
  const small = await sharp(await aPicture('red'))
    .resize(480, 640)
    .jpeg()
    .toBuffer()
  await chosen.setInputFiles({ name: 'small.jpg', mimeType: 'image/jpeg', buffer: small })
  await expect(face.getByRole('alert')).toContainText('too small to be printed: 480 × 640.')
  const large = Buffer.concat([await aPicture('teal'), Buffer.alloc(6_000_000)])
  await chosen.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large })
  await expect(face.getByText('Uploaded')).toBeVisible()
  await face.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change: rank' }).click()
  await dialog(page, 'Change your rank').getByLabel('New rank').fill('maj')
  await dialog(page, 'Change your rank').getByRole('button', { name: 'Send the request' }).click()
  await withdraw(page, 'rank')
  await expect(page.getByRole('button', { name: 'Change: rank' })).toBeVisible()
  await expectSound(page)

  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(office, site, await anAdmin(deps))
  await office.goto('/admin/privacy-requests')
  const card = (what: string) => office.getByRole('listitem').filter({ hasText: what })
  await expect(card('Change: Cellphone number')).toContainText(
    /On the record now.*0917 123 4567.*Asked for.*0918 765 4321/s,
  )
  await expectSound(office)
  await card('Change: Cellphone number').getByRole('button', { name: 'Accept' }).click()
  await expect(card('Change: Cellphone number')).toHaveCount(0)
  await card('Change: Signature').getByRole('button', { name: 'Decline' }).click()
  const declining = dialog(office, 'Decline the change of CORAZON ABAD')
  await declining.getByLabel('Answer to the member').fill('Please sign with a dark pen.')
  await declining.getByRole('button', { name: 'Send the answer' }).click()
  await expect(office.getByText('No open requests')).toBeVisible()
  await office.context().close()

  await page.goto('/my-data')
  await expect(page.getByText('Please sign with a dark pen.')).toBeVisible()
  await expect(page.getByText('Withdrawn', { exact: true })).toHaveCount(2)
  await page.goto(`/member/${member.id}`)
  await expect(page.getByText('0918 765 4321')).toBeVisible()
})

test('the privacy notice is a page that every footer leads to', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ARRAPI Privacy Policy' })).toBeVisible()
  await expect(page.getByText(/^Version \d{4}-\d\d$/)).toBeVisible()
  await expectSound(page)
})
