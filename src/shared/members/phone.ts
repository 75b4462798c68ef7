/** A Philippine phone number as it is stored: figures only, `+63` and `63` in front written as `0`. */
export function foldPhone(typed: string): string {
  const compact = typed.replaceAll(/[\s()./-]+/g, '')
  return compact.replace(/^(?:\+63|0063|63(?=\d{10}$))/, '0')
}

/** Ten or eleven figures, after folding. */
export const isPhone = (folded: string): boolean => /^\d{10,11}$/.test(folded)
