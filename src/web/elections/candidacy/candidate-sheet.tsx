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
export function CandidateSheet({ id, title }: { id: string; title: string }) {
  const { data, isError, error, refetch } = useQuery(candidateQuery(useApi(), id))
  if (data) return <Sheet candidate={data} title={title} />
  if (isError) return <Failed title={candidateText.failed} error={error} onRetry={() => void refetch()} />
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  )
}

function Sheet({ candidate, title }: { candidate: Candidate; title: string }) {
  const { fullName, ms, rank, unit, region, statement } = candidate
  const facts = [
    [candidateText.fullName, fullName === title ? '' : fullName],
    [candidateText.service, serviceNames[ms]],
    [candidateText.rank, rank],
    [candidateText.unit, unit],
    [candidateText.region, region],
  ].filter(([, value]) => value)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <NomineePhoto nominee={candidate} size="sheet" />
        <dl className="grid min-w-0 flex-1 basis-44 grid-cols-1">
          {facts.map(([term, value]) => (
            <div key={term} className="border-t border-line py-1.5 first:border-0">
              <dt className="text-muted">{term}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
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
