import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choices } from '#shared/elections/voting/ballot.ts'
import { namedSeats } from '#shared/elections/voting/seats.ts'
import { votingText } from '#shared/elections/voting/text.ts'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { VoteSkeleton } from '#web/elections/current-election.tsx'
import { candidatesQuery } from '#web/elections/voting/api.ts'
import { CandidateList, ChosenBar } from '#web/elections/voting/candidate-list.tsx'
import { Review, useReviewStep } from '#web/elections/voting/review.tsx'
import { SeatSlots } from '#web/elections/voting/seat-slots.tsx'
import { choicesWith, type Candidate } from '#web/elections/voting/slots.ts'
import { AdminLayout, BackLink } from '#web/layout/admin-layout.tsx'
import { useSearch } from '#web/router/router.tsx'
import { electionsQuery, type ListedElection } from './api.ts'
import { electionHref } from './election-nav.tsx'
import { previewText as text } from './text.ts'

/** The ballot as members see it, for those who run the election: to try at any time, with nothing to save. */
export function BallotPreviewScreen() {
  const addressed = useSearch().get('election')
  return (
    <AdminLayout title={text.title}>
      <Fetched query={useQuery(electionsQuery)} failed="The election could not be loaded" loading={<VoteSkeleton />}>
        {({ elections }) => {
          const election =
            elections.find(({ id }) => id === addressed) ?? elections.find(({ current }) => current) ?? elections[0]
          return election ? <Preview key={election.id} election={election} /> : <EmptyState title={text.none} />
        }}
      </Fetched>
    </AdminLayout>
  )
}

function Preview({ election }: { election: ListedElection }) {
  const draft = election.stage === 'draft'
  const candidates = useQuery({ ...candidatesQuery(election.id), enabled: !draft })
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-8">
      <p className="-mb-4">
        <BackLink href={electionHref(election.id)}>{text.back}</BackLink>
      </p>
      <Notice tone="info" title={text.notice}>
        <p>
          {text.help} {election.candidatesByLot && text.byLot}
        </p>
      </Notice>
      {draft ? (
        <Ballot election={election} candidates={[]} />
      ) : (
        <Fetched query={candidates} failed={votingText.nomineesFailed} loading={<VoteSkeleton />}>
          {(standing) => <Ballot election={election} candidates={standing} />}
        </Fetched>
      )}
    </div>
  )
}

function Ballot({ election, candidates }: { election: ListedElection; candidates: readonly Candidate[] }) {
  const { title } = election
  const seats = namedSeats(election.seats)
  const [choices, setChoices] = useState<Choices>(() => seats.map(() => null))
  const { reviewing, review, leaveReview } = useReviewStep()
  const onChoose = (place: number, chosen: string | null) => setChoices(choicesWith(choices, place, chosen))
  if (reviewing)
    return (
      <Review
        heading="Review your ballot"
        headingLevel="h2"
        meaning={text.meaning}
        whyNot={text.notice}
        {...{ title, seats, candidates, choices }}
        casting={{ status: 'rest' }}
        onSave={leaveReview}
        onBack={leaveReview}
      />
    )
  return (
    <>
      <SeatSlots {...{ seats, candidates, choices, onChoose }} />
      <CandidateList {...{ seats, candidates }} choosing={{ choices, onChoose }} />
      <ChosenBar {...{ seats, choices }} whose="the" onReview={review} className="-mx-5 md:-mx-8" />
    </>
  )
}
