/**
 * A Philippine phone number as it is stored: figures only, `+63` and `63` in front written as `0`. What people put between
 * the figures is dropped, and so are the invisible characters that come along when a number is copied from elsewhere.
 */
export function foldPhone(typed: string): string {
  const compact = typed.replaceAll(/[\s\p{Pd}\p{Cf}()./]+/gu, '')
  return compact.replace(/^(?:\+63|0063|63(?=0?\d{9,10}$))0?/, '0')
}

/** `0917 123 4567`, `02 8123 4567`, `032 412 3456`: as it is read aloud. Any other number is shown as it was written. */
export function showPhone(written: string): string {
  const parts = /^(?:(09\d\d)(\d{3})(\d{4})|(02)(\d{4})(\d{4})|(0[3-8]\d)(\d{3})(\d{4}))$/.exec(foldPhone(written))
  return parts ? parts.slice(1).filter(Boolean).join(' ') : written
}

/** Ten or eleven figures, after folding. */
export const isPhone = (folded: string): boolean => /^\d{10,11}$/.test(folded)

/** Ten figures are a phone number, but not one that begins as a mobile number does: a hint, never a refusal. */
export function whyDoubtPhone(typed: string): string | null {
  const folded = foldPhone(typed)
  return /^09\d+$/.test(folded) && folded.length !== 11
    ? `A mobile number that begins with 09 has 11 digits; this one has ${folded.length}. Please check it.`
    : null
}
