import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { maxStatementLength, statementCorrectionSchema } from '#shared/elections/candidacy/profile.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { Failed } from '#web/components/notice.tsx'
import { serviceNames } from '#web/components/pill.tsx'
import { problemsIn } from '#web/components/problems-in.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextArea, TextField } from '#web/components/fields.tsx'
import { candidateQuery, correctStatement, type Candidate } from '#web/elections/candidacy/api.ts'
import { CandidateDocument, NomineePhoto } from '#web/elections/nominee-files.tsx'

/** What voters read of a candidate. Their words are plain text, whatever is in them. */
export function CandidateSheet({ id, title }: { id: string; title: string }) {
  const { data, isError, error, refetch } = useQuery(candidateQuery(id))
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

interface CorrectStatementProps {
  candidate: Candidate
  /** Once voting is over the words of others are not changed any more, only taken away. */
  removesOnly: boolean
}

/** For administrators, folded away: an improper statement is changed or taken away, with a reason. */
function CorrectStatement({ candidate: { id, statement }, removesOnly }: CorrectStatementProps) {
  const titleId = useId()
  const [text, setText] = useState(statement)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  async function send(words: string) {
    const form = statementCorrectionSchema.safeParse({ statement: words, seen: statement, reason })
    if (!form.success) {
      setProblems(problemsIn(form.error))
      return
    }
    setBusy(true)
    try {
      await correctStatement(id, form.data)
      await queries.invalidateQueries(candidateQuery(id))
    } catch (error) {
      setProblems({ reason: sentenceOf(error) })
      setBusy(false)
    }
  }

  return (
    <details className="rounded-field border border-line">
      <summary id={titleId} className="min-h-11 px-4 py-2.5 font-semibold">
        {candidateText.correct}
      </summary>
      <div role="group" aria-labelledby={titleId} className="grid grid-cols-1 gap-4 px-4 pb-4">
        <p className="text-muted">{candidateText.correctNote}</p>
        {!removesOnly && (
          <TextArea
            label={candidateText.correctTitle}
            maxLength={maxStatementLength}
            value={text}
            error={problems['statement']}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <TextField
          label={candidateText.reason}
          hint={candidateText.reasonHint}
          maxLength={300}
          value={reason}
          error={problems['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          {!removesOnly && (
            <Button busy={busy} disabled={text === statement} onClick={() => void send(text)}>
              {candidateText.correctSave}
            </Button>
          )}
          <Button look="danger-outline" busy={busy} onClick={() => void send('')}>
            {candidateText.remove}
          </Button>
        </div>
      </div>
    </details>
  )
}
