/** The input cannot be used, so there is no verdict about the election. The message is shown to the person. */
export class UnusableInput extends Error {}

/** The package cannot be read any further, because it departs from the format here. */
export class UnreadablePackage extends Error {}

/** Text from an untrusted file, for display: short and without control characters. */
export function printable(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = value === undefined ? 'nothing' : String(value)
  const short = text.length > 90 ? `${text.slice(0, 90)}…` : text
  return short.replaceAll(/\p{C}/gu, '?')
}

/** A time in the reader's own time zone. */
export const momentText = (time: string): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }).replaceAll('\u202f', ' ')
