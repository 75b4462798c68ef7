import { useCallback, useEffect, useRef, useState } from 'react'
import type { Signed } from '#shared/elections/board/statements.ts'
import type { Instant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { readBoard } from '#web/elections/board/api.ts'
import { crypto } from '#web/elections/board/run-check.ts'
import { canKeep, store, readAllStored, readStored, type StorageKey } from '#web/elections/board/witness-storage.ts'
import { cosign, registerKey } from '#web/elections/board/witness.ts'
import { fetchConsistency, fetchHeads } from './api.ts'
import { compareFile, lastHead, followOnce, nothingSeen, type Fault, type Followed, type SeenHead } from './follow.ts'

/** A different history is noticed within two minutes, even if the browser slows down background pages. */
const lookEveryMs = 30_000

interface Following extends Followed {
  /** This browser's state has not been read yet. */
  loading: boolean
  /** Why the last look failed: the site did not reply, or reports a problem itself. */
  failing: string | null
  /** Whether the state outlasts the page. */
  kept: boolean
  /** The hash of the last head this browser has signed. */
  cosigned: string | null
}

const notRead: Following = { ...nothingSeen, loading: true, failing: null, kept: true, cosigned: null }

/** What is stored besides the heads. */
type KeptBoard = Pick<Following, (typeof keptFields)[number]>
const keptFields = ['publicKey', 'faults', 'rollbacks', 'anew', 'cosigned'] as const

/** Faults not dismissed yet: nothing is signed meanwhile. */
export const openFaults = ({ faults }: Pick<Followed, 'faults'>): Fault[] =>
  faults.filter(({ dismissedAt }) => dismissedAt === null)

export const mayCosign = (followed: Followed): boolean => followed.continues && openFaults(followed).length === 0

/** Follows the board of an election as long as the page is open, whichever part is shown. */
export function useFollowing(electionId: string, userId: string | undefined) {
  const state = useRef<Following>(notRead)
  const [following, setFollowing] = useState<Following>(notRead)

  const change = useCallback(
    async (next: Partial<Following>) => {
      const before = state.current
      const after = { ...before, ...next }
      state.current = after
      await keepChanges(electionId, before, after)
      setFollowing(after)
    },
    [electionId],
  )

  useEffect(() => {
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function lookOn() {
      try {
        let listed: readonly Signed[] = []
        for (let more = true; more && !stopped;) {
          const seen = await followOnce(crypto, state.current, sourceOf(electionId), () => Date.now())
          if (stopped) return
          await change({ ...seen.followed, failing: null })
          listed = seen.board.witnesses
          more = seen.more
        }
        await signLast(listed)
      } catch (error) {
        if (!stopped) await change({ failing: sentenceOf(error) })
      }
      if (!stopped) timer = setTimeout(() => void lookOn(), lookEveryMs)
    }
    /** One signature for everything since the last look: it covers every earlier head. Retried next time. */
    async function signLast(listed: readonly Signed[]) {
      if (userId === undefined || stopped) return
      try {
        const whose = { electionId, userId }
        await registerKey(whose, listed)
        const last = lastHead(state.current)
        if (!last || !mayCosign(state.current) || last.hash === state.current.cosigned) return
        await cosign(whose, last.hash)
        await change({ cosigned: last.hash })
      } catch {
        // The page shows that it is not signed yet.
      }
    }
    void readFollowed(electionId).then((known) => {
      if (stopped) return
      state.current = known
      setFollowing(known)
      return lookOn()
    })
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [electionId, userId, change])

  return {
    following,
    dismiss: (fault: Fault, now: Instant) =>
      change({
        faults: state.current.faults.map((one) => (one === fault ? { ...one, dismissedAt: now } : one)),
      }),
    /** Returns how many states of the board agree; null if it is not such a file. */
    async compare(file: string, now: Instant): Promise<number | null> {
      const compared = compareFile(crypto, state.current, { file, electionId, now })
      if (!compared) return null
      await change({ faults: compared.followed.faults })
      return compared.same
    },
  }
}

const sourceOf = (electionId: string) => ({
  board: () => readBoard(electionId),
  heads: async (from: number) =>
    (await fetchHeads(electionId, from)).map((line): Signed => {
      const { statement, signature } = JSON.parse(line) as Signed
      return { statement: String(statement), signature: String(signature) }
    }),
  consistency: (from: number, to: number) => fetchConsistency(electionId, { from, to }),
})

async function readFollowed(electionId: string): Promise<Following> {
  const board = await readStored<KeptBoard>('boards', electionId)
  const heads = await readAllStored<SeenHead>('heads', electionId)
  return { ...notRead, loading: false, kept: await canKeep(), ...board, heads }
}

async function keepChanges(electionId: string, before: Following, after: Following): Promise<void> {
  const changed = after.heads.flatMap((head, place): [StorageKey, SeenHead][] =>
    head === before.heads[place] ? [] : [[[electionId, place], head]],
  )
  const { publicKey, faults, rollbacks, anew, cosigned } = after
  const isSame = keptFields.every((field) => before[field] === after[field])
  if (changed.length > 0) await store('heads', changed)
  if (!isSame)
    await store('boards', [[electionId, { publicKey, faults, rollbacks, anew, cosigned } satisfies KeptBoard]])
}
