import type { PgClient } from '#server/db/database.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import { assertMatches } from '#server/elections/board/mismatch.ts'
import { correctionsIn, votingHoursIn, type FrozenElection } from '#server/elections/board/signed-election.ts'
import { eachStatement, readOwn, type StoredStatement } from '#server/elections/board/statements.ts'
import { minBatchSize } from '#server/elections/counting/count-ballots.ts'
import { whyNotNext } from '#shared/elections/board/heads.ts'
import type { Head } from '#shared/elections/board/statements.ts'
import type { Window } from '#shared/elections/lifecycle.ts'
import { minuteMs } from '#shared/time.ts'

/** The signed sizes and roots of the tree, and the last head. */
export interface SignedHeads {
  count: number
  /** In order of number, one per size. */
  roots: { number: number; size: number; root: string }[]
  /** The state of the log at each head. */
  logs: { number: number; entries: number; lastHash: string }[]
  last: StoredStatement<'head/2'>
}

/** Checks signatures, chain, figures, hours and batches of all heads. */
export async function checkHeads(
  client: PgClient,
  key: BoardKey,
  electionId: string,
  { record, hashes, chain }: FrozenElection,
): Promise<SignedHeads> {
  const hours = hashes.map((_, n) => votingHoursIn({ record, corrections: correctionsIn(chain.slice(0, n)) }))
  const terms = { hashes, seats: record.seats, rollbacks: chain.filter(({ type }) => type === 'rollback/1') }
  const batches = createBatchCheck()
  const roots: SignedHeads['roots'] = []
  const logs: SignedHeads['logs'] = []
  let last: StoredStatement<'head/2'> | null = null
  let count = 0
  for await (const { number: n, signed } of eachStatement(client, electionId, 'head/2')) {
    const head: StoredStatement<'head/2'> | null = readOwn(key, electionId, 'head/2', signed)
    assertMatches(head !== null, 'head-unsigned', { n })
    const { content } = head
    const why = n === count ? whyNotNext(last, content, terms) : 'order'
    assertMatches(why === null, headChecks[why ?? 'order'], { n })
    checkHours(hours[hashes.indexOf(content.record ?? '')], last?.content, content)
    batches.add(content)
    logs.push({ number: n, ...content.log })
    if (roots.at(-1)?.size !== content.size) roots.push({ number: n, size: content.size, root: content.root })
    else assertMatches(roots.at(-1)?.root === content.root, 'head-root', { n })
    last = head
    count++
  }
  assertMatches(last !== null, 'heads-missing')
  batches.end(last.content)
  return { count, roots, logs, last }
}

const headChecks = {
  order: 'head-order',
  record: 'head-record',
  figures: 'head-counts',
  'after-close': 'head-after-close',
} as const

/**
 * Somebody who can write to the database can change the voting hours, or have one ballot counted alone, and restore everything
 * afterwards. The heads signed meanwhile still show it.
 */

/** A ballot accepted at the last moment may still be on its way, and the clocks of nodes differ. */
const leewayMs = 5 * minuteMs

/** Ballots arrived only within the hours in force at the head, and the count was not closed before they ended. */
export function checkHours(hours: Window | undefined, before: Head | undefined, head: Head): void {
  const { opens, closes } = hours ?? { opens: NaN, closes: NaN }
  const n = head.number
  assertMatches(head.ballots === 0 || Date.parse(head.minute) >= minuteOf(opens), 'head-early', { n })
  assertMatches(!head.closed || Date.parse(head.minute) >= minuteOf(closes), 'head-closed-early', { n })
  const wasOver = before !== undefined && Date.parse(before.minute) > closes + leewayMs
  assertMatches(!wasOver || head.ballots === before.ballots, 'head-late', { n })
}

/** Rounded down, as in heads. */
const minuteOf = (time: number) => time - (time % minuteMs)

/** Every batch must hide each ballot among others; only an election with fewer ballots has a smaller batch, with all of them. */
export function createBatchCheck() {
  let counted = 0
  let small: { n: number; ballots: number } | null = null
  return {
    add(head: Head): void {
      const ballots = head.counted - counted
      counted = head.counted
      if (ballots > 0 && ballots < minBatchSize) small ??= { n: head.number, ballots }
    },
    end(last: Head): void {
      assertMatches(small === null || small.ballots === last.counted, 'batch-small', { n: small?.n ?? 0 })
    },
  }
}
