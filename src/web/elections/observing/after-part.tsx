import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { type Board, parseSigned } from '#shared/elections/board/board.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { statementHash, type CertificateStatement, type Countersignature } from '#shared/elections/board/statements.ts'
import { hasReached } from '#shared/elections/lifecycle.ts'
import {
  drawSample,
  randomBelowFrom,
  sampleSize,
  votersIn,
  type Callee,
} from '#shared/elections/observing/observing.ts'
import { showNumber, firstDigits } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { keepOnDevice, ownPrefix, parseJson, readFromDevice } from '#web/components/device-storage.ts'
import { ConfirmButton, ConfirmDialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { showToast } from '#web/components/toast.tsx'
import { packageHref } from '#web/elections/board/api.ts'
import { crypto as boardCrypto } from '#web/elections/board/run-check.ts'
import { countersign } from '#web/elections/board/witness.ts'
import { invalidateBoard, fetchRoll, type Overview } from './api.ts'
import { Facts, Task } from './task.tsx'
import { fillTemplate, observingText } from './text.ts'

export function AfterPart({ overview, board }: { overview: Overview; board: Board }) {
  return (
    <div className="grid gap-5">
      <PackageTask board={board} />
      <SampleTask electionId={board.electionId} title={board.title} frozen={overview.rollFrozenAt !== null} />
      <CountersignTask board={board} />
    </div>
  )
}

function PackageTask({ board: { electionId, stage, record } }: { board: Board }) {
  const text = observingText.package
  return (
    <Task title={text.title} help={text.help}>
      <ol className="grid list-decimal gap-1 pl-6">
        {text.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {record !== null && hasReached(stage, 'counted') ? (
          <a href={packageHref(electionId)} download className={buttonClass('primary')}>
            {text.download}
          </a>
        ) : (
          <p>{text.later}</p>
        )}
        <a href="/verifier.html" className={buttonClass('outline')}>
          {text.verifier}
        </a>
      </div>
    </Task>
  )
}

const countersignText = observingText.countersign

/** The certificate, who has countersigned it, and the button to do so. */
function CountersignTask({ board }: { board: Board }) {
  const me = useQuery(meQuery).data
  const { certificate, countersignatures } = board
  if (certificate === null)
    return (
      <Task title={countersignText.title} help={countersignText.help}>
        <p>{countersignText.later}</p>
      </Task>
    )
  const content = parseSigned<CertificateStatement>(certificate)
  const signatures = countersignatures.map((signed) => parseSigned<Countersignature>(signed))

  const hash = toHex(statementHash(boardCrypto.sha256, 'certificate/2', certificate.statement))

  async function sign(userId: string) {
    const { electionId, now } = board
    await countersign({ electionId, userId }, { certificate: hash, now })
    await invalidateBoard(electionId)
    showToast(countersignText.done)
  }

  return (
    <Task title={countersignText.title} help={countersignText.help}>
      <Facts
        facts={[
          {
            name: countersignText.certified,
            value: `${showInstant(Date.parse(content.certifiedAt))}, ${content.certifiedBy}`,
          },
          { name: countersignText.ballots, value: showNumber(content.ballots) },
        ]}
      />
      {signatures.length === 0 ? (
        <p className="mt-4">{countersignText.nobody}</p>
      ) : (
        <ul className="mt-4 grid gap-1">
          {signatures.map(({ by, role, at }) => (
            <li key={`${by} ${at}`}>
              {fillTemplate(countersignText.signed, { by, role, when: showInstant(Date.parse(at)) })}
            </li>
          ))}
        </ul>
      )}
      {me && signatures.some(({ by }) => by === me.name) ? (
        <p className="mt-4 font-semibold">{countersignText.done}</p>
      ) : me ? (
        <ConfirmButton
          button={{ className: 'mt-4' }}
          title={countersignText.question}
          action={countersignText.act}
          failure={countersignText.failed}
          onConfirm={() => sign(me.id)}
        >
          <p>{countersignText.explain}</p>
          <p className="mt-3 font-mono">{firstDigits(hash)}</p>
        </ConfirmButton>
      ) : null}
    </Task>
  )
}

const sampleText = observingText.sample

interface SampleTaskProps {
  electionId: string
  title: string
  frozen: boolean
}

/** Whom to call, drawn in this browser from the whole roll, with room to note the answers. */
function SampleTask({ electionId, title, frozen }: SampleTaskProps) {
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
    <Task title={sampleText.title} help={fillTemplate(sampleText.help, { calls: sampleSize })}>
      <div className="grid gap-4">
        {draw.isError && <Notice tone="error">{sentenceOf(draw.error)}</Notice>}
        {draw.data?.length === 0 && <Notice tone="info">{sampleText.nobody}</Notice>}
        {sample.length > 0 && (
          <>
            <p className="rounded-field bg-navy-soft px-4 py-3 text-lg">{fillTemplate(sampleText.say, { title })}</p>
            <p>{sampleText.numbers}</p>
            <p role="status" className="font-semibold tabular-nums">
              {fillTemplate(sampleText.count, counts)}
            </p>
            {counts.no > 0 && <Notice tone="warning">{sampleText.found}</Notice>}
            <p className="text-muted">{kept ? sampleText.kept : sampleText.notKept}</p>
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
              {sample.length > 0 ? sampleText.drawAgain : sampleText.draw}
            </Button>
          ) : (
            <p>{observingText.notFrozen}</p>
          )}
          {sample.length > 0 && (
            <Button look="outline" onClick={() => saveList(sample)}>
              {sampleText.list}
            </Button>
          )}
        </div>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={sampleText.again.question}
          action={sampleText.drawAgain}
          destructive
          onConfirm={() => draw.mutate()}
        >
          {sampleText.again.explain}
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
    // Focusable, because it scrolls by itself.
    <ol
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={sampleText.title}
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
            aria-label={fillTemplate(sampleText.answerFor, { name })}
            className="field-box"
            value={answer ?? ''}
            onChange={({ currentTarget: { value } }) => onAnswer(line, answers.find((one) => one === value) ?? null)}
          >
            <option value="">{sampleText.unanswered}</option>
            {answers.map((one) => (
              <option key={one} value={one}>
                {sampleText.answers[one]}
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
    csvLine([serial, name, region, answer === null ? null : sampleText.answers[answer]]),
  )
  const heading = csvLine(['serial', 'name', 'region', 'answer'])
  saveFile(new Blob([byteOrderMark, heading, ...lines], { type: 'text/csv' }), 'voters-to-call.csv')
}

const answers = ['yes', 'no', 'none'] as const
type Answer = (typeof answers)[number]

interface CalledVoter extends Callee {
  answer: Answer | null
}

const keyOf = (electionId: string) => `${ownPrefix}observer-sample:${electionId}`
const random = randomBelowFrom(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)

const drawVoters = (voters: readonly Callee[]): CalledVoter[] =>
  drawSample(voters, sampleSize, random).map((voter) => ({ ...voter, answer: null }))

/** What this device stored; empty if there is nothing valid. */
function readSample(electionId: string): CalledVoter[] {
  const kept = parseJson(readFromDevice(keyOf(electionId)))
  return Array.isArray(kept) ? (kept as CalledVoter[]) : []
}

/** Returns whether it could be stored. */
const keepSample = (electionId: string, sample: readonly CalledVoter[]): boolean =>
  keepOnDevice(keyOf(electionId), JSON.stringify(sample))

const countAnswers = (sample: readonly CalledVoter[]): Record<Answer | 'left', number> => {
  const of = (answer: Answer | null) => sample.filter((voter) => voter.answer === answer).length
  return { yes: of('yes'), no: of('no'), none: of('none'), left: of(null) }
}
