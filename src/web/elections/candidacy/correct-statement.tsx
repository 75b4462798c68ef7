import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { maxStatementLength, statementCorrectionSchema } from '#shared/elections/candidacy/profile.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { candidateQuery, correctStatement, type Candidate } from '#web/api/elections/candidacy.ts'
import { Button } from '#web/components/button.tsx'
import { problemsIn } from '#web/components/problems-in.ts'
import { TextArea } from '#web/components/text-area.tsx'
import { TextField } from '#web/components/text-field.tsx'

interface CorrectStatementProps {
  candidate: Candidate
  /** Once voting is over the words of others are not changed any more, only taken away. */
  removesOnly: boolean
}

/** For administrators, folded away: an improper statement is changed or taken away, with a reason. */
export function CorrectStatement({ candidate: { id, statement }, removesOnly }: CorrectStatementProps) {
  const api = useApi()
  const queries = useQueryClient()
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
      await correctStatement(api, id, form.data)
      await queries.invalidateQueries(candidateQuery(api, id))
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
