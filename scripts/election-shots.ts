import type { Page } from '@playwright/test'
import type { Login } from './demo-shots.ts'

/** The screens of the election: on its morning, and in the evening when it is counted. */

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()

async function chooseAll(page: Page): Promise<void> {
  const seats = page.getByRole('button', { name: /^(PA|PN|PAF|TAS)( \d)? / })
  await seats.first().waitFor()
  for (let place = 0; place < (await seats.count()); place++) {
    await seats.nth(place).click()
    const list = page.getByRole('dialog', { name: /^Choose for/ })
    await list.getByRole('listitem').getByRole('button').first().click()
    await list.waitFor({ state: 'hidden' })
  }
}

async function review(page: Page): Promise<void> {
  await chooseAll(page)
  await press(page, /^Review (my|the) ballot/)
  await page.getByRole('heading', { name: 'Review your ballot' }).waitFor()
}

/** The first picture casts the demo member's ballot; every later one finds it cast. */
async function voted(page: Page): Promise<void> {
  const received = page.getByText('Vote Submitted').first()
  if (!(await received.isVisible())) {
    await review(page)
    await press(page, /^Save$/)
  }
  await received.waitFor()
}

const closingDesk = (page: Page) => page.getByRole('region', { name: 'Closing the election' })

export const electionShots = (admin: Login, member: Login) => [
  { name: 'election', path: '/election' },
  { name: 'nominate', as: member, path: '/nominate' },
  { name: 'nominate-admin', as: admin, path: '/nominate' },
  { name: 'vote', as: member, path: '/vote' },
  {
    name: 'vote-choose',
    as: member,
    path: '/vote',
    act: (page: Page) => press(page, /^PA 1 /),
  },
  { name: 'vote-review', as: member, path: '/vote', act: review },
  { name: 'vote-received', as: member, path: '/vote', act: voted },
  {
    name: 'receipt',
    as: member,
    path: '/vote',
    async act(page: Page) {
      await voted(page)
      await page.getByRole('button', { name: 'Check that my vote was counted' }).click()
      await page.waitForURL(/\/receipt$/)
      await page.waitForLoadState('networkidle')
    },
  },
  { name: 'board', as: member, path: '/board' },
  { name: 'how-votes-are-counted', as: member, path: '/how-votes-are-counted' },
  { name: 'vote-proxy', as: admin, path: '/vote?proxy=1' },
  { name: 'election-result', as: member, path: '/election-result' },
  { name: 'election-settings', as: admin, path: '/admin/elections' },
  { name: 'election-result-closed', as: member, path: '/election-result', evening: true },
  {
    name: 'closing',
    as: admin,
    path: '/admin/elections',
    evening: true,
    act: (page: Page) => closingDesk(page).scrollIntoViewIfNeeded(),
  },
  {
    name: 'closing-certify',
    as: admin,
    path: '/admin/elections',
    evening: true,
    act: (page: Page) => closingDesk(page).getByRole('button', { name: 'Certify the result' }).click(),
  },
]
