import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { showCount, showNumber } from '#shared/figures.ts'
import type { DateOrder } from '#shared/members/csv/guess-columns.ts'
import { lineShows, linesPerPage, mostLines, type LineDecision, type Statement } from '#shared/members/dues/ledger.ts'
import { showPesos } from '#shared/members/dues/plan.ts'
import {
  findStatementHeading,
  guessDayOrder,
  guessStatementColumns,
  readStatementLines,
  statementColumns,
  type StatementColumn,
  type StatementMapping,
} from '#shared/members/dues/statement.ts'
import { showPlainDate } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { Combobox } from '#web/components/combobox.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { keepOnDevice, readFromDevice } from '#web/components/device-storage.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { showToast } from '#web/components/toast.tsx'
import { ChooseSpreadsheet } from '#web/members/csv/choose-spreadsheet.tsx'
import { openFile, type OpenFile } from '#web/members/csv/use-import.ts'
import { changePlace, useListPlace } from '#web/members/list-address.ts'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { addStatement, decideOnLine, invalidateDues, receiptsQuery, statementQuery, type StatementLine } from './api.ts'
import { DuesPage, PayerLink, Section } from './dues-head.tsx'
import { ReasonButton } from './reason-button.tsx'

/** What the bank says beside what the receipts say. */
export const StatementScreen = () => (
  <DuesPage title="Statement">
    {({ plan }) => (
      <>
        <AddStatement accounts={(plan?.accounts ?? []).map(({ name }) => name)} />
        <Lines />
      </>
    )}
  </DuesPage>
)

function AddStatement({ accounts }: { accounts: readonly string[] }) {
  const [account, setAccount] = useState(accounts[0] ?? '')
  const [file, setFile] = useState<OpenFile | null>(null)
  const [refusal, refuse] = useState<string>()
  if (accounts.length === 0)
    return <Notice tone="info" title="Please enter an account in the settings of dues first." />
  return (
    <section aria-label="Add a statement" className="grid max-w-5xl gap-5">
      <div className="max-w-sm">
        <SelectField
          label="Statement of"
          prompt={null}
          choices={accounts}
          value={account}
          onChange={(event) => setAccount(event.target.value)}
        />
      </div>
      {file ? (
        <Columns
          key={`${account} ${file.name}`}
          account={account}
          rows={file.lines.map(({ cells }) => cells)}
          onClose={() => setFile(null)}
        />
      ) : (
        <ChooseSpreadsheet
          title="Choose the statement"
          lead="As CSV or Excel, from the website of the bank or the wallet. What you added before is not added again."
          refusal={refusal}
          onFile={(chosen) =>
            void openFile(chosen).then((opened) => {
              refuse(typeof opened === 'string' ? opened : undefined)
              if (typeof opened !== 'string') setFile(opened)
            })
          }
        />
      )}
    </section>
  )
}

interface Kept {
  mapping: StatementMapping
  order: DateOrder
  headings: string
}

/** On this device, by the account: the next statement of it has the same columns. */
const deviceKey = (account: string) => `statement-columns:${account}`
function remembered(account: string, headings: string): Kept | null {
  const kept = JSON.parse(readFromDevice(deviceKey(account)) ?? 'null') as Kept | null
  return kept?.headings === headings ? kept : null
}

interface ColumnsProps {
  account: string
  rows: readonly (readonly string[])[]
  onClose: () => void
}

const columnLabels = {
  day: 'Day',
  centavos: 'Amount received',
  reference: 'Reference',
  text: 'Description',
} satisfies Record<StatementColumn, string>

function Columns({ account, rows, onClose }: ColumnsProps) {
  const at = useMemo(() => findStatementHeading(rows), [rows])
  const cells = rows[at] ?? []
  const headings = cells.join('|')
  const [kept] = useState(() => remembered(account, headings))
  const [mapping, setMapping] = useState(() => kept?.mapping ?? guessStatementColumns(cells))
  const data = useMemo(() => rows.slice(at + 1), [rows, at])
  const [chosen, setOrder] = useState(kept?.order ?? null)
  const order = chosen ?? guessDayOrder(data.map((row) => row[mapping.day] ?? ''))
  const { lines, left } = useMemo(() => readStatementLines(data, mapping, order), [data, mapping, order])
  const adding = useMutation({
    mutationFn: () => addStatement({ account, lines }),
    onSuccess({ added, matched }) {
      const known = lines.length - added
      showToast(
        `${showCount(added, 'line')} added, ${showNumber(matched)} matched.${known > 0 ? ` ${showNumber(known)} were known.` : ''}`,
      )
      keepOnDevice(deviceKey(account), JSON.stringify({ mapping, order, headings } satisfies Kept))
      onClose()
    },
    onSettled: invalidateDues,
  })
  return (
    <div className="grid gap-5">
      <h2 className="text-3xl">Which column is which?</h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {statementColumns.map((name) => (
          <SelectField
            key={name}
            label={columnLabels[name]}
            prompt="None"
            choices={cells.map((heading, n) => ({ value: String(n), label: heading.trim() || `Column ${n + 1}` }))}
            value={mapping[name] < 0 ? '' : String(mapping[name])}
            onChange={({ target: { value } }) => setMapping({ ...mapping, [name]: value === '' ? -1 : Number(value) })}
          />
        ))}
        <SelectField
          label="Dates such as 1/2/2026"
          prompt={null}
          choices={[
            { value: 'month first', label: 'Month first' },
            { value: 'day first', label: 'Day first' },
          ]}
          value={order}
          onChange={(event) => setOrder(event.target.value as DateOrder)}
        />
      </div>
      <DataTable
        caption="The first lines, as they are read"
        columns={previewColumns}
        rows={lines.slice(0, 3)}
        keyOf={(line) => JSON.stringify(line)}
        empty={<Notice tone="warning" title="No line has a day and an amount. Please choose other columns." />}
      />
      {left > 0 && lines.length > 0 && (
        <p className="text-muted">Left out: {showCount(left, 'line')} without a day or money that came in.</p>
      )}
      {lines.length > mostLines && (
        <Notice tone="warning" title={`Please add at most ${showNumber(mostLines)} lines at a time.`} />
      )}
      {adding.isError && <Notice tone="error">{sentenceOf(adding.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={lines.length === 0 || lines.length > mostLines}
          busy={adding.isPending}
          onClick={() => adding.mutate()}
        >
          Match {showCount(lines.length, 'line')}
        </Button>
        <Button look="outline" onClick={onClose}>
          Another file
        </Button>
      </div>
    </div>
  )
}

const previewColumns: Column<Statement['lines'][number]>[] = [
  { heading: 'Day', main: true, cell: ({ day }) => showPlainDate(day) },
  { heading: 'Amount', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Description', cell: ({ text: words }) => words },
]

const kinds = {
  open: { tab: 'Open', title: 'Open lines', none: 'No line is open' },
  matched: { tab: 'Matched', title: 'Matched lines', none: 'No line is matched yet' },
  aside: { tab: 'Set aside', title: 'Lines set aside', none: 'No line is set aside' },
} as const

/** Those that no receipt is known for, each with what it may be; those that were matched; or those that are no dues. */
function Lines() {
  const { page } = useListPlace()
  const search = useSearch()
  const show = lineShows.find((each) => each === search.get('show')) ?? 'open'
  const { title, none } = kinds[show]
  return (
    <Section title={title}>
      <Fetched query={useQuery(statementQuery(show, page))} failed="The lines could not be loaded">
        {({ counts, lines }) =>
          lineShows.every((each) => counts[each] === 0) ? (
            <EmptyState title="No statement has been added yet" />
          ) : (
            <>
              <div role="group" aria-label="Lines" className="flex flex-wrap gap-2">
                {lineShows.map((each) => (
                  <Button
                    key={each}
                    look={each === show ? 'primary' : 'outline'}
                    size="small"
                    aria-pressed={each === show}
                    onClick={() => changePlace({ show: each === 'open' ? null : each, page: 1 })}
                  >
                    {kinds[each].tab} ({showNumber(counts[each])})
                  </Button>
                ))}
                <SiteLink href="/admin/dues/receipts?show=unstated" className="tap-link ml-2">
                  Receipts on no statement
                </SiteLink>
              </div>
              <DataTable
                caption={title}
                columns={lineColumns}
                rows={lines}
                keyOf={({ id }) => id}
                empty={<EmptyState title={none} />}
              />
              <Pager
                label={title}
                page={page}
                pageCount={Math.ceil(counts[show] / linesPerPage)}
                onPage={(turned) => changePlace({ page: turned })}
              />
            </>
          )
        }
      </Fetched>
    </Section>
  )
}

const lineColumns: Column<StatementLine>[] = [
  { heading: 'Day', cell: ({ day }) => showPlainDate(day) },
  { heading: 'Amount', main: true, numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  {
    heading: 'On the statement',
    cell: ({ account, reference, text: words }) => [account, reference, words].filter(Boolean).join(' · '),
  },
  { heading: 'What it is', phone: 'bare', cell: (line) => <LineIs line={line} /> },
]

function LineIs({ line }: { line: StatementLine }) {
  const { id, centavos, state, payments, setAside } = line
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: LineDecision) => decideOnLine(id, decision),
    onError: (error) => showToast(sentenceOf(error), 'error'),
    onSettled: invalidateDues,
  })
  const paid = payments.reduce((sum, payment) => sum + payment.centavos, 0)
  const match = (paymentId: string) => mutate({ is: 'receipt', paymentId })
  const canMatch = state === 'open' || state === 'another amount'
  const isDecided = state === 'matched' || state === 'set aside'
  return (
    <div className="grid grid-cols-1 gap-2">
      {state === 'set aside' && <p>{setAside}</p>}
      {state === 'open' && payments.length === 0 && <p className="text-muted">No receipt fits.</p>}
      {payments.map((payment) => (
        <div key={payment.id} className="flex flex-wrap items-center justify-between gap-2">
          <PaymentWords payment={payment} who={<PayerLink id={payment.memberId}>{payment.name}</PayerLink>} />
          {canMatch && (
            <Button look="outline" size="small" busy={isPending} onClick={() => match(payment.id)}>
              Match<span className="sr-only"> {payment.receipt}</span>
            </Button>
          )}
        </div>
      ))}
      {(state === 'another amount' || (state === 'matched' && paid !== centavos)) && (
        <p>
          {showPesos(centavos)} came in, and the receipts come to {showPesos(paid)}:{' '}
          <strong>
            {showPesos(Math.abs(paid - centavos))} {paid > centavos ? 'is missing' : 'too much'}.
          </strong>
        </p>
      )}
      {state === 'another amount' && (
        <p className="text-muted">Void the receipt and enter what came in, or match it as it is.</p>
      )}
      {state === 'on another line' && <p>This receipt is on another line already.</p>}
      <div className="flex flex-wrap items-center gap-2">
        {isDecided && (
          <Button look="quiet" size="small" busy={isPending} onClick={() => mutate({ is: 'open' })}>
            {state === 'matched' ? 'Not this one' : 'Open again'}
          </Button>
        )}
        {(!isDecided || (state === 'matched' && paid < centavos)) && <FindReceipt line={line} onFound={match} />}
        {!isDecided && (
          <ReasonButton
            act="Set aside"
            title="Set this line aside?"
            about={[showPesos(centavos), line.text].filter(Boolean).join(', ')}
            lead="It is no payment of dues, or is counted already. You can open it again."
            reasons={['Our own cash, taken to the bank.', 'A donation.', 'The same line came twice.']}
            send={({ reason }) => decideOnLine(id, { is: 'set aside', reason }).then(() => 'The line is set aside.')}
          />
        )}
      </div>
    </div>
  )
}

const stateWords = {
  waiting: 'waits at the desk',
  'asked again': 'another proof was asked for',
  refused: 'was refused',
} as const

interface PaymentWordsProps {
  payment: StatementLine['payments'][number]
  who: ReactNode
}

function PaymentWords({ payment, who }: PaymentWordsProps) {
  const { id, receipt, centavos, paidOn, way, reference, state } = payment
  return (
    <span className="tabular-nums">
      {receipt && `${receipt} · `}
      {who}
      {state === 'waiting' ? (
        <>
          {' '}
          <SiteLink href={`/admin/dues?payment=${id}`} className="text-link">
            {stateWords[state]}
          </SiteLink>
        </>
      ) : (
        state !== 'accepted' && ` ${stateWords[state]}`
      )}
      <span className="block font-normal text-muted">
        {[showPesos(centavos), showPlainDate(paidOn), way, reference].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
}

/** By its number, reference, amount, or whose it is. */
function FindReceipt({ line, onFound }: { line: StatementLine; onFound: (id: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" size="small" onClick={() => setOpen(true)}>
        Find the receipt…
      </Button>
      {open && (
        <Dialog title={`Which receipt is ${showPesos(line.centavos)}?`} onClose={() => setOpen(false)}>
          <p className="mb-4 wrap-anywhere">{[showPlainDate(line.day), line.account, line.text].join(' · ')}</p>
          <Combobox
            label="Receipt"
            hint="Its number, reference or amount, or the name of the member."
            value={null}
            search={searchReceipts}
            labelOf={({ receipt, name }) => `${receipt} ${name}`}
            renderOption={(receipt) => <PaymentWords payment={{ ...receipt, state: 'accepted' }} who={receipt.name} />}
            texts={{ tooShort: 'Please type three letters or figures', nothing: 'No receipt found' }}
            onChange={(receipt) => {
              if (!receipt) return
              setOpen(false)
              onFound(receipt.id)
            }}
          />
          <p className="mt-4 text-muted">
            Is there none yet? Enter the payment under{' '}
            <SiteLink href="/admin/dues/cash" className="text-link">
              Cash
            </SiteLink>{' '}
            with this account and reference, and it is matched.
          </p>
        </Dialog>
      )}
    </>
  )
}

async function searchReceipts(q: string) {
  const { total, receipts } = await queries.fetchQuery(receiptsQuery({ q }))
  const options = receipts.filter(({ kind, voided }) => kind === 'payment' && !voided)
  return { options, more: total > receipts.length }
}
