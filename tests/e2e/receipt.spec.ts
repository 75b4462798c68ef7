import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { create } from 'qrcode'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import { choose, keptReceipts, expect, expectSound, hydrated, test, signIn } from '#tests/support/browser.ts'
import { aNominee, changeElection, countNow, theElection } from '#tests/support/election.ts'
import { aMember, type Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'
import { receiptFragment, type BallotReceipt, receiptCode } from '#web/elections/board/receipt.ts'

/** The story of a phone, whichever width the others run at. */
test.use({ cutsLink: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.describe.configure({ mode: 'serial' })

const hour = 60 * 60 * 1000
const times = (closesIn: number) => ({
  nominationOpens: Date.now() - 30 * 24 * hour,
  nominationCloses: Date.now() - 20 * 24 * hour,
  adminNominationCloses: Date.now() - 20 * 24 * hour,
  candidacyOpens: Date.now() - 30 * 24 * hour,
  candidacyCloses: Date.now() - 20 * 24 * hour,
  votingOpens: Date.now() - 3 * hour,
  votingCloses: Date.now() + closesIn,
  voteLinkOpens: Date.now() - 3 * hour,
  voteLinkCloses: Date.now() + 24 * hour,
  // The site's first election lies in the past, so it may have been counted to the end already.
  countClosedAt: null,
  tracesPurgedAt: null,
})

let voter: Someone
let receipt: BallotReceipt
let receiptFile: string

test.beforeAll(async ({ site }) => {
  await changeElection(site.deps, times(5 * hour))
  for (const [ms, lastName] of [
    ['PA', 'REYES'],
    ['PA', 'CRUZ'],
    ['PN', 'SULIT'],
    ['PAF', 'ILAGAN'],
    ['TAS', 'DE LA PEÑA'],
  ] as const)
    await aNominee(site.deps, { ms, firstName: 'ANA', lastName, rank: 'COL' })
  voter = await aMember(site.deps)
})

async function voteFor(page: Page, site: TestSite, who: Someone, { test: rehearsal = false } = {}) {
  await signIn(page, site, who)
  await page.goto(rehearsal ? '/vote?test' : '/vote')
  await hydrated(page)
  await choose(page, 'PA 2', 'ANA CRUZ')
  await choose(page, 'PN', 'ANA SULIT')
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Vote Submitted Successfully' }).getByRole('button').last().click()
}

/** A phone that has never been here. */
async function aColdPhone(browser: Browser, site: TestSite): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 }, isMobile: true })
  return context.newPage()
}

const card = (page: Page) => page.getByRole('region', { name: 'Your receipt' })
const seats = (page: Page) => page.getByRole('status').getByRole('listitem')

/** Everything that leaves the browser: addresses, bodies and what tells where a request comes from. */
function everythingSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push([request.url(), request.postData() ?? '', request.headers()['referer']].join(' ')),
  )
  return sent
}

function expectNothingTold(sent: readonly string[]) {
  expect(sent.length).toBeGreaterThan(0)
  const { secret, ballot, signature } = receipt
  const code = receiptCode(fromHex(secret))
  const telling = [secret, ballot, signature, code, code.replaceAll('-', ''), receiptFragment(receipt).slice(24, 44)]
  for (const one of sent) for (const part of telling) expect(one.toLowerCase()).not.toContain(part.toLowerCase())
}

// Shows receipt-01
test('a voter on a phone keeps the receipt and checks it in one tap: not counted yet', async ({ page, site }) => {
  await voteFor(page, site, voter)
  await expect(card(page)).toContainText('Your ballot is in the box.')
  await expect(card(page)).toContainText('Only this receipt shows whom you chose. Keep it to yourself.')
  await expect(card(page)).not.toContainText('CRUZ')
  // To save it comes first; to check it only once that is done.
  const gold = 'rgb(201, 162, 39)'
  await expect(card(page).getByRole('button', { name: 'Save my receipt' })).toHaveCSS('background-color', gold)
  // Nowhere but here: logging out asks before it is lost.
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Save your receipt first?' })
  await expect(question).toContainText('Only this device has the receipt of your vote')
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled()
  await page.getByRole('button', { name: 'Logout' }).click()
  const saved = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Save my receipt' }).click()
  const [kept] = Object.values(await keptReceipts(page))
  if (!kept) throw new Error('no receipt is kept')
  receipt = kept
  expect((await saved).suggestedFilename()).toMatch(/^arrapi-ballot-receipt-\d{4}\.txt$/)
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(receiptCode(fromHex(receipt.secret)))
  const saidSaved = page.getByRole('dialog', { name: 'Receipt saved' })
  await expect(saidSaved.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(Object.values(await keptReceipts(page))).toMatchObject([{ onlyHere: null }])
  await saidSaved.getByRole('button', { name: 'Close' }).click()
  await page.goto('/vote')
  await expect(card(page)).toContainText(receiptCode(fromHex(receipt.secret)))
  await expect(card(page).getByRole('button', { name: 'Check that' })).toHaveCSS('background-color', gold)

  // The promise was checked, and the key is remembered.
  const { fingerprint, publicKey } = site.deps.boardKey
  await expect.poll(async () => Object.values(await keptReceipts(page))[0]?.key).toEqual({ fingerprint, publicKey })
  await card(page).getByText('Details').click()
  await expect(card(page)).toContainText('We have checked the signature')
  const inGroups = fingerprint.match(/.{4}/g)?.join(' ') ?? ''
  await expect(card(page).getByText(inGroups).first()).toBeVisible()

  // The QR code is that of the address, square by square.
  const link = `${site.deps.config.publicUrl}/receipt#${receiptFragment(receipt)}`
  const path = await card(page).getByRole('img', { name: 'QR code of your receipt' }).locator('path').getAttribute('d')
  const squares = new Set(
    [...(path ?? '').matchAll(/M(\d+) (\d+)h1/g)].map(([, x, y]) => `${Number(y) - 4} ${Number(x) - 4}`),
  )
  const { modules } = create(link, { errorCorrectionLevel: 'M' })
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      expect(squares.has(`${row} ${column}`)).toBe(Boolean(modules.get(row, column)))
  await expectSound(page)

  // The file and the paper stand alone.
  const download = page.waitForEvent('download')
  await card(page).getByRole('button', { name: 'Save' }).click()
  receiptFile = await readFile(await (await download).path(), 'utf8')
  for (const part of [
    link,
    receiptCode(fromHex(receipt.secret)),
    inGroups,
    `${site.deps.config.publicUrl}/receipt and`,
  ])
    expect(receiptFile).toContain(part)
  expect(receiptFile).not.toContain('CRUZ')
  await expect(card(page).getByRole('status')).toHaveText('Saved to your downloads.')
  await page.emulateMedia({ media: 'print' })
  await expect(
    card(page).getByText(/scan the QR code with a phone, or open .*\/receipt and type the code/),
  ).toBeVisible()
  await expect(card(page).getByText(inGroups).last()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your ballot' })).toBeHidden()
  await expect(card(page).getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const sent = everythingSent(page)
  await card(page).getByRole('button', { name: 'Check that my vote was counted' }).tap()
  await expect(page.getByRole('heading', { name: 'Your ballot was received' })).toBeVisible()
  await expect(page.getByText('It is not counted yet. Nothing is wrong: while voting is open')).toContainText(
    /Check again after voting closes at .* \(Manila\)\. Then you will see whom you chose\.$/,
  )
  await page.getByRole('button', { name: 'Check again' }).tap()
  await expect(page.getByText(/^Checked on \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [AP]M \(Manila\)$/)).toBeVisible()
  expect(page.url()).toBe(`${site.url}/receipt`)
  await page.getByLabel('Code of your receipt').fill(receiptCode(fromHex(receipt.secret)))
  await page.getByRole('button', { name: 'Check', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'Not counted yet' })).toBeVisible()
  await expect(page.getByText('Your code has no mistake. Nothing is wrong')).toContainText(
    /closes at .* \(Manila\)\. Then/,
  )
  await expect(page.getByText(/^To see now that your ballot was received, open the address/)).toBeVisible()
  expectNothingTold(sent)
  await expectSound(page)

  // Later the results lead there, too, with the receipt that this phone keeps.
  await page.goto('/election-result')
  const own = page.getByRole('region', { name: 'Your vote' })
  await expect(own).toContainText('Your ballot was received.')
  await own.getByRole('button', { name: 'Check that my vote was counted' }).tap()
  await expect(page.getByRole('heading', { name: 'Your ballot was received' })).toBeVisible()
  expectNothingTold(sent)

  // It was saved, so nothing is lost by logging out: no question.
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/login/)
  expect(await keptReceipts(page)).toEqual({})
})

// Shows receipt-03, receipt-11
test('once counted, one tap shows each seat, and the site does not learn which', async ({ page, site }) => {
  await changeElection(site.deps, times(-2 * 60_000))
  await countNow(site.deps)
  const electionId = await theElection(site.deps)
  await signIn(page, site, voter)
  await page.goto('/vote')
  await expect(page.getByRole('heading', { name: 'Vote Submitted' })).toBeVisible()
  // Another browser: the receipt is not here, and the login alone shows nothing.
  await expect(page.getByRole('heading', { name: 'Your choices are sealed' })).toBeVisible()
  expect(await page.content()).not.toContain('CRUZ')
  await expectSound(page)

  const sent = everythingSent(page)
  const code = page.getByLabel('Code of your receipt')
  await code.fill('12 345678')
  await page.getByRole('button', { name: 'Check' }).tap()
  await expect(page.getByRole('alert')).toContainText('A code has 28 letters and digits. This one has 8.')
  await expect(code).toHaveValue('1234-5678')
  await code.fill(receiptCode(fromHex(receipt.secret)).toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Check' }).tap()
  await expect(page.getByRole('heading', { name: 'Your vote is counted' })).toBeInViewport()
  await expect(seats(page)).toHaveText([
    'Army, seat 1 of 4Left blank',
    'Army, seat 2 of 4COL ANA CRUZ',
    'Army, seat 3 of 4Left blank',
    'Army, seat 4 of 4Left blank',
    'NavyCOL ANA SULIT',
    'Air ForceLeft blank',
    'Technical and Administrative ServiceLeft blank',
  ])
  expectNothingTold(sent)
  const asked = sent
    .map((one) => new URL(one.split(' ')[0] ?? ''))
    .filter(({ pathname }) => pathname.includes('/board/') || pathname.endsWith('/board'))
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    `/api/elections/${electionId}/board`,
    `/api/elections/${electionId}/board/leaves/0`,
  ])
  await expectSound(page)
})

// Shows receipt-08
test('scanned by a phone that was never here: no tap, and a clean address bar', async ({ browser, site }) => {
  const phone = await aColdPhone(browser, site)
  const sent = everythingSent(phone)
  const link = new URL(/http\S+#\S+/.exec(receiptFile)?.[0] ?? '')
  await phone.goto(`/receipt${link.hash}`)
  await expect(phone.getByRole('heading', { name: 'Your vote is counted' })).toBeVisible()
  await expect(phone.getByText('It is the ballot that the site promised to count')).toBeVisible()
  await expect(seats(phone).nth(1)).toContainText('ANA CRUZ')
  expect(phone.url()).toBe(`${site.url}/receipt`)
  expect(
    await phone.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(receipt.secret)
  expectNothingTold(sent)
  await expectSound(phone)
  // The answer is above the form, and the keyboard leaves little of a small phone.
  await phone.setViewportSize({ width: 360, height: 300 })
  await phone.getByLabel('Code of your receipt').fill(receiptCode(fromHex(receipt.secret)))
  await phone.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'Your vote is counted' })).toBeInViewport()
  // A code that cannot be read leaves nothing of the receipt before it.
  await phone.getByLabel('Code of your receipt').fill('1234-5678')
  await phone.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(phone.getByRole('alert')).toContainText('This one has 8.')
  await expect(phone.getByLabel('Code of your receipt')).toHaveValue('1234-5678')
  await expect(phone.getByRole('heading', { name: 'Your vote is counted' })).toHaveCount(0)

  // Damaged on the way.
  await phone.goto(`/receipt${link.hash.slice(0, 60)}`)
  await expect(phone.getByText('Part of the address is missing')).toBeVisible()
  await phone.goto(`/receipt${link.hash.replace(/.$/, '.')}`)
  await expect(phone.getByText('This receipt’s address is damaged')).toBeVisible()
  const forged = { ...receipt, signature: toHex(randomBytes(64)) }
  await phone.goto(`/receipt#${receiptFragment(forged)}`)
  await expect(
    phone.getByRole('heading', { name: 'The promise on this receipt is not signed by this site' }),
  ).toBeVisible()
  const elsewhere = { ...receipt, electionId: '00000000-0000-4000-8000-000000000000' }
  await phone.goto(`/receipt#${receiptFragment(elsewhere)}`)
  await expect(phone.getByRole('heading', { name: 'This site does not know this election' })).toBeVisible()
  await phone.context().close()
})

// Shows receipt-05, receipt-12
test('a promise that was broken: what to do, and a proof that shows no choice @rare', async ({ browser, site }) => {
  const phone = await aColdPhone(browser, site)
  const { electionId } = receipt
  const ballot = toHex(randomBytes(32))
  const { signature, statement } = site.deps.boardKey.sign({
    type: 'promise/1',
    election: electionId,
    ballot,
  })
  const broken: BallotReceipt = { electionId, rehearsal: false, secret: toHex(randomBytes(16)), ballot, signature }
  await phone.goto(`/receipt#${receiptFragment(broken)}`)
  await expect(phone.getByRole('heading', { name: 'Your vote is missing' })).toBeVisible()
  await expectSound(phone)
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Save the proof' }).click()
  const proof = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(proof)).toEqual({ promise: { statement, signature }, fingerprint: site.deps.boardKey.fingerprint })
  expect(proof).not.toContain(broken.secret)

  // The same code without its promise proves nothing.
  await phone.getByLabel('Code of your receipt').fill(receiptCode(fromHex(broken.secret)))
  await phone.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'We found no vote for this code' })).toBeVisible()

  // A site that now signs with another key than this device remembers.
  await phone.evaluate((kept) => localStorage.setItem('own:ballot-receipt:somebody:election', JSON.stringify(kept)), {
    ...receipt,
    choices: [null, null, null, null, null, null, null],
    key: { publicKey: '11'.repeat(32), fingerprint: '22'.repeat(32) },
  })
  await phone.goto(`/receipt#${receiptFragment(receipt)}`)
  await expect(phone.getByRole('heading', { name: 'The site’s key has changed' })).toBeVisible()
  await expectSound(phone)
  await phone.context().close()
})

// Shows receipt-12
test('a list that does not add up: the proof says nothing of what is on the board @rare', async ({ page }) => {
  await page.route('**/board/leaves/**', async (route) => {
    const response = await route.fetch()
    const body = await response.body()
    body[0]! ^= 1
    await route.fulfill({ response, body })
  })
  await page.goto(`/receipt#${receiptFragment(receipt)}`)
  await expect(page.getByRole('heading', { name: 'The board does not add up' })).toBeVisible()
  await expectSound(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the proof' }).click()
  const proof = JSON.parse(await readFile(await (await download).path(), 'utf8')) as object
  expect(Object.keys(proof)).toEqual(['promise', 'fingerprint'])
})

test('a link that is cut: the check says so and can be tried again @rare', async ({ page }) => {
  await page.route('**/board/leaves/**', (route) => route.abort('internetdisconnected'))
  await page.goto(`/receipt#${receiptFragment(receipt)}`)
  await expect(page.getByText('The check could not be finished')).toBeVisible()
  await expectSound(page)
  await page.unroute('**/board/leaves/**')
  await page.getByRole('button', { name: 'Try again' }).tap()
  await expect(page.getByRole('heading', { name: 'Your vote is counted' })).toBeVisible()
})

// Shows receipt-17
test('in a rehearsal: a lost reply is fetched again, a wrong promise is told @rare', async ({ page, site }) => {
  await changeElection(site.deps, { rehearsal: true })
  const first = await aMember(site.deps)
  await page.route('**/ballot', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await signIn(page, site, first)
  await page.goto('/vote?test')
  await choose(page, 'PN', 'ANA SULIT')
  await page.getByRole('button', { name: 'Review my ballot' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Sending it again')).toBeVisible()
  // A further try may be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(card(page)).toBeVisible()
  await expect(card(page)).toContainText('Rehearsal: this ballot is kept separate')
  await expect(page.getByRole('region', { name: 'Your ballot' })).toContainText('ANA SULIT')
  await expect.poll(async () => (await countNow(site.deps), true)).toBe(true)
  await card(page).getByRole('button', { name: 'Check that my vote was counted' }).tap()
  await expect(page.getByRole('heading', { name: 'Your vote is counted' })).toBeVisible()
  // Back here without a receipt in the address: the one on this device is offered.
  await page.goto('/receipt')
  await page.getByRole('button', { name: 'Check the rehearsal receipt on this device' }).tap()
  await expect(page.getByRole('heading', { name: 'Your vote is counted' })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/login/)
  expect(await keptReceipts(page)).toEqual({})

  await page.context().clearCookies()
  await page.route('**/ballot', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), ballot: toHex(randomBytes(32)) } })
  })
  await voteFor(page, site, await aMember(site.deps), { test: true })
  await expect(card(page).getByRole('alert')).toContainText('Something is wrong with this receipt')
  await expectSound(page)
  // Somebody else at the ballot page of the same phone.
  expect(Object.keys(await keptReceipts(page))).toHaveLength(1)
  await page.context().clearCookies()
  await signIn(page, site, await aMember(site.deps))
  await page.goto('/vote?test')
  await expect.poll(() => keptReceipts(page)).toEqual({})
  await changeElection(site.deps, { rehearsal: false })
})
