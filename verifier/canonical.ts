const deepest = 100

/**
 * A value as RFC 8785 writes it. JSON.stringify writes numbers and strings as that RFC asks; what it leaves open is the
 * order of keys. Throws a RangeError for what JSON cannot hold, or what is nested more deeply than any statement.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > deepest) throw new RangeError('something that is nested too deeply')
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number that is too large')
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('half a character')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, depth + 1)).join(',')}]`
  // The order of UTF-16 code units is what sorting does by itself.
  const keys = Object.keys(value).toSorted()
  const fields = value as Record<string, unknown>
  return `{${keys.map((key) => `${canonicalJson(key)}:${canonicalJson(fields[key], depth + 1)}`).join(',')}}`
}
