/** Who is elected by the votes, written anew from docs/audit-package.md. */

export interface ServiceOutcome {
  readonly service: string
  /** Elected whatever is decided about a tie. */
  readonly safe: readonly string[]
  readonly tie: { readonly votes: number; readonly seats: number; readonly tied: readonly string[] } | null
  readonly vacant: number
}

export function outcomeOf(
  seatsByService: ReadonlyMap<string, number>,
  nominees: Iterable<{ id: string; service: string }>,
  votes: ReadonlyMap<string, number>,
): ServiceOutcome[] {
  const voted = [...nominees]
    .map(({ id, service }) => ({ id, service, votes: votes.get(id) ?? 0 }))
    .filter((nominee) => nominee.votes > 0)
    .toSorted((a, b) => b.votes - a.votes)
  return [...seatsByService].map(([service, seats]) => {
    const ranked = voted.filter((nominee) => nominee.service === service)
    const ids = (some: typeof ranked) => some.map(({ id }) => id)
    const lastSeat = ranked[seats - 1]
    if (!lastSeat || ranked[seats]?.votes !== lastSeat.votes) {
      const vacant = Math.max(0, seats - ranked.length)
      return { service, safe: ids(ranked.slice(0, seats)), tie: null, vacant }
    }
    const above = ranked.filter((nominee) => nominee.votes > lastSeat.votes)
    const tied = ranked.filter((nominee) => nominee.votes === lastSeat.votes)
    const tie = { votes: lastSeat.votes, seats: seats - above.length, tied: ids(tied) }
    return { service, safe: ids(above), tie, vacant: 0 }
  })
}
