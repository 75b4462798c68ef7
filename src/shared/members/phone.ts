/**
 * A Philippine phone number as stored: digits only, with `0` instead of `+63` or `63`. Separators are dropped, and so are
 * invisible characters from copied numbers.
 */
export function foldPhone(typed: string): string {
  const compact = typed.replaceAll(/[\s\p{Pd}\p{Cf}()./]+/gu, '')
  return compact.replace(/^(?:\+63|0063|63(?=0?\d{9,10}$))0?/, '0')
}

/** `0917 123 4567`, `02 8123 4567`, `032 412 3456`: as it is read aloud. Any other number stays as it was written. */
export function showPhone(written: string): string {
  const parts = /^(?:(09\d\d)(\d{3})(\d{4})|(02)(\d{4})(\d{4})|(0[3-8]\d)(\d{3})(\d{4}))$/.exec(foldPhone(written))
  return parts ? parts.slice(1).filter(Boolean).join(' ') : written
}

/** Ten or eleven digits after folding. */
export const isPhone = (folded: string): boolean => /^\d{10,11}$/.test(folded)

/** Ten digits are a phone number, but not if they start like a mobile number: a hint, never a refusal. */
export function whyDoubtPhone(typed: string): string | null {
  return /^09\d{8}$/.test(foldPhone(typed))
    ? 'A mobile number that begins with 09 has 11 digits; this one has 10. Please check it.'
    : null
}
