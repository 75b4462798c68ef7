import { errorStatus } from '#shared/errors.ts'
import { pageQueries } from '#shared/page-queries.ts'
import { findPage, type PageName } from '#shared/pages.ts'
import { requestedPage } from '#shared/requested-page.ts'

/** The part of a query that the page shows, in one order: what is drawn and kept is one of a known number of pages. */
export function shownQuery(page: PageName, given: { get(name: string): string | null }): string {
  const shown: string[] = []
  for (const [name, values] of Object.entries(pageQueries[page] ?? {})) {
    const value = given.get(name)
    if (value === null) continue
    if (values === 'a guarded page') {
      const asked = shown.length === 0 && patternOf(value)
      if (asked) shown.push(`${name}=${asked}`)
    } else if (values === 'a code' ? Object.hasOwn(errorStatus, value) : values.includes(value))
      shown.push(value === '' ? name : `${name}=${value}`)
  }
  return shown.length > 0 ? `?${shown.join('&')}` : ''
}

/** The path of a guarded page without what it says for `:id`: there are as many as there are pages. */
function patternOf(next: string): string | undefined {
  const asked = requestedPage(next)
  return asked === null ? undefined : findPage(asked.split('?')[0] ?? '')?.page.path
}
