import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { elections, nominees, sessions, users } from '#server/db/schema.ts'
import { untilText } from '#shared/elections/schedule.ts'
import { expect, expectSound, logIn, test, enter, signIn, holdRequests } from '#tests/support/browser.ts'
import { changeElection } from '#tests/support/election.ts'
import { aMember, anAdmin, anApplicant, aViewer, confirmAccounts, saveSettings } from '#tests/support/factories.ts'
import { aPicture, contact } from '#tests/support/profile-editing.ts'
import { changing } from '#tests/support/screens/screen.ts'
import type { TestSite } from '#tests/support/site.ts'

const complete = { ...contact, middleName: 'SANTOS' }

async function startEditing(page: Page, site: TestSite, values: Partial<typeof users.$inferInsert> = {}) {
  const member = await aMember(site.deps, { ...complete, ...values })
  const admin = await anAdmin(site.deps)
  await enter(page, site, admin, member.id)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Edit profile' })).toBeVisible()
  return { ...member, admin }
}

async function saveAndConfirm(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
}

const broken = { status: 400, json: { code: 'unexpected', message: 'An unexpected error occurred' } }

const day = 24 * 60 * 60 * 1000
const around = (from: number, to: number) => [Date.now() + from * day, Date.now() + to * day] as const
/** The year of the default election is over, and it was counted already, without a ballot. */
const asIfNew = { countClosedAt: null, tracesPurgedAt: null }
/** Voting is open; the link shows from one day to another. */
async function moveVoteLink(site: TestSite, from: number, to: number, closes = 3) {
  const [nominationOpens, nominationCloses] = around(-9, -8)
  const [votingOpens, votingCloses] = around(-3, closes)
  const [voteLinkOpens, voteLinkCloses] = around(from, to)
  await changeElection(site.deps, {
    ...asIfNew,
    nominationOpens,
    nominationCloses,
    adminNominationCloses: nominationCloses,
    votingOpens,
    votingCloses,
    voteLinkOpens,
    voteLinkCloses,
  })
}
async function moveCandidacy(site: TestSite, from: number, to: number, candidacyFiling: boolean) {
  const [candidacyOpens, candidacyCloses] = around(from, to)
  await site.deps.db.update(elections).set({ candidacyOpens, candidacyCloses, candidacyFiling })
}

test('a profile on paper has the association’s name, the record and the card, and nothing to press @rare', async ({
  page,
  site,
}) => {
  const member = await aMember(site.deps, complete)
  await enter(page, site, await anAdmin(site.deps), member.id)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Association of Reservists and Reservist Administrators').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Personal information' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'E-Identification Card' })).toBeVisible()
  for (const pressed of ['Print', 'Edit', 'Show full screen'])
    await expect(page.getByRole('button', { name: pressed, exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
  await expect(page.locator('html')).toHaveAttribute('style', /Printed on/)
})

test('a profile is printed once its card is there, and before that without it @rare', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await enter(page, site, await anAdmin(site.deps), member.id)
  const drawing = Promise.withResolvers<void>()
  await page.route('**/card/*.webp*', async (route) => {
    await drawing.promise
    await route.fallback()
  })
  await page.reload()
  const print = page.getByRole('button', { name: 'Print' })
  await print.click()
  await expect(print).toHaveAttribute('aria-disabled', 'true')
  await page.emulateMedia({ media: 'print' })
  const card = page.getByRole('heading', { name: 'E-Identification Card' })
  await expect(card).toBeHidden()
  await expect(page.locator('html')).not.toHaveAttribute('data-printed')
  drawing.resolve()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
  await expect(card).toBeVisible()
})

// Shows profile-01, profile-03, profile-14, profile-15, profile-23
test('a member reads their own profile, and is sent from another’s to the members', async ({ page, site }) => {
  await saveSettings(site.deps, { contactEmail: 'office@example.org' })
  const member = await aMember(site.deps, complete)
  const other = await aMember(site.deps)
  await logIn(page, member.serial, member.password)
  await expect(page).toHaveURL(`/member/${member.id}`)
  for (const words of [
    'E-Identification Card',
    member.serial,
    '5 October 1964',
    'ANA',
    'DELA CRUZ',
    '0917 123 4567',
    'O+',
  ])
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
  expect(await page.getByRole('term').allInnerTexts()).toEqual([
    'Military serial number',
    'Rank',
    'Military service',
    'Military status',
    'Unit assignment',
    'Unit address',
    'Region',
    'First name',
    'Middle name',
    'Last name',
    'Suffix',
    'Birthday',
    'Email',
    'Cellphone number',
    'Address',
    'Height',
    'Weight',
    'Blood type',
    'PhilHealth number',
    'Contact person’s first name',
    'Contact person’s middle name',
    'Contact person’s last name',
    'Contact person’s relationship',
    'Contact person’s number',
    'Contact person’s email',
  ])
  for (const missing of ['commission document', 'proof of payment', 'signature'])
    await expect(page.getByText(`Your ${missing} is not on file.`)).toBeVisible()
  await expect(page.getByText('Missing)')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(page.getByText('ask for the correction under My data')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send Email to Admin' })).toHaveAttribute(
    'href',
    'mailto:office@example.org',
  )
  await expectSound(page)
  await page.goto(`/member/${other.id}`)
  await expect(page).toHaveURL('/members')
})

// Shows session-03
test('a member decides whether the card shows their blood type, and logs out', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  await enter(page, site, member)
  const consent = page.getByLabel('Print my blood type on my card')
  await expect(consent).not.toBeChecked()
  await consent.click()
  await expect(page.getByText('Your blood type is printed on your card.')).toBeVisible()
  await page.reload()
  await expect(consent).toBeChecked()
  // Signing out that fails leads to the login all the same, which says so.
  await page.route('**/api/accounts/logout', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login?out=failed')
})

// Shows profile-21, profile-30, profile-31, profile-34, profile-43, profile-47
test('an administrator is told what to correct, then saves, with a new picture', async ({ page, site }) => {
  const member = await startEditing(page, site)
  await page.getByLabel('First name', { exact: true }).fill('J')
  await page.getByLabel('Cellphone number').fill('12345')
  await page.getByLabel('Email', { exact: true }).fill('nowhere')
  await page.getByLabel('Rank', { exact: true }).fill('maj')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please correct the following errors:' })
  await expect(summary).toBeInViewport()
  for (const words of [
    'First Name must be at least 2 characters long',
    'Cellphone number: Please enter a valid 10-11 digit phone number',
    'Please enter a valid email address',
  ])
    await expect(summary.getByText(words)).toBeVisible()
  await expectSound(page)
  await summary.getByText('First Name must be').click()
  await expect(page.getByLabel('First name', { exact: true })).toBeFocused()

  await page.getByLabel('First name', { exact: true }).fill('Pedro')
  await page.getByLabel('Cellphone number').fill('+63 917 765 4321')
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  const field = page.getByRole('group', { name: '2x2 profile picture' })
  const chooser = field.locator('input[type=file]').last()
  await chooser.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(field.getByText('Please upload a valid image file (JPEG, JPG, PNG)')).toBeVisible()
  // It is not passed over in silence, also when nothing was sent.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(summary.getByText('Failed to upload profile picture')).toBeVisible()
  await field.getByRole('button', { name: 'Remove' }).click()
  await expect(field.getByRole('alert')).toHaveCount(0)
  await chooser.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_242_881) })
  await expect(field.getByText('File size should not exceed 5MB')).toBeVisible()
  await chooser.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') })
  await expect(field.getByText('Please upload a valid image file (JPEG, JPG, PNG)')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(summary.getByText('Failed to upload profile picture')).toBeVisible()
  await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aPicture('teal') })
  await expect(field.getByText('Uploaded')).toBeVisible()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Save these changes?' })
  await expect(question).toContainText('A new file')
  await expect(question).toContainText('Rank')
  await question.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The profile has been saved.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PEDRO SANTOS')
  await expect(page.getByText('0917 765 4321')).toBeVisible()
  await expect(page.locator('h1').locator('xpath=ancestor::section').locator('img')).toHaveJSProperty(
    'naturalWidth',
    700,
  )
})

// Shows profile-15, profile-21
test('Cancel leaves everything as it was, after asking @rare', async ({ page, site, isMobile }) => {
  const member = await startEditing(page, site)
  await page.getByLabel('Rank', { exact: true }).fill('GEN')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  // Also an entry of the menu, which would change in place.
  const menu = page.getByRole('navigation', { name: 'Admin' })
  if (isMobile) await menu.getByText('Menu', { exact: true }).click()
  await menu.getByRole('link', { name: 'Current Members' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Rank', { exact: true })).toHaveValue('GEN')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('form', { name: 'Edit profile' })).toHaveCount(0)
  await expect(page.getByText('GEN', { exact: true })).toHaveCount(0)
  const [record] = await site.deps.db.select({ rank: users.rank }).from(users).where(eq(users.id, member.id))
  expect(record?.rank).toBe('CPT')
})

// Shows profile-47
test('a save that does not get through loses nothing, nor does a failed reading @rare', async ({ page, site }) => {
  await page.clock.install()
  const { admin, id } = await startEditing(page, site)
  await page.getByLabel('Rank', { exact: true }).fill('MAJ')
  await page.route(`**/api/members/${id}`, (route) => route.fulfill(broken))
  await page.clock.fastForward(120_000)
  const readAgain = page.waitForResponse(`**/api/members/${id}`)
  await page.evaluate(() => ['offline', 'online'].forEach((name) => window.dispatchEvent(new Event(name))))
  await readAgain
  await page.unroute(`**/api/members/${id}`)
  await expect(page.getByLabel('Rank', { exact: true })).toHaveValue('MAJ')
  await page.route('**/api/members/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(broken) : route.continue(),
  )
  await saveAndConfirm(page)
  await expect(page.getByRole('alert')).toContainText('An error occurred while saving.')
  await expect(page.getByLabel('Rank', { exact: true })).toHaveValue('MAJ')
  await page.unroute('**/api/members/*')
  await site.deps.db.delete(sessions).where(eq(sessions.userId, admin.id))
  await saveAndConfirm(page)
  await expect(page.getByRole('alert')).toContainText('Failed to update profile')
  await expect(page.getByRole('alert')).toContainText('User not authenticated')
  await signIn(page, site, admin)
  await saveAndConfirm(page)
  await expect(page.getByText('The profile has been saved.')).toBeVisible()
})

test('two administrators edit at once: nothing is overwritten unseen @rare', async ({ page, site }) => {
  const member = await startEditing(page, site)
  await page.getByLabel('Rank', { exact: true }).fill('MAJ')
  await site.deps.db.update(users).set({ rank: 'LTC', region: 'Luzon', version: 2 }).where(eq(users.id, member.id))
  await saveAndConfirm(page)
  await expect(page.getByText('This was changed somewhere else while you were editing.')).toBeVisible()
  await expect(page.getByText('Rank now reads LTC')).toBeVisible()
  await expect(page.getByLabel('Region')).toHaveValue('Luzon')
  await saveAndConfirm(page)
  await expect(page.getByText('The profile has been saved.')).toBeVisible()
  const [record] = await site.deps.db
    .select({ rank: users.rank, region: users.region })
    .from(users)
    .where(eq(users.id, member.id))
  expect(record).toEqual({ rank: 'MAJ', region: 'Luzon' })
})

// Shows session-05
test('the login follows a corrected birthday @rare', async ({ page, site, browser }) => {
  const member = await startEditing(page, site)
  await page.getByLabel('Birthday').fill('1966-01-31')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('the new one is their password from now on')
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('31 January 1966')).toBeVisible()
  const theirs = await (await browser.newContext({ baseURL: site.url })).newPage()
  await logIn(theirs, member.serial, '31jan1966')
  await expect(theirs).toHaveURL(`/member/${member.id}`)
  await theirs.context().close()
})

// Shows profile-08
test('a profile that is on its way says so @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await signIn(page, site, member)
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/api/members/${member.id}`, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await page.goto(`/member/${member.id}`)
  await asked.promise
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('DELA CRUZ')
  await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0)
})

// Shows profile-13
test('Logout is on a profile for members and viewers, not for administrators @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  const logout = page.getByRole('complementary', { name: 'Actions' }).getByRole('button', { name: 'Logout' })
  for (const [someone, shown] of [
    [member, 1],
    [await aViewer(site.deps), 1],
    [await anAdmin(site.deps), 0],
  ] as const) {
    await enter(page, site, someone, member.id)
    await expect(page.getByRole('complementary', { name: 'Actions' })).toBeVisible()
    await expect(logout).toHaveCount(shown)
  }
})

// Shows profile-15, profile-23
test('a viewer reads and cannot edit', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  const viewer = await aViewer(site.deps)
  await enter(page, site, viewer, member.id)
  await expect(page.getByText(member.serial).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Documents' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Help with login' })).toHaveCount(0)
})

test('an account that was changed outside the site is looked at and confirmed @rare', async ({ page, site }) => {
  const member = await aMember(site.deps)
  await site.deps.pool.query(`update users set birthday = '1970-01-01' where id = $1`, [member.id])
  await signIn(page, site, await anAdmin(site.deps))
  await page.goto(`/member/${member.id}`)
  const notice = page.getByRole('alert').filter({ hasText: 'This account was changed outside the site' })
  await notice.getByRole('button', { name: 'Confirm this account' }).click()
  await expectSound(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm this account' }).click()
  await expect(notice).toHaveCount(0)
  expect((await site.visitor().logIn(member.serial, member.password)).status).toBe(200)
})

// Shows profile-20, profile-23
test('an administrator gives a one-time code, and withdraws and restores a membership', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  await enter(page, site, await anAdmin(site.deps), member.id)
  for (const missing of ['(Document Missing)', '(Payment Proof Missing)', '(Signature Missing)'])
    await expect(page.getByText(missing)).toBeVisible()
  const act = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  const email = page.getByRole('link', { name: 'Email this member' })
  await expect(email).toHaveAttribute('href', `/admin/emails?write&ids=${member.id}`)
  await act('Give a one-time code')
  const shown = page.getByRole('dialog', { name: 'One-time code' })
  const code = await shown.getByText(/^\d{4} \d{4} \d{4}$/).innerText()
  await expect(shown).toContainText('24 hours')
  await expectSound(page)
  expect((await site.visitor().logIn(member.serial, code)).status).toBe(200)
  await shown.getByRole('button', { name: 'I have read it out' }).click()
  await site.deps.db.update(users).set({ email: null }).where(eq(users.id, member.id))
  await confirmAccounts(site.deps)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Give a one-time code' })).toBeVisible()
  await expect(page.getByText(code)).toHaveCount(0)
  await expect(email).toHaveCount(0)
  await page.getByRole('button', { name: 'Withdraw the membership' }).click()
  await expect(page.getByRole('dialog')).toContainText('This member has no email address: please tell them yourself.')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the membership' }).click()
  await expect(page.getByText('Membership withdrawn')).toBeVisible()
  expect((await site.visitor().logIn(member.serial, member.password)).code).toBe('membership-withdrawn')
  await act('Restore the membership')
  await expect(page.getByText('Membership withdrawn')).toHaveCount(0)
  await expectSound(page)
  // On an open roll it says why not, in place of what it does.
  const openRolls = [{ id: member.id, title: 'BOT 2025', proxyNeedsSecondAdmin: false }]
  await changing(`**/api/members/${member.id}`, { standing: { openRolls } })(page)
  await page.reload()
  await expect(page.getByText('This member is on the roll of BOT 2025.')).toBeVisible()
  await expect(page.getByText('the member can no longer log in or vote')).toHaveCount(0)
})

// Shows profile-07
test('an applicant leads to the approval queue; an unknown person is not found @rare', async ({ page, site }) => {
  const applicant = await anApplicant(site.deps)
  await enter(page, site, await anAdmin(site.deps), applicant.id)
  await expect(page.getByText('Pending approval')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Membership Approval' })).toHaveAttribute(
    'href',
    '/members?approval=true',
  )
  await page.goto('/member/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('User not found')).toBeVisible()
})

// Shows profile-10, profile-11
test('a profile that cannot be read leads to the members, with the reason @rare', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  await enter(page, site, member)
  await page.route(`**/api/members/${member.id}`, (route) => route.fulfill(broken))
  await page.reload()
  await expect(page).toHaveURL('/members')
  await expect(page.getByText('Failed to fetch user data')).toBeVisible()
  await page.unrouteAll()
  await page.goto(`/member/${member.id}`)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.route('**/api/accounts/me', (route) => route.fulfill(broken))
  await page.goto(`/member/${member.id}`)
  await expect(page.getByText('Your account could not be loaded')).toBeVisible()
  await expectSound(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

// Shows profile-24
test('the Vote link is there in its window only, the whole of it, for members @rare', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  const vote = page.getByLabel('Actions').getByRole('link', { name: 'Vote', exact: true })
  /** The election is read after the profile: before that, nothing is linked in any case. */
  const allIsThere = async () => {
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await moveVoteLink(site, -2, -1)
  await enter(page, site, member)
  await allIsThere()
  await expect(vote).toHaveCount(0)
  await moveVoteLink(site, -1, 1)
  await page.route('**/api/elections/current', (route) => route.fulfill(broken))
  await page.reload()
  await expect(page.getByText('The election could not be loaded')).toBeVisible()
  await expectSound(page)
  await page.unroute('**/api/elections/current')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The election could not be loaded')).toBeHidden()
  await expect(vote).toHaveAttribute('href', '/vote')
  await moveVoteLink(site, 1, 2)
  await page.reload()
  await allIsThere()
  await expect(vote).toHaveCount(0)
  // After the hours, on the same day: the page says what is possible then.
  await moveVoteLink(site, -1, 1, -1)
  await page.reload()
  await vote.click()
  await expect(page).toHaveURL('/vote')
  await expect(page.getByText('Voting is not available at this time')).toBeVisible()
})

// Shows profile-27, profile-28
test('?test on a profile leads to the rehearsal, and to nothing while none is on @rare', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  await moveVoteLink(site, -1, 1)
  await changeElection(site.deps, { rehearsal: false })
  /** All of the page, once the election has been read. */
  const whole = async (query: string) => {
    await page.goto(`/member/${member.id}${query}`)
    await expect(page.getByLabel('Actions').getByRole('link', { name: 'Vote', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'E-Identification Card' })).toBeVisible()
    return page.locator('body').ariaSnapshot()
  }
  const rehearse = page.getByRole('link', { name: 'Vote (rehearsal)' })
  await enter(page, site, member)
  const asEver = await whole('')
  expect(await whole('?test')).toBe(asEver)

  await changeElection(site.deps, { rehearsal: true })
  expect(await whole('')).toBe(asEver)
  await whole('?test')
  await expect(rehearse).toHaveAttribute('href', '/vote?test')
  await expectSound(page)
  await rehearse.click()
  await expect(page).toHaveURL('/vote?test')
  await expect(page.getByText('This is a rehearsal', { exact: true })).toBeVisible()
  await changeElection(site.deps, { rehearsal: false })
  await moveVoteLink(site, 1, 2)
})

// Shows profile-29, candidacy-01, candidacy-02, candidacy-03, candidacy-13
test('a member files for candidacy while the election offers it', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  const button = page.getByRole('button', { name: 'File for Candidacy' })
  await moveCandidacy(site, -1, 1, false)
  await enter(page, site, member)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(button).toHaveCount(0)
  await moveCandidacy(site, -1, 1, true)
  await page.reload()
  await button.click()
  const dialog = page.getByRole('dialog')
  const chooser = dialog.getByLabel('Candidate document')
  await chooser.setInputFiles({ name: 'a.exe', mimeType: '', buffer: Buffer.from('MZ') })
  await expect(dialog.getByText('Invalid file type. Please upload one of: .pdf, .doc,')).toBeVisible()
  await chooser.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5_242_881) })
  await expect(dialog.getByText('File is too large. Maximum file size is 5MB.')).toBeVisible()
  await expectSound(page)
  await chooser.setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a PDF') })
  await dialog.getByRole('button', { name: 'File my candidacy' }).click()
  await expect(page.getByRole('dialog', { name: 'Upload Failed' })).toContainText(
    'Failed to upload file and save nominee. Please try again.',
  )
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n')
  await chooser.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf })
  // Once the document is there, it is too late to call it back.
  const release = await holdRequests(page, '**/api/elections/*/candidacy')
  await dialog.getByRole('button', { name: 'File my candidacy' }).click()
  await expect(dialog.getByText('Filing your candidacy …')).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(0)
  release()
  await expect(dialog.getByText('You are registered as a candidate.')).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('You are nominated')).toBeVisible()
  await expect(button).toHaveCount(0)
  const rows = await site.deps.db
    .select({ by: nominees.nominatedBy })
    .from(nominees)
    .where(eq(nominees.userId, member.id))
  expect(rows).toEqual([{ by: member.id }])
})

test('the profile tells until when nominations are open, and leads there and back @rare', async ({ page, site }) => {
  const member = await aMember(site.deps, complete)
  const [nominationOpens, nominationCloses] = around(-1, 2)
  const [votingOpens, votingCloses] = around(3, 4)
  await changeElection(site.deps, {
    nominationOpens,
    nominationCloses,
    adminNominationCloses: nominationCloses,
    votingOpens,
    votingCloses,
    ...asIfNew,
  })
  await enter(page, site, member)
  const line = page.getByRole('region', { name: 'Election', exact: true })
  await expect(line).toContainText(`Nominations are open until ${untilText(nominationCloses, Date.now())}`)
  await expectSound(page)
  await line.getByRole('link', { name: 'Nominate' }).click()
  await expect(page).toHaveURL('/nominate')
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'My account' }).click()
  await expect(page).toHaveURL(`/member/${member.id}`)
})

test('a login leads to the card, the vote and the next event; the account comes last on a phone', async ({
  page,
  site,
  isMobile,
}) => {
  await moveVoteLink(site, -1, 1)
  const member = await aMember(site.deps, complete)
  await logIn(page, member.serial, member.password)
  await expect(page).toHaveURL(`/member/${member.id}`)
  await expect(page.locator('main h2').first()).toHaveText('E-Identification Card')
  const lines = page.getByRole('list', { name: 'For you' })
  await expect(lines).toContainText('You have not voted yet.')
  await expect(lines.getByRole('link', { name: 'Vote', exact: true })).toHaveAttribute('href', '/vote')
  const top = async (place: 'Actions' | 'documents') => {
    const found = place === 'Actions' ? page.getByLabel('Actions') : page.locator('main section').last()
    return (await found.boundingBox())!.y
  }
  expect((await top('Actions')) > (await top('documents'))).toBe(isMobile)
  await expectSound(page)
})
