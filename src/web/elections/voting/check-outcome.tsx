import type { ReactNode } from 'react'
import type { Head } from '#shared/elections/board/statements.ts'
import { showCount, inGroups } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { AlertIcon, CheckIcon, InfoIcon } from '#web/components/icons.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { boardSource } from '#web/elections/board/api.ts'
import type { ReceiptToCheck, CheckResult, FoundSeat } from '#web/elections/board/check-receipt.ts'
import { proofOf } from '#web/elections/board/verify-board.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { listReceipts } from './ballot-storage.ts'
import { TwoFingerprints } from './receipt-parts.tsx'
import { boardFaultText, checkText } from './text.ts'

interface CheckOutcomeProps {
  checked: ReceiptToCheck
  result: CheckResult
  onRetry: () => void
}

/** What the check found: the answer first and large, then what to do. */
export function CheckOutcome({ checked, result, onRetry }: CheckOutcomeProps) {
  switch (result.status) {
    case 'counted':
      return (
        <Outcome tone="good" title={checkText.counted.title}>
          <p className="text-base text-muted">{result.title}</p>
          <Seats seats={result.seats} />
          <p>
            {checkText.counted.text} {result.promised && checkText.counted.promised}
          </p>
          <p className="text-base text-muted">{checkText.counted.wrongNames}</p>
          <BoardDetails {...result} />
        </Outcome>
      )
    case 'not-yet': {
      const text = checkText['not-yet']
      return (
        <Outcome tone="calm" title={result.promised ? text.title : text.titleOfCode}>
          <p>
            {result.promised ? text.notYet : text.codeIsRight}{' '}
            {result.voting ? text.voting(result.closesAt) : text.counting}
          </p>
          <p>{result.promised ? text.promised : text.noPromise}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="outline" onClick={onRetry}>
              Check again
            </Button>
            <span className="text-base text-muted">{text.checkedAt(result.checkedAt)}</span>
          </div>
          <BoardDetails {...result} />
        </Outcome>
      )
    }
    case 'missing':
    case 'not-as-promised':
      return (
        <Outcome tone="bad" title={checkText[result.status].title}>
          <p>
            {result.status === 'missing' && result.found > 0
              ? checkText.missing.part(result.found, result.of)
              : checkText[result.status].text}
          </p>
          {result.status === 'not-as-promised' && <Seats seats={result.seats} />}
          <WhatToDo proof={checked.ballot !== undefined} />
          <SaveProof checked={checked} fingerprint={result.fingerprint} onBoard={result.onBoard} />
          <Contact />
          <BoardDetails {...result} />
        </Outcome>
      )
    case 'not-found':
      return (
        <Outcome tone="warn" title={checkText['not-found'].title}>
          <p>{checkText['not-found'].text(result.title)}</p>
          <p>{checkText['not-found'].todo}</p>
          <Contact />
        </Outcome>
      )
    case 'wrong-root':
      return (
        <Outcome tone="bad" title={checkText['wrong-root'].title}>
          <p>
            {checkText['wrong-root'].text} {checkText['wrong-root'].todo(checked.ballot !== undefined)}
          </p>
          <SaveProof checked={checked} fingerprint={result.fingerprint} onBoard={null} />
          <Again onRetry={onRetry} />
          <BoardDetails {...result} />
        </Outcome>
      )
    case 'broken-board':
      return (
        <Outcome tone="bad" title={checkText['broken-board'].title}>
          <p>{checkText['broken-board'].text}</p>
          <p className="font-semibold">{boardFaultText[result.fault]}</p>
          <Again onRetry={onRetry} />
        </Outcome>
      )
    case 'other-key':
      return (
        <Outcome tone="bad" title={checkText['other-key'].title}>
          <p>{checkText['other-key'].text}</p>
          <TwoFingerprints before={result.before} now={result.now} />
          <Contact />
        </Outcome>
      )
    case 'promise-not-signed':
      return (
        <Outcome tone="bad" title={checkText['promise-not-signed'].title}>
          <p>{checkText['promise-not-signed'].text}</p>
          <p className="font-mono text-base break-words">{inGroups(result.fingerprint)}</p>
          <Contact />
        </Outcome>
      )
    case 'no-election':
    case 'rehearsal-over':
      return (
        <Outcome tone={result.status === 'no-election' ? 'warn' : 'calm'} title={checkText[result.status].title}>
          <p>{checkText[result.status].text}</p>
          {result.status === 'no-election' && <Contact />}
        </Outcome>
      )
  }
}

const tones = {
  good: { look: 'bg-green text-white', Icon: CheckIcon },
  calm: { look: 'bg-navy-2 text-white', Icon: InfoIcon },
  warn: { look: 'bg-gold text-ink', Icon: AlertIcon },
  bad: { look: 'bg-red text-white', Icon: AlertIcon },
} as const

function Outcome({ tone, title, children }: { tone: keyof typeof tones; title: string; children: ReactNode }) {
  const { look, Icon } = tones[tone]
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className="card overflow-hidden shadow-float">
      <h1 className={classes('flex items-center gap-4 px-5 py-5 text-4xl md:px-8', look)}>
        <Icon className="size-10 flex-none" />
        {title}
      </h1>
      <div className="grid grid-cols-1 gap-5 p-5 text-lg md:p-8">{children}</div>
    </div>
  )
}

function Seats({ seats }: { seats: readonly FoundSeat[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {seats.map(({ slot, nominee }) => (
        <li key={slot} className="py-2.5">
          <span className="block text-base text-muted">{slot}</span>
          {nominee ? (
            <span className="min-w-0">
              <span className="text-base text-muted">{nominee.rank} </span>
              <span className="font-semibold">{nominee.name}</span>
            </span>
          ) : (
            <span className="text-muted">Left blank</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A typed code has no promise, and so no proof. */
const WhatToDo = ({ proof }: { proof: boolean }) => (
  <ol className="grid list-decimal gap-2 pl-6">
    {checkText.missing.todo.slice(proof ? 0 : 1).map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

const Again = ({ onRetry }: { onRetry: () => void }) => (
  <div className="flex flex-wrap gap-3">
    <Button onClick={onRetry}>Check again</Button>
    <Contact />
  </div>
)

const Contact = () => (
  <SiteLink href="/contact" className={`${buttonClass('outline')} justify-self-start`}>
    Contact us
  </SiteLink>
)

/** Which board was checked, to compare with what others saw. */
function BoardDetails({ title, head, fingerprint }: { title: string; head: Head | null; fingerprint: string }) {
  return (
    <details className="border-t border-line pt-2 text-base">
      <summary className="tap-link">Details</summary>
      <dl className="grid gap-3">
        <Fact label="Election">{title}</Fact>
        {head && (
          <>
            <Fact label="Signed board state">
              Number {head.number}, {showInstant(Date.parse(head.minute))}, {showCount(head.size, 'choice')} of{' '}
              {showCount(head.counted, 'ballot')}
            </Fact>
            <Fact label="Root" mono>
              {inGroups(head.root)}
            </Fact>
          </>
        )}
        <Fact label="Fingerprint of the key" mono>
          {inGroups(fingerprint)}
        </Fact>
      </dl>
      <SiteLink href="/board" className="tap-link">
        See the public board
      </SiteLink>
    </details>
  )
}

const Fact = ({ label, mono, children }: { label: string; mono?: true; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className={mono && 'font-mono break-words'}>{children}</dd>
  </div>
)

interface SaveProofProps {
  checked: ReceiptToCheck
  fingerprint: string
  /** The commitments of the receipt that are on the board; null if the board cannot be trusted. */
  onBoard: readonly string[] | null
}

/** The site's own promise as a file to hand over. It does not show the choices. */
function SaveProof({ checked, fingerprint, onBoard }: SaveProofProps) {
  if (checked.ballot === undefined) return null
  const receipt = checked

  async function save() {
    const promised = onBoard && (await knownCommitments().catch(() => null))
    const text = proofOf(receipt, fingerprint, promised && { promised, onBoard })
    saveFile(new Blob([text], { type: 'application/json' }), 'broken-promise.json')
  }

  /** If this device remembers the choices, others can see for themselves that they are not on the board. */
  async function knownCommitments() {
    const kept = listReceipts().find(({ ballot }) => ballot === receipt.ballot)
    const board = kept && (await boardSource(kept.electionId).board(kept.electionId))
    if (!kept || !board) return null
    const { commitments } = await import('#web/elections/board/run-check.ts')
    return commitments(kept, board.seats, kept.choices)
  }

  return (
    <Button className="justify-self-start" onClick={() => void save()}>
      Save the proof
    </Button>
  )
}
