import type { Page } from '@playwright/test'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { expect, expectSound, hydrated, test, enter, signIn, signOut } from '#tests/support/browser.ts'
import { aNominee, aSecret, changeElection, theElection, vote } from '#tests/support/election.ts'
import { aMember, anAdmin, anApplicant, untilHeard, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'
import { signedInPeople } from '#tests/support/voters.ts'

const minute = 60_000
let admin: Someone
let voter: Someone
let abstainer: Someone

test.beforeAll(async ({ site }) => {
  const { deps } = site
  const now = deps.clock.now()
  await signedInPeople({ pool: deps.pool, siteKey: deps.siteKey }, 60)
  voter = await aMember(deps, { firstName: 'TERESITA', lastName: 'MAGBANUA', region: 'Visayas' })
  abstainer = await aMember(deps, { firstName: 'JUAN', lastName: 'DELA CRUZ', region: 'Luzon' })
  await aMember(deps, { firstName: 'PEDRO', lastName: 'DOBLADO', region: 'Mindanao' })
  admin = await anAdmin(deps, { firstName: 'PILAR', lastName: 'PEÑA' })
  const nominee = await aNominee(deps, { firstName: 'GREGORIA', lastName: 'DE JESUS' })
  await changeElection(deps, {
    votingOpens: now - 60 * minute,
    votingCloses: now + 60 * minute,
    countClosedAt: null,
    tracesPurgedAt: null,
  })
  await untilHeard(deps, () => freezeElections(deps))
  const choices = [nominee, null, null, null, null, null, null]
  const ballot = { choices, secret: aSecret(), blanksConfirmed: true }
  expect((await vote(await site.signedIn(voter), await theElection(deps), ballot)).status).toBe(201)
})

async function openRoll(page: Page, site: TestSite) {
  await signIn(page, site, admin)
  await page.goto('/admin/roll')
  await hydrated(page)
  await expect(page.getByRole('table', { name: 'Voters' })).toContainText('VOTER')
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('the list is searched, filtered and shown page by page @rare', async ({ page, site }) => {
  await openRoll(page, site)
  await expect(page.getByRole('region', { name: 'ARRAPI BOT ELECTION' })).toContainText('Closed on')
  const rows = page
    .getByRole('table', { name: 'Voters' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(64)
  await expectSound(page)
  await page.getByLabel('Show', { exact: true }).selectOption('Voted')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('TERESITA')
  await page.getByLabel('Show', { exact: true }).selectOption('Everybody')
  await page.getByLabel('Search', { exact: true }).fill('doblado')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Not voted')
  await page.getByLabel('Region', { exact: true }).selectOption('NCR')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await expect(page.getByRole('link', { name: /Print the list/ })).toHaveAttribute('href', /roll\.pdf$/)
})

// Shows roll-08, roll-09
test('a name is struck and a member added, with reasons that everybody can read @rare', async ({ page, site }) => {
  const late = await anApplicant(site.deps, { firstName: 'APOLONIO', lastName: 'SAMSON', region: 'NCR' })
  const desk = await site.signedIn(admin)
  await desk.post('/api/approvals', { applicants: [{ id: late.id, version: 1 }] })
  await openRoll(page, site)

  await page.getByLabel('Search', { exact: true }).fill('doblado')
  await page.getByRole('button', { name: /^Strike .*DOBLADO/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('cannot put a struck name back')
  await dialog.getByRole('button', { name: 'Strike a name from the roll' }).click()
  await expect(dialog).toContainText('Please give the reason in a few words')
  await dialog.getByLabel('Reason').fill('Two entries of the same person.')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Strike a name from the roll' }).click()
  await expect(page.getByText('The name is struck from the roll.')).toBeVisible()
  await expect(page.getByText('Nobody found')).toBeVisible()

  await page.getByRole('button', { name: 'Add a member' }).click()
  await dialog.getByLabel('Member', { exact: true }).fill('samson')
  await page.getByRole('option', { name: /APOLONIO/ }).click()
  await dialog.getByLabel('Reason').fill('Approved in time, but entered late.')
  await dialog.getByRole('button', { name: 'Add a member to the roll' }).click()
  await expect(page.getByText('The member is on the roll.')).toBeVisible()
  await page.getByLabel('Search', { exact: true }).fill('samson')
  await expect(row(page, 'APOLONIO')).toContainText('Added later')
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText('1 voter struck in Mindanao')

  await signOut(page)
  await page.goto('/election')
  const corrections = page.getByRole('region', { name: 'Corrections' })
  await expect(corrections).toContainText('Two entries of the same person.')
  await expect(corrections).toContainText('1 voter added in NCR')
  await expect(corrections).toContainText('PILAR PEÑA')
  await expect(page.locator('body')).not.toContainText(/DOBLADO|SAMSON/)
  await expectSound(page)
})

test('closing voting later asks for a reason once the record is signed @rare', async ({ page, site }) => {
  await signIn(page, site, admin)
  await page.goto('/admin/elections?step=setup')
  await hydrated(page)
  await expect(page.getByLabel('Title of the election')).toBeDisabled()
  const closes = page.getByLabel('Voting closes')
  const [day = ''] = (await closes.inputValue()).split('T')
  await closes.fill(`${day}T23:59`)
  await page.getByRole('button', { name: /^Save/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('signed correction')
  await dialog.getByRole('button', { name: 'Change and save' }).click()
  await expect(dialog).toContainText('Please give the reason in a few words')
  await dialog.getByLabel('Reason for the change').fill('The power was out this morning.')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Change and save' }).click()
  await expect(page.getByText(/^Saved: Voting closes/)).toBeVisible()
  await page.goto('/election')
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText('The power was out this morning.')
})

// Shows roll-20
test('an abstainer sees that no ballot was cast, and how to show it @rare', async ({ page, site }) => {
  await enter(page, site, abstainer)
  const line = page.getByRole('region', { name: 'Was a vote cast in my name?' })
  await expect(line).toContainText('No ballot has been cast in your name.')
  // Nothing of it is open before that.
  await expect(line.locator('code').filter({ visible: true })).toHaveCount(0)
  await line.getByText('How to check it').click()
  await expect(line).toContainText('Keep the private code to yourself')
  await expect(line.getByRole('link', { name: 'Open the public board' })).toHaveAttribute('href', '/board')
  await expectSound(page)
  const code = await line.locator('code').first().innerText()
  const list = await (
    await page.request.get((await line.getByRole('link', { name: /list/ }).getAttribute('href')) ?? '')
  ).text()
  expect(list).toContain(`${code},Luzon,,`)
})

test('who is said to have voted finds beside it whom to tell if it was somebody else @rare', async ({ page, site }) => {
  await signIn(page, site, voter)
  await page.goto('/profile')
  const line = page.getByRole('region', { name: 'Was a vote cast in my name?' })
  await expect(line).toContainText('If it was not you, please tell the association at once.')
  await expect(line.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  await expectSound(page)
})
