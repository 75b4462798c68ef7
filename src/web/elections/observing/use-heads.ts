import { useEffect, useState } from 'react'
import { fetchHeads } from '#web/api/elections/observing.ts'
import { addHeads, noHeads, type CollectedHeads } from './heads.ts'

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
