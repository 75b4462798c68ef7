import type { PageName } from './pages.ts'

/**
 * What a public page shows of the address's query, by name and possible values: `a code` of errors.ts, or `a guarded page`,
 * which is shown only where nothing else is. The rest of a query changes nothing, so the server keeps a known number of pages.
 */
export type ShownQuery = Readonly<Record<string, readonly string[] | 'a code' | 'a guarded page'>>

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
