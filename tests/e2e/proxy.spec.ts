import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openBallot } from '#server/elections/voting/ballot-box.ts'
import { choose, expect, expectSound, hydrated, test, signIn, signOut } from '#tests/support/browser.ts'
import { aSlate, changeElection, choicesFrom, theElection, vote } from '#tests/support/election.ts'
import { aMember, anAdmin, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

/** Work at a desk, whichever width the others run at. */
test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

const day = 24 * 60 * 60 * 1000
const from = (ms: number) => Date.now() + ms

test.beforeAll(async ({ site }) => {
  await changeElection(site.deps, {
    nominationOpens: from(-30 * day),
    nominationCloses: from(-20 * day),
    adminNominationCloses: from(-20 * day),
    candidacyOpens: from(-30 * day),
    candidacyCloses: from(-20 * day),
    votingOpens: from(-day),
    votingCloses: from(day),
    proxyNeedsSecondAdmin: true,
    // The site's first election lies in the past, so it may have been counted to the end already.
    countClosedAt: null,
    tracesPurgedAt: null,
  })
})

async function atTheDesk(page: Page, site: TestSite, admin: Someone) {
  await signIn(page, site, admin)
  await page.goto('/vote?proxy=1')
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'BOT Voting by proxy' })).toBeVisible()
}

// Shows voting-21, proxy-01, proxy-05, proxy-08, proxy-20
test('a ballot for who cannot vote: asked for by one, confirmed by another', async ({ page, site, browser }) => {
  const slate = await aSlate(site.deps, 4)
  const first = await anAdmin(site.deps, { firstName: 'MARIA', lastName: 'SANTOS' })
  const second = await anAdmin(site.deps, { firstName: 'JOSE', lastName: 'RAMOS' })
  const voter = await aMember(site.deps, { firstName: 'PEDRO', lastName: 'PENDUKO' })
  const early = await aMember(site.deps, { firstName: 'PILAR', lastName: 'PENDUKO' })
  const election = await theElection(site.deps)
  expect((await vote(await site.signedIn(early), election, { choices: choicesFrom(slate) })).status).toBe(201)

  await atTheDesk(page, site, first)
  await page.getByRole('button', { name: 'Review the ballot' }).click()
  await expect(page.getByText('Please choose the member')).toBeVisible()
  await expect(page.getByText('Please state the authority')).toBeVisible()
  const member = page.getByRole('combobox', { name: 'Member' })
  await member.fill('PE')
  await expect(page.getByText('Enter at least 3 characters to search')).toBeVisible()
  await member.fill('PENDUKO')
  // Who has voted is shown as such, and cannot be chosen.
  await expect(page.getByRole('option', { name: /PILAR/ })).toContainText('Has voted')
  await expect(page.getByRole('option', { name: /PILAR/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('option', { name: /PEDRO/ }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'señor.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  })
  await page.getByLabel('Authority').fill('Signed letter of 20 March 2025')
  await expect(page.getByText('Uploaded')).toBeVisible()
  for (const n of [0, 1, 2, 3]) await choose(page, `PA ${n + 1}`, `NOMINEE ${n}`)
  // The others by their names in the list; each fills the seat of its own service.
  const list = page.getByRole('region', { name: 'Candidates' })
  for (const service of ['Navy', 'Air Force', 'Technical and Administrative Service'])
    await list
      .getByRole('group', { name: service })
      .getByRole('button', { name: /NOMINEE 1/ })
      .first()
      .click()
  await expect(page.getByText('7 of 7 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Review the ballot' }).click()
  await expect(page.getByRole('heading', { name: 'Ballot for PEDRO PENDUKO' })).toBeFocused()
  await expect(page.getByText('Signed letter of 20 March 2025')).toContainText(
    'waits, sealed, for a second administrator',
  )
  await expectSound(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const waits = page.getByRole('dialog', { name: 'Waiting for confirmation' })
  await expect(waits).toContainText('a second administrator')
  await waits.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Another administrator must confirm this.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  await expect(page.getByText('0 of 7 chosen')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } })
  const desk = await elsewhere.newPage()
  await atTheDesk(desk, site, second)
  const opened = desk.waitForEvent('popup')
  await desk.getByRole('link', { name: /^Open the form of PEDRO/ }).click()
  await expect((await opened).locator('img')).toBeVisible()
  await desk.getByRole('button', { name: 'Confirm the ballot for PEDRO PENDUKO' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(desk.getByText('The proxy ballot is cast.')).toBeVisible()
  await desk.getByText('1 proxy ballot is cast').click()
  await expect(desk.getByRole('row', { name: /PEDRO PENDUKO/ })).toContainText('confirmed by JOSE RAMOS')
  await expectSound(desk)
  await elsewhere.close()

  const mine = await site.signedIn(voter)
  expect(await mine.get(`/api/elections/${election}/my-ballot`)).toMatchObject({ voted: true })
  // No login opens a ballot: what was sealed is read where it lies.
  const sealed = await openBallot(
    site.deps,
    { id: election, rehearsalOf: null },
    await site.signed.recent(election),
    voter.id,
  )
  expect(sealed?.choices).toEqual(
    choicesFrom(slate).map((_, place) => (place < 4 ? slate.PA[place] : expect.any(String))),
  )
})

// Shows voting-42, proxy-01, proxy-06
test('who votes meanwhile has voted; and to a member the word proxy means nothing @rare', async ({ page, site }) => {
  await changeElection(site.deps, { proxyNeedsSecondAdmin: false })
  const slate = await aSlate(site.deps, 4)
  const voter = await aMember(site.deps, { firstName: 'LUZ', lastName: 'VIMINDA' })
  await atTheDesk(page, site, await anAdmin(site.deps))
  await page.getByRole('combobox', { name: 'Member' }).fill('VIMINDA')
  await page.getByRole('option', { name: /LUZ/ }).click()
  await page.getByLabel('Authority').fill('Power of attorney')
  await page.getByRole('button', { name: 'Review the ballot' }).click()
  await page.getByRole('checkbox').check()
  const own = await site.signedIn(voter)
  expect((await vote(own, await theElection(site.deps), { choices: choicesFrom(slate) })).status).toBe(201)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const error = page.getByRole('dialog', { name: 'Error' })
  await expect(error).toContainText('User have already voted.')
  await error.getByRole('button', { name: 'Close' }).last().click()

  await page.goto('/vote?proxy=1&test')
  await expect(page.getByText('Proxy ballots cannot be rehearsed')).toBeVisible()

  const member = await aMember(site.deps)
  await signOut(page)
  await signIn(page, site, member)
  await page.goto('/vote?proxy=1')
  await expect(page.getByRole('heading', { name: 'Choose your seven trustees' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Member' })).toHaveCount(0)
})
