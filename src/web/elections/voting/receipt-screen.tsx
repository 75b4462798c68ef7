import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { howTitle } from '#shared/elections/board/board-text.ts'
import type { Checked } from '#shared/elections/board/check-receipt.ts'
import { receiptText, checkText } from '#shared/elections/voting/receipt-text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { boardsQuery, type BoardChoice } from '#web/api/elections/board.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { CheckOutcome } from '#web/elections/voting/check-outcome.tsx'
import { listKept } from '#web/elections/voting/kept-receipt.ts'
import { ReceiptForm } from '#web/elections/voting/receipt-form.tsx'
import { useReceiptCheck, type CheckState } from '#web/elections/voting/use-receipt-check.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** Whether a vote was counted, found out on this device. */
export function ReceiptScreen() {
  const { shortName } = useSite()
  const { elections } = useSuspenseQuery(boardsQuery(useApi())).data
  const { state, check } = useReceiptCheck()
  const decided = state.status === 'done' || state.status === 'checking'
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-10 py-6 md:py-12">
      <PageHead title={`Check your receipt – ${shortName}`} />
      {!decided && <h1 className="text-4xl sm:text-5xl">Check your receipt</h1>}
      <Outcome state={state} onRetry={check} />
      {state.status !== 'checking' && <Ask {...{ state, elections }} onCheck={check} />}
      <p className="border-t border-line pt-5 text-muted">
        {receiptText.private}{' '}
        <SiteLink href="/how-votes-are-counted" className="text-link">
          {howTitle}
        </SiteLink>
      </p>
    </div>
  )
}

function Outcome({ state, onRetry }: { state: CheckState; onRetry: (checked: Checked) => void }) {
  switch (state.status) {
    case 'arriving':
      return (
        <noscript>
          <p className="text-lg">{receiptText.needsScripts}</p>
        </noscript>
      )
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
        aria-label="Votes looked through"
        className="h-4 w-full overflow-hidden rounded-full"
      />
      <p className="text-lg text-muted">We are looking for your vote among all counted votes.</p>
    </div>
  )
}

interface AskProps {
  state: CheckState
  elections: readonly BoardChoice[]
  onCheck: (checked: Checked) => void
}

/** The code from paper; and the receipt that this device keeps, if somebody came here without one. */
function Ask({ state, elections, onCheck }: AskProps) {
  const current = elections.find((one) => one.current) ?? elections[0]
  const [chosen, setChosen] = useState(current?.id)
  const kept = state.status === 'asking' ? listKept() : []
  if (!chosen) return <p className="text-lg">There has been no election yet.</p>
  return (
    <div className="grid grid-cols-1 gap-5">
      {kept.map((receipt) => (
        <Button key={receipt.ballot} look="accent" className="min-h-14 text-lg" onClick={() => onCheck(receipt)}>
          {receipt.rehearsal ? 'Check the rehearsal receipt on this device' : 'Check the receipt on this device'}
        </Button>
      ))}
      <h2 className="text-3xl">{state.status === 'done' ? 'Check another receipt' : 'Type the code'}</h2>
      <ReceiptForm key={state.status} onCode={(secret) => onCheck({ electionId: chosen, rehearsal: false, secret })}>
        {elections.length > 1 && (
          <>
            <label htmlFor="election" className="font-semibold">
              Election
            </label>
            <select
              id="election"
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              className="field-box mb-3"
            >
              {elections.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </>
        )}
      </ReceiptForm>
    </div>
  )
}
