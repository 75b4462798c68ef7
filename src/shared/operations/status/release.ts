/** Parses `v0.2.0`, or `0.2.0 (2948f05)` without the part after the space; null for a tag that is no release. */
function numbersOf(version: string): number[] | null {
  const found = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?: |$)/.exec(version)
  return found && found.slice(1).map(Number)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((number, index) => number !== other[index])
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
}

/** The newest of these tags, without its `v`, if it is later than the running version; else null. */
export function newestRelease(running: string, tags: readonly string[]): string | null {
  const now = numbersOf(running) ?? [0, 0, 0]
  const releases = tags.filter((tag) => tag.startsWith('v')).map(numbersOf)
  const later = releases.filter((release) => release !== null && compare(release, now) > 0)
  return later.toSorted((one, other) => compare(other ?? [], one ?? []))[0]?.join('.') ?? null
}
