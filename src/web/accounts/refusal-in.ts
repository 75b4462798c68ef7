import { errorText } from '#shared/text.ts'

type KnownCode = keyof typeof errorText

/** A form sent without scripts gets its refusal back as a code in the address. Only codes we know are shown. */
export function refusalIn(search: URLSearchParams): KnownCode | null {
  const code = search.get('error') ?? ''
  return Object.hasOwn(errorText, code) ? (code as KnownCode) : null
}
