import { keepHeadsComing } from '#server/elections/board/tree.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import { expect, expectSoundAtBothWidths, hydrated, test } from '#tests/support/browser.ts'
import { aNominee, changeElection, theElection } from '#tests/support/election.ts'
import { aMember } from '#tests/support/factories.ts'

const hour = 60 * 60 * 1000

// Shows board-15
test('before the first election day the board explains itself, and names the key', async ({ page, site }) => {
  const inGroups = site.deps.boardKey.fingerprint.match(/.{4}/g)?.join(' ') ?? ''
  await page.goto('/election')
  await hydrated(page)
  await expect(page.getByText(inGroups)).toBeVisible()
  await page.getByRole('link', { name: 'Public board' }).click()
  await expect(page).toHaveURL('/board')
  await expect(page.getByRole('heading', { name: 'The board opens with voting' })).toBeVisible()
  await expect(page.getByText(inGroups)).toBeVisible()
  await expectSoundAtBothWidths(page)
  await page.getByRole('link', { name: 'How your vote is kept secret and counted' }).click()
  await expect(page).toHaveURL('/how-votes-are-counted')
  await expect(page.getByRole('heading', { name: 'What we cannot promise' })).toBeVisible()
  await expectSoundAtBothWidths(page)
  await page.getByRole('link', { name: 'Check your receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Check your receipt' })).toBeVisible()
  await expectSoundAtBothWidths(page)
})

test('the open board is complete without scripts: figures, records, files', async ({ page, browser, site }) => {
  await aNominee(site.deps, { ms: 'PN', firstName: 'CARMEN', lastName: 'SULIT', rank: 'CAPT' })
  await changeElection(site.deps, {
    votingOpens: Date.now() - hour,
    votingCloses: Date.now() + hour,
    countClosedAt: null,
    tracesPurgedAt: null,
  })
  const id = await theElection(site.deps)
  const election = await site.deps.elections.byId(id)
  if (election) await ensureFrozen(site.deps, election)
  await aMember(site.deps)
  await keepHeadsComing(site.deps, id)

  const quiet = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const plain = await quiet.newPage()
  await plain.goto('/election')
  await plain.getByRole('link', { name: 'Candidates' }).click()
  await expect(plain.getByRole('heading', { name: 'Seats and candidates' })).toBeInViewport()
  await plain.goto(`/board/${id}`)
  const figures = plain.getByRole('region', { name: 'Ballots', exact: true })
  await expect(figures).toContainText('ballots cast')
  await expect(plain.getByRole('heading', { name: /^Board state \d+, \d+:\d\d [AP]M, \d+ ballots?$/ })).toBeVisible()
  // The candidates come before what only observers read.
  await expect(plain.locator('main h2').first()).toHaveText('What was set before voting')
  await expect(plain.getByText('ask the election committee to invite you as an observer')).toBeVisible()
  const record = plain.getByRole('region', { name: 'What was set before voting' })
  await expect(record).toContainText('CARMEN SULIT')
  await expect(record).toContainText(/may vote/)
  await expect(record).toContainText('1 voter added to the roll.')
  await expect(record).toContainText('PILAR PEÑA')
  await expect(record.getByText('Not stated')).toHaveCount(0)
  const files = plain.getByRole('region', { name: 'Check it yourself' })
  await expect(files.getByRole('link')).toHaveText(['Verifier', 'Signed states of the board', 'Roll'])
  await expect(files).toContainText('You can download the audit package here once the count is closed.')
  const heads = await plain.request.get(
    (await files.getByRole('link', { name: 'Signed states' }).getAttribute('href')) ?? '',
  )
  expect(await heads.text()).toContain('head/2')
  expect((await plain.goto('/receipt'))?.status()).toBe(200)
  // Words inside <noscript> are no text to the test's own search.
  await expect(plain.locator('main noscript')).toBeAttached()
  expect(await plain.content()).toContain('Checking a receipt needs JavaScript')
  expect((await plain.goto('/board/00000000-0000-4000-8000-000000000000'))?.status()).toBe(404)
  await quiet.close()

  await page.goto('/board')
  await hydrated(page)
  await expectSoundAtBothWidths(page)
})
