import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { inTransaction } from '#server/db/database.ts'
import { candidateProfiles, elections, nominees } from '#server/db/schema.ts'
import {
  choose,
  inList,
  keptReceipts,
  seatDialog,
  slot,
  expect,
  expectSound,
  heardAnew,
  hydrated,
  test,
  signIn,
  link,
  soonIn,
  stopTime,
  withOwnTime,
} from '#tests/support/browser.ts'
import { signAgain } from '#tests/support/corrections.ts'
import { aNominee, aSecret, changeElection, theElection, vote } from '#tests/support/election.ts'
import { aMember, anAdmin, saveSettings, untilHeard, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

/** The story of a phone, whichever width the others run at. */
test.use({ cutsLink: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const names = {
  PA: ['ANDRES REYES', 'BENITO CRUZ', 'DALISAY DIMAANO', 'FELIX OCAMPO', 'LOURDES MAGBANUA VILLANUEVA'],
  PN: ['CARMEN SULIT'],
  PAF: ['JOSEFA VILLAREAL', 'TEODORO ILAGAN'],
  TAS: ['MARIA DE LA PEÑA'],
} as const
const hour = 60 * 60 * 1000
const hours = (opensIn: number, closesIn: number) => ({
  nominationOpens: Date.now() - 30 * 24 * hour,
  nominationCloses: Date.now() - 20 * 24 * hour,
  adminNominationCloses: Date.now() - 20 * 24 * hour,
  candidacyOpens: Date.now() - 30 * 24 * hour,
  candidacyCloses: Date.now() - 20 * 24 * hour,
  votingOpens: Date.now() + opensIn,
  votingCloses: Date.now() + closesIn,
  voteLinkOpens: Date.now() - hour,
  voteLinkCloses: Date.now() + 24 * hour,
  // The site's first election lies in the past, so it may have been counted to the end already.
  countClosedAt: null,
  tracesPurgedAt: null,
})

test.beforeAll(async ({ site }) => {
  for (const [ms, people] of Object.entries(names))
    for (const name of people) {
      const [firstName = '', ...rest] = name.split(' ')
      await aNominee(site.deps, { ms: ms as keyof typeof names, firstName, lastName: rest.join(' '), rank: 'COL' })
    }
})

async function atTheBallot(page: Page, site: TestSite, voter: Someone, address = '/vote') {
  await signIn(page, site, voter)
  await page.goto(address)
  await hydrated(page)
}

/** Who stands for a service, before anybody has voted: signed again, where it was frozen already. */
const standing = ({ deps }: TestSite, ms: keyof typeof names, status: 'approved' | 'pending') =>
  untilHeard(deps, () =>
    inTransaction(deps, async (tx, client) => {
      const [held] = await tx.select({ id: elections.id, frozenAt: elections.frozenAt }).from(elections)
      await tx.update(elections).set({ frozenAt: null })
      await tx
        .update(nominees)
        .set({ status })
        .where(sql`${nominees.data} ->> 'ms' = ${ms}`)
      await tx.update(elections).set({ frozenAt: held?.frozenAt ?? null })
      if (held?.frozenAt) await signAgain(deps, client, held.id)
    }),
  )

/** As if it had been written in time. */
const writesStatement = ({ deps }: TestSite, firstName: string, statement: string) =>
  inTransaction(deps, async (tx, client) => {
    const [held] = await tx.select({ id: elections.id, frozenAt: elections.frozenAt }).from(elections)
    await tx.update(elections).set({ frozenAt: null })
    const [candidate] = await tx
      .select({ nomineeId: nominees.id })
      .from(nominees)
      .where(sql`${nominees.data} ->> 'first_name' = ${firstName}`)
    await tx.insert(candidateProfiles).values({ ...candidate!, statement, updatedAt: Date.now() })
    await tx.update(elections).set({ frozenAt: held?.frozenAt ?? null })
    if (held?.frozenAt) await signAgain(deps, client, held.id)
  })

/** What this device remembers of ballots that are not saved yet. */
const keptDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('own:ballot-draft:')))

async function fillAll(page: Page) {
  for (const [place, name] of names.PA.slice(0, 4).entries()) await choose(page, `PA ${place + 1}`, name)
  await choose(page, 'PN', names.PN[0])
  await choose(page, 'PAF', names.PAF[1])
  await choose(page, 'TAS', names.TAS[0])
}

// Shows voting-02, voting-05, voting-06, voting-07, voting-08, voting-09
// Shows voting-35, voting-36, voting-44
test('a whole ballot on a poor link that is cut at Save: one ballot, one receipt', async ({ page, site }) => {
  test.setTimeout(150_000)
  await changeElection(site.deps, hours(-hour, 5 * hour))
  await standing(site, 'TAS', 'pending')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await link(session, { offline: false })
  await atTheBallot(page, site, await aMember(site.deps))
  await expect(page.getByText('0 of 7 chosen')).toBeVisible()
  const tas = 'Technical and Administrative Service'
  await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${tas}`) })).toHaveText(
    `${tas}No more unique ms available`,
  )
  await standing(site, 'TAS', 'approved')
  await page.reload()

  // Whoever has a seat is not offered for another one.
  await choose(page, 'PA 1', 'ANDRES REYES')
  await slot(page, 'PA 2').click()
  const list = seatDialog(page, 'PA 2')
  await expect(list.getByRole('listitem')).toHaveText([/BENITO/, /DALISAY/, /FELIX/, /LOURDES/])
  await expectSound(page)
  await page.keyboard.press('Escape')
  await fillAll(page)
  await expect(page.getByText('7 of 7 chosen')).toBeVisible()
  await expectSound(page)

  // The link is gone when Save is pressed: it is tried again, in sight, and then left to the voter.
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await expect(page.getByRole('heading', { name: 'Review your ballot' })).toBeFocused()
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/ballot') && sent.push(request.postData() ?? ''))
  await link(session, { offline: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Sending it again (try 2 of 4)')).toBeVisible()
  const error = page.getByRole('dialog', { name: 'Error' })
  await expect(error).toContainText('We could not reach the site.')
  await expect(error.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectSound(page)

  // The page is loaded anew, and the ballot is as it was.
  await link(session, { offline: false })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your ballot' })).toContainText('TEODORO ILAGAN')
  await expect(page.getByText('You have not voted yet')).toBeVisible()

  // Now it arrives, but the answer is lost: the next try is the same request and gets the same receipt.
  const firstPromise: unknown[] = []
  await page.route(
    '**/ballot',
    async (route) => {
      firstPromise.push(await (await route.fetch()).json())
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const done = page.getByRole('dialog', { name: 'Vote Submitted Successfully' })
  await expect(done).toContainText('Thank you for participating in the ARRAPI Bot Election!')
  expect(sent.length).toBeGreaterThanOrEqual(6)
  expect(new Set(sent).size).toBe(1)
  await done.getByRole('button', { name: 'Show my receipt' }).click()
  // A page that opens in place has heard of it.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  const strip = page.getByRole('region', { name: 'Election', exact: true })
  await expect(strip).toContainText('You have voted. Thank you.')
  await page.goBack()

  const receipt = page.getByRole('region', { name: 'Your receipt' })
  const [promised] = firstPromise
  const kept = async () => Object.values(await keptReceipts(page))
  expect(await kept()).toMatchObject([promised])
  await expect(receipt).not.toContainText('REYES')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Vote Submitted' })).toBeVisible()
  expect(await kept()).toMatchObject([promised])
  await expect(page.getByRole('region', { name: 'Your ballot' })).toContainText('TEODORO ILAGAN')
  await expect(slot(page, 'PA 1')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'View Election Results' })).toHaveAttribute('href', '/election-result')
  expect(await keptDrafts(page)).toEqual([])
  await expectSound(page)

  await page.goto('/profile')
  const election = page.getByRole('region', { name: 'Election', exact: true })
  await expect(election).toContainText('You have voted. Thank you.')
  await expect(election.getByRole('link')).toHaveText(['Results'])
  await page.getByLabel('Actions').getByRole('link', { name: 'Vote', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Vote Submitted' })).toBeVisible()
})

// Shows voting-03, voting-22
test('blank seats are named and meant, and nobody sees another voter’s choices', async ({ page, site }) => {
  await changeElection(site.deps, hours(-hour, 5 * hour))
  await atTheBallot(page, site, await aMember(site.deps))
  await expect(page.getByRole('region', { name: 'Note' })).toContainText('You cannot change a saved ballot')
  const navy = page.getByRole('region', { name: 'Candidates' }).getByRole('group', { name: 'Navy' })
  await expect(navy).toContainText(/PN.*Navy.*CARMEN SULIT.*COL/)
  await expect(navy.getByText('CS').filter({ visible: true })).toHaveCount(1)
  await choose(page, 'PN', 'CARMEN SULIT')
  expect(await keptDrafts(page)).toHaveLength(1)
  await page.reload()
  await expect(page.getByText('You have not voted yet')).toBeVisible()
  await page.goto('/election')
  await expect(page.getByRole('link', { name: 'Candidates' })).toHaveAttribute('href', '/nominate')
  await page.goto('about:blank')
  await page.context().clearCookies()
  const voter = await aMember(site.deps)
  await atTheBallot(page, site, voter)
  await expect(page.getByText('0 of 7 chosen')).toBeVisible()
  expect(await keptDrafts(page)).toEqual([])
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await expect(page.getByText('You have not chosen anybody.')).toBeVisible()
  await page.getByRole('button', { name: 'Go back and change' }).click()
  await choose(page, 'PN', 'CARMEN SULIT')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/login/)
  expect(await keptDrafts(page)).toEqual([])

  await atTheBallot(page, site, voter)
  await choose(page, 'PA 1', 'FELIX OCAMPO')
  await choose(page, 'TAS', 'MARIA DE LA PEÑA')
  await page.getByRole('button', { name: /^Remove MARIA DE LA PEÑA from Technical/ }).click()
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await expect(page.getByText('You have not chosen anybody.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please confirm that you mean to leave this blank.')).toBeVisible()
  const tick = page.getByRole('checkbox', {
    name: 'Leave 3 of 4 Army seats, Navy, Air Force and Technical and Administrative Service blank',
  })
  await expect(tick).toBeFocused()
  await expectSound(page)
  // Back at the ballot one begins at its top.
  await page.getByRole('button', { name: 'Go back and change' }).click()
  await expect(page.getByRole('heading', { name: /^Choose your/ })).toBeInViewport()
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await tick.check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Vote Submitted Successfully' }).getByRole('button').last().click()
  await expect(page.getByRole('region', { name: 'Your ballot' }).getByText('Left blank')).toHaveCount(6)
})

test('where the election says so, each voter sees the candidates in an order of their own, which stays @rare', async ({
  page,
  site,
}) => {
  await changeElection(site.deps, { ...hours(-hour, 5 * hour), candidatesByLot: true })
  const shown = async () => {
    const list = page.getByRole('region', { name: 'Candidates' }).getByRole('group', { name: 'Army' })
    await expect(list.getByRole('listitem')).toHaveCount(5)
    const about = await list.getByRole('button', { name: /^About/ }).allTextContents()
    return about.map((text) => text.replace('About ', ''))
  }
  const orders = new Set<string>()
  for (let voter = 0; voter < 4; voter++) {
    await page.context().clearCookies()
    await atTheBallot(page, site, await aMember(site.deps))
    const order = await shown()
    expect(order.toSorted()).toEqual([...names.PA])
    await page.reload()
    expect(await shown()).toEqual(order)
    orders.add(order.join())
  }
  expect(orders.size).toBeGreaterThan(1)
  await expect(page.getByText('The order of the candidates was drawn by lot for you.')).toBeVisible()
  await slot(page, 'PA 1').tap()
  await expect(seatDialog(page, 'PA 1')).toContainText('in an order drawn by lot for you')
  await expectSound(page)
  await changeElection(site.deps, { candidatesByLot: false })
})

test('names are tapped in the list: into the next seat and out again', async ({ page, site }) => {
  await changeElection(site.deps, hours(-hour, 5 * hour))
  await writesStatement(site, 'CARMEN', `<b>I serve</b>\nhttp://carmen.example ${'A'.repeat(300)}`)
  await atTheBallot(page, site, await aMember(site.deps))
  const list = page.getByRole('region', { name: 'Candidates' })
  await expect(list.getByRole('heading', { level: 3 })).toHaveText([
    'Army',
    'Navy',
    'Air Force',
    'Technical and Administrative Service',
  ])
  const army = list.getByRole('group', { name: 'Army' })
  await expect(army).toContainText('4 still to choose')
  // What was tapped stays under the finger, also when a long name makes a seat above higher.
  for (const name of ['LOURDES', 'BENITO', 'ANDRES', 'DALISAY']) {
    const row = inList(page, name)
    await row.scrollIntoViewIfNeeded()
    const top = () => row.evaluate((it) => it.getBoundingClientRect().top)
    const before = await top()
    await row.tap()
    await expect(row).toHaveAttribute('aria-pressed', 'true')
    // A browser scrolls by whole pixels.
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2)
  }
  await expect(army).toContainText('All 4 chosen')
  await expect(army).toContainText('All 4 are chosen')
  await expect(page.getByText('4 of 7 chosen')).toBeVisible()
  await expect(slot(page, 'PA 1')).toContainText('LOURDES MAGBANUA')
  await expect(slot(page, 'PA 4')).toContainText('DALISAY DIMAANO')

  // A full service takes nobody else, and says so; by keyboard too, one comes out and another in.
  const felix = inList(page, 'FELIX OCAMPO')
  await expect(felix).toHaveAttribute('aria-disabled', 'true')
  await felix.dispatchEvent('click')
  await expect(felix).toHaveAttribute('aria-pressed', 'false')
  const why = list
    .getByRole('status')
    .filter({ hasText: 'All 4 are chosen. To choose somebody else, tap a chosen name' })
  await expect(why).toHaveCount(1)
  // Above the bar, not behind it.
  const bar = page.getByRole('button', { name: 'Review my ballot' })
  const below = async () => (await why.boundingBox())!.y + (await why.boundingBox())!.height
  await expect.poll(async () => (await bar.boundingBox())!.y - (await below())).toBeGreaterThan(0)
  await inList(page, 'BENITO CRUZ').focus()
  await page.keyboard.press('Space')
  await expect(inList(page, 'BENITO CRUZ')).toHaveAttribute('aria-pressed', 'false')
  await expect(why).toHaveCount(0)
  // Full again: nobody else was refused since.
  await page.keyboard.press('Space')
  await expect(inList(page, 'BENITO CRUZ')).toHaveAttribute('aria-pressed', 'true')
  await expect(why).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(inList(page, 'BENITO CRUZ')).toHaveAttribute('aria-pressed', 'false')
  await felix.focus()
  await page.keyboard.press('Enter')
  await expect(inList(page, 'FELIX OCAMPO')).toHaveAccessibleName(/, chosen for Army, seat 2 of 4$/)
  await expect(slot(page, 'PA 2')).toContainText('FELIX OCAMPO')
  await expectSound(page)

  await list.getByRole('button', { name: 'About CARMEN SULIT' }).tap()
  const sheet = page.getByRole('dialog', { name: 'CARMEN SULIT' })
  await expect(sheet.getByText('Navy')).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'Statement' })).toContainText('<b>I serve</b>')
  await expect(sheet.getByRole('link')).toHaveCount(0)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(list.getByRole('button', { name: 'About CARMEN SULIT' })).toBeFocused()
  await slot(page, 'PN').tap()
  await seatDialog(page, 'PN').getByRole('button', { name: 'About CARMEN' }).tap()
  await expect(sheet).toContainText('I serve')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  // Whoever has read enough chooses there and then.
  await seatDialog(page, 'PN').getByRole('button', { name: 'About CARMEN' }).tap()
  await sheet.getByRole('button', { name: 'Choose for Navy' }).tap()
  await expect(seatDialog(page, 'PN')).toBeHidden()
  await expect(slot(page, 'PN')).toContainText('CARMEN')
  await list.getByRole('button', { name: 'About CARMEN SULIT' }).tap()
  await sheet.getByRole('button', { name: 'Undo this choice' }).tap()
  await expect(inList(page, 'CARMEN SULIT')).toHaveAttribute('aria-pressed', 'false')
  await list.getByRole('button', { name: 'About CARMEN SULIT' }).tap()
  await sheet.getByRole('button', { name: 'Choose', exact: true }).tap()
  await expect(inList(page, 'CARMEN SULIT')).toHaveAttribute('aria-pressed', 'true')
  // With every seat of the service taken there is nothing to choose.
  await list.getByRole('button', { name: 'About BENITO CRUZ' }).tap()
  await expect(page.getByRole('dialog', { name: 'BENITO CRUZ' }).getByRole('button', { name: 'Choose' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Review my ballot' }).tap()
  await expect(page.getByRole('region', { name: 'Your ballot' })).toContainText(
    /seat 1 of 4.*LOURDES.*seat 2 of 4.*FELIX.*seat 3 of 4.*ANDRES.*seat 4 of 4.*DALISAY.*Navy.*CARMEN/,
  )
})

test('a secret that another ballot has: the choices stay, and saving once more works @rare', async ({ page, site }) => {
  await changeElection(site.deps, hours(-hour, 5 * hour))
  const secret = aSecret()
  const blank = { choices: Array.from({ length: 7 }, () => null), blanksConfirmed: true, secret }
  const other = await site.signedIn(await aMember(site.deps))
  expect((await vote(other, await theElection(site.deps), blank)).status).toBe(201)

  await atTheBallot(page, site, await aMember(site.deps))
  await choose(page, 'PN', 'CARMEN SULIT')
  await page.evaluate((used) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('own:ballot-draft:')) ?? ''
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), secret: used }))
  }, secret)
  await page.reload()
  await hydrated(page)
  const save = async () => {
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await save()
  const refused = page.getByRole('dialog', { name: 'Error' })
  await expect(refused).toContainText('Please save again')
  await expectSound(page)

  // After a reload as well: what the device keeps has the new secret.
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('region', { name: 'Your ballot' })).toContainText('CARMEN SULIT')
  await save()
  await page.getByRole('dialog', { name: 'Vote Submitted Successfully' }).getByRole('button').last().click()
  await expect(page.getByRole('region', { name: 'Your ballot' })).toContainText('CARMEN SULIT')
})

// Shows voting-10, voting-11, voting-42
test('the screen follows the server’s clock: closed, open, and closed again', async ({ page, site }) => {
  // A phone that is a day ahead must not open the ballot, nor close it.
  await page.addInitScript(() => {
    const real = Date.now
    Date.now = () => real() + 24 * 60 * 60 * 1000
  })
  const voter = await aMember(site.deps)
  await changeElection(site.deps, hours(5 * hour, 8 * hour))
  await atTheBallot(page, site, voter)
  await expect(page.getByText('Voting is not available at this time')).toBeVisible()
  await choose(page, 'PN', 'CARMEN SULIT')
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect(page.getByText(/Voting is not available at this time\. It opens on/)).toBeVisible()
  await changeElection(site.deps, hours(3000, 8 * hour))
  await heardAnew(page)
  await expect(save).toBeEnabled()

  // Voting is ended while the voter still reads, and the page has not heard of it: the server has the last word.
  await page.getByRole('checkbox').check()
  await page.route('**/api/elections/current', (route) => route.abort())
  await changeElection(site.deps, hours(-hour, -1000))
  await save.click()
  const error = page.getByRole('dialog', { name: 'Error' })
  await expect(error).toContainText('Voting is not available at this time')
  await expect(error).toContainText('the ballot was not saved')
  await page.unroute('**/api/elections/current')
  await expectSound(page)
  await error.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText(/^Voting closed on/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Note' })).not.toContainText('Please save')
})

// Shows password-02, voting-41
test('who cannot vote is told why: administrators, and who needs a password @rare', async ({ page, site }) => {
  await changeElection(site.deps, hours(-hour, 5 * hour))
  await saveSettings(site.deps, { ownPasswordToVote: true })
  await atTheBallot(page, site, await aMember(site.deps))
  await expect(page.getByText('Please choose your own password before you vote.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose my own password' })).toHaveAttribute('href', '/reset-password')
  await expectSound(page)
  await saveSettings(site.deps, { ownPasswordToVote: false })

  const admin = await anAdmin(site.deps)
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn(page, site, admin)
  await page.goto('/vote')
  await expect(page.getByText('You are not allowed to vote')).toBeVisible()
  await page.waitForURL('/admin')
})

// Shows voting-45
test('an administrator has a second and a half to read why, then the dashboard @rare', async ({ page, site }) => {
  await signIn(page, site, await anAdmin(site.deps))
  await withOwnTime(page)
  // The page notes it all itself: what is seen from outside comes late.
  await page.addInitScript(() => {
    const note = (what: string) => sessionStorage.getItem(what) ?? sessionStorage.setItem(what, String(Date.now()))
    const isTold = () => document.body?.textContent?.includes('You are not allowed to vote')
    new MutationObserver(() => isTold() && note('told')).observe(document, { childList: true, subtree: true })
    navigation.addEventListener('navigate', ({ destination }) => destination.url.endsWith('/admin') && note('left'))
  })
  await stopTime(page)
  await page.goto('/vote')
  await soonIn(page, () => page.getByText('You are not allowed to vote').isVisible())
  await page.clock.runFor(3000)
  await page.waitForURL('/admin')
  const stayed = await page.evaluate(
    () => Number(sessionStorage.getItem('left')) - Number(sessionStorage.getItem('told')),
  )
  expect(stayed).toBeGreaterThanOrEqual(1500)
  expect(stayed).toBeLessThan(1550)
})

// Shows rehearsal-01
test('a rehearsal at any hour, plainly marked; without one, ?test changes nothing @rare', async ({ page, site }) => {
  await changeElection(site.deps, { ...hours(-2 * hour, -hour), rehearsal: true })
  await atTheBallot(page, site, await aMember(site.deps), '/vote?test')
  await expect(page.getByText('This is a rehearsal', { exact: true })).toBeVisible()
  await choose(page, 'PN', 'CARMEN SULIT')
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Vote Submitted Successfully' }).getByRole('button').last().click()
  await expect(page.getByRole('link', { name: 'View Election Results' })).toHaveAttribute(
    'href',
    '/election-result?test',
  )
  const cast = await site.deps.pool.query(
    'select from ballots b join elections e on e.id = b.election_id where e.rehearsal_of = $1',
    [await theElection(site.deps)],
  )
  expect(cast.rowCount).toBe(1)

  await changeElection(site.deps, { rehearsal: false })
  await page.reload()
  await expect(page.getByText('Voting is not available at this time')).toBeVisible()
  await expect(page.getByText('This is a rehearsal', { exact: true })).toBeHidden()
})

// Shows voting-43
test('a failed check for previous votes keeps nobody from the ballot @rare', async ({ page, site }) => {
  await changeElection(site.deps, hours(-hour, 5 * hour))
  await page.route('**/my-ballot**', (route) => route.fulfill({ status: 400, json: {} }))
  await atTheBallot(page, site, await aMember(site.deps))
  await choose(page, 'PN', 'CARMEN SULIT')
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Vote Submitted Successfully' })).toBeVisible()
})

// Shows nomination-46
test('what does not load says so, and can be asked for again @rare', async ({ page, site }) => {
  await changeElection(site.deps, hours(-hour, 5 * hour))
  await page.route('**/nominees', (route) => route.abort('internetdisconnected'))
  await atTheBallot(page, site, await aMember(site.deps))
  await expect(page.getByText('Error loading nominees')).toBeVisible()
  await expectSound(page)
  await page.unroute('**/nominees')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('0 of 7 chosen')).toBeVisible()
})
