/** `JUAN DELA CRUZ` -> `J. DELA CRUZ`: first initial, a full stop, then the rest of the name. */
export function abbreviate(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/)
  const initial = [...first][0] ?? ''
  return rest.length === 0 ? first : `${initial}. ${rest.join(' ')}`
}

/**
 * A name in one or two lines that are as equally long as its spaces and hyphens allow, so that it fits under a bar without
 * losing a letter. A hyphen stays at the end of its line.
 */
export function inTwoLines(name: string, letters: number): string[] {
  if (lettersIn(name) <= letters) return [name]
  const breaks = [...name.matchAll(/[\s-]+(?=\S)/gu)].map(({ index, 0: gap }) => index + gap.length)
  const longest = (at: number) => Math.max(lettersIn(name.slice(0, at).trim()), lettersIn(name.slice(at)))
  const best = breaks.toSorted((a, b) => longest(a) - longest(b))[0]
  return best === undefined ? [name] : [name.slice(0, best).trim(), name.slice(best)]
}

export const lettersIn = (text: string): number => Array.from(text).length
