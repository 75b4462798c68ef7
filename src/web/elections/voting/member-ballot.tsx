import { errorText } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import { castBallot } from '#web/api/elections/voting.ts'
import { BallotPage, missingItemOf, NotSavedYet, type MemberBallotProps } from '#web/elections/voting/ballot-page.tsx'
import { ErrorDialog } from '#web/elections/voting/error-dialog.tsx'
import { Review } from '#web/elections/voting/review.tsx'
import { useCasting } from '#web/elections/voting/use-casting.ts'
import { useDraft } from '#web/elections/voting/use-draft.ts'
import { useReviewStep } from '#web/elections/voting/use-review-step.ts'
import { VoteFrame } from '#web/elections/voting/vote-frame.tsx'

/** A ballot on its way: the seats, the review, and the sending. */
export function MemberBallot(props: MemberBallotProps) {
  const { election, candidates, userId, rehearsing, hours, onSaved, onRecheck } = props
  const api = useApi()
  const owner = { userId, electionId: election.id, rehearsal: rehearsing }
  const draft = useDraft(owner, election.seats, candidates)
  const { reviewing, review, leaveReview } = useReviewStep()

  const { casting, cast, dismiss } = useCasting(
    async (signal) => {
      const { secret, choices } = draft
      const promise = await castBallot(api, election.id, { ...draftForm(draft), test: rehearsing }, signal)
      return { electionId: election.id, rehearsal: rehearsing, secret, ...promise, choices, key: null }
    },
    (saved) => {
      leaveReview()
      onSaved(saved)
    },
    draft.renewSecret,
  )

  function save() {
    draft.markSent()
    void cast()
  }

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
            title={election.title}
            seats={election.seats}
            candidates={candidates}
            choices={draft.choices}
            whyNot={
              hours === 'before'
                ? `${errorText['voting-not-open']}. It opens on ${showInstant(election.votingOpens)}.`
                : null
            }
            notice={draft.sent && <NotSavedYet />}
            casting={casting}
            onSave={save}
            onBack={() => {
              dismiss()
              leaveReview()
            }}
          />
        </VoteFrame>
      ) : (
        <BallotPage {...props} draft={draft} onReview={review} />
      )}
      <ErrorDialog
        casting={casting}
        loggedOut="You were logged out in the meantime. Your choices are still on this device: log in and save them again."
        onClose={() => {
          dismiss()
          onRecheck()
        }}
      />
    </>
  )
}

/** Save asks about blank seats before it comes to this. */
const draftForm = ({ secret, choices }: ReturnType<typeof useDraft>) => ({
  secret,
  choices: [...choices],
  blanksConfirmed: choices.includes(null),
})
