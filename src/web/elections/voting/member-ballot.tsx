import type { ReactNode } from 'react'
import type { OffRoll } from '#shared/elections/roll/roll.ts'
import { rollText } from '#shared/elections/roll/text.ts'
import { untilText } from '#shared/elections/schedule.ts'
import type { WhyCannotVote } from '#shared/elections/voting/ballot.ts'
import { votingText } from '#shared/elections/voting/text.ts'
import { showPesos } from '#shared/pesos.ts'
import { errorText } from '#shared/text.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { InfoIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import type { CurrentElection } from '#web/elections/api.ts'
import { VoteFrame } from '#web/elections/current-election.tsx'
import { closesInMinutes, type Hours } from '#web/elections/server-clock.ts'
import { howTitle } from '#web/elections/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import type { MyBallot } from './api.ts'
import type { BallotOwner, KeptReceipt } from './ballot-storage.ts'
import { CandidateList, ChosenBar } from './candidate-list.tsx'
import { useMemberBallot } from './casting.ts'
import { ErrorDialog, Review, useReviewStep } from './review.tsx'
import { SeatSlots } from './seat-slots.tsx'
import { joinWords, type Candidate } from './slots.ts'
import { ballotText } from './text.ts'

interface MemberBallotProps {
  election: CurrentElection
  candidates: readonly Candidate[]
  owner: BallotOwner
  hours: Hours
  now: Instant
  banner: ReactNode
  /** Undefined if it is unknown whether this member has voted; the server refuses a second ballot anyway. */
  ballot: MyBallot | undefined
  onRecheck: () => void
  onSaved: (receipt: KeptReceipt) => void
}

/**
 * A member's ballot before it is cast: the seats, then the review, from which it is sent (`casting.ts`). After the voting hours,
 * and for somebody who may not vote, the candidates to read, and why.
 */
export function MemberBallot(props: MemberBallotProps) {
  const { election, candidates, owner, hours, onSaved, onRecheck } = props
  const { reviewing, review, leaveReview } = useReviewStep()
  const draft = useMemberBallot(owner, election.seats, candidates, (saved) => {
    leaveReview()
    onSaved(saved)
  })
  const { choices, casting, dismiss } = draft

  // While a ballot is being sent, the server decides whether it was in time, not this screen.
  const over = (hours === 'after' || missingItemOf(props) !== null) && casting.status === 'rest'
  return (
    <>
      {reviewing && !over ? (
        <VoteFrame>
          {props.banner}
          <Review
            heading="Review your ballot"
            meaning="Is everything right? “Save” casts your ballot, and you cannot change it afterwards."
            {...{ title: election.title, seats: election.seats, candidates, choices, casting }}
            whyNot={
              hours === 'before'
                ? `${errorText['voting-not-open']}. It opens on ${showInstant(election.votingOpens)}.`
                : null
            }
            notice={draft.sent && <NotSavedYet />}
            onSave={draft.save}
            onBack={() => {
              dismiss()
              leaveReview()
            }}
          />
        </VoteFrame>
      ) : (
        <Choosing {...props} draft={draft} onReview={review} />
      )}
      <ErrorDialog
        casting={casting}
        loggedOut="You were logged out. Your choices are still on this device: log in and save them again."
        onRetry={draft.save}
        onClose={() => {
          dismiss()
          onRecheck()
        }}
      />
    </>
  )
}

interface ChoosingProps extends MemberBallotProps {
  draft: ReturnType<typeof useMemberBallot>
  onReview: () => void
}

/** The seats to fill, with the candidates and what voters should know. */
function Choosing({ draft: { choices, choose, kept, dropped }, onReview, ...props }: ChoosingProps) {
  const { election, candidates, hours, ballot } = props
  const { seats, title } = election
  const missing = missingItemOf(props)
  const byLot = Boolean(ballot?.lot)
  const fillable = seats.filter(({ ms }) => candidates.some((one) => one.ms === ms))
  const votable = hours !== 'after' && missing === null && candidates.length > 0
  const bar = votable && <ChosenBar {...{ seats, choices, onReview }} whose="my" />
  return (
    <VoteFrame foot={bar}>
      {props.banner}
      <div>
        <p className="eyebrow text-gold-ink">{title}</p>
        <h1 className="mt-1 text-4xl sm:text-5xl">
          {votable ? ballotText.whatToChoose(fillable.length) : 'BOT Voting'}
        </h1>
        {votable && (
          <p className="mt-3 max-w-[60ch] text-lg text-muted">
            {hours === 'open' && !props.owner.rehearsalOf && (
              <strong>Vote by {untilText(election.votingCloses, props.now)}. </strong>
            )}
            {ballotText.howToChoose}
            {byLot && ` ${ballotText.byLot}`}
          </p>
        )}
      </div>
      <div className="grid gap-4 empty:hidden">
        <HoursNotice {...props} />
        {hours === 'before' && election.offRoll && <OffRollNotice {...election.offRoll} />}
        {missing && (
          <Notice tone="warning" title={ballot?.joinedLater ? rollText.joinedLater : errorText[missing]}>
            {whatToDo(missing, props.onRecheck)}
          </Notice>
        )}
        {ballot && votable && hours === 'open' && kept && <NotSavedYet />}
        {votable && dropped.length > 0 && (
          <Notice tone="warning" title={`Please choose again for ${joinWords(dropped)}`}>
            <p>The person you chose is no longer a candidate.</p>
          </Notice>
        )}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_21rem] lg:items-start">
        {votable && <SeatSlots {...{ seats, candidates, choices, byLot }} onChoose={choose} />}
        <CandidateList {...{ seats, candidates }} {...(votable && { choosing: { choices, onChoose: choose } })} />
        {/* On a phone the list comes first: it is what one looks for. */}
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <NoteBox {...{ election, hours }} />
        </div>
      </div>
    </VoteFrame>
  )
}

/** What a voter can have fixed, as opposed to the voting hours. */
type MissingItem = Exclude<WhyCannotVote, 'voting-not-open'>

/** What this member lacks to vote; the hours depend on the server's clock. */
function missingItemOf({ ballot, hours }: Pick<MemberBallotProps, 'ballot' | 'hours'>): MissingItem | null {
  const why = ballot?.whyNot ?? null
  return hours === 'after' || why === 'voting-not-open' ? null : why
}

/** Before voting opens: in time to pay, or to object. */
const OffRollNotice = ({ on, fixed, centavos }: OffRoll) => (
  <Notice tone="warning" title={fixed ? errorText['not-in-good-standing'] : ballotText.offRollTitle}>
    <p>{fixed ? ballotText.offRollFixed(showInstant(on)) : ballotText.offRoll(showInstant(on), showPesos(centavos))}</p>
    <SiteLink href={fixed ? '/contact' : '/dues'} className={`${buttonClass('primary')} mt-3`}>
      {fixed ? 'Contact us' : 'Pay my dues'}
    </SiteLink>
  </Notice>
)

/** To those who come back to their choices, or whose ballot was sent and did not arrive. */
function NotSavedYet() {
  return (
    <Notice tone="warning" title="You have not voted yet">
      <p>We kept your choices on this device: review them, then save.</p>
    </Notice>
  )
}

/** That voting opens soon, is about to close, or is over. */
function HoursNotice({ election, owner, hours, now, ballot }: MemberBallotProps) {
  const notCast = ballot?.whyNot === 'voting-not-open' && !ballot.voted
  if (hours === 'before')
    return (
      <Notice tone="info" title={errorText['voting-not-open']}>
        <p>
          Voting opens on {showInstant(election.votingOpens)}. You can already choose: your choices stay on this device,
          and this page opens automatically.
        </p>
      </Notice>
    )
  if (hours === 'after')
    return (
      <Notice tone="info" title={errorText['voting-not-open']}>
        <p>
          Voting closed on {showInstant(election.votingCloses)}.{' '}
          {notCast && 'We received no ballot from you in this election. '}
          <SiteLink href="/election-result" className="text-link">
            {votingText.results}
          </SiteLink>
        </p>
      </Notice>
    )
  const minutes = owner.rehearsalOf ? null : closesInMinutes(election, now)
  if (minutes === null) return null
  return (
    <Notice tone="warning" title={`Voting closes in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`}>
      <p>Please save your ballot before {showInstant(election.votingCloses)}.</p>
    </Notice>
  )
}

/** Members are told why they cannot vote before they fill in a ballot in vain. */
function whatToDo(missing: MissingItem, onRecheck: () => void): ReactNode {
  switch (missing) {
    case 'own-password-first':
      return (
        <>
          <p>
            Anyone who knows your birthday could vote in your name, so the association asks for a password that only you
            know. Choose one, log in with it, and come back here.
          </p>
          <SiteLink href="/reset-password" className={`${buttonClass('primary')} mt-3`}>
            Choose my own password
          </SiteLink>
        </>
      )
    case 'not-on-roll':
    case 'not-in-good-standing':
      return (
        <>
          <p>
            {missing === 'not-on-roll' ? 'If you were a member before' : 'If your dues were paid then'}, please tell the
            association. A mistake on the roll can be corrected while voting is open, and you can vote right after that.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <SiteLink href="/contact" className={buttonClass('primary')}>
              Contact us
            </SiteLink>
            <Button look="outline" onClick={onRecheck}>
              Check again
            </Button>
          </div>
        </>
      )
    case 'admin-may-not-vote':
      return <p>Administrators run the election and have no vote in it.</p>
  }
}

function NoteBox({ election, hours }: Pick<MemberBallotProps, 'election' | 'hours'>) {
  const over = hours === 'after'
  const notes = [
    [
      'Voting hours',
      `From ${showInstant(election.votingOpens)} to ${showInstant(election.votingCloses)}.${over ? '' : ' Please save your ballot before then.'}`,
    ],
    [
      'Your ballot is secret',
      'The records show that you voted, not whom you chose. Your receipt shows whom you chose, so keep it to yourself.',
    ],
    !over && [
      'You vote once',
      'You cannot change a saved ballot. You may leave a seat blank; we will ask you to confirm.',
    ],
    !over && [
      'Until you save',
      'Your choices stay on this device only. They are still there if you close the page or lose the connection.',
    ],
  ].filter((note) => note !== false)
  return (
    <section aria-labelledby="note" className="rounded-card border border-navy-3/30 bg-navy-soft p-5 text-navy-2">
      <h2 id="note" className="flex items-center gap-2 text-2xl">
        <InfoIcon className="size-6 flex-none" />
        Note
      </h2>
      <dl className="mt-3 grid gap-3">
        {notes.map(([title, words]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-2">
        <summary className="tap-link">{ballotText.howSecret}</summary>
        <p>{ballotText.secret}</p>
        <SiteLink href="/how-votes-are-counted" className="tap-link">
          {howTitle}
        </SiteLink>
      </details>
    </section>
  )
}
