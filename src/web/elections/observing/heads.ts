import { useEffect, useState } from 'react'
import { toHex } from '#shared/elections/board/bytes.ts'
import { statementBytes, type Head, type Signed, type StatementType } from '#shared/elections/board/statements.ts'
import { fetchHeads } from './api.ts'

/** The heads that this page has seen, word for word, and whether each followed the one before it. */
interface CollectedHeads {
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

const lookEveryMs = 20_000

export interface HeadsState extends CollectedHeads {
  failing: boolean
}

/** Collects the heads of an election for as long as the page is open. */
export function useHeads(electionId: string): HeadsState {
  const [state, setState] = useState<HeadsState>({ ...noHeads, failing: false })
  useEffect(() => {
    let collected = noHeads
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      try {
        for (;;) {
          const fresh = await fetchHeads(electionId, collected.lines.length)
          if (fresh.length === 0 || stopped) break
          collected = await addHeads(collected, fresh)
        }
        if (!stopped) setState({ ...collected, failing: false })
      } catch {
        if (!stopped) setState({ ...collected, failing: true })
      }
      if (!stopped) timer = setTimeout(() => void look(), lookEveryMs)
    }
    void look()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [electionId])
  return state
}

/** The hash by which others name a statement; null in a browser that computes none, such as over http. */
export async function hashOfStatement(type: StatementType, text: string): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return null
  return toHex(new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(statementBytes(type, text)))))
}
