import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { showCount, showNumber } from '#shared/figures.ts'
import type { DateOrder } from '#shared/members/csv/date-order.ts'
import { mostLines, type BankStatement } from '#shared/members/dues/schemas.ts'
import {
  findStatementHeading,
  guessDayOrder,
  guessStatementColumns,
  readStatementLines,
  statementColumns,
  type StatementColumn,
  type StatementMapping,
} from '#shared/members/dues/statement.ts'
import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { keepOnDevice, parseJson, readFromDevice } from '#web/components/device-storage.ts'
import { SelectField } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { ChooseSpreadsheet } from '#web/members/csv/choose-spreadsheet.tsx'
import { openSpreadsheetFile, type OpenFile } from '#web/members/csv/use-import.ts'
import { addStatement, invalidateDues } from './api.ts'

/** Adds a file of a bank or wallet: its account, its columns, and a preview of its first lines. */
export function AddStatement({ accounts }: { accounts: readonly string[] }) {
  const [account, setAccount] = useState(accounts[0] ?? '')
  const [file, setFile] = useState<OpenFile | null>(null)
  const [refusal, refuse] = useState<string>()
  if (accounts.length === 0) return <Notice tone="info" title="Please add an account in the dues settings first." />
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
          lead="A CSV or Excel file from the bank or the wallet. Lines you added before are not added again."
          refusal={refusal}
          onFile={(chosen) =>
            void openSpreadsheetFile(chosen).then((opened) => {
              refuse(typeof opened === 'string' ? opened : undefined)
              if (typeof opened !== 'string') setFile(opened)
            })
          }
        />
      )}
    </section>
  )
}

interface SavedColumns {
  mapping: StatementMapping
  order: DateOrder
  headings: string
}

/** Stored on this device by account, because the next statement of the account has the same columns. */
const deviceKey = (account: string) => `statement-columns:${account}`
function readSaved(account: string, headings: string): SavedColumns | null {
  const saved = parseJson(readFromDevice(deviceKey(account))) as SavedColumns | null
  return saved?.headings === headings ? saved : null
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
  const headingRow = useMemo(() => findStatementHeading(rows), [rows])
  const cells = rows[headingRow] ?? []
  const headings = cells.join('|')
  const [saved] = useState(() => readSaved(account, headings))
  const [mapping, setMapping] = useState(() => saved?.mapping ?? guessStatementColumns(cells))
  const data = useMemo(() => rows.slice(headingRow + 1), [rows, headingRow])
  const [chosen, setOrder] = useState(saved?.order ?? null)
  const order = chosen ?? guessDayOrder(data.map((row) => row[mapping.day] ?? ''))
  const { lines, leftOut } = useMemo(() => readStatementLines(data, mapping, order), [data, mapping, order])
  const adding = useMutation({
    mutationFn: () => addStatement({ account, lines }),
    onSuccess({ added, matched }) {
      const known = lines.length - added
      showToast(
        `${showCount(added, 'line')} added, ${showNumber(matched)} matched.${known > 0 ? ` Added before: ${showNumber(known)}.` : ''}`,
      )
      keepOnDevice(deviceKey(account), JSON.stringify({ mapping, order, headings } satisfies SavedColumns))
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
        caption="The first lines, as we read them"
        columns={previewColumns}
        rows={lines.slice(0, 3)}
        keyOf={(line) => JSON.stringify(line)}
        empty={<Notice tone="warning" title="No line has a day and an amount. Please choose other columns." />}
      />
      {leftOut > 0 && lines.length > 0 && (
        <p className="text-muted">Left out: {showCount(leftOut, 'line')} without a day or an amount received.</p>
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

const previewColumns: Column<BankStatement['lines'][number]>[] = [
  { heading: 'Day', main: true, cell: ({ day }) => showPlainDate(day) },
  { heading: 'Amount', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Description', cell: ({ text: words }) => words },
]
