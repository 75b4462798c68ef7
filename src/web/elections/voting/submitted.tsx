import { useCallback } from 'react'
import { howTitle } from '#shared/elections/board/schedule-text.ts'
import { receiptText } from '#shared/elections/voting/receipt-text.ts'
import { votingText } from '#shared/elections/voting/voting-text.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { CheckIcon, LockIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import type { KeptReceipt, SiteKey } from '#web/elections/voting/kept-receipt.ts'
import { ReceiptCard } from '#web/elections/voting/receipt-card.tsx'
import { ReceiptForm } from '#web/elections/voting/receipt-form.tsx'
import { handOver } from '#web/elections/voting/handed-over.ts'
import { SeatGroups } from '#web/elections/voting/seat-groups.tsx'
import { CastSlot } from '#web/elections/voting/slot.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'
import { usePromise } from '#web/elections/voting/use-promise.ts'
import { useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export const submittedHeading = 'vote-submitted'

interface SubmittedProps {
  election: CurrentElection
  candidates: readonly Candidate[]
  rehearsing: boolean
  /** Null where the vote was cast in another browser, or by proxy: a login alone shows no choice. */
  kept: KeptReceipt | null
  onDevice: boolean
  onKeep: (kept: KeptReceipt) => void
}

/** A ballot that is cast: to whoever has the receipt, what was chosen; to others that it is sealed. */
export function Submitted({ election, candidates, rehearsing, kept, onDevice, onKeep }: SubmittedProps) {
  return (
    <>
      <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-green px-6 py-6 text-white">
        <CheckIcon className="size-12 flex-none rounded-full border-3 border-white p-1.5" />
        <div className="min-w-0 flex-1 basis-60">
          <h1 id={submittedHeading} tabIndex={-1} className="text-4xl outline-none">
            {votingText.submitted}
          </h1>
          <p className="mt-1 text-lg">{election.title}. Thank you for voting.</p>
        </div>
        <SiteLink
          href={rehearsing ? '/election-result?test' : '/election-result'}
          className={`${buttonClass('outline-light')} on-dark w-full sm:w-auto`}
        >
          {votingText.results}
        </SiteLink>
      </div>
      {kept ? (
        <WithReceipt {...{ election, candidates, kept, onDevice, onKeep }} />
      ) : (
        <Sealed election={election} rehearsing={rehearsing} />
      )}
      <p className="no-print">
        <SiteLink href="/how-votes-are-counted" className="text-link inline-flex min-h-11 items-center">
          {howTitle}
        </SiteLink>
      </p>
    </>
  )
}

type WithReceiptProps = Omit<SubmittedProps, 'rehearsing' | 'kept'> & { kept: KeptReceipt }

function WithReceipt({ election, candidates, kept, onDevice, onKeep }: WithReceiptProps) {
  const onKnownKey = useCallback((key: SiteKey) => onKeep({ ...kept, key }), [kept, onKeep])
  const { promise, retry } = usePromise(kept, election.seats, onKnownKey)
  const onTaken = () => onKeep({ ...kept, taken: true })
  const { choices } = kept
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_24rem] lg:items-start">
      <div className="lg:order-2">
        <ReceiptCard {...{ title: election.title, receipt: kept, promise, onDevice, onTaken }} onRetry={retry} />
      </div>
      <section aria-label="Your ballot" className="no-print">
        <p className="mb-5 text-muted">{receiptText.kept}</p>
        <SeatGroups
          seats={election.seats}
          choices={choices}
          tell={({ seats }) => (seats.length === 1 ? '1 seat' : `${seats.length} seats`)}
          renderSlot={(place, slot) => (
            <CastSlot
              key={slot}
              slot={slot}
              chosen={candidates.find(({ id }) => id === choices[place])}
              blank={choices[place] === null}
            />
          )}
        />
      </section>
    </div>
  )
}

function Sealed({ election, rehearsing }: { election: CurrentElection; rehearsing: boolean }) {
  const navigate = useNavigate()
  if (election.certifiedAt !== null)
    return (
      <Notice tone="info" title="The site can no longer open your ballot">
        <p>{receiptText.certified}</p>
        <SiteLink href="/receipt" className={`${buttonClass('outline')} mt-3`}>
          Check your receipt
        </SiteLink>
      </Notice>
    )
  return (
    <section aria-labelledby="sealed" className="card grid max-w-2xl grid-cols-1 gap-4 p-5 md:p-7">
      <h2 id="sealed" className="flex items-center gap-3 text-3xl">
        <LockIcon className="size-7 flex-none text-olive" />
        {receiptText.sealedTitle}
      </h2>
      <p className="text-lg">{receiptText.sealed}</p>
      <p>{receiptText.sealedHow}</p>
      <ReceiptForm
        onCode={(secret) => {
          handOver({ electionId: election.id, rehearsal: rehearsing, secret })
          navigate('/receipt')
        }}
      />
      <p className="text-muted">{receiptText.sealedLost}</p>
    </section>
  )
}
