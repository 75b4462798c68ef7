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
  if ([...name].length <= letters) return [name]
  const breaks = [...name.matchAll(/[\s-]+(?=\S)/gu)].map(({ index, 0: gap }) => index + gap.length)
  const longest = (at: number) => Math.max([...name.slice(0, at).trim()].length, [...name.slice(at)].length)
  const best = breaks.toSorted((a, b) => longest(a) - longest(b))[0]
  return best === undefined ? [name] : [name.slice(0, best).trim(), name.slice(best)]
}
