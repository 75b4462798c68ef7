import { useState } from 'react'
import { showNumber, showCount } from '#shared/figures.ts'
import {
  dateOrders,
  asIsoDate,
  type DateOrder,
  type DoubleRow,
  type FieldChange,
  type ImportPreview,
  type NumberedPerson,
} from '#shared/members/csv/member-file.ts'
import { importText } from '#shared/members/csv/text.ts'
import { memberFields } from '#shared/members/member-fields.ts'
import { showPlainDate } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ToldByEmail } from '#web/layout/no-mail-notice.tsx'
import { showField } from '#web/members/record-facts.ts'
import { memberName } from '#web/members/text.ts'
import type { ImportWish } from './api.ts'
import { ImportProblems } from './import-problems.tsx'

interface ImportPreviewProps {
  fileName: string
  preview: ImportPreview
  /** Rows that were good a moment ago. */
  lostRows: number[] | undefined
  onWish: (wish: ImportWish) => void
  onConfirm: () => void
  onStartOver: () => void
}

/** What the file would do, and the one button that does it. */
export function ImportPreviewView(props: ImportPreviewProps) {
  const { fileName, preview, lostRows, onWish, onConfirm, onStartOver } = props
  const [asking, setAsking] = useState(false)
  const { good, left, newMembers, newApplicants, ignoredColumns, greatestIdNumber, changed } = preview
  const knownLeft = preview.existing === 'update' ? 0 : preview.known
  const doublesLeft = preview.doubleMode === 'add' ? 0 : preview.doubleCount
  const leftOut = importText.leftOut({ left, doubles: doublesLeft })
  const correctable = left > 0 || preview.problemCount > 0
  const some = good + changed > 0
  const action = actionText(good, changed)
  return (
    <div className="grid gap-8">
      {lostRows && (
        <Notice tone="warning" title="Nothing was added: the list of members has changed since the preview">
          {lostRows.length > 0 &&
            `No longer valid: ${lostRows.length === 1 ? 'row' : 'rows'} ${lostRows.slice(0, 20).join(', ')}${lostRows.length > 20 ? ' and more' : ''}. `}
          Please check once more, then confirm again.
        </Notice>
      )}
      <ImportWishes preview={preview} onWish={onWish} />
      <div className="grid gap-4">
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
          <Figure count={newMembers} words={importText.figures.members} tone="border-t-green" />
          <Figure count={newApplicants} words={importText.figures.applicants} tone="border-t-navy" />
          {preview.existing === 'update' && (
            <Figure count={changed} words={importText.figures.changed} tone="border-t-gold" />
          )}
          {knownLeft > 0 && <Figure count={knownLeft} words={importText.figures.known} tone="border-t-line" />}
          {doublesLeft > 0 && <Figure count={doublesLeft} words={importText.figures.doubles} tone="border-t-gold" />}
          <Figure count={left} words={importText.figures.problems} tone={left > 0 ? 'border-t-red' : 'border-t-line'} />
        </ul>
        {ignoredColumns.length > 0 && (
          <Notice tone="info" title="Some columns will be ignored">
            <span className="break-words">{ignoredColumns.join(', ')}</span>
          </Notice>
        )}
        {greatestIdNumber && (
          <p className="text-muted">
            The highest ID number in the file is <strong className="text-ink">{greatestIdNumber}</strong>. Members
            approved later get new numbers.
          </p>
        )}
        <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
          {some && (
            <Button className="text-lg" onClick={() => setAsking(true)}>
              {action}
            </Button>
          )}
          <Button look="outline" onClick={onStartOver}>
            Choose another file
          </Button>
        </div>
        {!some && (
          <Notice
            tone={correctable ? 'warning' : 'info'}
            title={correctable ? importText.nothingGood : importText.nothingNew}
          >
            {correctable ? importText.nothingGoodLead : importText.nothingNewLead}
          </Notice>
        )}
      </div>
      {correctable && <ImportProblems preview={preview} fileName={fileName} />}
      <ImportUpdates preview={preview} />
      {good > 0 && <Sample preview={preview} />}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`${action}?`}
        action={action}
        onConfirm={onConfirm}
      >
        <p className="text-lg">
          {action}
          {leftOut && `; ${leftOut}`}.
        </p>
        <ul className="mt-3 list-disc pl-5 text-muted">
          {newMembers > 0 && (
            <li>{showCount(newMembers, 'becomes a member', 'become members')} at once and can log in.</li>
          )}
          {newApplicants > 0 && <li>{showCount(newApplicants, 'waits', 'wait')} for your approval.</li>}
          {changed > 0 && <li>{importText.updated(changed)}</li>}
          {changed === 0 ? (
            <li>No emails are sent.</li>
          ) : (
            <li>
              {importText.loginWarning} <ToldByEmail>{importText.loginTold}</ToldByEmail>
            </li>
          )}
        </ul>
      </ConfirmDialog>
    </div>
  )
}

/** `Add 3 people and update 2` */
function actionText(good: number, changed: number): string {
  const add = good > 0 || changed === 0 ? [`Add ${showCount(good, 'person', 'people')}`] : []
  const update = changed > 0 ? [`update ${showCount(changed, 'person', 'people')}`] : []
  const text = [...add, ...update].join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const sampleShown = 5

/** A few of the good rows, to see whether every cell went where it belongs. */
function Sample({ preview: { sample, good } }: { preview: ImportPreview }) {
  const [all, setAll] = useState(false)
  const left = all ? 0 : sample.length - sampleShown
  return (
    <section aria-labelledby="sample" className="grid gap-4">
      <h2 id="sample" className="text-2xl">
        {good > sample.length ? `The first ${sample.length} people` : 'The people'}, as they would be stored
      </h2>
      <DataTable
        caption="People as they would be stored"
        columns={sampleColumns}
        rows={all ? sample : sample.slice(0, sampleShown)}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
      {left > 0 && (
        <Button look="outline" className="justify-self-center" onClick={() => setAll(true)}>
          Show {left} more
        </Button>
      )}
    </section>
  )
}

function Figure({ count, words, tone }: { count: number; words: string; tone: string }) {
  return (
    <li className={`card flex items-baseline gap-3 border-t-4 p-4 sm:block ${tone}`}>
      <span className="display text-5xl tabular-nums">{showNumber(count)}</span>
      <span className="text-muted sm:mt-1 sm:block">{words}</span>
    </li>
  )
}

const sampleColumns: Column<NumberedPerson>[] = [
  { heading: 'Name', main: true, cell: ({ person }) => memberName(person) },
  { heading: 'Row', cell: ({ row }) => row, numeric: true },
  { heading: 'Serial', cell: ({ person }) => person.militarySerial },
  { heading: 'Birthday', cell: ({ person }) => showPlainDate(person.birthday) },
  { heading: 'ID number', cell: ({ person }) => person.idNumber ?? 'to be approved' },
  { heading: 'Rank', cell: ({ person }) => person.rank ?? '–' },
  { heading: 'Service', cell: ({ person }) => person.ms ?? '–' },
  { heading: 'Region', cell: ({ person }) => person.region ?? '–' },
]

const shownAtFirst = 10

/** Field by field, what the file changes of people on record. */
function ImportUpdates({ preview: { updates, changed } }: { preview: ImportPreview }) {
  const [shown, setShown] = useState(shownAtFirst)
  if (updates.length === 0) return null
  return (
    <section aria-labelledby="updates" className="grid gap-3">
      <h2 id="updates" className="text-2xl">
        {importText.changesTitle}
      </h2>
      <p className="text-muted">
        {updates.length < changed && `${importText.shownFirst(updates.length, changed)}. `}
        {importText.loginWarning}
      </p>
      <ul className="card divide-y divide-line" aria-labelledby="updates">
        {updates.slice(0, shown).map(({ row, name, changes }) => (
          <li key={row} className="grid gap-1 px-4 py-3">
            <p className="font-semibold break-words">
              {name} <span className="font-normal text-muted">· row {row}</span>
            </p>
            <dl className="grid gap-1">
              {changes.map((change) => (
                <div key={change.field} className="flex flex-wrap gap-x-2">
                  <dt className="text-muted">{memberFields[change.field].label}:</dt>
                  <dd className="min-w-0 wrap-anywhere">
                    <s className="text-muted">{valueWords(change, change.from)}</s> <span aria-hidden="true">→</span>
                    <span className="sr-only"> becomes </span> <strong>{valueWords(change, change.to)}</strong>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {updates.length > shown && (
        <Button look="outline" className="justify-self-center" onClick={() => setShown(updates.length)}>
          Show {updates.length - shown} more
        </Button>
      )}
    </section>
  )
}

function valueWords({ field }: FieldChange, value: FieldChange['to']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value ? showField(field, value) : importText.nothing
}

const rowsNamed = 20

interface ImportWishesProps {
  preview: ImportPreview
  /** Checks the file once more, with this added to what was wished for before. */
  onWish: (wish: ImportWish) => void
}

/**
 * What the file alone cannot say: which figure of a date is the day, whether people on record are to be updated, and whether
 * two of the same name and birthday are one person.
 */
function ImportWishes({ preview, onWish }: ImportWishesProps) {
  const { unclearDates, known, knownRows, existing, changed, unchanged } = preview
  return (
    <>
      {unclearDates && (
        <Notice tone="warning" title={importText.datesTitle(unclearDates.count)}>
          <p>{importText.datesLead(unclearDates.example)}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            {dateOrders.flatMap((order) => {
              const day = dayOf(unclearDates.example, order)
              return day === null
                ? []
                : [
                    <Button key={order} look="outline" onClick={() => onWish({ dates: order })}>
                      {importText.datesAre(unclearDates.example, day)}
                    </Button>,
                  ]
            })}
          </div>
        </Notice>
      )}
      {known > 0 && (
        <Notice tone="info" title={importText.knownTitle(known)}>
          <p>{existing === 'update' ? importText.updating(changed, unchanged) : importText.knownLead}</p>
          {knownRows.length > 0 && <p>{importText.knownRows(knownRows.slice(0, rowsNamed), known)}</p>}
          <Button
            look="outline"
            className="mt-3"
            onClick={() => onWish({ existing: existing === 'update' ? 'leave' : 'update' })}
          >
            {existing === 'update' ? importText.leave : importText.update}
          </Button>
        </Notice>
      )}
      <ImportDoubles preview={preview} onWish={onWish} />
    </>
  )
}

/** The example as a day, if it is one in this order. */
function dayOf(example: string, order: DateOrder): string | null {
  const day = asIsoDate(example, order)
  return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? null : showPlainDate(day)
}

interface ImportDoublesProps {
  preview: ImportPreview
  onWish: (wish: ImportWish) => void
}

/** Rows with somebody else's name and birthday, side by side with whom they may be, and whether to add them all the same. */
function ImportDoubles({ preview: { doubles, doubleCount, doubleMode }, onWish }: ImportDoublesProps) {
  const [shown, setShown] = useState(shownAtFirst)
  if (doubleCount === 0) return null
  const adding = doubleMode === 'add'
  return (
    <section className="grid gap-4" aria-label={importText.doublesCaption}>
      <Notice tone="warning" title={importText.doublesTitle(doubleCount)}>
        <p>{adding ? importText.doublesAdded : importText.doublesLeft}</p>
        <Button look="outline" className="mt-3" onClick={() => onWish({ doubles: adding ? 'leave' : 'add' })}>
          {adding ? importText.leaveDoubles : importText.addDoubles}
        </Button>
      </Notice>
      <DataTable
        caption={importText.doublesCaption}
        columns={columns}
        rows={doubles.slice(0, shown)}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
      {doubles.length > shown && (
        <Button look="outline" className="justify-self-center" onClick={() => setShown(doubles.length)}>
          Show {doubles.length - shown} more
        </Button>
      )}
      {doubles.length < doubleCount && (
        <p className="text-muted">{importText.shownFirst(doubles.length, doubleCount)}</p>
      )}
    </section>
  )
}

const columns: Column<DoubleRow>[] = [
  { heading: 'Name', main: true, cell: ({ name }) => name },
  { heading: 'Row', cell: ({ row }) => row, numeric: true },
  { heading: 'Same as', cell: ({ sameAs }) => <SameAs sameAs={sameAs} /> },
]

function SameAs({ sameAs }: Pick<DoubleRow, 'sameAs'>) {
  if ('row' in sameAs) return importText.sameAsRow(sameAs.row)
  const { id, name, idNumber, militarySerial } = sameAs
  return (
    <>
      <a href={`/member/${id}`} target="_blank" rel="noreferrer" className="text-link">
        {name}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <span className="block text-muted">{importText.sameAsRecord(idNumber, militarySerial)}</span>
    </>
  )
}
