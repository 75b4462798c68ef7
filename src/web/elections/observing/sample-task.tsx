import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { votersIn } from '#shared/elections/observing/roll-file.ts'
import { sampleSize } from '#shared/elections/observing/sample.ts'
import { fill, observingText } from '#shared/elections/observing/text.ts'
import { fetchRoll } from '#web/api/elections/observing.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { answers, countAnswers, drawVoters, keepSample, readSample, type Answer, type CalledVoter } from './sample.ts'
import { Task } from './task.tsx'

const text = observingText.sample

interface SampleTaskProps {
  electionId: string
  title: string
  frozen: boolean
}

/** Whom to call, drawn in this browser from the whole roll, and a place to note what they said. */
export function SampleTask({ electionId, title, frozen }: SampleTaskProps) {
  const [sample, setSample] = useState<readonly CalledVoter[]>(() => readSample(electionId))
  const [kept, setKept] = useState(true)
  const [asking, setAsking] = useState(false)
  function change(next: readonly CalledVoter[]) {
    setSample(next)
    setKept(keepSample(electionId, next))
  }
  const draw = useMutation({
    mutationFn: async () => drawVoters(votersIn(await fetchRoll(electionId))),
    onSuccess: change,
  })
  const counts = countAnswers(sample)
  const answer = (line: string, given: Answer | null) =>
    change(sample.map((voter) => (voter.line === line ? { ...voter, answer: given } : voter)))
  return (
    <Task title={text.title} help={fill(text.help, { calls: sampleSize })}>
      <div className="grid gap-4">
        {draw.isError && <Notice tone="error">{sentenceOf(draw.error)}</Notice>}
        {draw.data?.length === 0 && <Notice tone="info">{text.nobody}</Notice>}
        {sample.length > 0 && (
          <>
            <p className="rounded-field bg-navy-soft px-4 py-3 text-lg">{fill(text.say, { title })}</p>
            <p>{text.numbers}</p>
            <p role="status" className="font-semibold tabular-nums">
              {fill(text.count, counts)}
            </p>
            {counts.no > 0 && <Notice tone="warning">{text.found}</Notice>}
            <p className="text-muted">{kept ? text.kept : text.notKept}</p>
            <CallList sample={sample} onAnswer={answer} />
          </>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {frozen ? (
            <Button
              look={sample.length > 0 ? 'outline' : 'primary'}
              busy={draw.isPending}
              onClick={() => (sample.length > counts.left ? setAsking(true) : draw.mutate())}
            >
              {sample.length > 0 ? text.drawAgain : fill(text.draw, { calls: sampleSize })}
            </Button>
          ) : (
            <p>{observingText.notFrozen}</p>
          )}
          {sample.length > 0 && (
            <Button look="outline" onClick={() => saveList(sample)}>
              {text.list}
            </Button>
          )}
        </div>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={text.again.question}
          action={text.drawAgain}
          destructive
          onConfirm={() => draw.mutate()}
        >
          {text.again.explain}
        </ConfirmDialog>
      </div>
    </Task>
  )
}

interface CallListProps {
  sample: readonly CalledVoter[]
  onAnswer: (line: string, answer: Answer | null) => void
}

function CallList({ sample, onAnswer }: CallListProps) {
  return (
    // Reachable by keyboard, for it scrolls by itself.
    <ol
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={text.title}
      className="max-h-[32rem] divide-y divide-line overflow-y-auto rounded-field border border-line"
    >
      {sample.map(({ line, name, serial, region, answer }) => (
        <li key={line} className="grid gap-2 px-4 py-2 sm:grid-cols-[1fr_13rem] sm:items-center">
          <p className="min-w-0 break-words">
            <span className="font-semibold">{name}</span>
            <span className="text-muted">
              {' '}
              {serial}, {region}
            </span>
          </p>
          <select
            aria-label={fill(text.answerFor, { name })}
            className="field-box"
            value={answer ?? ''}
            onChange={({ currentTarget: { value } }) => onAnswer(line, answers.find((one) => one === value) ?? null)}
          >
            <option value="">{text.unanswered}</option>
            {answers.map((one) => (
              <option key={one} value={one}>
                {text.answers[one]}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ol>
  )
}

function saveList(sample: readonly CalledVoter[]): void {
  const lines = sample.map(({ serial, name, region, answer }) =>
    csvLine([serial, name, region, answer === null ? null : text.answers[answer]]),
  )
  const heading = csvLine(['serial', 'name', 'region', 'answer'])
  saveFile(new Blob([byteOrderMark, heading, ...lines], { type: 'text/csv' }), 'voters-to-call.csv')
}
