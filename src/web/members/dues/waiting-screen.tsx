/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { showNumber } from '#shared/figures.ts'
import { reasonSchema, type WaitingPayment } from '#shared/members/dues/ledger.ts'
import { showPesos } from '#shared/members/dues/plan.ts'
import { standingWords } from '#shared/members/dues/text.ts'
import { showInstant, showPlainDate } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { showToast, ToastRegion } from '#web/components/toast.tsx'
import { ReasonForm, useReason } from '#web/members/approval/decision-dialogs.tsx'
import {
  DecisionBar,
  PhoneBar,
  UndoBar,
  usePhoneTurns,
  useRelease,
  useWide,
} from '#web/members/approval/desk-parts.tsx'
import { nextAfter, undoMs } from '#web/members/approval/desk.ts'
import { DocumentViewer, useLook } from '#web/members/approval/document-viewer.tsx'
import { KeyHelp, KeyHelpButton, useKeys, useKeysOn, type KeyList } from '#web/members/approval/keys.tsx'
import { changePlace } from '#web/members/list-address.ts'
import { useSearch } from '#web/router/router.tsx'
import { decide, invalidateDues, waitingQuery } from './api.ts'
import { DuesHead, DuesTitle } from './dues-head.tsx'
import { deskText as text } from './treasury-text.ts'

/** What is asked before it is done. Accepting is not: it can be undone. */
type Question = { about: 'ask again' | 'refuse'; payment: WaitingPayment } | { about: 'keys' }

/** Proof and record side by side; on a phone after the queue. */
export function WaitingScreen() {
  const query = useQuery(waitingQuery)
  return (
    <div className="flex flex-col lg:h-[max(38rem,calc(100svh-4rem))] 2xl:h-[max(38rem,100svh)]">
      <Fetched
        query={query}
        failed="The payments could not be loaded"
        loading={
          <>
            <DuesHead title={text.title} />
            <div className="m-5 h-40 rounded-card bg-line" role="status" aria-label="Loading…" />
          </>
        }
      >
        {({ total, payments }) => <Desk total={total} payments={payments} />}
      </Fetched>
      {/* Clear of the buttons at the foot. */}
      <div className="pointer-events-none fixed inset-x-0 top-0 bottom-18 z-[60] translate-z-0">
        <ToastRegion />
      </div>
    </div>
  )
}

interface DeskProps {
  total: number
  payments: readonly WaitingPayment[]
}

function Desk({ total, payments }: DeskProps) {
  const wide = useWide()
  const [keysOn, setKeysOn] = useKeysOn()
  const [question, ask] = useState<Question | null>(null)
  const { held, rows, current, choose, accept, undo, settle } = useDuesDesk(payments, wide)
  const alone = !wide && current !== undefined
  const pane = usePhoneTurns(alone ? current.id : null)
  const waiting = total - (payments.length - rows.length)
  const place = rows.findIndex(({ id }) => id === current?.id)
  const step = (by: 1 | -1) => {
    const next = rows[place + by]
    if (next) choose(next.id)
  }
  const close = () => ask(null)
  useKeys({ j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1), u: undo }, keysOn)
  useKeys({ '?': () => ask({ about: 'keys' }) }, true)
  const undoBar = held && (
    <UndoBar
      key={held.until}
      label="Payment that can be undone"
      until={held.until}
      announcement={text.held(held.payment.member.name)}
      countdown={(seconds) => text.acceptedIn(held.payment.member.name, seconds)}
      note={showPesos(held.payment.centavos)}
      onUndo={undo}
    />
  )
  return (
    <>
      {alone ? (
        <DuesTitle title={text.title} />
      ) : (
        <DuesHead title={text.title}>
          <p className="text-muted tabular-nums">{text.waiting(waiting)}</p>
          <KeyHelpButton onClick={() => ask({ about: 'keys' })} />
        </DuesHead>
      )}
      {rows.length === 0 && (
        <div className="p-5 lg:p-8">
          <EmptyState title="No payment is waiting">
            What members send appears here. Cash is entered under “Cash”.
          </EmptyState>
        </div>
      )}
      <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        {!alone && rows.length > 0 && (
          <ul aria-label="Payments" data-queue className="min-h-0 overflow-y-auto border-line bg-card lg:border-r">
            {rows.map((payment) => (
              <Row
                key={payment.id}
                payment={payment}
                isCurrent={payment.id === current?.id}
                onChoose={() => choose(payment.id)}
              />
            ))}
            {total > payments.length && <li className="p-4 text-muted">{text.more(total - payments.length)}</li>}
          </ul>
        )}
        {current && (
          <section
            ref={pane}
            tabIndex={-1}
            aria-label="Payment"
            className={classes('flex min-h-0 min-w-0 flex-col outline-none', alone && 'min-h-svh bg-paper')}
          >
            {alone && <h1 className="sr-only">Dues: {text.title}</h1>}
            {alone && (
              <PhoneBar
                one="payment"
                place={`${place + 1} of ${showNumber(waiting)}`}
                onBack={() => choose(null)}
                onStep={step}
              />
            )}
            <div className="lg:hidden">{undoBar}</div>
            <Payment key={current.id} payment={current} keysOn={keysOn} />
            <div className="sticky bottom-0 z-20 flex-none short:static lg:static">
              <div className="max-lg:hidden">{undoBar}</div>
              <DecisionBar
                accept={`Accept ${showPesos(current.centavos)}`}
                ask="Ask for another…"
                refuse="Refuse…"
                keysOn={keysOn}
                onAccept={() => accept(current)}
                onAsk={() => ask({ about: 'ask again', payment: current })}
                onRefuse={() => ask({ about: 'refuse', payment: current })}
                onStep={step}
              />
            </div>
          </section>
        )}
      </div>
      {!current && undoBar && <div className="sticky bottom-0 z-20 flex-none">{undoBar}</div>}
      {question?.about === 'keys' && <KeyHelp keys={deskKeys} on={keysOn} onChange={setKeysOn} onClose={close} />}
      {question && question.about !== 'keys' && (
        <NotAccepted
          {...question}
          onClose={close}
          onDone={(message) => {
            settle(question.payment)
            showToast(message)
            close()
          }}
        />
      )}
    </>
  )
}

const deskKeys: KeyList = [
  [['J', '↓'], 'Next payment'],
  [['K', '↑'], 'Previous payment'],
  [['A'], 'Accept'],
  [['U'], 'Undo, within ten seconds'],
  [['C'], 'Ask for another proof'],
  [['R'], 'Refuse, with a reason'],
  [['+', '-', '0'], 'Zoom in, zoom out, fit'],
  [['T'], 'Turn the picture'],
  [['?'], 'This help'],
]

/** As at the desk for applications: what is accepted stays in the browser for ten seconds, or until the next one is decided on. */
function useDuesDesk(payments: readonly WaitingPayment[], wide: boolean) {
  const [held, setHeld] = useState<{ payment: WaitingPayment; until: number } | null>(null)
  /** Ahead of the screen. */
  const latest = useRef(held)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const chosen = useSearch().get('payment')
  const rows = payments.filter(({ id }) => !taken.has(id))
  const current = rows.find(({ id }) => id === chosen) ?? (wide ? rows[0] : undefined)

  function hold(next: typeof held) {
    latest.current = next
    setHeld(next)
  }
  const take = (id: string) => setTaken((before) => new Set([...before, id]))
  const giveBack = (id: string) => setTaken((before) => new Set([...before].filter((one) => one !== id)))
  const choose = (id: string | null) => changePlace({ payment: id }, { replace: wide || chosen !== null })

  function moveOn(id: string) {
    take(id)
    if (current?.id === id) choose(nextAfter(rows, id, new Set([id])))
  }

  async function send({ id, centavos, member }: WaitingPayment) {
    try {
      const accepted = await decide(id, { decision: 'accept' })
      if ('receipt' in accepted) showToast(text.accepted(accepted.receipt, member.name, showPesos(centavos)))
    } catch (error) {
      showToast(`${member.name}: ${sentenceOf(error)}`, 'error')
      if (!(error instanceof ApiError && error.code === 'dues-decided')) giveBack(id)
    }
    await invalidateDues()
  }

  function release(_leaving = false, due?: typeof held) {
    const before = latest.current
    if (!before || (due && due !== before)) return
    hold(null)
    void send(before.payment)
  }
  useRelease(held, release)

  return {
    held,
    rows,
    current,
    choose,
    accept(payment: WaitingPayment) {
      release()
      hold({ payment, until: Date.now() + undoMs })
      moveOn(payment.id)
    },
    undo() {
      if (!held) return
      hold(null)
      giveBack(held.payment.id)
      choose(held.payment.id)
    },
    settle({ id }: WaitingPayment) {
      moveOn(id)
      void invalidateDues()
    },
  }
}

interface RowProps {
  payment: WaitingPayment
  isCurrent: boolean
  onChoose: () => void
}

const Row = ({ payment: { id, centavos, way, member, seenBefore }, isCurrent, onChoose }: RowProps) => (
  <li
    className={classes(
      'border-b border-l-4 border-b-line',
      isCurrent ? 'border-l-gold bg-navy-soft' : 'border-l-transparent hover:bg-paper',
    )}
  >
    <button
      type="button"
      data-applicant={id}
      aria-current={isCurrent || undefined}
      onClick={onChoose}
      className="min-h-16 w-full px-4 py-2.5 text-left -outline-offset-4"
    >
      <span className="block font-semibold break-words">{member.name}</span>
      <span className="block text-[0.9375rem] text-muted tabular-nums">
        {showPesos(centavos)} · {way}
      </span>
      {(seenBefore.picture || seenBefore.registration) && (
        <span className="eyebrow mt-1 block text-[0.9375rem] tracking-wider text-red">Seen before</span>
      )}
    </button>
  </li>
)

function Payment({ payment, keysOn }: { payment: WaitingPayment; keysOn: boolean }) {
  const { centavos, paidOn, way, reference, proof, sentAt, member, seenBefore } = payment
  const look = useLook(proof, keysOn)
  const { due, credit } = member
  const facts = [
    ['Amount', showPesos(centavos)],
    ['Paid on', showPlainDate(paidOn)],
    ['Paid to', way],
    ['Reference', reference],
    ['Due now', `${showPesos(due.centavos)}, for ${showPlainDate(due.first)} to ${showPlainDate(due.last)}`],
    ['Credit', credit > 0 && showPesos(credit)],
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
        {seenBefore.picture && (
          <Notice tone="warning" title="The same picture came with another payment." className="mt-3" />
        )}
        {seenBefore.registration && (
          <Notice tone="warning" title="The same reference came with a registration." className="mt-3" />
        )}
        {centavos !== due.centavos && (
          <Notice tone="info" title={text.otherAmount(showPesos(due.centavos))} className="mt-3" />
        )}
        <dl className="mt-4 grid gap-x-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
          {facts
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label} className="col-span-full grid border-t border-line py-1.5 sm:grid-cols-subgrid">
                <dt className="text-muted">{label}</dt>
                <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
              </div>
            ))}
        </dl>
      </div>
      <section
        aria-label="Proof"
        className="flex min-h-[24rem] min-w-0 flex-col rounded-card border border-line bg-card shadow-card lg:min-h-0"
      >
        {proof ? (
          <DocumentViewer label={text.proofOf(member.name)} src={`/api/files/${proof}`} look={look} />
        ) : (
          <p className="p-6 text-muted">There is no picture.</p>
        )}
      </section>
    </div>
  )
}

interface NotAcceptedProps {
  about: 'ask again' | 'refuse'
  payment: WaitingPayment
  onClose: () => void
  onDone: (message: string) => void
}

function NotAccepted({ about, payment: { id, centavos, member }, onClose, onDone }: NotAcceptedProps) {
  const words = text.questions[about]
  const form = useReason(async (reason) => {
    await decide(id, { decision: about, reason })
    onDone(words.done(member.name))
  }, reasonSchema.shape.reason)
  return (
    <Dialog staysOpen busy={form.busy} size="wide" onClose={onClose} title={words.title}>
      <ReasonForm form={form} reasons={words.reasons} action={words.action} onCancel={onClose}>
        <p>
          <strong>
            {member.name}, {showPesos(centavos)}
          </strong>
        </p>
        <p className="mt-2">{words.lead}</p>
      </ReasonForm>
    </Dialog>
  )
}
