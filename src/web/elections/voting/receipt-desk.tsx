import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toHex } from '#shared/elections/board/bytes.ts'
import { showDate } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { boardsQuery, type BoardChoice } from '#web/elections/board/api.ts'
import type { ReceiptToCheck, CheckResult } from '#web/elections/board/check-receipt.ts'
import { readReceiptFragment, type ReadFragment, readReceiptCode } from '#web/elections/board/receipt.ts'
import { listReceipts, takeHandedOver } from './ballot-storage.ts'
import { CheckOutcome } from './check-outcome.tsx'
import { ReceiptForm } from './receipt-parts.tsx'
import { checkText, linkFaultText } from './text.ts'

/** The state of a receipt's check. */
type CheckState =
  /** As rendered by the server: the part after `#` is not known yet. */
  | { status: 'arriving' }
  /** Nothing to check; `fault` is what was wrong with the address. */
  | { status: 'asking'; fault: string | null }
  | { status: 'checking'; part: number }
  | { status: 'done'; checked: ReceiptToCheck; result: CheckResult }
  /** No reply, or an unreadable one: nothing is known. */
  | { status: 'lost'; checked: ReceiptToCheck; error: unknown }

/** Where a receipt is checked; loaded once there is one. `typed` is what was typed before that. */
export function ReceiptDesk({ typed }: { typed: string | null }) {
  const boards = useQuery({ ...boardsQuery, networkMode: 'always' })
  const { state, check: checkNow, clear } = useReceiptCheck()
  const check = useCallback((checked: ReceiptToCheck) => void checkNow(checked), [checkNow])
  const elections = boards.data?.elections
  const current = elections && (elections.find((one) => one.current) ?? elections[0])

  // What was typed before this was loaded is checked once the election is known.
  const taken = useRef(false)
  useEffect(() => {
    const code = typed !== null && current && !taken.current ? readReceiptCode(typed) : null
    if (!code?.ok || !current) return
    taken.current = true
    check({ electionId: current.id, rehearsal: false, secret: toHex(code.secret) })
  }, [typed, current, check])

  const decided = state.status === 'done' || state.status === 'checking'
  // The form stands below the answer.
  useEffect(() => {
    if (decided) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [decided, state.status])
  return (
    <>
      {!decided && <h1 className="text-4xl sm:text-5xl">Check your receipt</h1>}
      <Outcome state={state} onRetry={check} />
      {boards.isError && !elections && (
        <Failed title="The elections could not be loaded" error={boards.error} onRetry={() => void boards.refetch()} />
      )}
      {elections && state.status !== 'checking' && (
        <Ask {...{ state, elections, current, typed: typed ?? undefined }} onCheck={check} onUnreadable={clear} />
      )}
    </>
  )
}

function Outcome({ state, onRetry }: { state: CheckState; onRetry: (checked: ReceiptToCheck) => void }) {
  switch (state.status) {
    case 'arriving':
      return null
    case 'asking':
      return state.fault && <Notice tone="error">{state.fault}</Notice>
    case 'checking':
      return <Progress part={state.part} />
    case 'lost':
      return (
        <Notice tone="error" title={checkText.lost.title}>
          <p>{sentenceOf(state.error)}</p>
          <Button className="mt-3" onClick={() => onRetry(state.checked)}>
            Try again
          </Button>
        </Notice>
      )
    case 'done':
      return <CheckOutcome {...state} onRetry={() => onRetry(state.checked)} />
  }
}

function Progress({ part }: { part: number }) {
  const percent = Math.floor(part * 100)
  return (
    <div className="grid gap-4 py-10">
      <h1 className="text-4xl">Checking your receipt …</h1>
      <progress
        value={percent}
        max={100}
        aria-label="Votes searched"
        className="h-4 w-full overflow-hidden rounded-full"
      />
      <p className="text-lg text-muted">We are looking for your vote among all counted votes.</p>
    </div>
  )
}

interface AskProps {
  state: CheckState
  elections: readonly BoardChoice[]
  current: BoardChoice | undefined
  typed: string | undefined
  onCheck: (checked: ReceiptToCheck) => void
  onUnreadable: () => void
}

/** The code from paper; and this device's own receipt, if there is none in the address. */
function Ask({ state, elections, current, typed, onCheck, onUnreadable }: AskProps) {
  const [chosen, setChosen] = useState(current?.id)
  const kept = state.status === 'asking' ? listReceipts() : []
  if (!chosen) return <p className="text-lg">There has been no election yet.</p>
  return (
    <div className="no-print grid grid-cols-1 gap-5">
      {kept.map((receipt) => (
        <Button key={receipt.ballot} look="accent" className="min-h-14 text-lg" onClick={() => onCheck(receipt)}>
          {receipt.rehearsal ? 'Check the rehearsal receipt on this device' : 'Check the receipt on this device'}
        </Button>
      ))}
      <h2 className="text-3xl">{state.status === 'done' ? 'Check another receipt' : 'Type the code'}</h2>
      <ReceiptForm
        key={String(state.status === 'arriving')}
        typed={state.status === 'asking' ? typed : undefined}
        onCode={(secret) => onCheck({ electionId: chosen, rehearsal: false, secret })}
        onUnreadable={onUnreadable}
      >
        {elections.length > 1 && (
          <div className="mb-3">
            <SelectField
              label="Election"
              prompt={null}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              choices={elections.map(({ id, title, votingOpens }) => ({
                value: id,
                label: `${title}, ${showDate(votingOpens)}`,
              }))}
            />
          </div>
        )}
      </ReceiptForm>
    </div>
  )
}

/** Checks the receipt in the address, and then what is typed. */
function useReceiptCheck() {
  const [state, setState] = useState<CheckState>({ status: 'arriving' })
  const latest = useRef<ReceiptToCheck | null>(null)

  const check = useCallback(async (checked: ReceiptToCheck): Promise<void> => {
    latest.current = checked
    // Another receipt may have been scanned meanwhile: ignore the result of the first.
    const show = (next: CheckState) => latest.current === checked && setState(next)
    show({ status: 'checking', part: 0 })
    try {
      const knownKey = listReceipts().find(({ secret }) => secret === checked.secret)?.key?.publicKey
      const { runCheck } = await import('#web/elections/board/run-check.ts')
      const result = await runCheck(checked, {
        knownKey,
        onProgress: (part) => show({ status: 'checking', part }),
      })
      show({ status: 'done', checked, result })
    } catch (error) {
      show({ status: 'lost', checked, error })
    }
  }, [])

  useEffect(() => {
    function arrive() {
      const handed = takeHandedOver()
      const fragment = takeFragment()
      if (handed) void check(handed)
      else if (fragment?.ok) void check(fragment.receipt)
      else if (fragment) setState({ status: 'asking', fault: linkFaultText[fragment.why] })
      else setState((before) => (before.status === 'arriving' ? { status: 'asking', fault: null } : before))
    }
    arrive()
    // Scanning a second receipt into the same tab changes only the part after `#`.
    window.addEventListener('hashchange', arrive)
    return () => window.removeEventListener('hashchange', arrive)
  }, [check])

  /** The result for an earlier receipt says nothing about an unreadable code. */
  const clear = useCallback(() => {
    latest.current = null
    setState({ status: 'asking', fault: null })
  }, [])

  return { state, check, clear }
}

/** The receipt after `#`, which is then removed from the address bar; null if there is none. */
function takeFragment(): ReadFragment | null {
  const { hash, pathname, search } = window.location
  // The id of an element, such as for `Skip to content`, is not a receipt.
  if (hash.length <= 1 || document.getElementById(hash.slice(1))) return null
  window.history.replaceState(null, '', pathname + search)
  return readReceiptFragment(hash)
}
