/** What was given cannot be used at all: nothing can be said about the election. The message is for the person. */
export class Unusable extends Error {}

/** Text from a stranger's file as it is shown: no control characters, and not endless. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = value === undefined ? 'nothing' : String(value)
  const short = text.length > 90 ? `${text.slice(0, 90)}…` : text
  return short.replaceAll(/\p{C}/gu, '?')
}
