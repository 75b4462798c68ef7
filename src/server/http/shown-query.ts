import { errorStatus } from '#shared/errors.ts'
import type { Page } from '#shared/pages.ts'

/** The part of a query that the page shows, in one order: what is drawn and kept is one of a known number of pages. */
export function shownQuery(page: Page, given: { get(name: string): string | null }): string {
  const shown = Object.entries(page.shows ?? {}).flatMap(([name, values]) => {
    const value = given.get(name)
    return value !== null && (values === 'a code' ? Object.hasOwn(errorStatus, value) : values.includes(value))
      ? [value === '' ? name : `${name}=${value}`]
      : []
  })
  return shown.length > 0 ? `?${shown.join('&')}` : ''
}
