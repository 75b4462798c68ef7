import type { Head, Signed } from '#shared/elections/board/statements.ts'
import { hashOfStatement } from './statement-hash.ts'

/** The heads that this page has seen, word for word, and whether each followed the one before it. */
export interface CollectedHeads {
  lines: readonly string[]
  last: Head | null
  lastHash: string | null
  /** The number of the first head that did not follow. */
  brokenAt: number | null
}

export const noHeads: CollectedHeads = { lines: [], last: null, lastHash: null, brokenAt: null }

/** What was collected is never taken back, whatever the site says later: that is what it is collected for. */
export async function addHeads(
  collected: CollectedHeads,
  lines: readonly string[],
  hashOf = hashOfStatement,
): Promise<CollectedHeads> {
  let { last, lastHash, brokenAt } = collected
  for (const line of lines) {
    const { statement } = JSON.parse(line) as Signed
    const head = JSON.parse(statement) as Head
    const follows =
      head.number === (last === null ? 0 : last.number + 1) && (lastHash === null || head.previous === lastHash)
    if (!follows) brokenAt ??= head.number
    last = head
    lastHash = await hashOf('head/1', statement)
  }
  return { lines: [...collected.lines, ...lines], last, lastHash, brokenAt }
}
