import { useCallback, useEffect, useState } from 'react'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { ApiError, isWorthRetrying } from '#web/api/client.ts'
import { untilOnlineOr, withRetry } from '#web/api/retry.ts'
import { castBallot } from './api.ts'
import {
  fitChoices,
  keepReceipt,
  newSecret,
  readDraft,
  readReceipt,
  removeDraft,
  removeDraftsExceptOf,
  removeReceipt,
  removeReceiptsExceptOf,
  writeDraft,
  type BallotOwner,
  type BallotDraft,
  type KeptReceipt,
} from './ballot-storage.ts'
import { choicesWith, type Candidate } from './slots.ts'

/**
 * The way of a ballot from this device into the box:
 *
 *   rest -> sending, try 1 to 4 -> rest      the site has it, and has promised to count it
 *                               -> refused      a plain no, with what to do about it; or no reply: the person decides
 *                                               whether to try again
 *
 * Its secret is made once, with the draft, so every try is the same request: sent twice, it counts once. The draft is marked as sent
 * before it leaves. If the page is lost before the reply, the next visit sends it again and gets the same promise (`useReceipt`).
 */
export type Casting =
  | { status: 'rest' }
  | { status: 'sending'; attempt: number }
  | { status: 'refused'; error: unknown }

/** Sends a ballot until there is a reply, and reports the progress. */
export function useCasting<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  onSaved: (result: Result) => void,
  /** Another ballot has its secret. Sent again with the same secret, it would always be refused. */
  onSecretUsed = () => {},
) {
  const [casting, setCasting] = useState<Casting>({ status: 'rest' })

  async function cast() {
    try {
      const result = await sendWithRetry(send, { onTry: (attempt) => setCasting({ status: 'sending', attempt }) })
      setCasting({ status: 'rest' })
      onSaved(result)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'secret-used') onSecretUsed()
      setCasting({ status: 'refused', error })
    }
  }

  return { casting, cast, dismiss: () => setCasting({ status: 'rest' }) }
}

/** A member's own ballot: filled in, stored on this device with every choice, and cast. */
export function useMemberBallot(
  owner: BallotOwner,
  seats: readonly Seat[],
  candidates: readonly Candidate[],
  onSaved: (receipt: KeptReceipt) => void,
) {
  const [draft, setDraft] = useState(() => beginDraft(owner))
  const [returned] = useState(() => draft.choices.some((chosen) => chosen !== null))
  const { choices, dropped } = fitChoices(draft.choices, seats, candidates)

  function change(next: BallotDraft) {
    setDraft(next)
    writeDraft(owner, next)
  }

  const { casting, cast, dismiss } = useCasting(
    (signal) => castDraft(owner, { ...draft, choices }, signal),
    onSaved,
    // The same choices as a new ballot: the refused one is not in the box.
    () => change({ secret: newSecret(), choices, sent: false }),
  )

  return {
    choices,
    /** Seats whose earlier choice is no longer possible. */
    dropped,
    sent: draft.sent,
    /** There is something from before to go on with. */
    kept: draft.sent || returned,
    casting,
    choose: (place: number, chosen: string | null) =>
      change({ ...draft, choices: choicesWith(choices, place, chosen) }),
    save() {
      // Before it leaves the device, so that after a closed tab it is known that it may have arrived.
      change({ ...draft, choices, sent: true })
      void cast()
    },
    dismiss,
  }
}

function beginDraft(owner: BallotOwner): BallotDraft {
  removeDraftsExceptOf(owner)
  return readDraft(owner) ?? { secret: newSecret(), choices: [], sent: false }
}

/** Casts it, and returns its receipt. */
async function castDraft(
  { electionId, rehearsalOf }: BallotOwner,
  { secret, choices }: BallotDraft,
  signal: AbortSignal,
): Promise<KeptReceipt> {
  const promise = await castBallot(electionId, { secret, choices: [...choices] }, signal)
  return { electionId, rehearsal: rehearsalOf !== null, secret, ...promise, choices, key: null }
}

/** The receipt of one voter and election, as this browser keeps it: until logout or certification. */
export function useReceipt(
  { userId, electionId, rehearsalOf }: BallotOwner,
  { voted, certified }: { voted: boolean; certified: boolean },
) {
  const [receipt, setReceipt] = useState(() => readReceipt({ userId, electionId, rehearsalOf }))
  const [onDevice, setOnDevice] = useState(true)
  const [triedAgain, setTriedAgain] = useState(false)

  useEffect(() => {
    removeReceiptsExceptOf(userId)
    if (certified) removeReceipt({ userId, electionId, rehearsalOf })
  }, [userId, electionId, rehearsalOf, certified])

  const keep = useCallback(
    (next: KeptReceipt) => {
      setOnDevice(keepReceipt({ userId, electionId, rehearsalOf }, next))
      setReceipt(next)
    },
    [userId, electionId, rehearsalOf],
  )

  // The ballot is in the box, and the reply was lost with the page: the same request, sent again, gets the same promise.
  const lost = voted && !receipt && !certified && !triedAgain
  const fetching = lost && readDraft({ userId, electionId, rehearsalOf })?.sent === true
  useEffect(() => {
    const owner = { userId, electionId, rehearsalOf }
    const draft = fetching ? readDraft(owner) : null
    if (!draft) return
    let left = false
    sendWithRetry((signal) => castDraft(owner, draft, signal), { onTry: () => {} })
      .then((found) => {
        keep(found)
        removeDraft(owner)
      })
      .catch((error: unknown) => {
        // Refused: another ballot is in the box, from another device or by proxy.
        if (!mayHaveArrived(error)) removeDraft(owner)
      })
      .finally(() => !left && setTriedAgain(true))
    return () => {
      left = true
    }
  }, [fetching, userId, electionId, rehearsalOf, keep])

  return { receipt: certified ? null : receipt, onDevice, fetching, keep }
}

/** A dead connection may not be reported for minutes. */
const answerWithinMs = 20_000
/** Growing pauses before each retry; after the last one the person decides. */
const pausesMs = [1000, 2000, 4000] as const
export const maxTries = pausesMs.length + 1

/** Whether a retry could help. As with a lost reply, a site that has just failed may have stored what it was sent. */
export const mayHaveArrived = (error: unknown): boolean =>
  isWorthRetrying(error) || (error instanceof ApiError && error.code === 'unexpected')

interface Sending {
  /** The first try is 1. */
  onTry: (attempt: number) => void
  pause?: (ms: number) => Promise<void>
}

/** Sends until a reply arrives. Only for requests that may be sent twice and count once. */
export function sendWithRetry<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  { onTry, pause = (ms) => untilOnlineOr(ms, { evenOffline: true }) }: Sending,
): Promise<Result> {
  const sendOnce = (attempt: number) => {
    onTry(attempt)
    return send(AbortSignal.timeout(answerWithinMs))
  }
  return withRetry(sendOnce, { pausesMs, worthIt: mayHaveArrived, pause })
}
