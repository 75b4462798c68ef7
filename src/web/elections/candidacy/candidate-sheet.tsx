import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { maxStatementLength, statementCorrectionSchema } from '#shared/elections/candidacy/profile.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { TextArea, TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { bySchema, useForm, useValues } from '#web/components/use-form.ts'
import { CandidateDocument, NomineePhoto } from '#web/elections/nominee-files.tsx'
import { candidateQuery, correctStatement, type CandidateProfile } from './api.ts'

/** What voters read about a candidate. Their words are plain text, whatever they contain. */
export function CandidateSheet({ id, title }: { id: string; title: string }) {
  const query = useQuery(candidateQuery(id))
  return (
    <Fetched query={query} failed={candidateText.failed} loading={<Loading />}>
      {(candidate) => <Sheet candidate={candidate} title={title} />}
    </Fetched>
  )
}

const Loading = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading…</span>
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-32 w-full" />
  </div>
)

function Sheet({ candidate, title }: { candidate: CandidateProfile; title: string }) {
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
  candidate: CandidateProfile
  /** Once voting is over, other people's words are no longer changed, only removed. */
  removesOnly: boolean
}

/** For administrators, collapsed: an improper statement is changed or removed, with a reason. */
function CorrectStatement({ candidate: { id, statement }, removesOnly }: CorrectStatementProps) {
  const titleId = useId()
  const form = useForm({
    values: { statement, reason: '', removes: removesOnly },
    check: ({ removes, ...typed }) =>
      bySchema(statementCorrectionSchema)({ ...typed, seen: statement, ...(removes && { statement: '' }) }),
    send: (correction) => correctStatement(id, correction),
    onDone: () => queries.invalidateQueries(candidateQuery(id)),
    problemsOf: (error) => ({ reason: error.message }),
  })
  const isChanged = useValues(form).statement !== statement
  const press = (removes: boolean) => () => form.change({ removes })
  return (
    <details className="rounded-field border border-line">
      <summary id={titleId} className="min-h-11 px-4 py-2.5 font-semibold">
        {candidateText.correct}
      </summary>
      <Form form={form} aria-labelledby={titleId} className="grid grid-cols-1 gap-4 px-4 pb-4">
        <p className="text-muted">{candidateText.correctNote}</p>
        {!removesOnly && (
          <TextArea name="statement" label={candidateText.correctTitle} maxLength={maxStatementLength} />
        )}
        <TextField name="reason" label={candidateText.reason} hint={candidateText.reasonHint} maxLength={300} />
        <FormFailure />
        <div className="flex flex-wrap gap-3">
          {!removesOnly && (
            <Button type="submit" busy={form.busy} disabled={!isChanged} onClick={press(false)}>
              {candidateText.correctSave}
            </Button>
          )}
          <Button type="submit" look="danger-outline" busy={form.busy} onClick={press(true)}>
            {candidateText.remove}
          </Button>
        </div>
      </Form>
    </details>
  )
}
