import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showCount, showNumber } from '#shared/figures.ts'
import type { SeenBefore } from '#shared/members/dues/dues.ts'
import { standingWords } from '#shared/members/dues/text.ts'
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { showPesos } from '#shared/pesos.ts'
import { errorText } from '#shared/text.ts'
import { showInstant, showPlainDate } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useWide } from '#web/components/use-wide.ts'
import type { KeyList } from '#web/members/desk-keys.tsx'
import { DecisionBar, DeskFrame, FactList, DeskItemFrame, QueueRow, UndoBar } from '#web/members/desk-parts.tsx'
import { nextAfter, undoMs } from '#web/members/desk.ts'
import { DocumentViewer, useZoomAndTurn } from '#web/members/document-viewer.tsx'
import { changePlace } from '#web/members/list-address.ts'
import { ReasonDialog } from '#web/members/reason-dialog.tsx'
import { useUndoableDecision } from '#web/members/use-hold.ts'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { decide, invalidateDues, receiptFile, waitingQuery, type WaitingPayment, type WaitingQueue } from './api.ts'
import { acceptedSentence, DuesHead, DuesTitle, FileInNewTab, lastPaidWords } from './dues-head.tsx'

/** Proof and record side by side; a phone shows the queue first. */
export function WaitingScreen() {
  return (
    <>
      <DuesTitle title="Waiting" />
      <Fetched
        query={useQuery(waitingQuery)}
        failed="The payments could not be loaded"
        loading={
          <>
            <DuesHead title="Waiting" />
            <Skeleton className="m-5 h-40" />
          </>
        }
      >
        {(queue) => <Desk {...queue} />}
      </Fetched>
    </>
  )
}

interface Question {
  decision: keyof typeof questions
  payment: WaitingPayment
}
/** Carries the answer if the desk asked for confirmation. */
type Accepted = WaitingPayment & { confirmation?: { confirmed: true; reason?: string } }

/** Refusing and asking again need a reason. Accepting asks only if it looks like a mistake; the rest can be undone. */
function Desk({ total, payments }: WaitingQueue) {
  const wide = useWide()
  const [question, ask] = useState<Question | null>(null)
  const { held, rows, current, choose, accept, undo, settle } = useDuesDesk(payments, wide)
  const waiting = total - (payments.length - rows.length)
  const place = rows.findIndex(({ id }) => id === current?.id)
  const step = (by: 1 | -1) => {
    const next = rows[place + by]
    if (next) choose(next.id)
  }
  const undoBar = held?.items.map(({ id, centavos, member: { name } }) => (
    <UndoBar
      key={`${id} ${held.until}`}
      label="Payment that can be undone"
      until={held.until}
      announcement={`The payment of ${name} will be accepted in ${undoMs / 1000} seconds. Until then you can undo it.`}
      countdown={(seconds) => `The payment of ${name} will be accepted in ${showCount(seconds, 'second')}`}
      note={showPesos(centavos)}
      onUndo={undo}
    />
  ))
  return (
    <>
      <DeskFrame
        title="Dues: Waiting"
        one="Payment"
        wide={wide}
        current={current?.id ?? null}
        place={`${place + 1} of ${showNumber(waiting)}`}
        renderHead={(help) => (
          <DuesHead title="Waiting">
            <p className="text-muted tabular-nums">{showNumber(waiting)} waiting</p>
            {help}
          </DuesHead>
        )}
        queue={
          rows.length === 0 ? (
            <div className="p-5">
              <EmptyState title="No payment is waiting">
                Payments that members send appear here. Enter cash under “Cash”.
              </EmptyState>
            </div>
          ) : (
            <ul aria-label="Payments" data-queue className="min-h-0 overflow-y-auto border-line bg-card lg:border-r">
              {rows.map(({ id, centavos, way, member: { name }, seenBefore }) => (
                <QueueRow
                  key={id}
                  {...{ id, name }}
                  line={`${showPesos(centavos)} · ${way}`}
                  marks={seenBefore.length > 0 ? [{ text: 'Seen before', tone: 'text-red' }] : []}
                  isCurrent={id === current?.id}
                  onChoose={() => choose(id)}
                />
              ))}
              {total > payments.length && (
                <li className="p-4 text-muted">
                  {showCount(total - payments.length, 'more payment comes', 'more payments come')} after these.
                </li>
              )}
            </ul>
          )
        }
        undoBar={undoBar}
        onUndo={undo}
        onBack={() => choose(null)}
        onStep={step}
        keyList={deskKeys}
      >
        {(keysOn) =>
          current && (
            <DeskItemFrame
              notice={undoBar}
              decisions={
                <DecisionBar
                  accept={`Accept ${showPesos(current.centavos)}`}
                  ask="Ask for another…"
                  refuse="Refuse…"
                  keysOn={keysOn}
                  onAccept={() => (current.unusual ? ask({ decision: 'accept', payment: current }) : accept(current))}
                  onAsk={() => ask({ decision: 'ask again', payment: current })}
                  onRefuse={() => ask({ decision: 'refuse', payment: current })}
                  onStep={step}
                />
              }
            >
              <Payment payment={current} keysOn={keysOn} />
            </DeskItemFrame>
          )
        }
      </DeskFrame>
      {question && <DecisionDialog {...question} onAccept={accept} onDone={settle} onClose={() => ask(null)} />}
    </>
  )
}

const deskKeys: KeyList = [
  [['J', '↓'], 'Next payment'],
  [['K', '↑'], 'Previous payment'],
  [['A'], 'Accept'],
  [['U'], `Undo, within ${undoMs / 1000} seconds`],
  [['C'], 'Ask for another proof'],
  [['R'], 'Refuse, with a reason'],
  [['+', '-', '0'], 'Zoom in, zoom out, fit'],
  [['T'], 'Turn the picture'],
  [['?'], 'This help'],
]

/** The queue, and the decisions on it. */
function useDuesDesk(payments: readonly WaitingPayment[], wide: boolean) {
  const { desk, taken, apply, release, hold, undo } = useUndoableDecision<Accepted>(send)
  const chosen = useSearch().get('payment')
  const rows = payments.filter(({ id }) => !taken.has(id))
  const current = rows.find(({ id }) => id === chosen) ?? (wide ? rows[0] : undefined)
  const choose = (id: string | null) => changePlace({ payment: id }, { replace: wide || chosen !== null })

  function moveOn(id: string) {
    if (current?.id === id) choose(nextAfter(rows, id, new Set([id])))
  }

  async function send(payments: readonly Accepted[]) {
    for (const { id, centavos, member, confirmation } of payments) {
      let decided = payments
      try {
        const accepted = await decide(id, { decision: 'accept', ...confirmation })
        if ('receipt' in accepted) showToast(acceptedSentence(accepted, { centavos, name: member.name }))
      } catch (error) {
        showToast(`${member.name}: ${sentenceOf(error)}`, 'error')
        if (!(error instanceof ApiError && error.code === 'dues-decided')) decided = []
      }
      apply({ type: 'settle', items: payments, decided, changed: [] })
    }
    await invalidateDues()
  }

  return {
    held: desk.held,
    rows,
    current,
    choose,
    accept(payment: Accepted) {
      hold([payment])
      moveOn(payment.id)
    },
    undo() {
      for (const { id } of undo()) choose(id)
    },
    /** After a payment was refused, or another proof was asked for. */
    settle(payment: WaitingPayment) {
      release()
      apply({ type: 'settle', items: [payment], decided: [payment], changed: [] })
      moveOn(payment.id)
      void invalidateDues()
    },
  }
}

function Payment({ payment, keysOn }: { payment: WaitingPayment; keysOn: boolean }) {
  const { centavos, paidOn, way, reference, proof, sentAt, member, seenBefore, unusual } = payment
  const look = useZoomAndTurn(proof, keysOn)
  const { due, credit, last } = member
  const facts = [
    ['Amount', showPesos(centavos)],
    ['Paid on', showPlainDate(paidOn)],
    ['Paid to', way],
    ['Reference', reference],
    [
      'Due now',
      unusual === 'dues-nothing-due'
        ? 'Nothing'
        : `${showPesos(due.centavos)}, for ${showPlainDate(due.first)} to ${showPlainDate(due.last)}`,
    ],
    ['Credit', credit > 0 && showPesos(credit)],
    ['Last paid', last && lastPaidWords(last)],
    ['Standing', standingWords(member.standing)],
    ['ID number', member.idNumber],
    ['Rank', member.rank],
    ['Region', member.region],
  ] as const
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 p-5 lg:grid lg:grid-cols-[minmax(16rem,1fr)_minmax(0,2fr)] lg:grid-rows-[minmax(0,1fr)] lg:gap-6 lg:p-6">
      <div role="region" aria-label="Record" tabIndex={0} className="relative min-h-0 lg:overflow-y-auto">
        <p className="eyebrow text-gold-ink">Sent {showInstant(sentAt)}</p>
        <h2 className="mt-1 text-3xl break-words">{member.name}</h2>
        <div className="mt-3 grid gap-3">
          {seenBefore.map((sighting, n) => (
            <SeenBefore key={n} {...sighting} />
          ))}
          {unusual && unusual !== 'dues-seen-before' && <Notice tone="warning" title={errorText[unusual]} />}
          {!unusual && centavos !== due.centavos && (
            <Notice tone="info" title={`This is not the amount due: ${showPesos(due.centavos)}.`} />
          )}
          <FactList facts={facts.filter(([, value]) => value)} />
        </div>
      </div>
      <section
        aria-label="Proof"
        className="flex min-h-[24rem] max-lg:order-first min-w-0 flex-col rounded-card border border-line bg-card shadow-card lg:min-h-0"
      >
        {proof ? (
          <DocumentViewer
            key={proof}
            label={`Proof of payment of ${member.name}`}
            src={`/api/files/${proof}`}
            look={look}
          />
        ) : (
          <p className="p-6 text-muted">There is no picture.</p>
        )}
      </section>
    </div>
  )
}

function SeenBefore({ same, name, payment }: SeenBefore) {
  const title = `The same ${same} came from ${name}${payment ? '' : ', with a registration'}`
  return (
    <Notice tone="warning" title={title}>
      {payment?.receipt && <FileInNewTab href={receiptFile(payment.id)}>Receipt {payment.receipt}</FileInNewTab>}
      {payment?.state === 'waiting' && (
        <SiteLink href={`/admin/dues?payment=${payment.id}`} className="tap-link">
          Look at that payment
        </SiteLink>
      )}
    </Notice>
  )
}

const questions = {
  accept: {
    title: 'Accept this payment?',
    look: 'primary',
    lead: errorText['dues-reference-receipted'],
    action: 'Accept',
    reasons: ['One transfer paid for several members.'],
  },
  'ask again': {
    title: 'Ask for another proof?',
    look: 'primary',
    lead: 'The member sees the reason and can send the payment again.',
    action: 'Ask for another',
    reasons: [
      'The picture cannot be read. Please send a clear one of the whole receipt.',
      'The reference number is not the one on the picture. Please look again.',
      'The amount is not the one on the picture. Please look again.',
    ],
  },
  refuse: {
    title: 'Refuse this payment?',
    look: 'danger',
    lead: 'The member sees the reason. Nothing is added to what they have paid.',
    action: 'Refuse',
    reasons: [
      'We could not find this payment in the account. Please ask your bank or wallet, then write to us.',
      'This payment was sent before.',
      'The picture shows another payment.',
    ],
  },
} as const

interface DecisionDialogProps extends Question {
  onAccept: (payment: Accepted) => void
  onDone: (payment: WaitingPayment) => void
  onClose: () => void
}

/** Every decision needs a reason, except accepting where no receipt has the reference: that is only confirmed. */
function DecisionDialog({ decision, payment, onAccept, onDone, onClose }: DecisionDialogProps) {
  const { lead, reasons, look, ...words } = questions[decision]
  const { id, centavos, unusual } = payment
  const { name } = payment.member
  const about = `${name}, ${showPesos(centavos)}`
  if (decision === 'accept' && unusual !== 'dues-reference-receipted')
    return (
      <ConfirmDialog
        {...words}
        onClose={onClose}
        onConfirm={() => onAccept({ ...payment, confirmation: { confirmed: true } })}
      >
        <p>
          <strong>{about}</strong>
        </p>
        <p className="mt-2">{unusual && errorText[unusual]}</p>
      </ConfirmDialog>
    )
  async function onReason(reason: string) {
    if (decision === 'accept') onAccept({ ...payment, confirmation: { confirmed: true, reason } })
    else {
      await decide(id, { decision, reason })
      onDone(payment)
      showToast(
        decision === 'refuse' ? `The payment of ${name} was refused.` : `We have asked ${name} for another proof.`,
      )
    }
    onClose()
  }
  return (
    <ReasonDialog {...words} {...{ about, reasons, look, onReason, onClose }}>
      {lead}
    </ReasonDialog>
  )
}
