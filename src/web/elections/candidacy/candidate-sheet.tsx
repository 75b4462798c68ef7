import { useQuery } from '@tanstack/react-query'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { useApi } from '#web/api/client.ts'
import { candidateQuery, type Candidate } from '#web/api/elections/candidacy.ts'
import { Failed } from '#web/components/failed.tsx'
import { serviceNames } from '#web/components/pill.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CandidateDocument } from '#web/elections/candidate-document.tsx'
import { CorrectStatement } from '#web/elections/candidacy/correct-statement.tsx'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'

/** What voters read of a candidate. Their words are plain text, whatever is in them. */
export function CandidateSheet({ id }: { id: string }) {
  const { data, isError, error, refetch } = useQuery(candidateQuery(useApi(), id))
  if (data) return <Sheet candidate={data} />
  if (isError) return <Failed title={candidateText.failed} error={error} onRetry={() => void refetch()} />
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  )
}

function Sheet({ candidate }: { candidate: Candidate }) {
  const { fullName, ms, rank, unit, region, statement } = candidate
  const facts = [
    [candidateText.service, serviceNames[ms]],
    [candidateText.rank, rank],
    [candidateText.unit, unit],
    [candidateText.region, region],
  ].filter(([, value]) => value)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <NomineePhoto nominee={candidate} size="sheet" />
        <p className="min-w-0 flex-1 basis-40 text-xl leading-snug font-semibold wrap-anywhere">{fullName}</p>
      </div>
      <dl className="grid grid-cols-1">
        {facts.map(([term, value]) => (
          <div key={term} className="flex flex-wrap gap-x-4 border-t border-line py-2.5">
            <dt className="w-24 flex-none text-muted">{term}</dt>
            <dd className="min-w-0 flex-1 basis-32 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={candidateText.statementTitle}>
        <h3 className="text-2xl">{candidateText.statementTitle}</h3>
        {statement ? (
          <>
            <p dir="auto" className="mt-2 text-lg whitespace-pre-line wrap-anywhere">
              {statement}
            </p>
            <p className="mt-2 text-muted">{candidateText.statementBy}</p>
          </>
        ) : (
          <p className="mt-2 text-muted">{candidateText.noStatement}</p>
        )}
      </section>
      <CandidateDocument nominee={candidate} />
      {candidate.correctable && statement !== '' && (
        <CorrectStatement key={statement} candidate={candidate} removesOnly={candidate.correctable === 'remove'} />
      )}
    </div>
  )
}
