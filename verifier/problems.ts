/** What was given cannot be used at all: nothing can be said about the election. The message is for the person. */
export class Unusable extends Error {}

/** The package cannot be read any further: what is there is not what the format has in this place. */
export class Unreadable extends Error {}

/** Text from a stranger's file as it is shown: no control characters, and not endless. */
export function printable(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = value === undefined ? 'nothing' : String(value)
  const short = text.length > 90 ? `${text.slice(0, 90)}…` : text
  return short.replaceAll(/\p{C}/gu, '?')
}

/** A time as people read it, by the clock of whoever reads it. */
export const momentText = (time: string): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }).replaceAll('\u202f', ' ')
