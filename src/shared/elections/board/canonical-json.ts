export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * One text for one value (RFC 8785): no spaces, keys in the order of their UTF-16 code units. What is signed or hashed is
 * written this way, so that everybody who writes it gets the same bytes.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`).join(',')}}`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
