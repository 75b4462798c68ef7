/** `JUAN DELA CRUZ` -> `J. DELA CRUZ`: first initial, a full stop, then the rest of the name. */
export function abbreviate(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/)
  const initial = [...first][0] ?? ''
  return rest.length === 0 ? first : `${initial}. ${rest.join(' ')}`
}

/** Cut to what a narrow place holds; the end is told by a mark, and the whole name stands elsewhere. */
export function shorten(name: string, letters: number): string {
  const all = [...name]
  return all.length <= letters
    ? name
    : `${all
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`
}
