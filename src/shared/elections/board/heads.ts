import type { Head } from './statements.ts'

export type HeadFault = 'order' | 'record' | 'figures' | 'after-close'

interface HeadTerms {
  /** Of the freeze record and each correction and rollback, by number: heads refer to these. */
  hashes: readonly string[]
  seats: readonly unknown[]
  rollbacks: readonly { number: number }[]
}

/** Why a head does not follow the previous one. Used by the recount and by everybody who follows the board. */
export function whyNotNext(
  before: { content: Head; hash: string } | null,
  head: Head,
  { hashes, seats, rollbacks }: HeadTerms,
): HeadFault | null {
  const last = before?.content
  if (head.number !== (last ? last.number + 1 : 0) || head.previous !== (before?.hash ?? null)) return 'order'
  const named = hashes.indexOf(head.record ?? '')
  const inForce = last ? hashes.indexOf(last.record ?? '') : 0
  if (named === -1 || named < inForce) return 'record'
  if (!addsUp(head, seats.length) || (last && shrinks(last, head))) return 'figures'
  // Only a rollback reopens a closed count.
  const goesOn = named > inForce && rollbacks.some(({ number }) => number === named)
  return last?.closed && !goesOn ? 'after-close' : null
}

const addsUp = ({ size, ballots, counted, proxies, helped }: Head, seats: number) =>
  counted <= ballots && proxies <= ballots && helped <= ballots && size === counted * seats

const shrinks = (before: Head, now: Head) =>
  now.log.entries < before.log.entries ||
  (['size', 'ballots', 'counted', 'proxies', 'helped', 'minute'] as const).some((field) => now[field] < before[field])
