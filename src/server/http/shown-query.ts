import { errorStatus } from '#shared/errors.ts'
import { findPage, type PageName, requestedPage } from '#shared/pages.ts'

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

/**
 * What a public page shows of the address's query, by name and possible values: `a code` of errors.ts, or `a guarded page`,
 * which is shown only where nothing else is. The rest of a query changes nothing, so the server keeps a known number of pages.
 */
type ShownQuery = Readonly<Record<string, readonly string[] | 'a code' | 'a guarded page'>>

export const pageQueries: Readonly<Partial<Record<PageName, ShownQuery>>> = {
  login: {
    step: ['forgot', 'two-factor', 'birthday'],
    lost: ['serial'],
    error: 'a code',
    left: ['0', '1', '2'],
    sent: [''],
    changed: [''],
    out: ['', 'failed'],
    card: [''],
    ended: [''],
    next: 'a guarded page',
  },
  resetPassword: { error: 'a code', for: ['observer', 'administrator'], by: ['email'] },
}
