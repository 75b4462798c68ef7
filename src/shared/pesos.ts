/** `₱1,250.50`; whole pesos without centavos. */
export function showPesos(amount: number): string {
  const [pesos = '', rest = ''] = (Math.abs(amount) / 100).toFixed(2).split('.')
  const written = `₱${pesos.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${rest === '00' ? '' : `.${rest}`}`
  return amount < 0 ? `-${written}` : written
}

/** Parses `1,250.50`, `₱500` or `P 500` into centavos; null if nothing was typed, NaN if it is not an amount. */
export function readPesos(typed: string): number | null {
  if (typed.trim() === '') return null
  const amount = typed.trim().replaceAll(/[₱,\s]|php|^p/gi, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : Number.NaN
}
