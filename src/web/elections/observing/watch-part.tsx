import { useRef } from 'react'
import { parseSigned } from '#shared/elections/board/board.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { statementHash, type Head, type Rollback, type Signed } from '#shared/elections/board/statements.ts'
import { showCount, showNumber, inGroups } from '#shared/figures.ts'
import { dayInManila, showInstant, showTimeOfDay } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { showToast } from '#web/components/toast.tsx'
import { crypto } from '#web/elections/board/run-check.ts'
import { publicKeyFingerprint } from '#web/elections/board/verify-board.ts'
import { lastHead, type Fault } from './follow.ts'
import { mayCosign, openFaults, type useFollowing } from './following.ts'
import { Facts, Task } from './task.tsx'
import { fillTemplate, observingText } from './text.ts'

type Watching = ReturnType<typeof useFollowing>

const watchText = observingText.watch

/** The last checked state of the board, and the file of all states for the verifier. */
export function WatchTask({ following, compare }: Watching) {
  const last = lastHead(following)
  const first = following.heads[0]
  return (
    <Task title={watchText.title} help={watchText.help}>
      <div className="grid gap-4">
        {following.failing !== null && (
          <Notice tone="warning" title={following.failing}>
            {watchText.failed}
          </Notice>
        )}
        {!following.kept && <Notice tone="warning">{watchText.notKept}</Notice>}
        <TakenBack following={following} />
        {!last || !first ? (
          !following.loading && <p>{watchText.none}</p>
        ) : (
          <>
            <p role="status" className="flex gap-2 text-lg font-semibold">
              {mayCosign(following) && <CheckIcon className="mt-1 size-5 flex-none text-green" />}
              <span>
                {!mayCosign(following) && <span className="font-normal">{watchText.lastSound} </span>}
                {stateText(last.content)}{' '}
                <span className="font-normal text-muted">
                  {fillTemplate(watchText.counted, { counted: showNumber(last.content.counted) })}{' '}
                  {following.cosigned === last.hash ? watchText.signed : watchText.unsigned}
                </span>
              </span>
            </p>
            <p className="text-muted">
              {fillTemplate(watchText.all, { n: showNumber(following.heads.length), time: showInstant(first.seenAt) })}
            </p>
            <SavedFile following={following} compare={compare} />
            <details>
              <summary className="tap-link">{watchText.details}</summary>
              <Facts
                facts={[
                  { name: watchText.hash, value: <Hash value={last.hash} /> },
                  { name: watchText.root, value: <Hash value={last.content.root} /> },
                  { name: watchText.leaves, value: showNumber(last.content.size) },
                  {
                    name: watchText.key,
                    value: <Hash value={publicKeyFingerprint(crypto, following.publicKey ?? '')} />,
                  },
                ]}
              />
            </details>
          </>
        )}
      </div>
    </Task>
  )
}

const Hash = ({ value }: { value: string }) => <span className="font-mono font-normal">{inGroups(value)}</span>

const stateText = ({ number, minute, ballots }: Head) =>
  fillTemplate(watchText.state, {
    number: showNumber(number),
    time: showTimeOfDay(Date.parse(minute)),
    ballots: showCount(ballots, 'ballot'),
  })

function SavedFile({ following: { heads }, compare }: Pick<Watching, 'following' | 'compare'>) {
  const input = useRef<HTMLInputElement>(null)
  function save() {
    const lines = heads.map(({ signed }) => `${JSON.stringify(signed)}\n`)
    saveFile(
      new Blob(lines, { type: 'application/x-ndjson' }),
      `board-states-${dayInManila(Date.now())}-${heads.length}.ndjson`,
    )
    showToast(watchText.saved)
  }
  async function load(file: File | undefined) {
    if (!file) return
    const same = await compare(await file.text(), Date.now())
    if (same === null) showToast(watchText.notFile, 'error')
    else showToast(fillTemplate(watchText.same, { n: showNumber(same) }))
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={save}>{watchText.save}</Button>
      <Button look="outline" onClick={() => input.current?.click()}>
        {watchText.load}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".ndjson"
        className="sr-only"
        tabIndex={-1}
        aria-label={watchText.load}
        onChange={({ currentTarget }) => {
          void load(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** The site itself says and signs this: amber, because it may be true. */
function TakenBack({ following: { rollbacks, anew, heads } }: Pick<Watching, 'following'>) {
  const text = watchText.takenBack
  const seen = (number: number) => heads.filter(({ takenBackBy }) => takenBackBy === number).length
  const sentenceFor = ({ at, by, reason, after, number }: Rollback) =>
    fillTemplate(text.text, { when: showInstant(Date.parse(at)), by, reason, after, n: seen(number) })
  const sentences = rollbacks.map(sentenceFor)
  if (anew) {
    const { at, by, reason } = anew
    sentences.unshift(fillTemplate(text.anew, { when: showInstant(Date.parse(at)), by, reason }))
  }
  return sentences.map((sentence) => (
    <Notice key={sentence} tone="warning" title={text.title}>
      <p className="wrap-anywhere">{sentence}</p>
    </Notice>
  ))
}

const faultText = observingText.fault

interface BoardFaultsProps extends Pick<Watching, 'following' | 'dismiss'> {
  electionId: string
  title: string
}

/** Contradictions, above everything else; dismissed ones are still listed, quietly. */
export function BoardFaults({ following, dismiss, electionId, title }: BoardFaultsProps) {
  const open = openFaults(following)
  const dismissed = following.faults.filter((fault) => !open.includes(fault))
  const save = (fault: Fault) => saveEvidence({ electionId, title }, fault)
  return (
    <>
      {open.map((fault) => (
        <section key={keyOf(fault)} aria-label={faultText.title}>
          <Notice tone="error" title={faultText.title}>
            <p className="font-semibold">{faultText.kinds[fault.kind]}</p>
            <p className="mt-1">{faultText.advice}</p>
            <div className="mt-4 grid gap-4 text-ink sm:grid-cols-2">
              <Side title={faultText.known} signed={fault.known} publicKey={fault.keys.known} />
              <Side title={faultText.found} signed={fault.found} publicKey={fault.keys.found} />
            </div>
            <p className="mt-3">{fillTemplate(faultText.noticed, { when: showInstant(fault.foundAt) })}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <Button onClick={() => save(fault)}>{faultText.save}</Button>
              <ConfirmButton
                label={faultText.dismiss}
                button={{ look: 'outline' }}
                title={faultText.dismissQuestion}
                action={faultText.dismiss}
                destructive
                onConfirm={() => dismiss(fault, Date.now())}
              >
                {faultText.dismissText}
              </ConfirmButton>
            </div>
          </Notice>
        </section>
      ))}
      {open.length === 0 && !following.continues && <Notice tone="warning">{faultText.still}</Notice>}
      {dismissed.map((fault) => (
        <p key={keyOf(fault)} className="flex flex-wrap items-center gap-x-3 text-muted">
          <span>
            {faultText.kinds[fault.kind]}{' '}
            {fillTemplate(faultText.dismissed, { when: showInstant(fault.dismissedAt ?? 0) })}
          </span>
          <Button look="outline" size="small" onClick={() => save(fault)}>
            {faultText.save}
          </Button>
        </p>
      ))}
    </>
  )
}

const keyOf = ({ kind, foundAt }: Fault) => `${kind} ${foundAt}`

function Side({ title, signed, publicKey }: { title: string; signed: Signed | null; publicKey: string }) {
  const head = signed && (parseSigned(signed) as Partial<Head>)
  return (
    <div className="min-w-0 rounded-field border border-line bg-card p-4">
      <p className="font-semibold">{title}</p>
      {signed && head?.type === 'head/2' ? (
        <dl className="mt-2 grid gap-1">
          <Line name={faultText.number} value={showNumber(head.number ?? 0)} />
          <Line name={faultText.time} value={showInstant(Date.parse(head.minute ?? ''))} />
          <Line name={faultText.ballots} value={showNumber(head.ballots ?? 0)} />
          <Line name={faultText.counted} value={showNumber(head.counted ?? 0)} />
        </dl>
      ) : (
        <p className="mt-2">{faultText.nothing}</p>
      )}
      <details className="mt-2">
        <summary className="tap-link">{watchText.details}</summary>
        {signed && (
          <>
            <p className="text-muted">{faultText.hash}</p>
            <p className="font-mono break-words">
              {inGroups(toHex(statementHash(crypto.sha256, 'head/2', signed.statement)))}
            </p>
          </>
        )}
        <p className="mt-2 text-muted">{watchText.key}</p>
        <p className="font-mono break-words">{inGroups(publicKeyFingerprint(crypto, publicKey))}</p>
      </details>
    </div>
  )
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="min-w-24 text-muted">{name}</dt>
    <dd className="font-semibold tabular-nums">{value}</dd>
  </div>
)

/** Both statements word for word with their signatures, so that anybody can check them with the keys. */
function saveEvidence({ electionId, title }: { electionId: string; title: string }, fault: Fault): void {
  const { kind, known, found, keys, foundAt } = fault
  const evidence = {
    election: electionId,
    title,
    what: faultText.kinds[kind],
    kind,
    noticedAt: new Date(foundAt).toISOString(),
    known: { publicKey: keys.known, signed: known },
    found: { publicKey: keys.found, signed: found },
  }
  const file = new Blob([`${JSON.stringify(evidence, null, 2)}\n`], { type: 'application/json' })
  saveFile(file, `board-evidence-${dayInManila(foundAt)}-${kind}.json`)
  showToast(faultText.saved)
}
