import type { Page } from '@playwright/test'
import type { PageName } from '#shared/pages.ts'
import type { Association } from './association.ts'

/** Who looks at a screen. `newcomer` is a member of whom little is known, who has the first password still. */
export const watchers = ['visitor', 'member', 'newcomer', 'admin', 'observer'] as const
export type Watcher = (typeof watchers)[number]

/** One screen in one of its states. The states of a moment are shown in the order of the list, on one site. */
export interface Screen {
  /** Its name in a report and of its picture: `vote-review`. */
  name: string
  /** The page of `src/shared/pages.ts`; `notFound` for an address that is none. */
  page: PageName | 'notFound'
  as: Watcher
  path: string | ((association: Association) => string)
  /** Before the page is loaded: what the server is to reply instead. It is undone afterwards. */
  before?: (page: Page) => Promise<unknown>
  /** What is done on the page until it is in this state. */
  act?: (page: Page, association: Association) => Promise<unknown>
  /** The page stays as it is from the screen before; `path` only names it. */
  stays?: true
  /** The screen on which something was done that this one shows. */
  after?: string
  /** Shows something that is still on its way. */
  loading?: true
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()

export const see = (page: Page, words: string | RegExp) =>
  page.getByText(words).filter({ visible: true }).first().waitFor()

/** A request to these addresses fails as it does on a broken server. */
export const failing = (addresses: string | RegExp) => (page: Page) =>
  page.route(addresses, (route) =>
    route.fulfill({ status: 400, json: { code: 'unexpected', message: 'An unexpected error occurred' } }),
  )

/** A request to these addresses is never answered. */
export const waiting = (addresses: string | RegExp) => (page: Page) => page.route(addresses, () => undefined)

export const answering = (addresses: string | RegExp, json: unknown) => (page: Page) =>
  page.route(addresses, (route) => route.fulfill({ json }))

/** The reply to these addresses, with some of it replaced. */
export const changing = (addresses: string | RegExp, changed: Record<string, unknown>) => (page: Page) =>
  page.route(addresses, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: merged(json, changed) })
  })

function merged(into: Record<string, unknown>, changed: Record<string, unknown>): Record<string, unknown> {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const next = Object.entries(changed).map(([name, value]) => {
    const before = into[name]
    return [name, isObject(value) && isObject(before) ? merged(before, value) : value]
  })
  return { ...into, ...Object.fromEntries(next) }
}

/** The tools of the members' list, which are folded on a phone while nobody is ticked. */
export async function openListTools(page: Page): Promise<void> {
  const folded = page.locator('summary', { hasText: 'Print, export, email and import' })
  const tool = page.getByRole('button', { name: 'Print cards' })
  await folded.or(tool).first().waitFor()
  if (!(await tool.isVisible())) await folded.click()
}
