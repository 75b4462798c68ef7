/** What was given cannot be used at all: nothing can be said about the election. The message is for the person. */
export class Unusable extends Error {}

/** Text from a stranger's file as it is shown: no control characters, and not endless. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  const short = text.length > 90 ? `${text.slice(0, 90)}…` : text
  return short.replaceAll(/\p{C}/gu, '?')
}
