import type { ReactNode } from 'react'
import { errorText } from '#shared/text.ts'
import type { Instant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections.ts'
import type { MyBallot } from '#web/api/voting.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { CandidatesTable } from '#web/elections/vote/candidates-table.tsx'
import { ChosenBar } from '#web/elections/vote/chosen-bar.tsx'
import type { Hours } from '#web/elections/vote/hours.ts'
import { HoursNotice } from '#web/elections/vote/hours-notice.tsx'
import { NoteBox } from '#web/elections/vote/note-box.tsx'
import { SeatSlots } from '#web/elections/vote/seat-slots.tsx'
import { inWords, listed, type Candidate } from '#web/elections/vote/slots.ts'
import type { useDraft } from '#web/elections/vote/use-draft.ts'
import { VoteFrame, VoteHeading } from '#web/elections/vote/vote-frame.tsx'
import { SiteLink } from '#web/site/site-link.tsx'

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
  onSaved: (saved: Pick<MyBallot, 'choices' | 'receipt'>) => void
}

interface BallotPageProps extends MemberBallotProps {
  draft: ReturnType<typeof useDraft>
  onReview: () => void
}

/** The seats to fill, with who stands and what one should know. */
export function BallotPage({ draft, onReview, ...props }: BallotPageProps) {
  const { election, candidates, hours, rehearsing, now, ballot } = props
  const seats = election.seats
  const needsPassword = ballot?.whyNot === 'own-password-first'
  const votable = hours !== 'after' && !needsPassword && candidates.length > 0
  return (
    <VoteFrame foot={votable && <ChosenBar seats={seats} choices={draft.choices} onReview={onReview} />}>
      {props.banner}
      <VoteHeading eyebrow={election.title} title={votable ? whatToChoose(seats.length) : 'BOT Voting'} />
      <div className="grid gap-4 empty:hidden">
        <HoursNotice election={election} hours={hours} rehearsing={rehearsing} now={now} />
        {needsPassword && <PasswordFirst />}
        {!ballot && <Unchecked onRetry={props.onRecheck} />}
        {votable && <DraftNotices draft={draft} />}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_21rem] lg:items-start">
        {votable ? (
          <SeatSlots seats={seats} candidates={candidates} choices={draft.choices} onChoose={draft.choose} />
        ) : (
          <CandidatesTable candidates={candidates} />
        )}
        <NoteBox election={election} />
      </div>
      {votable && <CandidatesTable candidates={candidates} />}
    </VoteFrame>
  )
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
          <p>Whom you had chosen there no longer stands.</p>
        </Notice>
      )}
    </>
  )
}

function PasswordFirst() {
  return (
    <Notice tone="warning" title={errorText['own-password-first']}>
      <p>
        Whoever knows your birthdate could vote in your name, so the association asks for a password that only you know.
        You log in with it once, and then come back here.
      </p>
      <SiteLink href="/reset-password" className={`${buttonClass('primary')} mt-3`}>
        Choose my own password
      </SiteLink>
    </Notice>
  )
}

function Unchecked({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="warning" title="We could not check whether you have voted already">
      <p>You can go on: a second ballot is never counted.</p>
      <Button look="outline" size="small" className="mt-3" onClick={onRetry}>
        Check again
      </Button>
    </Notice>
  )
}
