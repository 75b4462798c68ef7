import type { Page } from '@playwright/test'
import { runningClock } from '#server/clock.ts'
import { users } from '#server/db/schema.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { seatName } from '#shared/elections/voting/seats.ts'
import type { Instant } from '#shared/time.ts'
import {
  choose,
  keptReceipts,
  expect,
  expectSound,
  hydrated,
  logIn,
  signIn,
  test as base,
} from '#tests/support/browser.ts'
import { longAgo, pdfText } from '#tests/support/closing.ts'
import { aNominee, theElection, votingCloses, votingOpens } from '#tests/support/election.ts'
import { aLeader, aMember, anAdmin, type Someone } from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'
import { sendBallot, signedInPeople, type SignedIn } from '#tests/support/voters.ts'
import { receiptFragment } from '#web/elections/board/receipt.ts'

/** An election from the first nomination to the receipt, on a site whose days pass when the story says so. */

interface Calendar {
  now(): Instant
  turnTo(instant: Instant): void
}

interface Fixtures {
  calendar: Calendar
  /** A wide screen of their own for somebody who is signed in. */
  atADesk: (person: Someone) => Promise<Page>
}

const test = base.extend<Fixtures>({
  calendar: async ({}, provide) => {
    let clock = runningClock(defaultElection.nominationOpens)
    await provide({ now: () => clock.now(), turnTo: (instant) => void (clock = runningClock(instant)) })
  },
  site: [
    async ({ calendar }, provide) => {
      const site = await testSite({ clock: calendar })
      await provide(site)
      await site.stop()
    },
    { scope: 'test', timeout: 60_000 },
  ],
  atADesk: async ({ browser, site }, provide) => {
    const wide = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }
    const opened: Page[] = []
    await provide(async (person) => {
      const page = await (await browser.newContext({ baseURL: site.url, ...wide })).newPage()
      opened.push(page)
      await signIn(page, site, person)
      return page
    })
    for (const page of opened) await page.context().close()
  },
})

/** Votes on a phone and runs at a desk, whichever width the others run at. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const minute = 60_000
const hour = 60 * minute
const nominated = 'LOURDES MAGBANUA'
const rival = 'FELIX OCAMPO'

// Shows results-25, receipt-17, voting-38
test('a whole election, from nomination to the receipt', async ({ page: phone, site, calendar, atADesk }) => {
  test.setTimeout(240_000)
  const { voter, admin, watcher, crowd } = await thePeople(site, { nominated, rival })
  const desk = await atADesk(admin)
  const hall = await atADesk(watcher)

  await test.step('nomination days', async () => {
    await nominate(phone, voter)
    await sendBackAndApprove(desk, phone)
  })

  calendar.turnTo(votingOpens + 9 * hour)
  const receipt = await test.step('voting day', async () => {
    await watchResults(hall)
    const [kept] = await Promise.all([voteOnThePhone(phone), voteByProxy(desk)])
    await allVote(site, crowd.slice(0, 20), { nominated, rival })
    await expect(figure(hall, 'ballots cast')).toHaveText('22')
    await expect(leaders(hall).first()).toContainText(/A\. REYES.*1[0-2] votes/)
    await allVote(site, crowd.slice(20), { nominated, rival })
    await expect(figure(hall, 'ballots cast')).toHaveText('42')
    await expect(figure(hall, 'of 51 members')).toHaveText('82.4%')
    // Ten to nineteen stay behind until the close.
    await expect(leaders(hall).first()).toContainText(/A\. REYES.*(2[3-9]|3[0-2]) votes/)
    return kept
  })

  calendar.turnTo(votingCloses + 2 * minute)
  await test.step('after the close', async () => {
    await decideTheTie(desk)
    await expect(hall.getByText('Provisional result: every ballot is counted')).toBeVisible()
    await expect(leaders(hall).first()).toContainText('42 votes')
    expect(await hall.title()).toBe('not reloaded')
    await certify(desk)
    await publish(desk)
  })

  await test.step('the voter reads the result', async () => {
    await phone.goto('/')
    await expect(phone.getByText('You have voted, and the result is certified.')).toBeVisible()
    await phone.getByRole('region', { name: 'Your page' }).getByRole('link', { name: 'See who was elected' }).click()
    await expect(phone.getByText('How it was decided: Drawing of lots before the committee')).toBeVisible()
    const own = phone.getByRole('region', { name: 'Your vote' })
    await expect(own).toContainText('You voted in this election. Its result is certified.')
    await expect(
      phone.getByRole('region', { name: 'Elected Candidates' }).locator('xpath=following::section').and(own),
    ).toHaveCount(1)
    await expectSound(phone)
  })

  await test.step('the receipt', async () => {
    await phone.goto('/vote')
    await expect(phone.getByRole('heading', { name: 'Vote Submitted', exact: true })).toBeVisible()
    await expect.poll(() => keptReceipts(phone)).toEqual({})
    await phone.goto(`/receipt#${receipt}`)
    await expect(phone.getByRole('heading', { name: 'Your vote is counted' })).toBeVisible()
    for (const { name, ...seat } of ballotWith(nominated)) {
      const hasText = seatName(seat, defaultElection.seats)
      await expect(phone.getByRole('status').getByRole('listitem').filter({ hasText })).toContainText(name)
    }
  })
})

async function nominate(phone: Page, member: Someone): Promise<void> {
  await logIn(phone, member.serial, member.password)
  await phone.waitForURL(/\/member\//)
  await phone.goto('/nominate')
  await phone.getByRole('combobox', { name: 'Search for a member' }).fill('magbanua')
  await phone.getByRole('option', { name: /LOURDES/ }).click()
  await phone.getByRole('button', { name: 'Save' }).click()
  await expect(phone.getByText('Nominees Saved Successfully')).toBeVisible()
  await expect(nominee(phone)).toContainText('Nominated by you')
}

const nominee = (page: Page) =>
  page.getByRole('region', { name: 'List of nominees' }).getByRole('row').filter({ hasText: nominated })

/** Who is nominated stands at once, until an administrator has looked closer. */
async function sendBackAndApprove(desk: Page, phone: Page): Promise<void> {
  await desk.goto('/nominate')
  await desk.getByRole('button', { name: `Reject: ${nominated}` }).click()
  const asked = desk.getByRole('dialog', { name: `Reject ${nominated}?` })
  await asked.getByLabel('Reason').fill('The unit has not confirmed it.')
  await asked.getByRole('button', { name: 'Reject' }).click()
  const waits = desk.getByRole('region', { name: 'Pending nominees' })
  await expect(waits).toContainText(nominated)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: /^Nominees/ })).toContainText('7')
  await expect(nominee(phone)).toHaveCount(0)
  await waits.getByRole('button', { name: `Approve ${nominated}` }).click()
  await expect(desk.getByText(`${nominated} is approved`)).toBeVisible()
  await phone.reload()
  await expect(nominee(phone)).toBeVisible()
}

async function watchResults(hall: Page): Promise<void> {
  await hall.goto('/election-result')
  await expect(hall.getByText('No votes yet')).toBeVisible()
  await hall.evaluate(() => (document.title = 'not reloaded'))
}

const leaders = (hall: Page) => hall.getByRole('region', { name: 'Overall Leading Candidates' }).getByRole('listitem')
const figure = (hall: Page, label: string) =>
  hall.locator('dl > div').filter({ hasText: label }).getByRole('definition')

/** Returns the receipt, as the QR code holds it. */
async function voteOnThePhone(phone: Page): Promise<string> {
  await phone.goto('/profile')
  await phone.getByRole('link', { name: 'Vote', exact: true }).click()
  for (const { slot, name } of ballotWith(nominated)) await choose(phone, slot, name)
  await expect(phone.getByText('7 of 7 chosen')).toBeVisible()
  await phone.getByRole('button', { name: 'Review my ballot' }).click()
  await expect(phone.getByRole('region', { name: 'Your ballot' })).toContainText(nominated)
  await phone.getByRole('button', { name: 'Save', exact: true }).click()
  await phone.getByRole('dialog', { name: 'Vote Submitted Successfully' }).getByRole('button').last().click()
  await expect(phone.getByRole('heading', { name: 'Vote Submitted', exact: true })).toBeVisible()
  const [kept] = Object.values(await keptReceipts(phone))
  if (!kept) throw new Error('no receipt is kept')
  return receiptFragment(kept)
}

async function voteByProxy(desk: Page): Promise<void> {
  await desk.goto('/vote?proxy=1')
  await hydrated(desk)
  await desk.getByRole('combobox', { name: 'Member' }).fill('PENDUKO')
  await desk.getByRole('option', { name: /PEDRO/ }).click()
  await desk.getByLabel('Authority').fill('Signed letter of 20 March 2025')
  for (const { slot, name } of ballotWith(rival)) await choose(desk, slot, name)
  await desk.getByRole('button', { name: 'Review the ballot' }).click()
  await expect(desk.getByRole('heading', { name: 'Ballot for PEDRO PENDUKO' })).toBeVisible()
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = desk.getByRole('dialog', { name: 'Vote Submitted Successfully' })
  await expect(saved).toContainText(/The ballot for PEDRO PENDUKO .* is cast/)
  await saved.getByRole('button', { name: 'Close' }).last().click()
  await desk.getByText('1 proxy ballot is cast').click()
  await expect(desk.getByRole('row', { name: /PEDRO PENDUKO/ })).toContainText('Signed letter of 20 March 2025')
}

const closing = (desk: Page) => desk.getByRole('region', { name: 'Closing the election' })

async function decideTheTie(desk: Page): Promise<void> {
  await desk.goto('/admin/elections')
  await expect(closing(desk)).toContainText('42 ballots are counted, and none are left.')
  await expect(closing(desk)).toContainText('2 people with 21 votes each, 1 seat left')
  await closing(desk).getByRole('button', { name: 'Record the decision' }).click()
  const tie = desk.getByRole('dialog', { name: 'Tie in the Army' })
  await expect(tie.getByLabel(`COL ${rival}`)).toBeVisible()
  await tie.getByLabel(`COL ${nominated}`).check()
  await tie.getByLabel('How it was decided').fill('Drawing of lots before the committee')
  await tie.getByRole('button', { name: 'Record the decision' }).click()
  await expect(closing(desk)).toContainText(`COL ${nominated} – chosen`)
}

async function certify(desk: Page): Promise<void> {
  await closing(desk).getByRole('button', { name: 'Certify the result' }).click()
  const asked = desk.getByRole('dialog', { name: 'Certify the result?' })
  await expect(asked).toContainText('42 ballots, 7 people elected.')
  await asked.getByLabel(/this cannot be undone/).check()
  await asked.getByRole('button', { name: 'Certify for good' }).click()
  await expect(closing(desk)).toContainText('By PILAR PEÑA on')
  const href = await closing(desk).getByRole('link', { name: 'Open the certificate (PDF)' }).getAttribute('href')
  const text = await pdfText(await (await desk.request.get(href ?? '')).body())
  for (const told of ['42 ballots were cast', `COL ${nominated}`, 'Drawing of lots before the committee'])
    expect(text).toContain(told)
}

async function publish(desk: Page): Promise<void> {
  await closing(desk).getByRole('button', { name: 'Publish to the leadership page' }).click()
  const preview = desk.getByRole('dialog', { name: 'Publish the new board?' })
  await expect(preview).toContainText('Old Trustee')
  await preview.getByRole('button', { name: 'Publish' }).click()
  await closing(desk).getByRole('link', { name: 'See the leadership page' }).click()
  const board = desk.getByRole('region', { name: 'Board of Trustees' })
  await expect(board.getByRole('heading', { level: 3 })).toHaveText(namesWith(nominated))
}

/** Whom a ballot names, in the order of the seats; at `PA 4`, the last of the Army's, opinions differ. */
const namesWith = (fourth: string) => [
  'ANDRES REYES',
  'BENITO CRUZ',
  'DALISAY DIMAANO',
  fourth,
  'CARMEN SULIT',
  'JOSEFA VILLAREAL',
  'MARIA DE LA PEÑA',
]

/** The seats of the same ballot, each with who is chosen for it. */
const ballotWith = (fourth: string) => namesWith(fourth).map((name, place) => ({ name, ...seatAt(place) }))

function seatAt(place: number): Seat {
  const seat = defaultElection.seats[place]
  if (!seat) throw new Error('more names than seats')
  return seat
}

interface People {
  /** Has the phone. */
  voter: Someone
  admin: Someone
  /** Looks at the results on a large screen. */
  watcher: Someone
  /** Vote on phones of their own. */
  crowd: SignedIn[]
}

/** Everybody of the story: those who stand already, whom to nominate, who cannot come, the crowd, and the board of before. */
async function thePeople({ deps }: TestSite, { nominated, rival }: Tied): Promise<People> {
  for (const { ms, name } of ballotWith(rival)) await aNominee(deps, { ms, ...called(name), rank: 'COL' })
  await aMember(deps, { ...called(nominated), rank: 'COL' })
  await aMember(deps, called('PEDRO PENDUKO'))
  await aLeader(deps, { name: 'Old Trustee' })
  const people = {
    voter: await aMember(deps),
    watcher: await aMember(deps),
    admin: await anAdmin(deps, called('PILAR PEÑA')),
    crowd: await signedInPeople(deps, 40, { withEmail: false }),
  }
  await deps.db.update(users).set({ approvedAt: longAgo })
  return people
}

function called(name: string) {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

/** The two who want the Army's last seat. */
interface Tied {
  nominated: string
  rival: string
}

/** They vote in equal parts for each of the two. */
async function allVote(site: TestSite, voters: SignedIn[], { nominated, rival }: Tied): Promise<void> {
  const election = await theElection(site.deps)
  const approved = [...(await site.deps.elections.approved(election)).values()]
  const sent = voters.map((voter, place) => {
    const chosen = namesWith(place % 2 === 0 ? nominated : rival)
    const choices = chosen.map((name) => approved.find((nominee) => nominee.name === name)?.id ?? null)
    return sendBallot(site.url, voter, election, { choices })
  })
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(voters.map(() => 201))
}
