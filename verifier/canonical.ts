/**
 * A value as RFC 8785 writes it. JSON.stringify writes numbers and strings as that RFC asks; what it leaves open is the
 * order of keys. Throws a RangeError for what JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number that is too large')
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('half of a character')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // The order of UTF-16 code units is what sorting does by itself.
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${canonicalJson(key)}:${canonicalJson((value as Record<string, unknown>)[key])}`).join(',')}}`
}
