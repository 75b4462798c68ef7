import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { fromHex } from '#shared/elections/board/bytes.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { inGroups } from '#shared/figures.ts'
import { showDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import type { CurrentElection } from '#web/elections/api.ts'
import { boardQuery } from '#web/elections/board/api.ts'
import { receiptFragment, receiptCode } from '#web/elections/board/receipt.ts'
import { InitialRenderContext, useNavigate } from '#web/router/router.tsx'
import { handOver, type KeptReceipt } from './ballot-storage.ts'
import { TwoFingerprints } from './receipt-parts.tsx'
import { checkText, receiptFileName, receiptFileText, receiptText } from './text.ts'

interface ReceiptCardProps {
  election: Pick<CurrentElection, 'title' | 'seats' | 'votingOpens'>
  receipt: KeptReceipt
  /** Whether this device could store it. */
  onDevice: boolean
  onKeep: (receipt: KeptReceipt) => void
}

/**
 * What a voter keeps: a QR code, the same as a code to type, and the site's promise, which is checked whenever the card is shown.
 * On paper it is alone, because on the screen the choices are beside it.
 */
export function ReceiptCard({ election, receipt, onDevice, onKeep }: ReceiptCardProps) {
  const { origin } = useContext(InitialRenderContext)
  const { seats } = election
  const { shortName } = useSite()
  const title = `${election.title}, ${showDate(election.votingOpens)}`
  const link = `${origin}/receipt#${receiptFragment(receipt)}`
  const code = receiptCode(fromHex(receipt.secret))
  const { promise, retry } = usePromise(receipt, seats, onKeep)
  const { fingerprint } = promise
  const navigate = useNavigate()
  function checkIt() {
    handOver(receipt)
    navigate('/receipt')
  }
  const text = receiptFileText({ title, code, link, origin, fingerprint, rehearsal: receipt.rehearsal })
  const fileName = receiptFileName(shortName, election.votingOpens)
  // A rehearsal's receipt is not worth a question when its owner logs out.
  const isUnsaved = receipt.onlyHere !== null && receipt.onlyHere !== text && !receipt.rehearsal
  const isTaken = receipt.onlyHere === null
  useEffect(() => {
    if (isUnsaved) onKeep({ ...receipt, onlyHere: text, fileName })
  }, [isUnsaved, onKeep, receipt, text, fileName])
  return (
    <section aria-labelledby="receipt" className="card grid grid-cols-1 gap-5 p-5 md:p-7">
      <div>
        <p id="receipt" className="eyebrow text-muted">
          {receiptText.title}
        </p>
        <h2 className="mt-1 text-3xl text-green">{receiptText.inTheBox}</h2>
        <p className="mt-1 hidden print:block">{title}</p>
        {receipt.rehearsal && <p className="mt-2 font-semibold text-gold-ink">{receiptText.rehearsal}</p>}
      </div>
      <PromiseNotice promise={promise} known={receipt.key?.fingerprint} onRetry={retry} />
      <p className="font-semibold">{receiptText.warning}</p>
      <QrCode
        text={link}
        className="mx-auto aspect-square w-full max-w-72 print:max-w-56 rounded-field border border-line"
      />
      <ReceiptCode code={code} />
      <p className="hidden print:block">{receiptText.whereOnPaper(origin)}</p>
      <ReceiptActions
        text={text}
        fileName={fileName}
        isTaken={isTaken}
        onTaken={() => onKeep({ ...receipt, onlyHere: null })}
      />
      <Button look={isTaken ? 'accent' : 'outline'} className="no-print min-h-14 text-lg" onClick={checkIt}>
        {receiptText.check}
      </Button>
      <p className="no-print text-muted">
        {receiptText.keep} {onDevice ? receiptText.onThisDevice : receiptText.notKept}
      </p>
      {fingerprint && (
        <details className="no-print border-t border-line pt-3">
          <summary className="tap-link">Details</summary>
          {promise.status === 'holds' && <p className="mt-1">{receiptText.promiseHolds}</p>}
          <Fingerprint fingerprint={fingerprint} />
        </details>
      )}
      {fingerprint && (
        <div className="hidden print:block">
          <Fingerprint fingerprint={fingerprint} />
        </div>
      )}
    </section>
  )
}

const Fingerprint = ({ fingerprint }: { fingerprint: string }) => (
  <p className="mt-2">
    <span className="block text-muted">Fingerprint of the key that signs this election</span>
    <span className="font-mono text-base break-words">{inGroups(fingerprint)}</span>
  </p>
)

type Done = 'saved' | 'copied' | 'copyRefused'

interface ReceiptActionsProps {
  text: string
  fileName: string
  /** Whether it was saved, printed or copied. */
  isTaken: boolean
  onTaken: () => void
}

/** Saved, printed or copied, it is no longer only on this device. */
function ReceiptActions({ text, fileName, isTaken, onTaken }: ReceiptActionsProps) {
  const [done, setDone] = useState<Done | null>(null)

  function save() {
    saveFile(new Blob([text], { type: 'text/plain' }), fileName)
    setDone('saved')
    onTaken()
  }

  function print() {
    setDone(null)
    onTaken()
    window.print()
  }

  async function copy() {
    // Without https there is no clipboard.
    const clipboard = navigator.clipboard as Clipboard | undefined
    const copied = await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setDone(copied ? 'copied' : 'copyRefused')
    if (copied) onTaken()
  }

  return (
    <div className="no-print">
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <Button look={isTaken ? 'outline' : 'accent'} onClick={save}>
          Save my receipt
        </Button>
        <Button look="outline" onClick={print}>
          Print my receipt
        </Button>
        <Button look="outline" onClick={() => void copy()}>
          Copy my receipt
        </Button>
      </div>
      <p role="status" className={classes('mt-2 empty:hidden', done !== 'copyRefused' && 'font-semibold text-green')}>
        {done && receiptText[done]}
      </p>
    </div>
  )
}

/** The typed form of a receipt, in large groups. */
function ReceiptCode({ code }: { code: string }) {
  return (
    <p className="rounded-field bg-paper px-3 py-3 text-center">
      <span className="block text-muted">Code</span>
      <span className="flex flex-wrap justify-center gap-x-1 font-mono text-2xl leading-snug font-semibold">
        {code.split('-').map((group, place, all) => (
          <span key={place}>
            {group}
            {place < all.length - 1 && <span className="font-normal text-muted">-</span>}
          </span>
        ))}
      </span>
    </p>
  )
}

/** The quiet zone scanners need. */
const quiet = 4

type Drawn = { size: number; path: string } | 'failed' | null

/** A QR code as one path, drawn here: its content goes nowhere. */
function QrCode({ text, className }: { text: string; className: string }) {
  const [drawn, setDrawn] = useState<Drawn>(null)
  useEffect(() => {
    let left = false
    void draw(text).then(
      (code) => !left && setDrawn(code),
      () => !left && setDrawn('failed'),
    )
    return () => {
      left = true
    }
  }, [text])
  if (drawn === 'failed') return <p className="text-muted">{receiptText.qrFailed}</p>
  if (!drawn) return <Skeleton className={className} />
  return (
    <svg
      role="img"
      aria-label={receiptText.qrLabel}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  )
}

async function draw(text: string): Promise<Drawn> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`
  return { size: modules.size + 2 * quiet, path }
}

interface PromiseNoticeProps {
  promise: PromiseState
  /** The fingerprint this device remembers. */
  known: string | undefined
  onRetry: () => void
}

/** Silent while all is well; a broken promise is shown prominently. */
function PromiseNotice({ promise, known, onRetry }: PromiseNoticeProps) {
  switch (promise.status) {
    case 'broken':
      return (
        <Notice tone="error" title={receiptText.promiseBrokenTitle}>
          <p>{receiptText.promiseBroken}</p>
          <p className="mt-2 font-mono text-sm break-words">{inGroups(promise.fingerprint)}</p>
        </Notice>
      )
    case 'other-key':
      return (
        <Notice tone="error" title={checkText['other-key'].title}>
          <p>{checkText['other-key'].text}</p>
          <TwoFingerprints before={known ?? ''} now={promise.fingerprint} />
        </Notice>
      )
    case 'unchecked':
      return (
        <Notice tone="warning" title={receiptText.promiseUnchecked}>
          <Button look="outline" size="small" className="no-print mt-2" onClick={onRetry}>
            Try again
          </Button>
        </Notice>
      )
    default:
      return null
  }
}

type PromiseState =
  | { status: 'checking' | 'unchecked'; fingerprint: null }
  | { status: 'holds' | 'broken' | 'other-key'; fingerprint: string }

/** Whether the site's promise is valid: checked right after casting, and whenever the receipt is shown. */
function usePromise(
  kept: KeptReceipt,
  seats: readonly Seat[],
  onKeep: (receipt: KeptReceipt) => void,
): { promise: PromiseState; retry: () => void } {
  const board = useQuery({ ...boardQuery(kept.electionId), networkMode: 'always' })
  const key = board.data ?? null
  const checked = useQuery({
    queryKey: ['promise', kept.ballot, kept.signature, key?.publicKey],
    enabled: key !== null,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    queryFn: async () => {
      const { holdsPromise } = await import('#web/elections/board/run-check.ts')
      return key !== null && holdsPromise(kept, key, { seats, choices: kept.choices })
    },
  })

  const isNew = checked.data === true && kept.key === null
  useEffect(() => {
    if (isNew && key) onKeep({ ...kept, key: { publicKey: key.publicKey, fingerprint: key.fingerprint } })
  }, [isNew, key, kept, onKeep])

  return {
    promise: stateOf(),
    retry: () => void (board.isError ? board.refetch() : checked.refetch()),
  }

  function stateOf(): PromiseState {
    if (key && kept.key && kept.key.publicKey !== key.publicKey)
      return { status: 'other-key', fingerprint: key.fingerprint }
    if (key && checked.data !== undefined)
      return { status: checked.data ? 'holds' : 'broken', fingerprint: key.fingerprint }
    const failed = board.isError || checked.isError || (board.isSuccess && key === null)
    return { status: failed ? 'unchecked' : 'checking', fingerprint: null }
  }
}
