import type { Page } from '@playwright/test'
import type { Closing } from '#server/elections/closing/read-closing.ts'
import { castBallot } from '#server/elections/voting/cast-ballot.ts'
import { expect, expectSound, hydrated, test, signIn } from '#tests/support/browser.ts'
import { asPerson } from '#tests/support/closing.ts'
import { aSecret, aSlate, changeElection, choicesFrom, theElection } from '#tests/support/election.ts'
import { aLeader, aMember, anAdmin, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

const minute = 60_000
let admin: Someone

test.beforeAll(async ({ site: { deps } }) => {
  const now = deps.clock.now()
  await changeElection(deps, {
    votingOpens: now - 60 * minute,
    votingCloses: now + 60 * minute,
    // The year of the default election is over, so it was counted already, without a ballot.
    countClosedAt: null,
    tracesPurgedAt: null,
  })
  const election = await theElection(deps)
  const slate = await aSlate(deps, 4)
  await aLeader(deps, { name: 'Old Trustee' })
  await aLeader(deps, { name: 'Pn Nominee 1', position: 'Chairman' })
  for (const navy of [0, 0, 1, 1]) {
    const choices = choicesFrom(slate).map((chosen, place) => (place === 4 ? slate.PN[navy]! : chosen))
    const ballot = { choices, secret: aSecret(), blanksConfirmed: true, test: false }
    await castBallot(deps, asPerson(await aMember(deps), 'NCR'), election, ballot)
  }
  admin = await anAdmin(deps, { firstName: 'PILAR', lastName: 'PEÑA' })
})

/** The election counted and its tie decided, whether or not the story of that was told before. */
async function decided(site: TestSite): Promise<void> {
  // A board that is closed takes no correction of its hours any more.
  if ((await site.deps.elections.current())?.countClosedAt === null)
    await changeElection(site.deps, { votingCloses: site.deps.clock.now() - 2 * minute })
  const path = `/api/elections/${await theElection(site.deps)}`
  const visitor = await site.signedIn(admin)
  const closing = () => visitor.get<Closing>(`${path}/closing`)
  await expect.poll(async () => (await closing()).stage).toBe('counted')
  const [tie] = (await closing()).ties
  const chosen = { nomineeIds: [tie!.nominees[1]!.nomineeId], reason: 'Drawing of lots before the committee' }
  expect((await visitor.send('PUT', `${path}/ties/PN`, chosen)).status).toBe(200)
}

const deskOf = (page: Page) => page.getByRole('region', { name: 'Closing the election' })

async function openDesk(page: Page, site: TestSite) {
  await signIn(page, site, admin)
  await page.goto('/admin/elections?step=closing')
  await hydrated(page)
  return deskOf(page)
}

// Shows closing-01
test('reminders while voting is open; then the count is watched, and a tie decided @rare', async ({ page, site }) => {
  const desk = await openDesk(page, site)
  await expect(desk).toContainText('So far 4 ballots are in.')
  await expect(desk).toContainText('0 of 4 ballots counted so far.')
  await page.goto('/admin/election-day')
  const monitor = page.getByRole('region', { name: 'Turnout', exact: true })
  await monitor.getByRole('button', { name: 'Send reminders' }).click()
  await expect(page.getByRole('dialog')).toContainText('16 members who have not voted')
  await expectSound(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Send reminders' }).click()
  await expect(page.getByText('The reminders are on their way.')).toBeVisible()
  await expect(monitor).toContainText('Requested on')
  // Voting is over before a day has passed: no second time is promised.
  await expect(monitor).not.toContainText('They can be sent again from')
  await expect(monitor.getByRole('button', { name: /Send reminders/ })).toHaveCount(0)

  await changeElection(site.deps, { votingCloses: site.deps.clock.now() - 2 * minute })
  await page.goto('/admin/elections')
  await expect(desk).toContainText('4 ballots are counted, and none are left.')
  await expect(desk).toContainText('A tie must be decided first.')
  await expectSound(page)

  await desk.getByRole('button', { name: 'Record the decision' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tie in the Navy' })
  await dialog.getByRole('button', { name: 'Record the decision' }).click()
  await expect(dialog).toContainText('Please choose 1 of the tied candidates')
  await expect(dialog).toContainText('Please say in a few words how it was decided')
  await dialog.getByLabel('CPT PN NOMINEE 1').check()
  await dialog.getByLabel('How it was decided').fill('Drawing of lots before the committee')
  await expect(dialog).not.toContainText('Please')
  await dialog.getByRole('button', { name: 'Record the decision' }).click()
  await expect(desk).toContainText('CPT PN NOMINEE 1 – chosen')
})

// Shows recount-12
test('a difference is named in plain words, and nothing is certified over it @rare', async ({ page, site }) => {
  const { pool } = site.deps
  await decided(site)
  const raise = (votes: number) =>
    pool.query(
      `update tallies set votes = votes + $1 where nominee_id = (select nominee_id from tallies order by nominee_id limit 1)`,
      [votes],
    )
  await raise(1)
  const desk = await openDesk(page, site)
  await desk.getByRole('button', { name: 'Recount now' }).click()
  const recount = desk.getByRole('region', { name: 'Recount' })
  await expect(recount).toContainText('The recount found a difference')
  await expect(recount).toContainText('is not the number of votes on the board')
  await expectSound(page)
  await raise(-1)
})

// Shows closing-14, closing-19
test('certified after a word about what cannot be undone, and published @rare', async ({ page, site, browser }) => {
  await decided(site)
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  for (const path of ['/election', '/board']) {
    await visitor.goto(path)
    await expect(visitor.getByText('The result will be shown here, for everybody, when it is certified.')).toBeVisible()
  }
  const desk = await openDesk(page, site)
  await expect(desk.getByRole('list', { name: 'By the votes, not yet certified' })).toContainText('PN NOMINEE 1')
  await desk.getByRole('button', { name: 'Recount now' }).click()
  const recount = desk.getByRole('region', { name: 'Recount' })
  await expect(recount).toContainText('Everything agrees')
  await expect(recount).toContainText('All 4 ballots match.')
  await expect(recount.getByRole('button', { name: 'Recount again' })).toBeEnabled()
  await desk.getByRole('button', { name: 'Certify the result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Certify the result?' })
  await expect(dialog).toContainText('Nobody can ever open a ballot again')
  const certify = dialog.getByRole('button', { name: 'Certify for good' })
  await expect(certify).toBeDisabled()
  await dialog.getByLabel(/this cannot be undone/).check()
  await expectSound(page)
  await certify.click()
  await expect(desk).toContainText('By PILAR PEÑA on')
  await expect(desk).toContainText('Destroying the key')
  await expect(desk).toContainText('You can leave this page.')
  await changeElection(site.deps, { certifiedAt: site.deps.clock.now() - 2 * minute })
  await expect(desk).toContainText('The key is destroyed and the sealed ballots are emptied')
  const technical = desk.getByText(/^(Last log entry before the certification|Key that signed it)/)
  await expect(technical).toHaveCount(2)
  await expect(technical.filter({ visible: true })).toHaveCount(0)
  await desk.getByText('Details', { exact: true }).click()
  await expect(technical.filter({ visible: true })).toHaveCount(2)
  const href = await desk.getByRole('link', { name: 'Open the certificate (PDF)' }).getAttribute('href')
  const certificate = await page.request.get(href!)
  expect([certificate.status(), certificate.headers()['content-type']]).toEqual([200, 'application/pdf'])

  // Everybody reads it, without a link to the page they are on; votes stand apart from what was set before voting.
  await expect(async () => {
    await visitor.goto('/election')
    await expect(visitor.getByRole('heading', { name: 'Elected', exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(visitor.getByRole('link', { name: 'See who was elected' })).toBeHidden()
  await visitor.goto('/board')
  await expect(visitor.getByRole('region', { name: 'Votes for each candidate' })).toContainText(/NOMINEE 1.*2 votes/)
  await expect(visitor.getByRole('region', { name: 'What was set before voting' })).not.toContainText('votes')
  await expect(visitor.getByRole('link', { name: 'See who was elected' })).toBeVisible()
  await expectSound(visitor)
  await visitor.context().close()

  // The result says how the tie was decided, as the certificate does.
  await page.goto('/election-result')
  await expect(page.getByText('A tie was decided')).toBeVisible()
  await expect(
    page.getByText(/^Philippine Navy: .+ had 2 votes each for one seat\. Chosen: P\. NOMINEE 1 \(Navy\)\./),
  ).toBeVisible()
  await expect(page.getByText('How it was decided: Drawing of lots before the committee')).toBeVisible()
  await expect(page.getByText(/^Recorded by PILAR PEÑA, /)).toBeVisible()
  await expectSound(page)
  await page.goto('/admin/elections?step=closing')
  await expect(desk.getByRole('button', { name: 'Countersign' })).toBeHidden()
  await desk.getByRole('button', { name: 'Publish to the leadership page' }).click()
  const preview = page.getByRole('dialog', { name: 'Publish the new board?' })
  await expect(preview).toContainText('Old Trustee')
  // Whoever was elected again does not leave.
  await expect(preview).toContainText('CPT PN NOMINEE 1 (was Chairman)')
  await expect(preview).not.toContainText('Pn Nominee 1')
  await preview.getByRole('button', { name: 'Publish' }).click()
  await desk.getByRole('link', { name: 'See the leadership page' }).click()
  await expect(page.getByText('PN NOMINEE 1')).toBeVisible()
  await expect(page.getByText('Old Trustee')).toBeHidden()
})
