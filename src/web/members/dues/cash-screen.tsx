import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { enterPaymentSchema } from '#shared/members/dues/ledger.ts'
import { cash, readPesos, showPesos, type Day, type DuesPlan } from '#shared/members/dues/plan.ts'
import { standingWords } from '#shared/members/dues/text.ts'
import { showPlainDate } from '#shared/time.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm, useValues } from '#web/components/use-form.ts'
import {
  enterPayment,
  invalidateDues,
  memberDuesQuery,
  receiptsQuery,
  searchPayers,
  type Payer,
  type Receipt,
} from './api.ts'
import { canScan, CardScanner } from './card-scanner.tsx'
import { DuesPage, receiptColumn } from './dues-head.tsx'
import { VoidButton } from './reason-button.tsx'

type Named = Awaited<ReturnType<typeof searchPayers>>[number]
/** What stays from one payment to the next. */
type Kept = Record<'way' | 'paidOn', string>

/** One payment after the other, by keyboard: who, Enter, how much, Enter. */
export const CashScreen = () => (
  <DuesPage title="Cash">{({ plan, today }) => plan && <Table plan={plan} today={today} />}</DuesPage>
)

function Table({ plan, today }: { plan: DuesPlan; today: Day }) {
  const [payer, setPayer] = useState<Payer | null>(null)
  const [kept, keep] = useState<Kept>({ way: cash, paidOn: today })
  return (
    <div className="grid gap-8 2xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] 2xl:items-start">
      <section aria-label="Enter a payment" className="card max-w-xl p-5">
        {payer ? (
          <PayForm
            key={payer.id}
            payer={payer}
            plan={plan}
            kept={kept}
            onDone={(next) => {
              keep(next)
              setPayer(null)
            }}
            onCancel={() => setPayer(null)}
          />
        ) : (
          <FindForm onFound={setPayer} />
        )}
      </section>
      <LastReceipts today={today} />
    </div>
  )
}

function FindForm({ onFound }: { onFound: (payer: Payer) => void }) {
  const [named, setNamed] = useState<Named[]>([])
  const [scanning, scan] = useState(false)
  const open = (id: string) =>
    queries
      .fetchQuery({ ...memberDuesQuery(id), staleTime: 0 })
      .then(onFound, () => showToast('The dues could not be loaded', 'error'))
  const form = useForm<{ typed: string }, string, Named[]>({
    values: { typed: '' },
    check: ({ typed }) =>
      typed.trim() === '' ? { problems: { typed: 'Please enter a number or a name' } } : { sent: typed.trim() },
    send: searchPayers,
    async onDone(found) {
      if (found.length === 1 && found[0]) await open(found[0].id)
      else setNamed(found)
    },
  })
  return (
    <Form form={form} focusFirst className="grid gap-4">
      <TextField
        name="typed"
        label="Member"
        hint="ID number, serial number or name. A scanner types it from the card."
        autoComplete="off"
        autoCapitalize="none"
      />
      <FormFailure />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Find
        </Button>
        {canScan() && (
          <Button look="outline" onClick={() => scan(true)}>
            Scan a card
          </Button>
        )}
      </div>
      {named.length > 0 && (
        <ul key={named[0]?.id} ref={focusFirst} aria-label="Members found" className="grid gap-2">
          {named.map(({ id, name, idNumber, region }) => (
            <li key={id}>
              <Button look="outline" className="w-full justify-start text-left" onClick={() => void open(id)}>
                <span>
                  {name}
                  <span className="block font-normal text-muted">{[idNumber, region].filter(Boolean).join(' · ')}</span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {scanning && (
        <CardScanner
          onClose={() => scan(false)}
          onCode={(code) => {
            scan(false)
            void form.send(code)
          }}
        />
      )}
    </Form>
  )
}

/** Then Enter takes it. */
const focusFirst = (list: HTMLElement | null) => list?.querySelector('button')?.focus()

interface PayFormProps {
  payer: Payer
  plan: DuesPlan
  kept: Kept
  onDone: (kept: Kept) => void
  onCancel: () => void
}

function PayForm({ payer, plan, kept, onDone, onCancel }: PayFormProps) {
  const { id: memberId, name, idNumber, standing, due, credit } = payer
  // Sent once more under the same id, it is one payment.
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    values: { ...kept, centavos: String(due.centavos / 100), reference: '' },
    check: (typed) => bySchema(enterPaymentSchema)({ ...typed, id, memberId, centavos: readPesos(typed.centavos) }),
    send: enterPayment,
    onDone({ receipt, paidUntil }, { way, paidOn, centavos }) {
      showToast(`Receipt ${receipt}: ${showPesos(centavos)} from ${name}, paid until ${showPlainDate(paidUntil)}`)
      void invalidateDues()
      onDone({ way, paidOn })
    },
  })
  const { way } = useValues(form)
  const { element } = form
  useEffect(() => element.current?.querySelector<HTMLInputElement>('[name=centavos]')?.select(), [element])
  return (
    <Form form={form} className="grid gap-4">
      <div>
        <h2 className="text-2xl break-words">{name}</h2>
        <p className="text-muted">{[idNumber, standingWords(standing)].filter(Boolean).join(' · ')}</p>
        <p className="mt-1 tabular-nums">
          Due: {showPesos(due.centavos)}, until {showPlainDate(due.last)}.{' '}
          {credit > 0 && `${showPesos(credit)} paid before is taken off.`}
        </p>
        {standing.kind === 'exempt' && <Notice tone="info" title="This member pays no dues." className="mt-2" />}
      </div>
      <TextField name="centavos" label="Amount in pesos" inputMode="decimal" autoComplete="off" />
      <div className="field-row">
        <SelectField
          name="way"
          label="Paid by"
          prompt={null}
          choices={[{ value: cash, label: 'Cash' }, ...plan.accounts.map((account) => account.name)]}
        />
        <TextField name="paidOn" label="Paid on" type="date" />
      </div>
      {way !== cash && <TextField name="reference" label="Reference number" optional autoComplete="off" />}
      <FormFailure />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
        <Button look="outline" onClick={onCancel}>
          Another member
        </Button>
      </div>
    </Form>
  )
}

const lastOnes = 10

/** What was just entered, to be read out, printed or taken back. */
function LastReceipts({ today }: { today: Day }) {
  return (
    <section aria-labelledby="last">
      <h2 id="last" className="mb-3 text-2xl">
        Today’s last ten receipts
      </h2>
      <Fetched query={useQuery(receiptsQuery(today, lastOnes))} failed="The receipts could not be loaded">
        {(receipts) => (
          <DataTable
            caption="Today’s last ten receipts"
            columns={lastColumns}
            rows={receipts}
            keyOf={({ id }) => id}
            empty={<EmptyState title="No receipt today yet" />}
          />
        )}
      </Fetched>
    </section>
  )
}

const lastColumns: Column<Receipt>[] = [
  receiptColumn,
  { heading: 'Member', cell: ({ name }) => name },
  { heading: 'Amount', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  { heading: 'Paid until', cell: ({ paidUntil }) => showPlainDate(paidUntil) },
  {
    heading: 'Void',
    phone: 'bare',
    cell: ({ id, receipt, name, centavos, voided }) =>
      voided ? (
        <span className="text-muted">Void</span>
      ) : (
        centavos > 0 && <VoidButton id={id} receipt={receipt} about={`${name}, ${showPesos(centavos)}`} />
      ),
  },
]
