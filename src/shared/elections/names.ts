/** `JUAN DELA CRUZ` -> `J. DELA CRUZ`: first initial, a full stop, then the rest of the name. */
export function abbreviate(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/)
  const initial = [...first][0] ?? ''
  return rest.length === 0 ? first : `${initial}. ${rest.join(' ')}`
}
