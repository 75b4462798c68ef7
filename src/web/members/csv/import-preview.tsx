import { useState } from 'react'
import { importText } from '#shared/members/csv/import-text.ts'
import type { ImportPreview, NumberedPerson } from '#shared/members/csv/member-file.ts'
import { ImportUpdates } from '#web/members/csv/import-updates.tsx'
import { ImportWishes } from '#web/members/csv/import-wishes.tsx'
import { counted, ImportProblems } from '#web/members/csv/import-problems.tsx'
import type { ImportWish } from '#web/api/members/csv.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showPlainDate } from '#web/components/formats.ts'
import { ToldByEmail } from '#web/layout/told-by-email.tsx'
import { memberName } from '#web/members/member-name.ts'

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
            <li>{counted(newMembers, 'becomes a member', 'become members')} at once and can log in.</li>
          )}
          {newApplicants > 0 && <li>{counted(newApplicants, 'waits', 'wait')} for your approval.</li>}
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
  const add = good > 0 || changed === 0 ? [`Add ${counted(good, 'person', 'people')}`] : []
  const update = changed > 0 ? [`update ${counted(changed, 'person', 'people')}`] : []
  const text = [...add, ...update].join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const shownAtFirst = 5

/** A few of the good rows, to see whether every cell went where it belongs. */
function Sample({ preview: { sample, good } }: { preview: ImportPreview }) {
  const [all, setAll] = useState(false)
  const left = all ? 0 : sample.length - shownAtFirst
  return (
    <section aria-labelledby="sample" className="grid gap-4">
      <h2 id="sample" className="text-2xl">
        {good > sample.length ? `The first ${sample.length} people` : 'The people'}, as they would be stored
      </h2>
      <DataTable
        caption="People as they would be stored"
        columns={sampleColumns}
        rows={all ? sample : sample.slice(0, shownAtFirst)}
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
      <span className="display text-5xl tabular-nums">{count.toLocaleString('en')}</span>
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
