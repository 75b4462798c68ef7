import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { extractText } from 'unpdf'
import { elections, tallies, turnout } from '#server/db/schema.ts'
import { readResults } from '#server/elections/results/results.ts'
import type { Certificate } from '#shared/elections/closing/certificate.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import type { Region, Service } from '#shared/members/enums.ts'
import { expect, expectSound, test, signIn, expectRed } from '#tests/support/browser.ts'
import { aNominee, changeElection, theElection } from '#tests/support/election.ts'
import { aMember, anAdmin, untilHeard, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'
import { barColour } from '#web/elections/results/bar-colours.ts'

test.use({ cutsLink: true })

const minute = 60_000
const hour = 60 * minute

const people: [string, string, Service, Region, number][] = [
  ['ANTONIO', 'REYES', 'PA', 'NCR', 1904],
  ['LUZ', 'MAGBANUA', 'PA', 'Visayas', 1748],
  ['TEODORO', 'ILAGAN', 'PA', 'Luzon', 1502],
  ['CONSUELO', 'SULIT', 'PN', 'NCR', 1467],
  ['FELICIDAD', 'OCAMPO-BUENAVENTURA', 'PA', 'Mindanao', 1344],
  ['RAMON', 'DE LA PEÑA', 'PA', 'NCR', 1344],
  ['ROSARIO', 'ABAD', 'PAF', 'Luzon', 1299],
  ['MIGUEL', 'TAN', 'TAS', 'NCR', 1165],
  ['JUAN', 'CRUZ', 'PN', 'Mindanao', 402],
  ['JUAN', 'CRUZ', 'PN', 'Mindanao', 611],
]

async function openResults(page: Page, site: TestSite, person: Someone, query = ''): Promise<void> {
  await signIn(page, site, person)
  await page.goto(`/election-result${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'ARRAPI BOT ELECTION' })).toBeVisible()
}

/** Voting is under way by the real clock. */
const openVoting = ({ deps }: TestSite) =>
  changeElection(deps, {
    votingOpens: Date.now() - hour,
    votingCloses: Date.now() + hour,
    countClosedAt: null,
    tracesPurgedAt: null,
  })

/** What the counting writes, without thousands of voters. */
async function countSome({ deps }: TestSite): Promise<string[]> {
  const electionId = await theElection(deps)
  const ids: string[] = []
  for (const [firstName, lastName, ms, region, votes] of people) {
    const nomineeId = await aNominee(deps, { firstName, lastName, ms, region })
    await deps.db.insert(tallies).values({ electionId, nomineeId, votes })
    ids.push(nomineeId)
  }
  await deps.db.insert(turnout).values([
    { electionId, region: 'NCR', cast: 1412, counted: 1410 },
    { electionId, region: 'Luzon', cast: 2000, counted: 1992 },
  ])
  return ids
}

async function atBothWidths(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await look()
  }
  await page.setViewportSize(size)
}
/** The nominees, once they have their votes. */
let ids: string[] = []
async function withFigures(site: TestSite): Promise<void> {
  await openVoting(site)
  if (ids.length === 0) ids = await countSome(site)
}

// Shows content-28, results-01, results-02, results-04, results-05, results-06, results-07, results-08, results-10
// Shows results-12, results-21, results-23, results-25, results-30, results-41
test('figures come in by themselves; a lost connection is told, and nothing jumps', async ({ page, site }) => {
  const { deps } = site
  await openVoting(site)
  await openResults(page, site, await aMember(deps))
  await expect(page.getByText('No votes yet')).toBeVisible()
  await expectSound(page)
  await page.evaluate(() => (document.title = 'not reloaded'))
  ids = await countSome(site)

  const leaders = page.getByRole('region', { name: 'Overall Leading Candidates' }).getByRole('listitem')
  await expect(leaders).toHaveCount(7)
  await expect(leaders.first()).toContainText('A. REYES')
  await expect(leaders.first()).toContainText('1,904 votes')
  // Each is named with the seat they lead for; who is tied does not lead.
  await expect(leaders.first()).toContainText(/Army, seat 1 of 4.*PA.*Leading/)
  await expect(leaders.filter({ hasText: 'C. SULIT' })).toContainText(/CPT\s· Navy.*PN.*Leading/)
  await expect(leaders.filter({ hasText: 'F. OCAMPO' })).toContainText(/Army, seat 4 of 4.*Tied with .*Tie/)
  await expect(page.getByText('Leading so far. Voting is still open.')).toBeVisible()
  await expect(page.getByText('3,412', { exact: true })).toBeVisible()
  await expect(page.getByText('3,402', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Philippine Army: F. OCAMPO-BUENAVENTURA and R. DE LA PEÑA have 1,344 votes each for one seat.'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mindanao Top Candidates' }).getByText('J. CRUZ')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: /Top Candidates$/ })).toHaveText(
    ['NCR', 'Luzon', 'Visayas', 'Mindanao'].map((region) => `${region} Top Candidates`),
  )
  await page.getByRole('img', { name: 'T. ILAGAN, votes: 1,502' }).focus()
  await expect(page.getByText('Votes: 1,502')).toBeVisible()
  await expect(page.getByText(/^The chart shows 7 of \d+ candidates: those in the lead\./)).toBeVisible()
  await page.getByRole('link', { name: 'All candidate votes arranged from highest to lowest' }).click()
  await expect(page.getByRole('row', { name: /RAMON DE LA PEÑA/ })).toContainText('1,344')
  await expect(page.getByRole('rowgroup').filter({ hasText: 'PAF' }).getByRole('row').nth(1)).toContainText(/^1\D/)
  const services = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Top Candidates by Military Service' }) })
  await expect(services.getByRole('heading', { level: 3 })).toHaveText([
    'PAPhilippine Army',
    'PNPhilippine Navy',
    'PAFPhilippine Air Force',
    'TASTechnical and Administrative Service',
  ])
  const tagline = 'Honor and Service: Championing Filipino Reservist'
  await expect(page.getByRole('main').getByText(tagline)).toBeVisible()

  const chart = page.getByRole('group', { name: 'Votes of the overall leading candidates' })
  const fills = await chart.locator('rect').evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).fill))
  expect([fills.length, new Set(fills).size, barColour(7)]).toEqual([7, 7, barColour(0)])
  // No legend: a name stands once, under its bar, and nothing but the bars wears their colours.
  const aboutChart = await page.getByRole('region', { name: 'Chart' }).evaluate((card, colours) => {
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    while (texts.nextNode()) words.push(texts.currentNode.textContent ?? '')
    const coloured = [...card.querySelectorAll('*')].filter((element) => {
      const { fill, stroke, backgroundColor, borderTopColor } = getComputedStyle(element)
      return [fill, stroke, backgroundColor, borderTopColor].some((colour) => colours.includes(colour))
    })
    return {
      words: words.filter((word) => !/^[\d,]+$/.test(word)),
      coloured: coloured.map((element) => element.tagName),
      listed: card.querySelectorAll('ul, ol, dl, table, legend, [role=list], [role=table]').length,
    }
  }, fills)
  expect(aboutChart).toEqual({
    words: [
      'A. REYES',
      'L. MAGBANUA',
      'T. ILAGAN',
      'C. SULIT',
      'F. OCAMPO-',
      'BUENAVENTURA',
      'R. ABAD',
      'M. TAN',
      'The chart shows 7 of 10 candidates: those in the lead. Some tied candidates have no bar.',
      'All candidate votes arranged from highest to lowest',
    ],
    coloured: Array(7).fill('rect'),
    listed: 0,
  })
  await atBothWidths(page, async () => {
    await expectSound(page)
    if (page.viewportSize()?.width === 1280)
      expect(await chart.boundingBox()).toMatchObject({ width: 550, height: 500 })
  })
  const before = await chart.boundingBox()
  await page.context().setOffline(true)
  await expect(page.getByText(/Connection lost, trying again\. Figures as of/)).toBeVisible()
  await expect(leaders).toHaveCount(7)
  await deps.db
    .update(tallies)
    .set({ votes: 1905 })
    .where(eq(tallies.nomineeId, ids[0] ?? ''))
  await page.context().setOffline(false)
  await expect(leaders.first()).toContainText('1,905 votes')
  await expect(page.getByText('Live figures as of')).toBeVisible()
  expect(await chart.boundingBox()).toEqual(before)

  // Nobody knows beforehand when the count ends: the line on every page learns it from the figures.
  const line = page.getByRole('region', { name: 'Election', exact: true })
  await expect(line).toContainText('Voting is open')
  await changeElection(deps, { votingCloses: Date.now() - minute, countClosedAt: Date.now() })
  await expect(line).toContainText('The result is not final yet')
  expect(await page.title()).toBe('not reloaded')
})

test('on paper the chart stands beside the candidates it is about, and a service stays in one piece', async ({
  page,
  site,
}) => {
  await withFigures(site)
  await openResults(page, site, await aMember(site.deps))
  await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible()
  async function print(millimetres: number): Promise<string[]> {
    const paper = await page.pdf({ width: '210mm', height: `${millimetres}mm` })
    return (await extractText(new Uint8Array(paper))).text
  }
  const sheets = await print(297)
  expect(sheets).toHaveLength(2)
  expect(sheets[0]).toContain('The chart shows 7 of 10 candidates')
  // Wherever the sheet ends.
  for (const millimetres of [290, 300, 310, 320, 330, 340]) {
    const ofArmy = (await print(millimetres)).find((sheet) => sheet.includes('ANTONIO REYES'))
    expect(ofArmy).toContain('RAMON DE LA PEÑA')
  }
})

test('a service without a seat has no candidates, and the year stands below the title @rare', async ({
  page,
  site,
}) => {
  await withFigures(site)
  const { seats } = defaultElection
  await changeElection(site.deps, { seats: seats.filter(({ ms }) => ms !== 'TAS'), title: 'ARRAPI BOT ELECTION 2027' })
  await openResults(page, site, await aMember(site.deps))
  const panel = page.getByRole('region', { name: 'Technical and Administrative Service' })
  await expect(panel).toContainText('No candidates')
  await expect(page.getByText('2027', { exact: true })).toBeVisible()
  await changeElection(site.deps, { seats, title: defaultElection.title })
})

// Shows results-18, results-34, results-36
test('after the close only: turnout and when; and the rehearsal apart @rare', async ({ page, site }) => {
  const { deps } = site
  await withFigures(site)
  await changeElection(deps, { resultsVisible: 'after close', rehearsal: true })
  await openResults(page, site, await aMember(deps))
  await expect(page.getByText('The votes will be shown after voting closes')).toBeVisible()
  await expect(page.getByText('2,000 of 2,000 voted')).toBeVisible()
  await expect(page.getByText('Figures as of')).toBeVisible()
  await expect(page.getByText('Live figures')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0)
  await expectSound(page)
  await page.goto('/election-result?test')
  await expect(page.getByText('This is a rehearsal', { exact: true })).toBeVisible()
  await expect(page.getByText('No votes yet')).toBeVisible()
  await changeElection(deps, { rehearsal: false })
  await page.goto('/election-result?test')
  await expect(page.getByText('The votes will be shown after voting closes')).toBeVisible()
  await changeElection(deps, { votingCloses: Date.now() + 1000 })
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
  await expect(page.getByText('Live figures')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
})

// Shows election-09, results-31, results-37
test('a certified result is read, taken away, and found from the next election', async ({ page, site }) => {
  const { deps } = site
  await withFigures(site)
  await changeElection(deps, { votingCloses: Date.now() - minute })
  const last = await theElection(deps)
  const { votes, ...read } = await readResults(deps, last)
  const standings = (votes?.standings ?? []).map(({ hasPhoto: _photo, ...one }) => one)
  const certificate: Certificate = {
    ...read,
    certifiedAt: Date.now(),
    certifiedBy: 'ADMIN',
    elected: standings.filter(({ nomineeId }) => [0, 1, 2, 3, 4, 6, 7].some((place) => ids[place] === nomineeId)),
    vacant: [],
    standings,
    ballots: 3412,
    proxies: 27,
    helped: 0,
    turnout: [
      { region: 'NCR', cast: 1412, eligible: 2100 },
      { region: 'Luzon', cast: 1003, eligible: 1800 },
      { region: 'Visayas', cast: 571, eligible: 900 },
      { region: 'Mindanao', cast: 426, eligible: 720 },
    ],
    ties: [],
    lastHash: '',
    logEntries: 1,
    witnesses: [],
    verifier: '',
  }
  const admin = await anAdmin(deps)
  const at = Date.now()
  await changeElection(deps, { certificate, certifiedAt: at, certifiedBy: admin.id, countClosedAt: at })
  await openResults(page, site, admin)
  await expect(page.getByText('Elected').first()).toBeVisible()
  await expect(page.getByText('Final figures as of')).toBeVisible()
  const elected = page.getByRole('region', { name: 'Elected Candidates' }).getByRole('listitem')
  await expect(elected.first()).toContainText(/ANTONIO REYES.*Army, seat 1 of 4.*PA.*Elected/)
  await expect(page.getByText('Leading')).toHaveCount(0)
  const picture = page.getByRole('img', { name: /^Picture of the certified result/ })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200)
  // A browser without sharing saves it.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share' }).click()
  expect((await saved).suggestedFilename()).toBe('election-result.png')
  const certificateLink = page.getByRole('link', { name: 'Certificate (PDF)' })
  await expect(certificateLink).toHaveAttribute('href', `/api/elections/${last}/certificate.pdf`)
  await expect(certificateLink).toHaveAttribute('target', '_blank')
  await expectSound(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^election-results-[\d-]+\.csv$/)

  await untilHeard(deps, () =>
    deps.db.insert(elections).values({
      ...defaultElection,
      title: 'SPECIAL ELECTION',
      votingOpens: Date.now() + hour,
      votingCloses: Date.now() + 2 * hour,
    }),
  )
  await page.goto('/election-result')
  await expect(page.getByText('SPECIAL ELECTION').first()).toBeVisible()
  await expect(page.getByText('No votes yet')).toBeVisible()
  await page.getByRole('combobox', { name: 'Election' }).selectOption(last)
  await expect(page.getByText('Elected').first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`election=${last}`))
})

// Shows results-03
test('a spinner turns while the votes are on their way @rare', async ({ page, site }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/elections/*/results*', async (route) => {
    await held.promise
    await route.continue()
  })
  await openResults(page, site, await aMember(site.deps))
  await expect(page.getByText('Loading election results…')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
  await expect(page.getByText('Loading election results…')).toHaveCount(0)
})

// Shows results-39
test('a failure is told in red, with the way to try again @rare', async ({ page, site }) => {
  await openResults(page, site, await aMember(site.deps), '?election=00000000-0000-4000-8000-000000000000')
  await expectRed(page.getByRole('alert').getByText(/^Error loading election results: Error fetching votes: \w/))
  await expectSound(page)
  await page.goto('/election-result')
  await page.route('**/api/elections/*/results*', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/elections/*/results*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
