import { useMemo, useState } from 'react'
import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { importLabel, type ImportField } from '#shared/members/csv/columns.ts'
import {
  dayOfNumber,
  findDayNumbers,
  readDateOrders,
  settleOrders,
  type DateOrder,
  type DateOrders,
  type DateReading,
} from '#shared/members/csv/date-order.ts'
import {
  findHeading,
  guessColumns,
  isDate,
  missingTargets,
  mayJoin,
  samplesOf,
  targetLabel,
  targetsFor,
  textsOf,
  wholeNames,
  type Mapping,
  type Target,
} from '#shared/members/csv/guess-columns.ts'
import { memberFields } from '#shared/members/member-fields.ts'
import { months, showPlainDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { keepOnDevice, readFromDevice } from '#web/components/device-storage.ts'
import { CheckField, FieldError, RadioField, SelectField } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import type { SheetRow } from './read-csv.ts'
import { importText } from './text.ts'
import type { ChosenColumns, OpenFile } from './use-import.ts'

interface ImportColumnsProps {
  file: OpenFile
  onSheet: (sheet: number) => void
  onDone: (chosen: ChosenColumns) => void
  onStartOver: () => void
}

/** Maps the columns of a file to ours: guessed, or as chosen for the last file with the same headings. */
export function ImportColumns({ file, onSheet, onDone, onStartOver }: ImportColumnsProps) {
  const { lines } = file
  const { hasDues } = useSite()
  // The row with the headings, or 0 if there is none.
  const [headingRow, setHeadingRow] = useState(
    () => file.chosen?.headingRow ?? lines[findHeading(lines.map(({ cells }) => cells))]?.row ?? 0,
  )
  const { headings, data, samples } = useMemo(() => {
    const headings = headingsOf(lines, headingRow)
    const data = lines.filter(({ row }) => row > headingRow).map(({ cells }) => cells)
    return { headings, data, samples: headings.map((_, column) => samplesOf(data, column)) }
  }, [lines, headingRow])
  const [chosen, setChosen] = useState<{ headingRow: number; mapping: Mapping } | null>(file.chosen ?? null)
  const offered = useMemo(
    () => remembered(headings, hasDues) ?? guessColumns(headings, samples, hasDues),
    [headings, samples, hasDues],
  )
  const mapping = chosen?.headingRow === headingRow ? chosen.mapping : offered
  const [answers, setAnswers] = useState<DateOrders>(file.chosen?.orders ?? {})
  const birthday = mapping.indexOf('birthday')
  const dates = useMemo(
    () =>
      readDateOrders(
        data.flatMap((cells) => cells.filter((_, column) => isDate(mapping[column] ?? null))),
        headings[birthday],
      ),
    [data, headings, birthday, mapping],
  )
  const numbers = useMemo(
    () => (birthday < 0 ? null : findDayNumbers(data.map((cells) => cells[birthday] ?? ''))),
    [data, birthday],
  )
  const [readNumbers, setReadNumbers] = useState<boolean | null>(file.chosen?.dayNumbers ?? null)
  const dayNumbers = readNumbers ?? numbers?.isSure ?? false
  const missing = missingTargets(mapping)
  const filled = headings.flatMap((heading, column) =>
    heading !== '' || (samples[column]?.length ?? 0) > 0 ? [{ column, heading }] : [],
  )
  const left = filled.filter(({ column }) => mapping[column] === null)
  const isNameless = missing.includes('firstName') || missing.includes('lastName')
  // With a birthday they are people to add: a file of changes may have serial numbers alone.
  const lacksColumn = missing.includes('militarySerial') || (isNameless && !missing.includes('birthday'))
  const cannotGoOn =
    mapping.some((target) => isTwice(mapping, target)) ||
    lacksColumn ||
    mapping.every((target) => target === null || target === 'militarySerial')
  const [tried, setTried] = useState(false)
  const unanswered = dates.find(({ status, separator }) => status === 'ask' && !answers[separator])

  return (
    <>
      <p className="-mt-3 text-lg text-muted">{importText.columnsLead(filled.length - left.length, filled.length)}</p>
      {headingRow === 0 && <Notice tone="info">{importText.byContent}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        {file.spreadsheet.sheets.length > 1 && (
          <SelectField
            label={importText.sheet}
            prompt={null}
            choices={file.spreadsheet.sheets.map((label, place) => ({ value: String(place), label }))}
            value={String(file.sheet)}
            onChange={(event) => onSheet(Number(event.target.value))}
          />
        )}
        <SelectField
          label={importText.headingRow}
          hint={importText.noHeadingHint}
          prompt={null}
          choices={[
            ...lines.slice(0, 10).map(({ row }) => ({ value: String(row), label: importText.headingRowIs(row) })),
            { value: '0', label: importText.noHeading },
          ]}
          value={String(headingRow)}
          onChange={(event) => setHeadingRow(Number(event.target.value))}
        />
      </div>
      <DataTable
        caption={importText.columnsTitle}
        columns={columnsOf({
          samples,
          mapping,
          onChange: (column, target) => setChosen({ headingRow, mapping: mapping.with(column, target) }),
        })}
        rows={filled}
        keyOf={({ column }) => String(column)}
        empty={null}
      />
      <SplitNames cells={data[0] ?? []} mapping={mapping} />
      {left.length > 0 && (
        <p className="text-muted break-words">
          {importText.leftOut(left.map(({ heading, column }) => heading || importText.noName(column + 1)).join(', '))}
        </p>
      )}
      {missing.length > 0 && (
        <Notice tone="warning" title={importText.missing(missing.map((field) => memberFields[field].label).join(', '))}>
          {isNameless ? importText.namelessLead : importText.missingLead} {!lacksColumn && importText.onlyUpdates}
        </Notice>
      )}
      {dates.map((dates) => (
        <DateQuestion
          key={dates.separator}
          dates={dates}
          order={answers[dates.separator]}
          isLate={tried && dates === unanswered}
          onOrder={(order) => setAnswers({ ...answers, [dates.separator]: order })}
        />
      ))}
      {numbers && (
        <CheckField
          label={importText.dayNumbers(
            numbers.example,
            showPlainDate(dayOfNumber(numbers.example) ?? ''),
            numbers.count,
          )}
          checked={dayNumbers}
          onChange={(event) => setReadNumbers(event.target.checked)}
        />
      )}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
        <Button
          className="text-lg"
          disabled={cannotGoOn}
          onClick={() => {
            setTried(true)
            if (unanswered) return document.getElementById(questionId(unanswered))?.focus()
            remember(headings, mapping)
            onDone({ headingRow, mapping, orders: settleOrders(dates, answers), dayNumbers })
          }}
        >
          {importText.toPreview}
        </Button>
        <Button look="outline" onClick={onStartOver}>
          {importText.anotherFile}
        </Button>
      </div>
    </>
  )
}

/** One heading per column of the widest line. */
function headingsOf(lines: readonly SheetRow[], headingRow: number): string[] {
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const cells = lines.find(({ row }) => row === headingRow)?.cells ?? []
  return Array.from({ length: width }, (_, column) => cells[column]?.trim().replaceAll(/\s+/g, ' ') ?? '')
}

/** Stored on this device: headings are not personal data, and the same person usually imports from the same computer. */
const deviceKey = (headings: readonly string[]) => `import-columns:${headings.join('|').toLowerCase()}`
const remember = (headings: readonly string[], mapping: Mapping) => keepOnDevice(deviceKey(headings), mapping.join())

function remembered(headings: readonly string[], hasDues: boolean | undefined): Mapping | null {
  // Without headings, one file tells nothing about the next.
  if (headings.every((heading) => heading === '')) return null
  const kept = readFromDevice(deviceKey(headings))?.split(',') ?? []
  const mapping = kept.map((name) => targetsFor(hasDues).find((target) => target === name) ?? null)
  return mapping.length === headings.length ? mapping : null
}

const isTwice = (mapping: Mapping, target: Target | null) =>
  target !== null && !mayJoin(target) && mapping.indexOf(target) !== mapping.lastIndexOf(target)

interface ColumnsOptions {
  samples: readonly (readonly string[])[]
  mapping: Mapping
  onChange: (column: number, target: Target | null) => void
}

const columnsOf = ({ samples, mapping, onChange }: ColumnsOptions): Column<{ column: number; heading: string }>[] => [
  {
    heading: importText.yourColumn,
    main: true,
    cell: ({ heading, column }) => heading || importText.noName(column + 1),
  },
  {
    heading: importText.examples,
    cell: ({ column }) =>
      joinWithDots(samples[column]?.slice(0, 3) ?? []) || <span className="text-muted">{importText.empty}</span>,
  },
  {
    heading: importText.ours,
    phone: 'bare',
    cell: ({ column, heading }) => (
      <TargetField
        label={heading || importText.noName(column + 1)}
        value={mapping[column] ?? null}
        isTwice={isTwice(mapping, mapping[column] ?? null)}
        onChange={(target) => onChange(column, target)}
      />
    ),
  },
]

interface TargetFieldProps {
  label: string
  value: Target | null
  isTwice: boolean
  onChange: (target: Target | null) => void
}

function TargetField({ label, value, isTwice, onChange }: TargetFieldProps) {
  const { hasDues } = useSite()
  return (
    <div className="[&_label]:sr-only">
      <SelectField
        label={`${label}: ${importText.ours.toLowerCase()}`}
        prompt={importText.leaveOut}
        choices={targetsFor(hasDues).map((target) => ({ value: target, label: targetLabel(target) }))}
        value={value ?? ''}
        error={isTwice && value ? importText.twice(targetLabel(value)) : undefined}
        onChange={(event) => onChange((event.target.value || null) as Target | null)}
      />
    </div>
  )
}

/** Shows how the first full name is split. */
function SplitNames({ cells, mapping }: { cells: readonly string[]; mapping: Mapping }) {
  const mapped = (Object.keys(wholeNames) as (keyof typeof wholeNames)[]).filter((target) => mapping.includes(target))
  if (mapped.length === 0) return null
  return (
    <div className="grid gap-1">
      {mapped.map((target) => {
        const name = cells[mapping.indexOf(target)] ?? ''
        const texts = Object.entries(textsOf([name], [target], null)) as [ImportField, string][]
        const parts = texts.map(([field, text]) => `${importLabel(field)} ${text}`).join(', ')
        return parts === '' ? null : <p key={target}>{importText.splitLead(name, parts)}</p>
      })}
    </div>
  )
}

interface DateQuestionProps {
  dates: DateReading
  order: DateOrder | undefined
  /** The user tried to go on without answering. */
  isLate: boolean
  onOrder: (order: DateOrder) => void
}

const questionId = ({ separator }: DateReading) => `date-order-${separator}`

/** Asks for the order of day and month if the file does not settle it. */
function DateQuestion({ dates, order, isLate, onOrder }: DateQuestionProps) {
  if (dates.status === 'mixed') return <Notice tone="warning">{importText.datesMixed(...dates.because)}</Notice>
  if (dates.status === 'known')
    return <p className="text-muted">{importText.dateKnown(dates.example, dates.because, dates.order)}</p>
  const id = questionId(dates)
  const read = readBirthday(dates.example)
  const [dayFirst = '', monthFirst = ''] = read?.status === 'ambiguous' ? read.dates : []
  const readings = [
    { order: 'day first', date: dayFirst },
    { order: 'month first', date: monthFirst },
  ] as const
  const inCalendar = readings.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const monthOf = (date: string) => months[Number(date.slice(5, 7)) - 1] ?? ''
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="card p-5 outline-none"
      aria-describedby={isLate ? `${id}-needed` : undefined}
    >
      <legend className="float-left mb-1 text-xl font-semibold">
        {importText.dateQuestion(dates.example, inCalendar.map(({ date }) => monthOf(date)).join(' or '))}
      </legend>
      <p className="clear-both text-muted">{importText.dateLead}</p>
      <div className="mt-2">
        {inCalendar.map(({ order: each, date }) => (
          <RadioField
            key={each}
            name={id}
            label={`${monthOf(date)}: ${showPlainDate(date)}`}
            checked={order === each}
            onChange={() => onOrder(each)}
          />
        ))}
      </div>
      <FieldError id={`${id}-needed`}>{isLate ? importText.dateNeeded : undefined}</FieldError>
    </fieldset>
  )
}
