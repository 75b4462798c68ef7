import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { elections } from '#server/db/schema.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { dayInManila } from '#shared/time.ts'
import { expect, expectSound, expectRed, expectSoundAtBothWidths, slot, test, signIn } from '#tests/support/browser.ts'
import { aNominee, changeElection, theElection, vote } from '#tests/support/election.ts'
import { aMember, anAdmin, untilHeard } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

const aDay = 24 * 60 * 60_000

/** The times of an election whose voting began yesterday. */
function votingUntil(closes: number) {
  const daysAgo = (days: number) => Date.now() - days * aDay
  return {
    nominationOpens: daysAgo(3),
    nominationCloses: daysAgo(2),
    candidacyOpens: daysAgo(3),
    candidacyCloses: daysAgo(2),
    adminNominationCloses: daysAgo(2),
    votingOpens: daysAgo(1),
    votingCloses: closes,
  }
}

async function openSettings(page: Page, site: TestSite, step = 'overview'): Promise<void> {
  const admin = await anAdmin(site.deps)
  await signIn(page, site, admin)
  await page.goto(`/admin/elections?step=${step}`)
  await expect(page.getByRole('navigation', { name: 'Parts of the settings' })).toBeVisible()
}

const stepLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name: new RegExp(name) })

// Shows election-08, election-09
test('an administrator plans, announces, and moves a time that has begun, for all to see', async ({ page, site }) => {
  await openSettings(page, site)
  await expect(page.getByText(/^Voting ended on/)).toBeVisible()
  await page.getByRole('button', { name: 'Create a new election' }).click()
  await expect(page.getByLabel('Name of seat 7')).toHaveValue('TAS')
  await page.getByLabel('Title of the election').fill('Board election')
  await page.getByLabel('Voting closes').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByText('Voting must close after it opens')).toBeVisible()
  await expect(page.getByLabel('Voting closes')).toBeFocused()
  const opens = await page.getByLabel('Voting opens').inputValue()
  await page.getByLabel('Voting closes').fill(opens.replace('T00:00', 'T18:00'))
  await expect(page.getByText(/^\w+day, 29 March \d{4}, 6:00\sPM$/)).toBeVisible()
  // The link follows the day of voting; nobody is asked for times of a candidacy that nobody may file.
  const nextDay = opens.replace('-29T', '-30T')
  await expect(page.getByLabel('Vote link disappears')).toHaveValue(nextDay)
  await expect(page.getByLabel('Candidacy opens')).toHaveCount(0)
  await expectSoundAtBothWidths(page)
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByRole('link', { name: /Board election/ })).toHaveAttribute('aria-current', 'true')

  // Nobody else knows of it; it is announced as it was saved.
  await expect(page.getByText('Nobody else can see this election yet.', { exact: false })).toBeVisible()
  expect(await (await page.request.get('/api/schedule')).text()).not.toContain('Board election')
  // What is missing and what is chosen already stands above the button.
  const held = page.getByRole('region', { name: 'How it will be held' })
  await expect(held).toContainText(/When results are shown\s*While voting is open/)
  await expect(held).toContainText(/Members who still log in with their birthday\s*May vote/)
  await expect(held.getByRole('link', { name: 'Change When results are shown' })).toHaveAttribute('href', /#results$/)
  const announce = page.getByRole('button', { name: 'Announce the election' })
  for (const name of ['Before you announce it', 'How it will be held'])
    await expect(page.getByRole('region', { name }).locator('xpath=following::button').and(announce)).toHaveCount(1)
  await expectSoundAtBothWidths(page)
  await announce.click()
  const announcing = page.getByRole('dialog', { name: 'Announce this election?' })
  await announcing.getByRole('button', { name: 'Announce the election' }).click()
  await expect(page.getByText('The election is announced.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What is missing before voting opens' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Email the members' })).toHaveAttribute('href', '/admin/emails?write')
  const home = await (await page.request.get('/')).text()
  expect(home).toMatch(/Nominations run from 1 March .+\(Manila\)\./)
  expect(home).toContain('Voting: Board election')

  // Its first day has come.
  const id = new URL(page.url()).searchParams.get('election') ?? ''
  const yesterday = Date.now() - aDay
  await untilHeard(site.deps, () =>
    site.deps.db
      .update(elections)
      .set({ nominationOpens: yesterday, candidacyOpens: yesterday })
      .where(eq(elections.id, id)),
  )
  await page.reload()
  await expect(page.getByRole('link', { name: /Board election/ })).toContainText('Current')
  // What matters now has opened by itself; a refusal opens the step that it is about.
  await expect(stepLink(page, 'Nominees')).toHaveAttribute('aria-current', 'step')
  await page.getByLabel('Members may file for candidacy').check()
  await stepLink(page, 'Set-up').click()
  await expect(page.getByLabel('Candidacy opens')).toBeVisible()
  await page.getByLabel('Voting closes').fill('2020-01-01T10:00')
  await stepLink(page, 'Overview').click()
  await expect(page.getByText('Save or discard your changes first.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(stepLink(page, 'Set-up')).toHaveAttribute('aria-current', 'step')
  await expect(page.getByLabel('Voting closes')).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByLabel('Nomination opens').fill(`${dayInManila(yesterday - aDay)}T09:00`)
  await page.getByRole('button', { name: 'Save settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change times that have begun?' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog).toContainText('Nomination opens')
  await expect(dialog).toContainText('9:00 AM (Manila)')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Change and save' }).click()
  await expect(page.getByText('Saved: Nomination opens')).toBeVisible()

  // A time begins while the page lies open: that is asked for, too, and nothing typed is lost.
  const soon = Date.now() + 5000
  await untilHeard(site.deps, () =>
    site.deps.db.update(elections).set({ candidacyFiling: true, candidacyOpens: soon }).where(eq(elections.id, id)),
  )
  await page.reload()
  await stepLink(page, 'Set-up').click()
  await page.getByLabel('Candidacy opens').fill(`${dayInManila(soon + aDay)}T08:00`)
  await expect.poll(() => site.deps.clock.now()).toBeGreaterThan(soon)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog).toContainText('8:00 AM (Manila)')
  await dialog.getByRole('button', { name: 'Change and save' }).click()
  await expect(page.getByText('Saved: Candidacy opens')).toBeVisible()

  await page.goto('/election')
  const changes = page.getByRole('region', { name: 'Times that were changed' })
  await expect(changes.getByRole('listitem')).toHaveText([/Candidacy opens/, /9:00\sAM \(Manila\)/])
  await expectSoundAtBothWidths(page)
})

// Shows election-08
test('two administrators at once, unsaved changes, and the end of a rehearsal @rare', async ({
  page,
  site,
  isMobile,
}) => {
  const id = await theElection(site.deps)
  await changeElection(site.deps, { rehearsal: true, candidacyFiling: false })
  await openSettings(page, site, 'voting')
  await expect(page.getByRole('link', { name: /rehearsal’s results/ })).toHaveAttribute('href', '/election-result?test')
  await page.getByLabel('Hold a rehearsal').uncheck()
  await stepLink(page, 'Set-up').click()
  await page.getByLabel('Title of the election').fill('My title')

  const colleague = await site.signedIn(await anAdmin(site.deps))
  const { elections: all } = await colleague.get<{ elections: { id: string; version: number }[] }>('/api/elections')
  const { version, ...theirs } = all.find((one) => one.id === id)!
  const saved = await colleague.send('PUT', `/api/elections/${id}`, {
    election: { ...theirs, candidacyFiling: true },
    version,
  })
  expect(saved.status).toBe(200)

  await page.getByRole('button', { name: 'Save settings' }).click()
  await page
    .getByRole('dialog', { name: 'End the rehearsal?' })
    .getByRole('button', { name: 'End it and save' })
    .click()
  const told = page.getByRole('alert')
  await expect(told).toContainText('Their changes are in the form now: Members may file for candidacy')
  await expect(page.getByLabel('Title of the election')).toHaveValue('My title')
  await stepLink(page, 'Nominees').click()
  await expect(page.getByLabel('Members may file for candidacy')).toBeChecked()

  if (isMobile) await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page
    .getByRole('dialog', { name: 'End the rehearsal?' })
    .getByRole('button', { name: 'End it and save' })
    .click()
  await expect(page.getByText('Saved: Title, Rehearsal')).toBeVisible()
  await stepLink(page, 'Voting').click()
  await expect(page.getByLabel('Hold a rehearsal')).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeHidden()
  await expect.poll(() => site.deps.elections.byId(id)).toMatchObject({ title: 'My title', candidacyFiling: true })
  await expectSoundAtBothWidths(page)

  // Nobody is sent to a rehearsal that is not there yet.
  await page.getByLabel('Hold a rehearsal').check()
  await expect(page.getByText('The address for members appears here once you have saved this.')).toBeVisible()
  await expect(page.getByText('For members:')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('For members:')).toContainText('/vote?test')
})

test('the public schedule, without scripts and with them', async ({ browser, site, page }) => {
  const quiet = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const plain = await quiet.newPage()
  await plain.goto('/')
  await plain.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Election' }).click()
  await expect(plain).toHaveURL('/election')
  await expect(plain.getByRole('heading', { name: 'Schedule' })).toBeVisible()
  await expect(plain.getByText(/\d{4}, \d+:\d\d [AP]M/).first()).toBeVisible()
  await expect(plain.getByRole('heading', { name: 'How your vote stays secret' })).toBeVisible()
  await plain.getByRole('link', { name: 'Check your receipt' }).click()
  // Words inside <noscript> are no text to the test's own search.
  await expect(plain.locator('main noscript')).toBeAttached()
  expect(await plain.content()).toContain('Checking a receipt needs JavaScript')
  await quiet.close()

  await page.goto('/election')
  await expectSoundAtBothWidths(page)
})

test('a rehearsal left on is told, and a title that is taken beside its field @rare', async ({ page, site }) => {
  const id = await theElection(site.deps)
  const { title } = (await site.deps.elections.byId(id))!
  await openSettings(page, site)
  await page.goto('/admin/elections?new')
  await expect(page.getByLabel('Title of the election')).not.toHaveValue(title)
  await page.getByLabel('Title of the election').fill(` ${title.toLowerCase()}`)
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByLabel('Title of the election')).toBeFocused()
  await expect(page.getByLabel('Title of the election')).toHaveAccessibleDescription(
    /Another election already has this title\./,
  )
  await expectSoundAtBothWidths(page)

  await aMember(site.deps)
  // The site's first election lies in the past, so it may have been counted to the end already.
  const uncounted = { countClosedAt: null, tracesPurgedAt: null }
  await changeElection(site.deps, { rehearsal: true, ...uncounted, ...votingUntil(Date.now() + aDay) })
  await page.goto(`/admin/election-day?election=${id}`)
  const watched = page.getByRole('region', { name: 'Turnout', exact: true }).getByRole('listitem')
  await expect(watched.first()).toContainText('A rehearsal is still on while voting is open.')
  await expectRed(watched.first().locator('svg'))
  await expect(
    watched.filter({ hasText: /\d+ members? on the roll still logs? in with their birthday\./ }),
  ).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Other checks' })).not.toContainText('rehearsal')
  await expectSoundAtBothWidths(page)

  await page.goto('/admin')
  await expect(page.getByRole('main').getByRole('region').first()).toContainText('Voting is open')
  await page.getByRole('link', { name: 'Go to the rehearsal' }).click()
  await page.getByLabel('Hold a rehearsal').uncheck()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('button', { name: 'End it and save' }).click()
  await expect(page.getByText('Saved: Rehearsal')).toBeVisible()
})

test('a ballot that cannot be opened is told at the step of the count @rare', async ({ page, site }) => {
  const { deps } = site
  const id = await theElection(deps)
  const uncounted = { countClosedAt: null, tracesPurgedAt: null }
  await changeElection(deps, { rehearsal: false, ...uncounted, ...votingUntil(Date.now() + aDay) })
  const nominee = await aNominee(deps, { ms: 'PA' })
  const voter = await site.signedIn(await aMember(deps))
  const choices = defaultElection.seats.map((_seat, place) => (place === 0 ? nominee : null))
  expect(await vote(voter, id, { choices, blanksConfirmed: true })).toMatchObject({ status: 201 })
  await deps.pool.query(`update ballots set sealed = 'damaged' where election_id = $1`, [id])
  await changeElection(deps, votingUntil(Date.now() - 1000))
  const admin = await anAdmin(site.deps)
  await signIn(page, site, admin)
  await page.goto(`/admin/elections?election=${id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Some ballots cannot be opened' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Certify the result' })).toContainText(
    'Some ballots cannot be opened.',
  )
  await expectSoundAtBothWidths(page)
})

// Shows election-36, election-38, login-50
test('election day is watched, prolonged, and in the end cancelled, for all to read @rare', async ({ page, site }) => {
  const id = await theElection(site.deps)
  const uncounted = { countClosedAt: null, tracesPurgedAt: null }
  await aNominee(site.deps, { ms: 'PA' })
  const voter = await aMember(site.deps, { lastName: 'MAGTANGGOL' })
  await changeElection(site.deps, { ...uncounted, ...votingUntil(Date.now() + aDay) })
  await untilHeard(site.deps, () => freezeElections(site.deps))
  await signIn(page, site, await anAdmin(site.deps, {}, 'long admin password', { jobs: ['elections'] }))
  await page.goto('/admin')
  await page.getByRole('region', { name: 'Election', exact: true }).getByRole('link', { name: 'Election day' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Election day' })).toBeVisible()
  const monitor = page.getByRole('region', { name: 'Turnout', exact: true })
  await expect(monitor).toContainText('have voted')
  await expect(monitor).toContainText('No proxy ballot is waiting.')
  await expect(monitor.getByRole('button', { name: 'Send reminders' })).toBeVisible()
  // Nothing that is frozen, and nothing of the settings.
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expectSoundAtBothWidths(page)

  // Whoever runs the election helps a voter in.
  const help = page.getByRole('region', { name: 'Help with a login' })
  await help.getByRole('combobox', { name: 'Member' }).fill('magtanggol')
  await page.getByRole('option', { name: /MAGTANGGOL/ }).click()
  await help.getByRole('button', { name: 'Give a one-time code' }).click()
  const giving = page.getByRole('dialog', { name: 'Give a one-time code?' })
  await expect(giving).toContainText('A ballot cast after this is marked as helped')
  await giving.getByRole('button', { name: 'Give a one-time code' }).click()
  const code = await page
    .getByRole('dialog', { name: 'One-time code' })
    .getByText(/^\d{4} \d{4} \d{4}$/)
    .innerText()
  expect((await site.visitor().logIn(voter.serial, code)).status).toBe(200)
  await page.getByRole('button', { name: 'I have read it out' }).click()

  await page.getByRole('button', { name: 'Extend voting', exact: true }).click()
  const extending = page.getByRole('dialog', { name: 'Extend voting' })
  await extending.getByLabel('Voting will now close at').fill(`${dayInManila(Date.now() + 3 * aDay)}T18:00`)
  await expect(extending.getByRole('listitem').filter({ hasText: 'Voting closes' })).toContainText('6:00 PM (Manila)')
  await extending.getByRole('button', { name: 'Extend voting', exact: true }).click()
  await expect(extending).toContainText('Please give the reason in a few words')
  await extending.getByLabel('Reason').fill('The ferries did not run today.')
  await expectSound(page)
  await extending.getByRole('button', { name: 'Extend voting', exact: true }).click()
  await expect(page.getByText('Voting is extended.')).toBeVisible()

  // The ballot as members have it, to try, with nothing to save.
  await page.getByRole('link', { name: 'See the ballot' }).click()
  await slot(page, 'PA 1').click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('button', { name: /^Review the ballot/ }).click()
  await expect(page.getByRole('heading', { name: 'Review your ballot' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expectSoundAtBothWidths(page)

  await page.goto('/admin/elections')
  await expect(stepLink(page, 'Overview')).toHaveAttribute('aria-current', 'step')
  await page.getByRole('button', { name: 'Cancel the election' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel this election for good?' })
  await cancelling.getByLabel('Reason').fill('The typhoon has reached Luzon.')
  await cancelling.getByRole('button', { name: 'Cancel the election' }).click()
  await expect(cancelling.getByRole('alert')).toHaveText('Please confirm this first')
  await expectSound(page)
  await cancelling.getByLabel(/will never be counted/).check()
  await cancelling.getByRole('button', { name: 'Cancel the election' }).click()
  await expect(page.getByText('The election is cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Extend voting', exact: true })).toBeHidden()
  await expect.poll(async () => (await site.deps.elections.byId(id))?.cancelledAt).not.toBeNull()

  for (const path of ['/election', '/election-result', '/nominate', '/vote?proxy=1', '/admin']) {
    await page.goto(path)
    await expect(page.getByText('The typhoon has reached Luzon.').first()).toBeVisible()
  }
  await page.goto('/election')
  await expect(page.getByText('The ferries did not run today.')).toHaveCount(1)
  await expectSoundAtBothWidths(page)
})
