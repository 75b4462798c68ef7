import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { originalOf } from '#shared/elections/lifecycle.ts'
import type { Choices } from '#shared/elections/voting/ballot.ts'
import { drawOrder } from '#shared/elections/voting/candidate-order.ts'
import { votingText } from '#shared/elections/voting/text.ts'
import { mineKey, queries } from '#web/api/query-client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { AlertIcon, CheckIcon, LockIcon } from '#web/components/icons.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import type { CurrentElection } from '#web/elections/api.ts'
import { VoteFrame, VoteSkeleton, type FetchedElection } from '#web/elections/current-election.tsx'
import { hoursAt, useServerNow } from '#web/elections/server-clock.ts'
import { howTitle } from '#web/elections/text.ts'
import { useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { candidatesQuery, myBallotQuery } from './api.ts'
import { handOver, removeDraft, type KeptReceipt } from './ballot-storage.ts'
import { useReceipt } from './casting.ts'
import { MemberBallot } from './member-ballot.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { ReceiptForm } from './receipt-parts.tsx'
import { CastSlot, SeatGroups } from './seat-slots.tsx'
import type { Candidate } from './slots.ts'
import { receiptText } from './text.ts'

interface ElectionDayProps extends FetchedElection {
  userId: string
}

/**
 * Where a member stands in an election:
 *
 *   loading     who stands and whether one has voted are being read
 *   failed      without the candidates there is no ballot
 *   to vote     before, during and after the hours, with or without the right to vote (`member-ballot.tsx`)
 *   fetching    voted, and the reply was lost with the page: the receipt is asked for again
 *   submitted   with the receipt what was chosen, without it that the ballot is sealed
 */
export function ElectionDay({ election, fetchedAt, userId, onTimes }: ElectionDayProps) {
  const { id: electionId, rehearsalOf } = election
  const rehearsing = election.kind === 'rehearsal'
  const candidates = useQuery(candidatesQuery(originalOf(election)))
  const mine = myBallotQuery(electionId)
  const ballot = useQuery(mine)
  const now = useServerNow(election, fetchedAt)
  const hours = hoursAt(election, now)
  const [justSaved, setJustSaved] = useState(false)

  const lastHours = useRef(hours)
  const { refetch: recheck } = ballot
  useEffect(() => {
    if (lastHours.current === hours) return
    lastHours.current = hours
    onTimes()
    void recheck()
  }, [hours, onTimes, recheck])

  const owner = { userId, electionId, rehearsalOf }
  const voted = ballot.data?.voted === true
  const lot = ballot.data?.lot ?? null
  const { receipt, onDevice, fetching, keep } = useReceipt(owner, { voted, certified: election.certifiedAt !== null })

  // Saved, here or elsewhere, or too late: the draft does not stay on the device.
  const settled = ballot.data !== undefined && (voted ? !fetching : hours === 'after')
  useEffect(() => {
    if (settled) removeDraft({ userId, electionId, rehearsalOf })
  }, [settled, userId, electionId, rehearsalOf])

  function onSaved(saved: KeptReceipt) {
    keep(saved)
    queries.setQueryData(mine.queryKey, (before) => ({
      lot: null,
      joinedLater: false,
      ...before,
      whyNot: null,
      voted: true,
    }))
    void queries.invalidateQueries({ queryKey: mineKey })
    setJustSaved(true)
  }

  // Whoever sees that the vote was cast, also after a lost reply, sees it from the top.
  const choosing = ballot.data?.voted === false
  const wasChoosing = useRef(choosing)
  useEffect(() => {
    if (voted && wasChoosing.current) window.scrollTo({ top: 0, behavior: 'instant' })
    wasChoosing.current = choosing
  }, [voted, choosing])

  const banner = rehearsing && <RehearsalBanner />
  if (candidates.isError && !candidates.data)
    return (
      <VoteFrame>
        <h1 className="text-4xl sm:text-5xl">BOT Voting</h1>
        <Failed title={votingText.nomineesFailed} error={candidates.error} onRetry={() => void candidates.refetch()} />
      </VoteFrame>
    )
  if (!candidates.data || ballot.isPending)
    return (
      <VoteFrame>
        <h1 className="sr-only">BOT Voting</h1>
        <VoteSkeleton />
      </VoteFrame>
    )
  return (
    <>
      {voted ? (
        <VoteFrame>
          {banner}
          {fetching ? (
            <VoteSkeleton />
          ) : (
            <Submitted {...{ election, rehearsing, receipt, onDevice }} candidates={candidates.data} onKeep={keep} />
          )}
        </VoteFrame>
      ) : (
        <MemberBallot
          {...{ election, owner, hours, now, banner, onSaved }}
          candidates={lot ? drawOrder(candidates.data, lot) : candidates.data}
          // What was read before the close does not include what arrived after.
          ballot={hours === 'after' && ballot.isError ? undefined : ballot.data}
          onRecheck={() => {
            onTimes()
            void recheck()
            void candidates.refetch()
          }}
        />
      )}
      {justSaved && <SuccessDialog rehearsing={rehearsing} onClose={() => setJustSaved(false)} />}
    </>
  )
}

/** Nobody must mistake a rehearsal for the election. */
function RehearsalBanner() {
  return (
    <div className="flex gap-3 rounded-card border-2 border-gold bg-gold-soft px-5 py-4 text-gold-ink">
      <AlertIcon className="mt-1 size-6 flex-none" />
      <div>
        <p className="display text-2xl tracking-wider">This is a rehearsal</p>
        <p>Ballots cast here are kept separate, never counted, not secret, and deleted when the rehearsal ends.</p>
      </div>
    </div>
  )
}

const submittedHeading = 'vote-submitted'

function SuccessDialog({ rehearsing, onClose }: { rehearsing: boolean; onClose: () => void }) {
  const { shortName } = useSite()
  // The button that saved is gone: focus moves to the next heading.
  useEffect(() => () => document.getElementById(submittedHeading)?.focus(), [])
  return (
    <Dialog onClose={onClose} title={votingText.savedTitle}>
      <div className="grid gap-6">
        <p className="flex flex-wrap items-center gap-4 text-lg">
          <span className="grid size-14 flex-none place-items-center rounded-full bg-green-soft text-green">
            <CheckIcon className="size-8" />
          </span>
          {votingText.saved(shortName)}
        </p>
        <p className="text-muted">
          {rehearsing
            ? 'This was a rehearsal: the ballot is kept separate and is never counted.'
            : 'Your receipt comes next. With it you can check later that your ballot was counted.'}
        </p>
        <Button onClick={onClose}>{rehearsing ? 'Close' : 'Show my receipt'}</Button>
      </div>
    </Dialog>
  )
}

interface SubmittedProps {
  election: CurrentElection
  candidates: readonly Candidate[]
  rehearsing: boolean
  /** Null if the vote was cast in another browser or by proxy: a login alone shows no choices. */
  receipt: KeptReceipt | null
  onDevice: boolean
  onKeep: (receipt: KeptReceipt) => void
}

/** A cast ballot: with the receipt it shows the choices, without it only that it is sealed. */
function Submitted({ election, candidates, rehearsing, receipt, onDevice, onKeep }: SubmittedProps) {
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
      {receipt ? (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_24rem] lg:items-start">
          <div className="lg:order-2">
            <ReceiptCard {...{ election, receipt, onDevice, onKeep }} />
          </div>
          <CastBallot {...{ election, candidates }} choices={receipt.choices} />
        </div>
      ) : (
        <Sealed election={election} rehearsing={rehearsing} />
      )}
      <p className="no-print">
        <SiteLink href="/how-votes-are-counted" className="tap-link">
          {howTitle}
        </SiteLink>
      </p>
    </>
  )
}

function CastBallot({
  election,
  candidates,
  choices,
}: Pick<SubmittedProps, 'election' | 'candidates'> & { choices: Choices }) {
  return (
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
