import type { ReactNode } from 'react'
import { ballotText } from '#shared/elections/voting/ballot-text.ts'
import type { Instant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import type { MyBallot } from '#web/api/elections/voting.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { CandidateList } from '#web/elections/voting/candidate-list.tsx'
import { ChosenBar } from '#web/elections/voting/chosen-bar.tsx'
import type { Hours } from '#web/elections/voting/hours.ts'
import { HoursNotice } from '#web/elections/voting/hours-notice.tsx'
import type { KeptReceipt } from '#web/elections/voting/kept-receipt.ts'
import { NoteBox } from '#web/elections/voting/note-box.tsx'
import { SeatSlots } from '#web/elections/voting/seat-slots.tsx'
import { inWords, listed, type Candidate } from '#web/elections/voting/slots.ts'
import type { useDraft } from '#web/elections/voting/use-draft.ts'
import { VoteFrame, VoteHeading } from '#web/elections/voting/vote-frame.tsx'
import { MissingNotice, type MissingItem } from '#web/elections/voting/missing-notice.tsx'

export interface MemberBallotProps {
  election: CurrentElection
  candidates: readonly Candidate[]
  userId: string
  rehearsing: boolean
  hours: Hours
  now: Instant
  banner: ReactNode
  /** Undefined when it could not be asked whether this member has voted; the server refuses a second ballot anyway. */
  ballot: MyBallot | undefined
  onRecheck: () => void
  onSaved: (receipt: KeptReceipt) => void
}

interface BallotPageProps extends MemberBallotProps {
  draft: ReturnType<typeof useDraft>
  onReview: () => void
}

/** The seats to fill, with who stands and what one should know. */
export function BallotPage({ draft, onReview, ...props }: BallotPageProps) {
  const { election, candidates, hours, rehearsing, now, ballot } = props
  const seats = election.seats
  const lack = missingItemOf(props)
  const votable = hours !== 'after' && lack === null && candidates.length > 0
  return (
    <VoteFrame
      foot={
        votable && (
          <ChosenBar seats={seats} choices={draft.choices} reviewLabel="Review my ballot" onReview={onReview} />
        )
      }
    >
      {props.banner}
      <VoteHeading eyebrow={election.title} title={votable ? whatToChoose(seats.length) : 'BOT Voting'}>
        {votable && ballotText.howToChoose}
      </VoteHeading>
      <div className="grid gap-4 empty:hidden">
        <HoursNotice
          election={election}
          hours={hours}
          rehearsing={rehearsing}
          notCast={ballot?.whyNot === 'voting-not-open' && !ballot.voted}
          now={now}
        />
        {lack && <MissingNotice lack={lack} onRecheck={props.onRecheck} />}
        {!ballot && <Unchecked canVote={votable && hours === 'open'} onRetry={props.onRecheck} />}
        {votable && <DraftNotices draft={draft} />}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_21rem] lg:items-start">
        {votable ? (
          <SeatSlots seats={seats} candidates={candidates} choices={draft.choices} onChoose={draft.choose} />
        ) : (
          <CandidateList seats={seats} candidates={candidates} />
        )}
        {votable && (
          <CandidateList
            seats={seats}
            candidates={candidates}
            choosing={{ choices: draft.choices, onChoose: draft.choose }}
          />
        )}
        {/* On a phone the list comes first: it is what one looks for. */}
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <NoteBox election={election} />
        </div>
      </div>
    </VoteFrame>
  )
}

/** What this member lacks to vote; when the hours are, the server's clock tells. */
export function missingItemOf({ ballot, hours }: Pick<MemberBallotProps, 'ballot' | 'hours'>): MissingItem | null {
  const why = ballot?.whyNot ?? null
  return hours === 'after' || why === 'voting-not-open' ? null : why
}

const whatToChoose = (seats: number) => (seats === 1 ? 'Choose your trustee' : `Choose your ${inWords(seats)} trustees`)

/** It was sent, and the site does not have it. */
export function NotSavedYet() {
  return (
    <Notice tone="warning" title="Your ballot has not been saved yet">
      <p>Your choices are still on this device. Please review them and save them again.</p>
    </Notice>
  )
}

function DraftNotices({ draft: { sent, dropped } }: Pick<BallotPageProps, 'draft'>) {
  return (
    <>
      {sent && <NotSavedYet />}
      {dropped.length > 0 && (
        <Notice tone="warning" title={`Please choose again for ${listed(dropped)}`}>
          <p>The person you chose is no longer a candidate.</p>
        </Notice>
      )}
    </>
  )
}

function Unchecked({ canVote, onRetry }: { canVote: boolean; onRetry: () => void }) {
  return (
    <Notice tone="warning" title="We could not check whether you have already voted">
      <p>{canVote ? 'You can go on: a second ballot is never counted.' : 'Please check again in a moment.'}</p>
      <Button look="outline" size="small" className="mt-3" onClick={onRetry}>
        Check again
      </Button>
    </Notice>
  )
}
