import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { useApi } from '#web/api/client.ts'
import { boardQuery } from '#web/api/elections/board.ts'
import type { KeptReceipt, SiteKey } from '#web/elections/voting/kept-receipt.ts'

export type PromiseState =
  | { status: 'checking' | 'unchecked'; fingerprint: null }
  | { status: 'holds' | 'broken' | 'other-key'; fingerprint: string }

/** Whether the site's promise is what it should be: asked right after casting, and each time the receipt is shown. */
export function usePromise(
  kept: KeptReceipt,
  seats: readonly Seat[],
  onKnownKey: (key: SiteKey) => void,
): { promise: PromiseState; retry: () => void } {
  const api = useApi()
  const { electionId, rehearsal } = kept
  const board = useQuery({ ...boardQuery(api, electionId, { rehearsal }), networkMode: 'always' })
  const key = board.data && board.data.rehearsal === rehearsal ? board.data : null
  const checked = useQuery({
    queryKey: ['promise', kept.ballot, kept.signature, key?.publicKey],
    enabled: key !== null,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    queryFn: async () => {
      const { holdsPromise } = await import('./run-check.ts')
      return key !== null && holdsPromise(kept, key, { seats, choices: kept.choices })
    },
  })

  const isNew = checked.data === true && kept.key === null
  useEffect(() => {
    if (isNew && key) onKnownKey({ publicKey: key.publicKey, fingerprint: key.fingerprint })
  }, [isNew, key, onKnownKey])

  return {
    promise: stateOf(),
    retry: () => void (board.isError ? board.refetch() : checked.refetch()),
  }

  function stateOf(): PromiseState {
    if (key && kept.key && kept.key.publicKey !== key.publicKey)
      return { status: 'other-key', fingerprint: key.fingerprint }
    if (key && checked.data !== undefined)
      return { status: checked.data ? 'holds' : 'broken', fingerprint: key.fingerprint }
    const failed = board.isError || checked.isError || (board.isSuccess && key === null)
    return { status: failed ? 'unchecked' : 'checking', fingerprint: null }
  }
}
