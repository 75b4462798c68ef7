import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { candidateProfiles, nominees, users } from '#server/db/schema.ts'
import {
  expect,
  expectSound,
  heardAnew,
  test,
  signIn,
  dialog,
  askedOf,
  soonIn,
  stopTime,
  withOwnTime,
} from '#tests/support/browser.ts'
import { aNominee, changeElection } from '#tests/support/election.ts'
import { aMember, anAdmin, aPictureOf, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

test.use({ cutsLink: true })

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => Date.now() + days * day

/** Nomination is open, and so are the administrators' days after it. */
const openDays = () => ({
  nominationOpens: inDays(-3),
  nominationCloses: inDays(4),
  adminNominationCloses: inDays(8),
  candidacyOpens: inDays(-3),
  candidacyCloses: inDays(3),
  votingOpens: inDays(10),
  votingCloses: inDays(11),
  voteLinkOpens: inDays(10),
  voteLinkCloses: inDays(11),
})

test.beforeEach(async ({ site }) => {
  await site.deps.db.delete(nominees)
  await changeElection(site.deps, openDays())
})

async function withPhoto(site: TestSite, someone: Someone): Promise<void> {
  const picture = sharp({ create: { width: 300, height: 400, channels: 3, background: '#8fb3d9' } })
  await aPictureOf(site.deps, someone, 'profilePicture', await picture.jpeg().toBuffer())
}

async function openScreen(page: Page, site: TestSite, person: Someone): Promise<void> {
  await signIn(page, site, person)
  await page.goto('/nominate')
  await expect(page.getByRole('heading', { name: /^Nominees/ })).toBeVisible()
}

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search for a member' })
const listed = (page: Page, name: string) =>
  page.getByRole('region', { name: 'List of nominees' }).getByRole('row').filter({ hasText: name })

// Shows nomination-01, nomination-02, nomination-03, nomination-04, nomination-05, nomination-06, nomination-07
// Shows nomination-09, nomination-10, nomination-33, nomination-44
// Shows nomination-28, nomination-47
test('a member chooses two, saves them, sees them, and deletes one', async ({ page, site }) => {
  const ana = await aMember(site.deps, { firstName: 'ANA', lastName: 'SANTOS', ms: 'PN', region: 'Visayas' })
  await withPhoto(site, ana)
  const ben = await aMember(site.deps, { firstName: 'BEN', lastName: 'SANTOS', ms: null })
  await aMember(site.deps, { firstName: 'CORA', lastName: 'SANTOS', ms: 'PAF' })
  await openScreen(page, site, await aMember(site.deps))
  await expect(page.getByText('The platform closes automatically after the end date.')).toBeVisible()
  await expect(page.getByText('Nominees are on the ballot at once.')).toBeVisible()
  await expect(page.getByText('No nominees yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(page.getByRole('heading', { name: /^Pending/ })).toHaveCount(0)

  await searchBox(page).fill('sa')
  await expect(page.getByText('Enter at least 3 characters to search')).toBeVisible()
  await searchBox(page).fill('nobody is called this')
  await expect(page.getByText('No approved members found')).toBeVisible()
  await searchBox(page).fill('santos')
  await page.getByRole('option', { name: /ANA/ }).click()
  await expect(searchBox(page)).toHaveValue('')
  await searchBox(page).fill('santos')
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.getByRole('option', { name: /BEN/ }).click()
  await searchBox(page).fill('santos')
  await page.getByRole('option', { name: /CORA/ }).click()
  await expectSound(page)

  await searchBox(page).fill('santos')
  await expect(page.getByText('No approved members found besides those you have already chosen.')).toBeVisible()

  // Who was chosen survives a reload; who cannot stand is named, and nobody is saved.
  await page.reload()
  await expect(page.getByText('3 chosen, not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page, 'Nomination Error')).toContainText("Cannot nominate: BEN SANTOS missing 'ms'")
  await dialog(page, 'Nomination Error').getByRole('button', { name: 'Close' }).last().click()
  // What was missing is added elsewhere: the list says so when one comes back to it.
  const lacks = page.getByText('No service').filter({ visible: true })
  await expect(lacks).toHaveCount(1)
  await site.deps.pool.query(`update users set ms = 'PA' where id = $1`, [ben.id])
  await page.reload()
  await expect(page.getByText('3 chosen, not saved yet')).toBeVisible()
  await expect(lacks).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove BEN SANTOS' }).click()

  // The first answer is lost on the way: saving again is a success, not an error.
  await page.route('**/nominations', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog(page, 'Nomination Error').getByRole('button', { name: 'Close' }).last().click()
  await page.unroute('**/nominations')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nominees Saved Successfully. All of them were already nominated.')).toBeVisible()
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  await expect(listed(page, 'ANA SANTOS')).toContainText('Nominated by you')
  await expect(listed(page, 'ANA SANTOS').locator('img')).toHaveJSProperty('naturalWidth', 160)
  await expectSound(page)

  await page.getByRole('button', { name: 'Delete CORA SANTOS' }).click()
  await expect(dialog(page, 'Delete CORA SANTOS?')).toContainText(
    'CORA SANTOS (CPT, PAF, NCR) will no longer be a nominee',
  )
  await page.getByRole('button', { name: 'Delete nominee' }).click()
  await expect(page.getByText('Nominee Deleted Successfully')).toBeVisible()
  await expect(listed(page, 'CORA SANTOS')).toHaveCount(0)
  await expect(listed(page, 'ANA SANTOS')).toBeVisible()
  await searchBox(page).fill('santos')
  await expect(page.getByRole('option', { name: /CORA/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /ANA/ })).toHaveCount(0)
})

// Shows candidacy-22, nomination-51, nomination-52
test('a nominee is asked, accepts, and writes; two of one name are told apart', async ({
  browser,
  page,
  site,
  isMobile,
}) => {
  await changeElection(site.deps, { nomineesAccept: true })
  const ana = await aMember(site.deps, { firstName: 'ANA', middleName: 'LIM', lastName: 'BAYANI', ms: 'PN' })
  await withPhoto(site, ana)
  await aMember(site.deps, { firstName: 'BEN', lastName: 'BAYANI' })
  for (const middleName of ['SY', 'TAN', 'TY', 'VERA', 'WONG'])
    await aNominee(site.deps, { firstName: 'JUAN', middleName, lastName: 'NAMESAKE' })
  await aNominee(site.deps, { firstName: 'AARON', lastName: 'FIRST' })
  await openScreen(page, site, await aMember(site.deps))
  for (const name of [/ANA/, /BEN/]) {
    await searchBox(page).fill('bayani')
    await page.getByRole('option', { name }).click()
  }
  await page.getByRole('button', { name: 'Save' }).click()
  const unaccepted = page.getByRole('region', { name: 'Not on the ballot yet' }).last()
  await expect(unaccepted.getByRole('row').filter({ hasText: 'ANA LIM BAYANI' })).toContainText('Has not answered yet')
  await expect(listed(page, 'ANA LIM BAYANI')).toHaveCount(0)

  // By name, told apart where two share one, and on a phone without a scroller of its own.
  const list = page.getByRole('region', { name: 'List of nominees' })
  await expect(
    list
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .first(),
  ).toContainText('AARON FIRST')
  await expect(listed(page, 'AARON FIRST')).not.toContainText('ARRAPI-')
  await expect(listed(page, 'JUAN TAN NAMESAKE')).toContainText(/ARRAPI-\d{3}-\d{3}/)
  if (isMobile) expect(await list.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await listed(page, 'JUAN TAN NAMESAKE').getByRole('button', { name: 'JUAN TAN NAMESAKE' }).click()
  await expect(dialog(page, 'JUAN TAN NAMESAKE')).toContainText('This candidate has not written a statement.')
  await expectSound(page)
  await page.keyboard.press('Escape')

  const theirs = await (
    await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } })
  ).newPage()
  await signIn(theirs, site, ana)
  // The home page leads to the question itself, below a long profile.
  await theirs.goto('/')
  await theirs.getByRole('link', { name: 'Answer' }).click()
  await expect(theirs.getByRole('button', { name: 'Accept', exact: true })).toBeInViewport()
  const panel = theirs.getByRole('region', { name: 'You as a candidate' })
  await expect(panel).toContainText('If you do not answer, your name will not be on the ballot.')
  await panel.getByRole('button', { name: 'Decline', exact: true }).click()
  await dialog(theirs, 'Decline the nomination?').getByRole('button', { name: 'Decline' }).click()
  await expect(panel).toContainText('You have declined. Your name is not on the ballot.')
  await page.reload()
  await expect(unaccepted.getByRole('row').filter({ hasText: 'ANA LIM BAYANI' })).toContainText('Declined')
  await panel.getByRole('button', { name: 'Accept after all' }).click()
  await expect(panel).toContainText('You have accepted. Your name is on the ballot.')
  await panel.getByLabel('Your statement').fill('I will be there.\n\nAlways.')
  await expect(panel).toContainText('575 characters left')
  await panel.getByRole('radio', { name: 'Another picture' }).check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('alert')).toHaveText('Please choose a picture first')
  await panel
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 700, height: 700, channels: 3, background: '#3d4a2a' } })
        .png()
        .toBuffer(),
    })
  await expect(panel.getByText('Uploaded')).toBeVisible()
  await expectSound(theirs)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel).toContainText('Saved. Open “See it as voters do” to check it.')
  await panel.getByRole('button', { name: 'See it as voters do' }).click()
  const sheet = dialog(theirs, 'See it as voters do')
  await expect(sheet).toContainText('ANA LIM BAYANI')
  await expect(sheet).toContainText('I will be there.')
  await expect(sheet.locator('img')).toHaveJSProperty('naturalWidth', 160)
  await expectSound(theirs)
  await theirs.context().close()

  await page.reload()
  await expect(listed(page, 'ANA LIM BAYANI')).toBeVisible()
  await changeElection(site.deps, { nomineesAccept: false })
})

test('an administrator removes an improper statement, with a reason @rare', async ({ page, site }) => {
  const nomineeId = await aNominee(site.deps, { firstName: 'LUIS', lastName: 'LOUD' })
  await site.deps.db.insert(candidateProfiles).values({ nomineeId, statement: 'Shame on LUZ!', updatedAt: Date.now() })
  await openScreen(page, site, await anAdmin(site.deps))
  await listed(page, 'LUIS LOUD').getByRole('button', { name: 'LUIS LOUD', exact: true }).click()
  const sheet = dialog(page, 'LUIS LOUD')
  await sheet.getByText('Change or remove the statement').click()
  await sheet.getByRole('button', { name: 'Remove it' }).click()
  await expect(sheet).toContainText('Please give the reason in a few words')
  await expectSound(page)
  await sheet.getByLabel('Reason').fill('It insults another member')
  await sheet.getByRole('button', { name: 'Remove it' }).click()
  await expect(sheet).toContainText('This candidate has not written a statement.')
})

// Shows listing-22
test('the search whom to nominate goes out when the typing has rested for 500 ms @rare', async ({ page, site }) => {
  await withOwnTime(page)
  await openScreen(page, site, await aMember(site.deps))
  await expect(searchBox(page)).toBeEnabled()
  await stopTime(page)
  const searches = async () => (await askedOf(page, '/nominatable')).map((query) => query.get('q'))
  await searchBox(page).fill('dela')
  await page.clock.runFor(499)
  await searchBox(page).fill('dela cruz')
  await page.clock.runFor(499)
  expect(await searches()).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(searches).toEqual(['dela cruz'])
})

// Shows operations-09
test('a message of success goes by itself after three seconds @rare', async ({ page, site }) => {
  await aMember(site.deps, { firstName: 'DELIA', lastName: 'MAGTANGGOL' })
  await withOwnTime(page)
  await openScreen(page, site, await aMember(site.deps))
  await searchBox(page).fill('magtanggol')
  await page.getByRole('option', { name: /DELIA/ }).click()
  await stopTime(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const message = page.getByText('Nominees Saved Successfully')
  await soonIn(page, () => message.isVisible())
  await page.clock.runFor(2950)
  await expect(message).toBeVisible()
  await page.clock.runFor(100)
  await expect(message).toHaveCount(0)
})

async function setPending(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: /^Reject/ })
  await asked.getByRole('button', { name: 'Reject' }).click()
  await expect(asked).toContainText('Please give the reason in a few words')
  await asked.getByLabel('Reason').fill('The unit has not confirmed it.')
  await asked.getByRole('button', { name: 'Reject' }).click()
  await expect(asked).toHaveCount(0)
}

// Shows nomination-03, nomination-29, nomination-32, nomination-49
test('an administrator sets to pending, approves and deletes, until the deadline', async ({ browser, site }) => {
  for (const lastName of ['ABAD', 'BAUTISTA', 'CRUZ', 'DIAZ', 'ESPINO', 'FLORES', 'GARCIA'])
    await aNominee(site.deps, { firstName: 'PEDRO', lastName, unitAssignment: '5TH NAVAL RESERVE COMMAND' })
  await site.deps.db.update(users).set({ withdrawnAt: Date.now() }).where(eq(users.lastName, 'GARCIA'))
  const wide = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }
  const page = await (await browser.newContext({ baseURL: site.url, ...wide })).newPage()
  await openScreen(page, site, await anAdmin(site.deps))
  await expect(listed(page, 'PEDRO GARCIA')).toContainText('Membership withdrawn')
  // Who manages the list has all of it, and finds a name in it; members have it in a place that scrolls.
  const heightOn = (of: Page) =>
    of.getByRole('region', { name: 'List of nominees' }).evaluate((list) => list.clientHeight)
  expect(await heightOn(page)).toBeGreaterThan(400)
  await page.getByLabel('Find a nominee').fill('diaz naval')
  await expect(listed(page, 'PEDRO ABAD')).toHaveCount(0)
  await expect(listed(page, 'PEDRO DIAZ')).toBeVisible()
  await page.getByLabel('Find a nominee').fill('nobody')
  await expect(page.getByText('No nominee found')).toBeVisible()
  await page.getByLabel('Find a nominee').fill('')
  const members = await (await browser.newContext({ baseURL: site.url, ...wide })).newPage()
  await openScreen(members, site, await aMember(site.deps))
  await expect(listed(members, 'PEDRO DIAZ')).toBeAttached()
  expect(await heightOn(members)).toBeLessThanOrEqual(400)
  await expect(members.getByLabel('Find a nominee')).toHaveCount(0)

  await page.getByRole('button', { name: 'Reject: PEDRO CRUZ' }).click()
  await setPending(page)
  await expect(page.getByText('PEDRO CRUZ is pending', { exact: true })).toBeVisible()
  await expect(page.getByText('Rejected (pending): The unit has not confirmed it.')).toBeVisible()
  await expect(listed(page, 'PEDRO CRUZ')).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: 'Approve PEDRO CRUZ' }).click()
  await expect(page.getByText('PEDRO CRUZ is approved')).toBeVisible()
  await expect(listed(page, 'PEDRO CRUZ')).toBeVisible()
  await page.getByRole('button', { name: 'Delete PEDRO GARCIA' }).click()
  await page.getByRole('button', { name: 'Delete nominee' }).click()
  await expect(page.getByText('Nominee Deleted Successfully')).toBeVisible()
  await expect(listed(page, 'PEDRO GARCIA')).toHaveCount(0)

  await changeElection(site.deps, { nominationCloses: inDays(-1) })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pending' })).toBeVisible()
  await changeElection(site.deps, { adminNominationCloses: Date.now() + 3000 })
  await heardAnew(page)
  await expect(page.getByRole('heading', { name: 'Pending' })).toHaveCount(0)
  await expect(page.getByText(/^Nomination closed on/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reject/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete PEDRO DIAZ' })).toBeVisible()
})

test('after a deletion the keyboard is at the nominees, accepted or not @rare', async ({ page, site }) => {
  await changeElection(site.deps, { nomineesAccept: true })
  for (const lastName of ['ABAD', 'BAUTISTA']) await aNominee(site.deps, { firstName: 'PEDRO', lastName })
  await aMember(site.deps, { firstName: 'ANA', lastName: 'NOVENO', ms: 'PN' })
  await openScreen(page, site, await anAdmin(site.deps))
  await searchBox(page).fill('noveno')
  await page.getByRole('option', { name: /ANA/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: /^Not on the ballot yet/ })).toBeVisible()
  await page.getByRole('button', { name: 'Delete PEDRO ABAD' }).click()
  await page.getByRole('button', { name: 'Delete nominee' }).click()
  await expect(listed(page, 'PEDRO ABAD')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Nominees/ })).toBeFocused()
  await changeElection(site.deps, { nomineesAccept: false })
})

// Shows nomination-45
test('what is done to a nominee and fails is told in a dialog @rare', async ({ page, site }) => {
  await aNominee(site.deps, { firstName: 'PEDRO', lastName: 'ABAD' })
  await openScreen(page, site, await anAdmin(site.deps))
  const refused = { status: 409, json: { code: 'unexpected', message: 'This cannot be done now.' } }
  const failed = dialog(page, 'Nomination Error')
  const closeIt = async () => {
    await expect(failed).toContainText('This cannot be done now.')
    await failed.getByText('Close', { exact: true }).click()
    await expect(failed).toHaveCount(0)
  }
  await page.route('**/api/nominees/**', (route) => route.fulfill(refused))
  await page.getByRole('button', { name: 'Reject: PEDRO ABAD' }).click()
  await setPending(page)
  await closeIt()
  await page.getByRole('button', { name: 'Delete PEDRO ABAD' }).click()
  await page.getByRole('button', { name: 'Delete nominee' }).click()
  await closeIt()
  await page.unroute('**/api/nominees/**')
  await page.getByRole('button', { name: 'Reject: PEDRO ABAD' }).click()
  await setPending(page)
  await page.route('**/api/nominees/**', (route) => route.fulfill(refused))
  await page.getByRole('button', { name: 'Approve PEDRO ABAD' }).click()
  await closeIt()
})

// Shows nomination-46
test('outside its days nomination says when it is; a failure can be tried again @rare', async ({ page, site }) => {
  await aNominee(site.deps, { firstName: 'PEDRO', lastName: 'REYES' })
  await page.route('**/nominees', (route) => route.abort('internetdisconnected'))
  const member = await aMember(site.deps)
  await signIn(page, site, member)
  await page.goto('/nominate')
  await expect(page.getByText('Error loading nominees')).toBeVisible()
  await page.unroute('**/nominees')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(listed(page, 'PEDRO REYES')).toBeVisible()

  await page.route('**/nominatable**', (route) => route.abort('internetdisconnected'))
  await searchBox(page).fill('reyes')
  await expect(page.getByText('Error loading approved members')).toBeVisible()
  await page.unroute('**/nominatable**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No approved members found')).toBeVisible()
  await expect(searchBox(page)).toHaveValue('reyes')

  await changeElection(site.deps, { nominationCloses: inDays(-1) })
  await page.reload()
  await expect(page.getByText(/^Nomination closed on/)).toBeVisible()
  await expect(searchBox(page)).toHaveCount(0)
  await expect(listed(page, 'PEDRO REYES')).toBeVisible()
  await expectSound(page)
  await changeElection(site.deps, { nominationOpens: inDays(1), nominationCloses: inDays(4) })
  await page.reload()
  await expect(page.getByText(/^Nomination opens on/)).toBeVisible()
})
