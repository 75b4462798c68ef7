import type { Page } from '@playwright/test'

/** How to get the list of members and the approval queue into each of their states, for a picture of it. */

export interface Login {
  login: string
  password: string
}

const list = /\/api\/members\?/

/** What the server would answer, were it so. */
async function answered(page: Page, how: { status?: number; json: unknown }): Promise<void> {
  await page.route(list, (route) => route.fulfill(how))
  await page.reload({ waitUntil: 'networkidle' })
}

/** On a phone the queue comes first. */
async function openApplicant(page: Page, place: number): Promise<void> {
  await page.locator('[data-queue] button').nth(place).click()
  await page.getByRole('button', { name: /^Approve as/ }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function tick(page: Page, ...places: number[]): Promise<void> {
  for (const place of places) await page.locator('[data-queue] input').nth(place).check()
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

export const membersShots = (admin: Login, member: Login) => [
  { name: 'members', as: member, path: '/members' },
  { name: 'members-admin', as: admin, path: '/members' },
  { name: 'members-search', as: admin, path: '/members?search=munoz' },
  { name: 'members-nobody-found', as: member, path: '/members?search=zzzz' },
  {
    name: 'members-many-found',
    as: member,
    path: '/members?search=pa',
    act: (page: Page) => page.getByText('type more letters').waitFor({ timeout: 3000 }),
  },
  {
    name: 'members-failed',
    as: member,
    path: '/members',
    act: (page: Page) =>
      answered(page, { status: 500, json: { code: 'unexpected', message: 'An unexpected error occurred' } }),
  },
  {
    name: 'members-loading',
    as: member,
    path: '/members',
    async act(page: Page) {
      await page.route(list, () => undefined)
      await page.reload({ waitUntil: 'load' })
    },
  },
  { name: 'approval', as: admin, path: '/members?approval=true' },
  {
    name: 'approval-applicant',
    as: admin,
    path: '/members?approval=true',
    act: (page: Page) => openApplicant(page, 2),
  },
  {
    name: 'approval-payment-zoomed',
    as: admin,
    path: '/members?approval=true',
    async act(page: Page) {
      await openApplicant(page, 4)
      await page.getByRole('tab', { name: /Payment proof/ }).click()
      await press(page, /^Zoom in/)
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'approval-missing',
    as: admin,
    path: '/members?approval=true',
    async act(page: Page) {
      await openApplicant(page, 6)
      await page.getByRole('tab', { name: /Signature/ }).click()
    },
  },
  {
    name: 'approval-reject',
    as: admin,
    path: '/members?approval=true',
    async act(page: Page) {
      await openApplicant(page, 0)
      await press(page, /^Reject…/)
    },
  },
  {
    name: 'approval-ticked',
    as: admin,
    path: '/members?approval=true',
    act: (page: Page) => tick(page, 1, 2, 3),
  },
  {
    name: 'approval-ticked-question',
    as: admin,
    path: '/members?approval=true',
    async act(page: Page) {
      await tick(page, 1, 2, 3)
      await press(page, /^Approve ticked/)
    },
  },
  {
    name: 'approval-all',
    as: admin,
    path: '/members?approval=true',
    async act(page: Page) {
      await press(page, /^Approve all/)
      await page.getByRole('button', { name: /^Approve \d+ applicants/ }).waitFor()
    },
  },
  {
    name: 'approval-all-stopped',
    as: admin,
    path: '/members?approval=true',
    async act(page: Page) {
      await page.route('**/api/approvals/all', (route) =>
        route.fulfill({ status: 409, json: { code: 'id-numbers-exhausted', message: 'Failed to generate ID number' } }),
      )
      await press(page, /^Approve all/)
      await press(page, /^Approve \d+ applicants/)
      await page.getByText(/^Stopped at/).waitFor()
    },
  },
  {
    name: 'approval-keys',
    as: admin,
    path: '/members?approval=true',
    async act(page: Page) {
      await page.keyboard.press('?')
    },
  },
  {
    name: 'approval-empty',
    as: admin,
    path: '/members?approval=true',
    act: (page: Page) => answered(page, { json: { users: [], count: 0, page: 1 } }),
  },
]
