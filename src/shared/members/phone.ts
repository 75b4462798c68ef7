/**
 * A Philippine phone number as it is stored: figures only, `+63` and `63` in front written as `0`. What people put between
 * the figures is dropped, and so are the invisible characters that come along when a number is copied from elsewhere.
 */
export function foldPhone(typed: string): string {
  const compact = typed.replaceAll(/[\s\p{Pd}\p{Cf}()./]+/gu, '')
  return compact.replace(/^(?:\+63|0063|63(?=0?\d{9,10}$))0?/, '0')
}

/** `0917 123 4567`: as it is read aloud. Any other number is shown as it is stored. */
export const showPhone = (folded: string): string => folded.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3')

/** Ten or eleven figures, after folding. */
export const isPhone = (folded: string): boolean => /^\d{10,11}$/.test(folded)
