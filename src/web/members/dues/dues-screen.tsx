import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showCount } from '#shared/figures.ts'
import { validityOf } from '#shared/members/card/card.ts'
import { isPayable, leftToPay, type DuesStanding } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { missingSentence, standingSentence } from '#shared/members/dues/text.ts'
import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import { useIsEmailed } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Fetched, Notice } from '#web/components/notice.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { ContactList } from '#web/layout/contact-ways.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { ownDuesQuery, type DuesEntry, type OwnDues } from './api.ts'
import { Entries } from './entries.tsx'
import { PayForm } from './pay-form.tsx'

/** A member's own dues: their standing, where to pay, what they sent and its outcome. */
export function DuesScreen() {
  const { shortName } = useSite()
  return (
    <div className="wrap max-w-4xl py-10 md:py-14">
      <PageHead title={`My dues – ${shortName}`} />
      <h1 className="text-5xl">My dues</h1>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <Fetched
          query={useQuery(ownDuesQuery)}
          failed="Your dues could not be loaded"
          loading={<Skeleton className="h-40 w-full" />}
        >
          {(dues) => <Dues dues={dues} />}
        </Fetched>
      </div>
      <ToastRegion />
    </div>
  )
}

const standings = {
  exempt: { tone: 'info', title: 'Exempt from dues' },
  good: { tone: 'success', title: 'In good standing' },
  grace: { tone: 'warning', title: 'Your dues are due' },
  lapsed: { tone: 'error', title: 'Not in good standing' },
} as const

function Dues({ dues }: { dues: OwnDues }) {
  const { standing, accounts, entries } = dues
  /** `again` is a payment that needs another proof. `sent` counts those sent, so that each has a fresh form. */
  const [again, setAgain] = useState<DuesEntry | null>(null)
  const [sent, setSent] = useState(0)
  /** Members who sent what they owe, or have long paid, see no form unless they ask for it. */
  const waiting = entries.filter(({ state }) => state === 'waiting')
  const isChecking = waiting.length > 0
  const due = { ...dues.due, centavos: leftToPay(dues.due, entries) }
  const isDue = !isChecking && isPayable(dues.paidUntil, dues.today)
  const [wantsMore, setWantsMore] = useState(false)
  const byEmail = useIsEmailed()
  const hasPaid = isChecking && due.centavos === 0
  function close() {
    setAgain(null)
    setWantsMore(false)
  }
  /** Null if nothing else would be shown instead. */
  const onCancel = again || (wantsMore && !isDue) ? close : null
  const showsForm = again !== null || (standing.kind !== 'exempt' && (isDue || wantsMore))
  return (
    <>
      <p className="hidden print:block">
        {[dues.name, dues.idNumber, `as of ${showPlainDate(dues.today)}`].filter(Boolean).join(', ')}
      </p>
      {isChecking && (
        <Notice tone="info" title={`We are checking ${paymentsInWords(waiting)}`}>
          {standing.kind !== 'exempt' && (
            <p>
              Your dues are paid until {showPlainDate(dues.paidUntil)}.{' '}
              {waiting.length === 1 ? 'This payment is' : 'These payments are'} for the time from{' '}
              {showPlainDate(due.first)}. {due.centavos > 0 ? missingSentence(due) : 'You do not need to pay again.'}{' '}
              {standing.kind === 'lapsed' && 'You owe nothing for the time before. '}
              {cardSentence(standing)}
            </p>
          )}
          <p>{byEmail ? 'We will email you the answer.' : 'You can see the answer here.'}</p>
          {!showsForm && (
            <button type="button" className="no-print tap-link text-left" onClick={() => setWantsMore(true)}>
              {hasPaid ? 'I made another payment' : `Pay the remaining ${showPesos(due.centavos)}`}
            </button>
          )}
        </Notice>
      )}
      {!isChecking && (
        <Notice {...standings[standing.kind]}>
          <p>{standingSentence(standing)}</p>
          {standing.kind === 'good' && entries.length === 0 && (
            <p>You owe nothing for the time until then, so no payment is listed.</p>
          )}
          {!showsForm && standing.kind === 'good' && (
            <Button look="outline" size="small" className="mt-3" onClick={() => setWantsMore(true)}>
              Pay ahead
            </Button>
          )}
        </Notice>
      )}
      {!again && <NotAccepted entries={entries} onAgain={setAgain} />}
      {showsForm && (
        <SectionCard title={again ? 'Send another proof' : titleOfForm(isChecking, hasPaid, standing)}>
          <div key={again?.id} ref={again && focus} tabIndex={-1} className="mt-4 grid grid-cols-1 gap-6 outline-none">
            {again ? (
              <Notice tone="warning" title="We could not accept the proof">
                <p className="wrap-anywhere whitespace-pre-line">{again.reason}</p>
              </Notice>
            ) : hasPaid ? null : (
              <div className="rounded-card bg-olive-soft p-5 text-olive">
                <p className="eyebrow">To pay</p>
                <p className="display mt-1 text-4xl tabular-nums">{showPesos(due.centavos)}</p>
                <p>
                  For {showPlainDate(due.first)} to {showPlainDate(due.last)}
                </p>
                {dues.credit > 0 && <p>You already paid {showPesos(dues.credit)}, so we have taken it off.</p>}
              </div>
            )}
            {accounts.length === 0 ? (
              <div>
                <p>Please ask us where to pay:</p>
                <ContactList />
                {onCancel && (
                  <Button look="outline" className="mt-4" onClick={onCancel}>
                    Cancel
                  </Button>
                )}
              </div>
            ) : (
              <>
                {!again && <Accounts accounts={accounts} />}
                <PayForm
                  key={again?.id ?? sent}
                  dues={{ ...dues, due }}
                  again={again}
                  onSent={() => {
                    close()
                    setSent(sent + 1)
                  }}
                  onCancel={onCancel}
                />
              </>
            )}
          </div>
        </SectionCard>
      )}
      <SectionCard title="My payments">
        <Entries
          entries={entries}
          empty="Your payments and receipts will be listed here."
          renderAct={(entry) => entry.state === 'asked again' && <AgainButton onClick={() => setAgain(entry)} />}
        />
      </SectionCard>
    </>
  )
}

function titleOfForm(isChecking: boolean, hasPaid: boolean, { kind }: DuesStanding): string {
  if (isChecking) return hasPaid ? 'Tell us about another payment' : 'Pay the rest'
  return kind === 'good' ? 'Pay ahead' : 'Pay your dues'
}

/** The day on the card, which is later than that of the dues by the days of grace. */
function cardSentence(standing: DuesStanding): string {
  const validity = validityOf(standing)
  if (!validity) return ''
  return 'until' in validity
    ? `Your card is valid until ${showPlainDate(validity.until)}.`
    : `Your card has not been valid since ${showPlainDate(validity.lapsedSince)}.`
}

/** `your payment of ₱500`, `2 payments of ₱500`, `your payments of ₱500, ₱300 and ₱300` */
function paymentsInWords(payments: readonly DuesEntry[]): string {
  const amounts = payments.map(({ centavos }) => showPesos(centavos))
  const last = amounts.at(-1) ?? ''
  if (amounts.length === 1) return `your payment of ${last}`
  if (amounts.every((amount) => amount === last)) return `${showCount(amounts.length, 'payment')} of ${last}`
  return `your payments of ${amounts.slice(0, -1).join(', ')} and ${last}`
}

const focus = (form: HTMLElement | null) => form?.focus()

const AgainButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    Send another proof
  </Button>
)

/** What we need from the member, or why the last payment does not count: to be read before they pay again. */
function NotAccepted({ entries, onAgain }: { entries: readonly DuesEntry[]; onAgain: (entry: DuesEntry) => void }) {
  const returned = entries.find(({ state }) => state === 'asked again')
  const entry = returned ?? (entries[0]?.state === 'refused' ? entries[0] : null)
  if (!entry) return null
  const what = `your payment of ${showPesos(entry.centavos)}`
  return (
    <Notice
      tone={returned ? 'warning' : 'error'}
      title={returned ? `We need another proof of ${what}` : `We could not accept ${what}`}
    >
      <p className="mb-3 wrap-anywhere whitespace-pre-line">{entry.reason}</p>
      {returned && <AgainButton onClick={() => onAgain(returned)} />}
    </Notice>
  )
}

/** Each account with its number to copy, and its QR picture for another phone to scan. */
function Accounts({ accounts }: Pick<DuesPlan, 'accounts'>) {
  return (
    <div>
      <h3 className="text-2xl">Where to pay</h3>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2">
        {accounts.map(({ name, number, holder, qr }) => (
          <li key={name} className="flex flex-wrap gap-4 rounded-field border border-line p-4">
            <div className="grid min-w-0 flex-1 basis-40 content-start justify-items-start gap-2">
              <p>
                {name}
                <strong className="block text-xl break-words tabular-nums select-all">{number}</strong>
                {holder}
              </p>
              <CopyButton text={number} what={` the number of ${name}`} />
            </div>
            {qr && (
              <a href={`/api/files/${qr}`} target="_blank" rel="noopener">
                <img
                  src={`/api/files/${qr}`}
                  alt={`QR code of ${name}`}
                  width="144"
                  height="144"
                  loading="lazy"
                  className="size-36 rounded-field border border-line bg-white object-contain"
                />
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
