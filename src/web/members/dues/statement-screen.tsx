import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { showCount } from '#shared/figures.ts'
import { statementPart, type LinePayment, type StatementLine, type StatementPart } from '#shared/members/dues/ledger.ts'
import { showPesos } from '#shared/members/dues/plan.ts'
import {
  dayOrders,
  findStatementHeading,
  guessDayOrder,
  guessStatementColumns,
  readStatementLines,
  statementColumns,
  type DayOrder,
  type StatementMapping,
} from '#shared/members/dues/statement.ts'
import { showPlainDate } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { keepOnDevice, readFromDevice } from '#web/components/device-storage.ts'
import { SelectField } from '#web/components/fields.tsx'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { showToast, ToastRegion } from '#web/components/toast.tsx'
import { ChooseSpreadsheet } from '#web/members/csv/choose-spreadsheet.tsx'
import { openFile, type OpenFile } from '#web/members/csv/use-import.ts'
import { changePlace } from '#web/members/list-address.ts'
import { useSearch } from '#web/router/router.tsx'
import { invalidateDues, matchLine, planQuery, sendStatementPart, statementQuery } from './api.ts'
import { DuesHead } from './dues-head.tsx'
import { statementText as text } from './treasury-text.ts'

/** What the bank says beside what the receipts say. */
export function StatementScreen() {
  return (
    <>
      <DuesHead title="Statement" />
      <div className="grid gap-10 p-5 md:p-8">
        <Fetched query={useQuery(planQuery)} failed={text.failed}>
          {({ plan }) => <AddStatement accounts={(plan?.accounts ?? []).map(({ name }) => name)} />}
        </Fetched>
        <Lines />
      </div>
      <ToastRegion />
    </>
  )
}

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
  order: DayOrder
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
  const sending = useSending(account, onClose)
  return (
    <div className="grid gap-5">
      <h2 className="text-3xl">Which column is which?</h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {statementColumns.map((name) => (
          <SelectField
            key={name}
            label={text.names[name]}
            prompt="None"
            choices={cells.map((heading, n) => ({ value: String(n), label: heading.trim() || text.column(n + 1) }))}
            value={mapping[name] < 0 ? '' : String(mapping[name])}
            onChange={({ target: { value } }) => setMapping({ ...mapping, [name]: value === '' ? -1 : Number(value) })}
          />
        ))}
        <SelectField
          label="Dates such as 1/2/2026"
          prompt={null}
          choices={dayOrders.map((value) => ({ value, label: text.orders[value] }))}
          value={order}
          onChange={(event) => setOrder(event.target.value as DayOrder)}
        />
      </div>
      <DataTable
        caption="The first lines, as they are read"
        columns={previewColumns}
        rows={lines.slice(0, 3)}
        keyOf={({ day, reference, text: words, copy }) => `${day} ${reference} ${words} ${copy}`}
        empty={<Notice tone="warning" title="No line has a day and an amount. Please choose other columns." />}
      />
      {left > 0 && lines.length > 0 && <p className="text-muted">{text.left(left)}</p>}
      {sending.error !== undefined && <Notice tone="error">{sentenceOf(sending.error)}</Notice>}
      {sending.done !== null && (
        <progress aria-label="Matching" value={sending.done} max={lines.length} className="progress-bar" />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={lines.length === 0}
          busy={sending.done !== null}
          onClick={() => {
            keepOnDevice(deviceKey(account), JSON.stringify({ mapping, order, headings } satisfies Kept))
            void sending.start(lines)
          }}
        >
          {text.match(lines.length)}
        </Button>
        <Button look="outline" onClick={onClose}>
          Another file
        </Button>
      </div>
    </div>
  )
}

const previewColumns: Column<StatementPart['lines'][number]>[] = [
  { heading: 'Day', main: true, cell: ({ day }) => showPlainDate(day) },
  { heading: 'Amount', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Description', cell: ({ text: words }) => words },
]

/** Part by part. What was sent before is known by the server: after a cut link all of it is sent once more. */
function useSending(account: string, onDone: () => void) {
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<unknown>()
  async function start(lines: StatementPart['lines']) {
    setError(undefined)
    const total = { added: 0, matched: 0 }
    try {
      for (let at = 0; at < lines.length; at += statementPart) {
        setDone(at)
        const part = await sendStatementPart({ account, lines: lines.slice(at, at + statementPart) })
        total.added += part.added
        total.matched += part.matched
      }
      showToast(text.matched(total.added, total.matched, lines.length - total.added))
      onDone()
    } catch (failure) {
      setError(failure)
    } finally {
      setDone(null)
      await invalidateDues()
    }
  }
  return { done, error, start }
}

const linesPerPage = 50

/** Those that no receipt is known for, each with what it may be; or those that were matched. */
function Lines() {
  const search = useSearch()
  const show = search.get('status') === 'matched' ? 'matched' : 'open'
  const page = Math.max(1, Number(search.get('page')) || 1)
  return (
    <section aria-labelledby="lines" className="grid gap-4">
      <h2 id="lines" className="text-3xl">
        {text.lines[show]}
      </h2>
      <div role="group" aria-label="Lines" className="flex flex-wrap gap-2">
        {(['open', 'matched'] as const).map((each) => (
          <Button
            key={each}
            look={each === show ? 'primary' : 'outline'}
            size="small"
            aria-pressed={each === show}
            onClick={() => changePlace({ status: each === 'open' ? null : each, page: 1 })}
          >
            {text.tabs[each]}
          </Button>
        ))}
      </div>
      <Fetched query={useQuery(statementQuery(show, page))} failed={text.failed}>
        {({ total, lines }) => (
          <>
            <p className="text-muted tabular-nums">{showCount(total, 'line')}</p>
            <DataTable
              caption={text.lines[show]}
              columns={lineColumns}
              rows={lines}
              keyOf={({ id }) => id}
              empty={<EmptyState title={text.none[show]} />}
            />
            <Pager
              label={text.lines[show]}
              page={page}
              pageCount={Math.ceil(total / linesPerPage)}
              onPage={(turned) => changePlace({ page: turned })}
            />
          </>
        )}
      </Fetched>
    </section>
  )
}

const lineColumns: Column<StatementLine>[] = [
  { heading: 'Day', cell: ({ day }) => showPlainDate(day) },
  { heading: 'Amount', main: true, numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  {
    heading: 'On the statement',
    cell: ({ account, reference, text: words }) => [account, reference, words].filter(Boolean).join(' · '),
  },
  { heading: 'Receipt', phone: 'bare', cell: (line) => <Match line={line} /> },
]

function Match({ line: { id, payment, likely } }: { line: StatementLine }) {
  const [busy, setBusy] = useState(false)
  async function set(paymentId: string | null) {
    setBusy(true)
    try {
      await matchLine(id, { paymentId })
    } catch (error) {
      showToast(sentenceOf(error), 'error')
    }
    await invalidateDues()
    setBusy(false)
  }
  if (payment)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PaymentWords payment={payment} />
        <Button look="quiet" size="small" busy={busy} onClick={() => void set(null)}>
          Not this one
        </Button>
      </div>
    )
  if (likely.length === 0)
    return (
      <span className="text-muted">
        No receipt of this amount. Enter the payment under Cash with this reference, and it is matched.
      </span>
    )
  return (
    <ul className="grid gap-2">
      {likely.map((one) => (
        <li key={one.id}>
          <Button
            look="outline"
            size="small"
            className="w-full justify-start text-left"
            busy={busy}
            onClick={() => void set(one.id)}
          >
            <PaymentWords payment={one} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

const PaymentWords = ({ payment: { receipt, name, paidOn, reference } }: { payment: LinePayment }) => (
  <span className="tabular-nums">
    {receipt} · {name}
    <span className="block font-normal text-muted">
      {[showPlainDate(paidOn), reference].filter(Boolean).join(' · ')}
    </span>
  </span>
)
