import type { Page } from '@playwright/test'
import { runningClock } from '#server/clock.ts'
import { users } from '#server/db/schema.ts'
import { defaultElection } from '#shared/elections/settings/defaults.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import type { Instant } from '#shared/time.ts'
import { expect, test as base } from './browser.ts'
import { longAgo } from './closing.ts'
import { aNominee, theElection } from './election.ts'
import { signIn } from './enter.ts'
import { aLeader, aMember, anAdmin, type Someone } from './factories.ts'
import { testSite, type TestSite } from './test-site.ts'
import { sendBallot, signedInPeople, type SignedIn } from './voters.ts'

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

export const test = base.extend<Fixtures>({
  calendar: async ({}, provide) => {
    let clock = runningClock(defaultElection.nominationOpens.getTime())
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

/** Whom a ballot names, in the order of the seats; at `PA 4`, the last of the Army's, opinions differ. */
export const namesWith = (fourth: string) => [
  'ANDRES REYES',
  'BENITO CRUZ',
  'DALISAY DIMAANO',
  fourth,
  'CARMEN SULIT',
  'JOSEFA VILLAREAL',
  'MARIA DE LA PEÑA',
]

/** The seats of the same ballot, each with who is chosen for it. */
export const ballotWith = (fourth: string) => namesWith(fourth).map((name, place) => ({ name, ...seatAt(place) }))

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
export async function thePeople({ deps }: TestSite, { nominated, rival }: Tied): Promise<People> {
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
export async function allVote(site: TestSite, voters: SignedIn[], { nominated, rival }: Tied): Promise<void> {
  const election = await theElection(site.deps)
  const approved = [...(await site.deps.elections.approved(election)).values()]
  const sent = voters.map((voter, place) => {
    const chosen = namesWith(place % 2 === 0 ? nominated : rival)
    const choices = chosen.map((name) => approved.find((nominee) => nominee.name === name)?.id ?? null)
    return sendBallot(site.url, voter, election, { choices })
  })
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(voters.map(() => 201))
}
