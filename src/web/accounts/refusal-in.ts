import { loginErrors } from '#shared/accounts/text.ts'

type KnownCode = keyof typeof loginErrors

/** A form sent without scripts gets its refusal back as a code in the address. Only codes we know are shown. */
export function refusalIn(search: URLSearchParams): KnownCode | null {
  const code = search.get('error') ?? ''
  return Object.hasOwn(loginErrors, code) ? (code as KnownCode) : null
}
