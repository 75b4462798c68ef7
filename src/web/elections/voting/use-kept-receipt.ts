import { useCallback, useEffect, useState } from 'react'
import { useApi } from '#web/api/client.ts'
import { castBallot } from '#web/api/elections/voting.ts'
import type { DraftOwner } from '#web/elections/voting/draft.ts'
import { readDraft, removeDraft } from '#web/elections/voting/draft-storage.ts'
import {
  keepReceipt,
  readKept,
  removeKept,
  removeKeptExceptOf,
  type KeptReceipt,
} from '#web/elections/voting/kept-receipt.ts'
import { mayHaveArrived, sendWithRetry } from '#web/elections/voting/send-with-retry.ts'

/** The receipt of one voter and election, as this browser keeps it: until logout or certification. */
export function useKeptReceipt({ userId, electionId, rehearsal }: DraftOwner, certified: boolean) {
  const [held, setHeld] = useState(() => readKept({ userId, electionId, rehearsal }))
  const [onDevice, setOnDevice] = useState(true)

  useEffect(() => {
    removeKeptExceptOf({ userId })
    if (certified) removeKept({ userId, electionId, rehearsal })
  }, [userId, electionId, rehearsal, certified])

  const keep = useCallback(
    (next: KeptReceipt) => {
      setOnDevice(keepReceipt({ userId, electionId, rehearsal }, next))
      setHeld(next)
    },
    [userId, electionId, rehearsal],
  )
  return { kept: certified ? null : held, onDevice, keep }
}

interface Recovering extends DraftOwner {
  /** The ballot is in the box, and this device has no receipt of it. */
  wanted: boolean
  keep: (kept: KeptReceipt) => void
}

/**
 * A ballot whose reply was lost with the page: the same request, sent again, gets the same promise. Returns whether the receipt is
 * still being fetched.
 */
export function useLostReply({ userId, electionId, rehearsal, wanted, keep }: Recovering): boolean {
  const api = useApi()
  const [over, setOver] = useState(false)
  const isSent = wanted && !over && readDraft({ userId, electionId, rehearsal })?.sent === true

  useEffect(() => {
    const owner = { userId, electionId, rehearsal }
    const draft = isSent ? readDraft(owner) : null
    if (!draft) return
    let left = false
    const form = {
      secret: draft.secret,
      choices: [...draft.choices],
      blanksConfirmed: draft.choices.includes(null),
      test: rehearsal,
    }
    sendWithRetry((signal) => castBallot(api, electionId, form, signal), { onTry: () => {} })
      .then((promise) => {
        keep({ electionId, rehearsal, secret: draft.secret, ...promise, choices: draft.choices, key: null })
        removeDraft(owner)
      })
      .catch((error: unknown) => {
        // Refused: what is in the box is another ballot, from another device or by proxy.
        if (!mayHaveArrived(error)) removeDraft(owner)
      })
      .finally(() => !left && setOver(true))
    return () => {
      left = true
    }
  }, [api, isSent, userId, electionId, rehearsal, keep])
  return isSent
}
