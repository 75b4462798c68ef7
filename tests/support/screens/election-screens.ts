import type { Page } from '@playwright/test'
import { serviceNames } from '#shared/members/enums.ts'
import { long } from './association.ts'
import { answering, changing, failing, press, see, type Screen } from './screen.ts'

const screen = (
  name: string,
  page: Screen['page'],
  as: Screen['as'],
  path: Screen['path'],
  more: Partial<Screen> = {},
): Screen => ({ name, page, as, path, ...more })

/** As it is on a new site, and once the election was cancelled. */
const noElectionScreens = (name: string, page: Screen['page'], path: string): Screen[] => [
  screen(`${name}-no-election`, page, 'newcomer', path, {
    before: answering('**/api/elections/current', { election: null }),
  }),
  screen(`${name}-cancelled`, page, 'newcomer', path, {
    before: changing('**/api/elections/current', { election: { stage: 'cancelled', cancelledReason: long.words } }),
  }),
]

/** While nominations are open. */
export const nominationScreens: Screen[] = [
  screen('nominate', 'nominate', 'newcomer', '/nominate'),
  screen('nominate-chosen', 'nominate', 'newcomer', '/nominate', {
    stays: true,
    async act(page) {
      const search = page.getByRole('combobox', { name: 'Search for a member' })
      await search.fill('voter')
      await page.getByRole('option').first().click()
      await search.fill('voter')
      await page.getByRole('option').first().click()
    },
  }),
  screen('nominate-failed', 'nominate', 'newcomer', '/nominate', { before: failing('**/nominees') }),
  screen('nominate-admin', 'nominate', 'admin', '/nominate'),
  screen('nominate-pending', 'nominate', 'admin', '/nominate', {
    act: (page) =>
      page
        .getByRole('button', { name: /^Reject/ })
        .first()
        .click(),
  }),
  screen('candidacy', 'profile', 'newcomer', '/profile', { act: (page) => press(page, 'File for Candidacy') }),
  screen('ballot-preview', 'ballotPreview', 'admin', '/admin/ballot'),
  screen('election-day-before', 'electionDay', 'admin', '/admin/election-day'),
  screen('vote-before', 'vote', 'member', '/vote'),
  screen('result-before', 'electionResult', 'member', '/election-result'),
  screen('election-settings', 'electionSettings', 'admin', '/admin/elections'),
  screen('election-overview', 'electionSettings', 'admin', '/admin/elections?step=overview'),
  screen('election-postpone', 'electionSettings', 'admin', '/admin/elections?step=overview', {
    stays: true,
    async act(page) {
      await press(page, 'Postpone')
      await page.getByLabel('Voting opens instead').fill('2025-04-12T08:00')
    },
  }),
  screen('election-setup', 'electionSettings', 'admin', '/admin/elections?step=setup'),
  screen('election-voting-step', 'electionSettings', 'admin', '/admin/elections?step=voting'),
  screen('election-closing-step', 'electionSettings', 'admin', '/admin/elections?step=closing'),
  screen('election-new', 'electionSettings', 'admin', '/admin/elections', {
    act: (page) => press(page, 'Create a new election'),
  }),
  screen('election-draft', 'electionSettings', 'admin', '/admin/elections', {
    stays: true,
    async act(page) {
      await press(page, 'Save as a draft')
      await see(page, /Nobody else can see this election yet/)
    },
  }),
  screen('election-first', 'electionSettings', 'admin', '/admin/elections', {
    before: answering('**/api/elections', { now: Date.parse('2025-03-10T09:00:00+08:00'), elections: [] }),
  }),
  ...noElectionScreens('nominate', 'nominate', '/nominate'),
  ...noElectionScreens('vote', 'vote', '/vote'),
  screen('roll-before', 'roll', 'admin', '/admin/roll'),
  screen('observe-before', 'observe', 'observer', '/observe', {
    act: (page) => page.getByRole('tab', { name: 'Before' }).click(),
  }),
]

const seats = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^(${Object.values(serviceNames).join('|')})(, seat \\d of \\d)? `) })

async function choose(page: Page, places: number): Promise<void> {
  await seats(page).first().waitFor()
  for (let place = 0; place < places; place++) {
    await seats(page).nth(place).click()
    const list = page.getByRole('dialog', { name: /^Choose for/ })
    await list.getByRole('listitem').getByRole('button').first().click()
    await list.waitFor({ state: 'hidden' })
  }
}

/** On the day of voting; the member casts a ballot on the way. */
export const votingScreens: Screen[] = [
  screen('vote', 'vote', 'member', '/vote'),
  screen('vote-choose', 'vote', 'member', '/vote', { stays: true, act: (page) => seats(page).first().click() }),
  screen('vote-half', 'vote', 'member', '/vote', { act: (page) => choose(page, 5) }),
  screen('vote-blanks', 'vote', 'member', '/vote', {
    stays: true,
    async act(page) {
      await press(page, /^Review my ballot/)
      await press(page, 'Save')
      await see(page, /mean to leave this blank/)
    },
  }),
  screen('vote-saved', 'vote', 'member', '/vote', {
    stays: true,
    async act(page) {
      await page.getByRole('checkbox').check()
      await press(page, 'Save')
      await see(page, 'Vote Submitted Successfully')
    },
  }),
  screen('vote-receipt', 'vote', 'member', '/vote', {
    after: 'vote-saved',
    act: (page) => page.getByText('Details').first().click(),
  }),
  screen('receipt-checked', 'receipt', 'member', '/vote', {
    stays: true,
    async act(page) {
      await press(page, 'Check that my vote was counted')
      await page.waitForURL(/\/receipt/)
      await see(page, /^(Your ballot was received|Your vote is counted)$/)
    },
  }),
  screen('vote-failed', 'vote', 'newcomer', '/vote', { before: failing('**/nominees') }),
  screen('member-voted', 'profile', 'member', '/profile', { after: 'vote-saved' }),
  screen('vote-proxy', 'vote', 'admin', '/vote?proxy=1'),
  screen('vote-proxy-refused', 'vote', 'admin', '/vote?proxy=1', {
    stays: true,
    act: (page) => press(page, 'Review the ballot'),
  }),
  screen('result', 'electionResult', 'member', '/election-result'),
  screen('result-failed', 'electionResult', 'newcomer', '/election-result', {
    before: failing('**/api/elections/*/results*'),
  }),
  screen('board-voting', 'board', 'visitor', '/board'),
  screen('roll', 'roll', 'admin', '/admin/roll'),
  screen('roll-add', 'roll', 'admin', '/admin/roll', { stays: true, act: (page) => press(page, 'Add a member') }),
  screen('observe', 'observe', 'observer', '/observe'),
  screen('observe-records', 'observe', 'observer', '/observe', {
    stays: true,
    async act(page) {
      await page.getByRole('tab', { name: 'Records' }).click()
      await press(page, 'Open the roll')
      await page.getByRole('row').nth(3).waitFor()
    },
  }),
  screen('observe-fork', 'observe', 'observer', '/observe', { act: seeFork }),
  screen('election-settings-frozen', 'electionSettings', 'admin', '/admin/elections?step=setup'),
  screen('election-day', 'electionDay', 'admin', '/admin/election-day'),
  screen('election-extend', 'electionDay', 'admin', '/admin/election-day', {
    stays: true,
    act: (page) => press(page, 'Extend voting'),
  }),
  screen('election-cancel', 'electionSettings', 'admin', '/admin/elections?step=overview', {
    act: (page) => press(page, 'Cancel the election'),
  }),
  screen('result-cancelled', 'electionResult', 'member', '/election-result', {
    before: changing('**/api/elections/*/results*', { stage: 'cancelled', votes: null, cancelledReason: long.words }),
  }),
]

/** The observer has seen the board, and is then shown another. */
async function seeFork(page: Page): Promise<void> {
  await see(page, /^Board state/)
  await page.route('**/board/heads.ndjson*', async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({ body: body.replaceAll(/\\"ballots\\":\d+/g, '\\"ballots\\":77') })
  })
  await page.reload()
  await see(page, 'The board does not match what you have seen')
}

const closing = (page: Page) => page.getByRole('region', { name: 'Closing the election' })

/** After the close: a tie, its decision, the certificate, the new board. */
export const afterScreens: Screen[] = [
  screen('result-tied', 'electionResult', 'member', '/election-result', {
    act: (page) => page.getByText('All candidates as a table').click(),
  }),
  screen('vote-over', 'vote', 'newcomer', '/vote'),
  screen('closing', 'electionSettings', 'admin', '/admin/elections'),
  screen('closing-tie', 'electionSettings', 'admin', '/admin/elections', {
    stays: true,
    act: (page) => closing(page).getByRole('button', { name: 'Record the decision' }).first().click(),
  }),
  screen('closing-certify', 'electionSettings', 'admin', '/admin/elections', { act: decideAndCertify }),
  screen('closing-publish', 'electionSettings', 'admin', '/admin/elections', {
    stays: true,
    async act(page) {
      const dialog = page.getByRole('dialog', { name: 'Certify the result?' })
      await dialog.getByLabel(/this cannot be undone/).check()
      await dialog.getByRole('button', { name: 'Certify for good' }).click()
      await closing(page).getByRole('button', { name: 'Publish to the leadership page' }).click()
      await see(page, 'Publish the new board?')
    },
  }),
  screen('result-certified', 'electionResult', 'member', '/election-result', { after: 'closing-publish' }),
  screen('election-certified', 'election', 'visitor', '/election', { after: 'closing-publish' }),
  screen('board-after', 'board', 'visitor', '/board', { after: 'closing-publish' }),
  screen('board-earlier', 'earlierBoard', 'visitor', ({ election }) => `/board/${election}`, {
    after: 'closing-publish',
  }),
  screen('observe-after', 'observe', 'observer', '/observe', {
    after: 'closing-publish',
    act: (page) => page.getByRole('tab', { name: 'After' }).click(),
  }),
  screen('observe-countersign', 'observe', 'observer', '/observe', {
    stays: true,
    act: (page) => press(page, 'Countersign'),
  }),
]

async function decideAndCertify(page: Page): Promise<void> {
  await closing(page).getByRole('button', { name: 'Record the decision' }).first().click()
  const tie = page.getByRole('dialog', { name: /^Tie in/ })
  await tie.getByRole('checkbox').or(tie.getByRole('radio')).first().check()
  await tie.getByLabel('How it was decided').fill('Drawing of lots before the committee')
  await tie.getByRole('button', { name: 'Record the decision' }).click()
  await tie.waitFor({ state: 'hidden' })
  await closing(page).getByRole('button', { name: 'Recount now' }).click()
  await closing(page).getByRole('button', { name: 'Recount again' }).waitFor()
  await closing(page).getByRole('button', { name: 'Certify the result' }).click()
  await page.getByRole('dialog', { name: 'Certify the result?' }).waitFor()
}
