import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type KeyboardEventHandler } from 'react'
import { joinWithDots } from '#shared/joined-text.ts'
import { earliestPaidOn, isPayable, whyUnusual } from '#shared/members/dues/dues.ts'
import { cash, type DuesPlan } from '#shared/members/dues/plan.ts'
import { enterPaymentSchema } from '#shared/members/dues/schemas.ts'
import { standingWords } from '#shared/members/dues/text.ts'
import { readPesos, showPesos } from '#shared/pesos.ts'
import { showPlainDate, type PlainDate } from '#shared/time.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { EmptyState, Fetched } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm, useValues } from '#web/components/use-form.ts'
import { useSearchId } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import {
  enterPayment,
  invalidateDues,
  memberDuesQuery,
  receiptsQuery,
  searchPayers,
  type Payer,
  type DuesReceipt,
} from './api.ts'
import { QuestionOrFailure, confirmationAsked, SaveButton, useConfirmedSend } from './ask-first.tsx'
import { canScan, CardScanner } from './card-scanner.tsx'
import { acceptedSentence, amountColumn, DuesPage, lastPaidWords, receiptColumn } from './dues-head.tsx'
import { voidColumn } from './reason-button.tsx'

type Found = Awaited<ReturnType<typeof searchPayers>>
/** What stays from one payment to the next. */
type LastInput = Record<'way' | 'paidOn', string>

/** One payment after the other, by keyboard: who, Enter, how much, Enter. A profile leads here with its member (`?member=`). */
export const CashScreen = () => (
  <DuesPage title="Cash">{({ plan, today }) => plan && <Table plan={plan} today={today} />}</DuesPage>
)

function Table({ plan, today }: { plan: DuesPlan; today: PlainDate }) {
  const [payer, setPayer] = useState<Payer | null>(null)
  const open = (id: string) =>
    queries
      .fetchQuery({ ...memberDuesQuery(id), staleTime: 0 })
      .then(setPayer, () => showToast('The dues could not be loaded', 'error'))
  const chosen = useSearchId('member')
  useEffect(() => {
    if (chosen) void open(chosen)
  }, [chosen])
  const [lastInput, setLastInput] = useState<LastInput>({ way: cash, paidOn: today })
  /** How many were voided. Each one resets the form, so that the cursor is back in the field. */
  const [voids, setVoids] = useState(0)
  return (
    <div className="grid gap-8 2xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] 2xl:items-start">
      <section aria-label="Enter a payment" className="card max-w-xl p-5">
        {payer ? (
          <CashForm
            key={payer.id}
            {...{ payer, plan, today, lastInput }}
            onDone={(next) => {
              setLastInput(next)
              setPayer(null)
            }}
            onCancel={() => setPayer(null)}
          />
        ) : (
          <FindForm key={voids} onFound={open} />
        )}
      </section>
      <LastReceipts today={today} onVoid={() => setVoids(voids + 1)} />
    </div>
  )
}

function FindForm({ onFound }: { onFound: (id: string) => Promise<unknown> }) {
  const [{ payers: matches, more }, setMatches] = useState<Found>({ payers: [], more: false })
  const [scanning, setScanning] = useState(false)
  const form = useForm<{ typed: string }, string, Found>({
    values: { typed: '' },
    check: ({ typed }) =>
      typed.trim() === '' ? { problems: { typed: 'Please enter a number or a name' } } : { sent: typed.trim() },
    send: searchPayers,
    async onDone(found) {
      const [first, second] = found.payers
      if (first && !second) await onFound(first.id)
      else setMatches(found)
    },
  })
  return (
    <Form form={form} focusFirst className="grid gap-4">
      <TextField
        name="typed"
        label="Member"
        hint="ID number, serial number or name. Or scan the card."
        autoComplete="off"
        autoCapitalize="none"
      />
      <FormFailure />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Find
        </Button>
        {canScan() && (
          <Button look="outline" onClick={() => setScanning(true)}>
            Scan a card
          </Button>
        )}
      </div>
      {matches.length > 0 && (
        <ul key={matches[0]?.id} ref={focusFirst} aria-label="Members found" className="grid gap-2">
          {matches.map(({ id, name, rank, idNumber, region, standing }) => (
            <li key={id}>
              <Button
                look="outline"
                className="w-full justify-start text-left"
                onKeyDown={moveChoice}
                onClick={() => void onFound(id)}
              >
                <span>
                  {[rank, name].filter(Boolean).join(' ')}
                  <span className="block font-normal text-muted">
                    {joinWithDots([idNumber, region, standing && standingWords(standing)])}
                  </span>
                </span>
              </Button>
            </li>
          ))}
          {more && <li className="text-muted">There are more. Please type more of the name, or the number.</li>}
        </ul>
      )}
      {scanning && (
        <CardScanner
          onClose={() => setScanning(false)}
          onCode={(code) => {
            setScanning(false)
            void form.send(code)
          }}
        />
      )}
    </Form>
  )
}

/** The arrow keys move from one member to the next, as in a list box. */
const moveChoice: KeyboardEventHandler = (event) => {
  const item = event.currentTarget.parentElement
  const next = { ArrowUp: item?.previousElementSibling, ArrowDown: item?.nextElementSibling }[event.key]
  if (!next) return
  event.preventDefault()
  next.querySelector('button')?.focus()
}

/** Focuses the first member, so that Enter takes it. */
const focusFirst = (list: HTMLElement | null) => list?.querySelector('button')?.focus()

interface CashFormProps {
  payer: Payer
  plan: DuesPlan
  today: PlainDate
  lastInput: LastInput
  onDone: (lastInput: LastInput) => void
  onCancel: () => void
}

function CashForm({ payer, plan, today, lastInput, onDone, onCancel }: CashFormProps) {
  const { id: memberId, name, rank, idNumber, standing, due } = payer
  // Sent again under the same id, it is still one payment.
  const [id] = useState(() => crypto.randomUUID())
  const save = useConfirmedSend(enterPayment)
  const usual = { centavos: due.centavos, paidOn: today, proof: null, seenBefore: [] }
  const isUsual = whyUnusual(payer, usual, today) === null
  const form = useForm({
    values: { ...lastInput, amount: isUsual ? String(due.centavos / 100) : '', reference: '', reason: '' },
    check: ({ amount, reason, ...typed }) =>
      bySchema(enterPaymentSchema, { centavos: 'amount' })({
        ...typed,
        id,
        memberId,
        centavos: readPesos(amount),
        ...(reason !== '' && { reason }),
      }),
    send: save,
    onDone(accepted, { way, paidOn, centavos }) {
      showToast(acceptedSentence(accepted, { centavos, name }))
      void invalidateDues()
      onDone({ way, paidOn })
    },
  })
  const { way } = useValues(form)
  const { element } = form
  const onEscape = useEffectEvent((event: KeyboardEvent) => event.key === 'Escape' && onCancel())
  useEffect(() => {
    const fields = element.current
    fields?.querySelector<HTMLInputElement>('[name=amount]')?.select()
    fields?.addEventListener('keydown', onEscape)
    return () => fields?.removeEventListener('keydown', onEscape)
  }, [element])
  return (
    <Form form={form} className="grid gap-4">
      <div>
        <h2 className="text-2xl break-words">{[rank, name].filter(Boolean).join(' ')}</h2>
        <p className="text-muted">{joinWithDots([idNumber, standingWords(standing)])}</p>
        <p className="mt-1 tabular-nums">{dueWords(payer, today)}</p>
        {payer.waiting && (
          <p>
            A proof of {showPesos(payer.waiting.centavos)} is waiting.{' '}
            <SiteLink href={`/admin/dues?payment=${payer.waiting.id}`} className="tap-link">
              Look at it first
            </SiteLink>
          </p>
        )}
      </div>
      <TextField name="amount" label="Amount in pesos" inputMode="decimal" autoComplete="off" />
      <div className="field-row">
        <SelectField
          name="way"
          label="Paid by"
          prompt={null}
          choices={[{ value: cash, label: 'Cash' }, ...plan.accounts.map((account) => account.name)]}
        />
        <TextField name="paidOn" label="Paid on" type="date" min={earliestPaidOn(today)} max={today} />
      </div>
      {way !== cash && <TextField name="reference" label="Reference number" optional autoComplete="off" />}
      <QuestionOrFailure />
      {confirmationAsked(form.failure) === 'dues-reference-receipted' && (
        <TextField name="reason" label="Why another receipt?" hint="For example: One transfer for two members." />
      )}
      <div className="flex flex-wrap gap-3">
        <SaveButton busy={form.busy} />
        <Button look="outline" onClick={onCancel}>
          Another member
        </Button>
      </div>
    </Form>
  )
}

/** One sentence: what is due and for what, or why nothing is. */
function dueWords({ standing, hasLeft, paidUntil, due, credit, last }: Payer, today: PlainDate): string {
  if (hasLeft) return 'This member has left the association.'
  if (standing.kind === 'exempt') return 'This member pays no dues.'
  if (!isPayable(paidUntil, today)) return `Nothing is due.${last ? ` Last paid: ${lastPaidWords(last)}.` : ''}`
  return [
    `Due: ${showPesos(due.centavos)}, for ${showPlainDate(due.first)} to ${showPlainDate(due.last)}.`,
    credit > 0 && `${showPesos(credit)} paid before is deducted.`,
    standing.kind === 'lapsed' && 'Nothing is owed for the time before.',
  ]
    .filter(Boolean)
    .join(' ')
}

const receiptsShown = 10

/** The cash of today, and the latest entries, to be read out, printed or voided. */
function LastReceipts({ today, onVoid }: { today: PlainDate; onVoid: () => void }) {
  const title = `Today’s last ${receiptsShown} receipts`
  return (
    <section aria-labelledby="last">
      <h2 id="last" className="mb-3 text-2xl">
        {title}
      </h2>
      <Fetched query={useQuery(receiptsQuery({ day: today }))} failed="The receipts could not be loaded">
        {({ receipts }) => (
          <>
            <p className="mb-3 flex flex-wrap items-center gap-x-5">
              <span>
                Cash today: <strong className="tabular-nums">{showPesos(cashIn(receipts))}</strong>
              </span>
              <SiteLink href="/admin/dues/receipts" className="tap-link">
                All receipts of today
              </SiteLink>
            </p>
            <DataTable
              caption={title}
              columns={lastColumns(onVoid)}
              rows={receipts.slice(-receiptsShown).toReversed()}
              keyOf={({ id }) => id}
              empty={<EmptyState title="No receipt today yet" />}
            />
          </>
        )}
      </Fetched>
    </section>
  )
}

const cashIn = (receipts: readonly DuesReceipt[]) =>
  receipts.reduce((sum, { way, centavos }) => (way === cash ? sum + centavos : sum), 0)

const lastColumns = (onVoid: () => void): Column<DuesReceipt>[] => [
  receiptColumn,
  { heading: 'Member', cell: ({ name }) => name },
  amountColumn,
  {
    heading: 'Paid until',
    whole: true,
    cell: ({ kind, paidUntil }) => kind === 'payment' && paidUntil && showPlainDate(paidUntil),
  },
  voidColumn(onVoid),
]
