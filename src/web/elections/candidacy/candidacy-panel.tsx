import { useQuery } from '@tanstack/react-query'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { useApi } from '#web/api/client.ts'
import { myCandidacyQuery, type MyCandidacy } from '#web/api/elections/candidacy.ts'
import { Failed } from '#web/components/failed.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { AnswerPart } from '#web/elections/candidacy/answer-part.tsx'
import { ProfilePart } from '#web/elections/candidacy/profile-part.tsx'

/** A nominee's own panel: the answer to the nomination, and what voters read of them. */
export function CandidacyPanel({ electionId, title }: { electionId: string; title: string }) {
  const { data, isError, error, refetch } = useQuery(myCandidacyQuery(useApi(), electionId))
  if (isError && !data) return <Failed title={candidateText.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <section aria-labelledby="my-candidacy" className="card grid min-w-0 grid-cols-1 gap-5 p-5 md:p-8">
      <div>
        <h2 id="my-candidacy" className="text-3xl">
          {candidateText.mineTitle}
        </h2>
        <p className="mt-1 text-muted">{title}</p>
      </div>
      <AnswerPart electionId={electionId} title={title} mine={data} />
      {mayBeOnBallot(data) && <ProfilePart electionId={electionId} mine={data} />}
    </section>
  )
}

/** Of somebody else voters see nothing. Who was not accepted and approved before voting opened stays off it. */
const mayBeOnBallot = ({ status, mayWrite }: MyCandidacy) =>
  status === 'approved' || (status !== 'declined' && mayWrite)
