import { useEffect, useRef, useState } from 'react'
import { showNumber } from '#shared/figures.ts'
import { importFieldsFor, importLabel, type ImportField } from '#shared/members/csv/columns.ts'
import type { ImportPart, RowProblem, RowTexts } from '#shared/members/csv/member-file.ts'
import {
  bloodTypes,
  militaryStatuses,
  regions,
  reservistTypes,
  serviceWithLetters,
  services,
} from '#shared/members/enums.ts'
import { isCheck, isInCapitals } from '#shared/members/member-fields.ts'
import { showPlainDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { CheckField, RadioField, SelectField, TextField, type Choice } from '#web/components/fields.tsx'
import { EmptyState, Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { ToldByEmail } from '#web/layout/no-mail-notice.tsx'
import { showField } from '#web/members/record-facts.ts'
import { memberName } from '#web/members/text.ts'
import { alikeRows, type DraftRow, type ImportDraft, type Verdict } from './import-draft.ts'
import { allowedText, importText } from './text.ts'

interface ImportPreviewProps {
  draft: ImportDraft
  verdicts: ReadonlyMap<number, Verdict>
  onMend: (rows: ReadonlySet<number>, texts: RowTexts) => void
  onDifferent: (seen: ReadonlyMap<number, readonly string[]>) => void
  onChange: (change: Partial<Pick<ImportPart, 'as' | 'updating'>>) => void
  onConfirm: () => void
  onColumns: () => void
  onStartOver: () => void
}

type Tab = keyof typeof importText.tabs
/** A row with what happens to it. */
interface Judged {
  row: DraftRow
  verdict: Verdict
}

const tabOf = ({ status }: Verdict): Tab => (status === 'known' || status === 'repeat' ? 'skip' : status)

/** What the file would do, what is wrong with it, to be mended here, and the one button that does it. */
export function ImportPreview(props: ImportPreviewProps) {
  const { draft, verdicts, onChange, onConfirm, onColumns, onStartOver } = props
  const [asking, setAsking] = useState(false)
  const judged: Record<Tab, Judged[]> = { mend: [], add: [], change: [], skip: [] }
  for (const row of draft.rows) {
    const verdict = verdicts.get(row.row)
    if (verdict) judged[tabOf(verdict)].push({ row, verdict })
  }
  const { mend, add, change, skip } = judged
  const [tab, setTab] = useState<Tab>(mend.length > 0 ? 'mend' : add.length > 0 ? 'add' : 'skip')
  const some = add.length + change.length > 0
  const action = importText.action(add.length, change.length)
  return (
    <div className="grid gap-6">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
        <Figure count={add.length} words={importText.figures.add} tone="border-t-green" />
        {change.length > 0 && <Figure count={change.length} words={importText.figures.change} tone="border-t-gold" />}
        <Figure count={skip.length} words={importText.figures.skip} tone="border-t-line" />
        <Figure
          count={mend.length}
          words={importText.figures.mend}
          tone={mend.length > 0 ? 'border-t-red' : 'border-t-line'}
        />
      </ul>
      <fieldset>
        <legend className="text-xl font-semibold">{importText.whoTitle}</legend>
        {(['members', 'applicants'] as const).map((as) => (
          <RadioField
            key={as}
            name="import-as"
            label={as === 'members' ? importText.asMembers : importText.asApplicants}
            checked={draft.as === as}
            onChange={() => onChange({ as })}
          />
        ))}
      </fieldset>
      {!some && (
        <Notice tone={mend.length > 0 ? 'warning' : 'info'} title={importText.nothingToAdd}>
          {mend.length > 0 ? importText.allWrong : importText.nothingToAddLead}
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:flex-wrap sm:justify-end">
        {some && (
          <Button className="text-lg" onClick={() => setAsking(true)}>
            {action}
          </Button>
        )}
        <Button look="outline" onClick={onColumns}>
          {importText.changeColumns}
        </Button>
        <Button look="outline" onClick={onStartOver}>
          {importText.anotherFile}
        </Button>
      </div>
      <Tabs
        label={importText.previewTitle(draft.fileName)}
        value={tab}
        onChange={(id) => setTab(id as Tab)}
        tabs={(['mend', 'add', 'change', 'skip'] as const)
          .filter((id) => id !== 'change' || change.length > 0)
          .map((id) => ({
            id,
            label: `${importText.tabs[id]} (${showNumber(judged[id].length)})`,
            // Only the one that is looked at: a thousand rows are not drawn to be hidden.
            content: tab === id && <TabContent {...props} tab={id} judged={judged[id]} />,
          }))}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`${action}?`}
        action={action}
        onConfirm={onConfirm}
      >
        <ul className="list-disc pl-5">
          {add.length > 0 && <li>{draft.as === 'members' ? importText.membersAtOnce : importText.waitForApproval}</li>}
          {mend.length > 0 && <li>{importText.leftOutRows(mend.length)}</li>}
          {change.length === 0 ? (
            <li>{importText.noEmails}</li>
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

function Figure({ count, words, tone }: { count: number; words: string; tone: string }) {
  return (
    <li className={`card flex items-baseline gap-3 border-t-4 p-4 sm:block ${tone}`}>
      <span className="display text-5xl tabular-nums">{showNumber(count)}</span>
      <span className="text-muted sm:mt-1 sm:block">{words}</span>
    </li>
  )
}

interface TabContentProps extends ImportPreviewProps {
  tab: Tab
  judged: readonly Judged[]
}

const rowsShown = 20
const empty = { mend: importText.nothingToMend, add: importText.nobodyToAdd, change: '', skip: importText.nobodyKnown }

function TabContent(props: TabContentProps) {
  const { tab, judged } = props
  const [asked, setPage] = useState(1)
  const pageCount = Math.max(1, Math.ceil(judged.length / rowsShown))
  const page = Math.min(asked, pageCount)
  const list = useRef<HTMLDivElement>(null)
  // A row that is mended goes from the list, and the keyboard with it.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus()
  }, [judged.length])
  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
      {tab === 'skip' && <KnownNotices {...props} />}
      {tab === 'change' && <p className="text-muted">{importText.loginWarning}</p>}
      <div className="md:[&_td]:align-top">
        <DataTable
          caption={importText.tabs[tab]}
          columns={columnsOf(props)}
          rows={judged.slice((page - 1) * rowsShown, page * rowsShown)}
          keyOf={({ row }) => String(row.row)}
          empty={<EmptyState title={empty[tab]} />}
        />
      </div>
      <Pager label={importText.tabs[tab]} page={page} pageCount={pageCount} onPage={setPage} />
    </div>
  )
}

const textOf = ({ person, texts }: DraftRow, field: ImportField) => String(person?.[field] ?? texts[field] ?? '')
const nameOf = (row: DraftRow) =>
  memberName({
    firstName: textOf(row, 'firstName'),
    middleName: textOf(row, 'middleName'),
    lastName: textOf(row, 'lastName'),
    suffix: textOf(row, 'suffix'),
  })

function columnsOf(props: TabContentProps): Column<Judged>[] {
  const row: Column<Judged> = { heading: importText.row, cell: ({ row }) => row.row, numeric: true }
  const name: Column<Judged> = {
    heading: importText.name,
    main: true,
    cell: ({ row }) => nameOf(row) || importText.nameless,
  }
  const plain = (heading: string, field: ImportField): Column<Judged> => ({
    heading,
    cell: ({ row }) => textOf(row, field) || '–',
  })
  switch (props.tab) {
    case 'mend':
      return [
        row,
        name,
        {
          heading: importText.toCorrect,
          phone: 'bare',
          cell: ({ row, verdict }) => <Cells {...props} row={row} verdict={verdict} />,
        },
      ]
    case 'add':
      return [
        row,
        name,
        plain(importText.serial, 'militarySerial'),
        { heading: importText.birthday, cell: ({ row }) => row.person && showPlainDate(row.person.birthday) },
        {
          heading: importText.idNumber,
          cell: ({ row }) =>
            row.person?.idNumber ?? (props.draft.as === 'members' ? importText.nextNumber : importText.waits),
        },
        plain(importText.service, 'ms'),
        {
          heading: importText.correct,
          phone: 'bare',
          cell: ({ row, verdict }) => <Cells {...props} row={row} verdict={verdict} />,
        },
      ]
    case 'change':
      return [
        row,
        name,
        { heading: importText.tabs.change, phone: 'bare', cell: ({ verdict }) => <Changes verdict={verdict} /> },
      ]
    case 'skip':
      return [
        row,
        name,
        plain(importText.serial, 'militarySerial'),
        { heading: importText.onSite, cell: ({ verdict }) => <OnSite verdict={verdict} /> },
        {
          heading: importText.because,
          cell: ({ row, verdict }) => <Because {...props} row={row} verdict={verdict} />,
        },
      ]
  }
}

interface RowProps extends ImportPreviewProps {
  row: DraftRow
  verdict: Verdict
}

/** The cells of a row that are wrong, each to be mended where it stands; the others on demand. */
function Cells(props: RowProps) {
  const { row, verdict } = props
  const [all, setAll] = useState(false)
  const problems = verdict.status === 'mend' ? verdict.problems : []
  const wrong = new Map(problems.flatMap(({ field, message }) => (field ? [[field, message] as const] : [])))
  const offered = importFieldsFor(useSite().hasDues)
  const fields = all ? offered : offered.filter((field) => wrong.has(field))
  return (
    <div className="grid gap-4">
      {problems.map((problem) => problem.field === null && <WholeRow key={problem.message} problem={problem} />)}
      {fields.map((field) => (
        <Cell {...props} key={`${field} ${row.texts[field] ?? ''}`} field={field} message={wrong.get(field)} />
      ))}
      {!all && (
        <button type="button" className="tap-link justify-self-start" onClick={() => setAll(true)}>
          {verdict.status === 'mend' ? importText.otherCells : importText.correct}
          <span className="sr-only">, {nameOf(row)}</span>
        </button>
      )}
    </div>
  )
}

const WholeRow = ({ problem: { message } }: { problem: RowProblem }) => (
  <p className="font-semibold text-red">
    {importText.wholeRow}: {message}
  </p>
)

const yesNo = ['yes', 'no']
const choices: Partial<Record<ImportField, readonly (string | Choice)[]>> = {
  region: regions,
  ms: services.map((value) => ({ value, label: serviceWithLetters(value) })),
  militaryStatus: militaryStatuses,
  reservistType: reservistTypes,
  bloodType: bloodTypes,
}

interface CellProps extends RowProps {
  field: ImportField
  message: string | undefined
}

/** One cell with what is wrong with it, what the file says and what may stand there. */
function Cell({ draft, verdicts, row, field, message, onMend }: CellProps) {
  const text = row.texts[field] ?? ''
  const alike = message === undefined ? new Set<number>() : alikeRows(draft, verdicts, field, text)
  const [inAll, setInAll] = useState(true)
  const [typed, setTyped] = useState(text)
  const label = importLabel(field)
  const send = (value: string) => {
    if (value.trim() !== text) onMend(inAll && alike.size > 1 ? alike : new Set([row.row]), { [field]: value.trim() })
  }
  const offered = field !== 'duesPaidUntil' && isCheck(field) ? yesNo : choices[field]
  const allowed = allowedText[field] ?? ''
  const shared = {
    label,
    error: message,
    hint:
      message === undefined
        ? undefined
        : `${importText.inFile(text)} ${offered ? importText.allowed(allowed) : allowed}`,
  }
  return (
    <div className="grid max-w-md gap-1">
      {offered ? (
        <SelectField
          {...shared}
          prompt={text === '' || message === undefined ? '–' : text}
          choices={offered}
          value={
            offered.some((choice) => (typeof choice === 'string' ? choice : choice.value) === textOf(row, field))
              ? textOf(row, field)
              : ''
          }
          onChange={(event) => send(event.target.value)}
        />
      ) : (
        <form
          className="flex items-end gap-2 *:first:min-w-0 *:first:flex-1"
          onSubmit={(event) => {
            event.preventDefault()
            send(typed)
          }}
        >
          <TextField
            {...shared}
            capitals={field !== 'duesPaidUntil' && isInCapitals(field)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => send(typed)}
          />
        </form>
      )}
      {alike.size > 1 && (
        <CheckField
          label={importText.inAllRows(alike.size)}
          checked={inAll}
          onChange={(event) => setInAll(event.target.checked)}
        />
      )}
    </div>
  )
}

/** Field by field, what the file changes of somebody on the site. */
function Changes({ verdict }: { verdict: Verdict }) {
  if (verdict.status !== 'change') return null
  const show = (field: ImportField, value: string | boolean | null) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (!value) return importText.nothing
    return field === 'duesPaidUntil' ? showPlainDate(value) : showField(field, value)
  }
  return (
    <dl className="grid gap-1">
      {verdict.outcome.changes.map(({ field, from, to }) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{importLabel(field)}:</dt>
          <dd className="min-w-0 wrap-anywhere">
            <s className="text-muted">{show(field, from)}</s> <span aria-hidden="true">→</span>
            <span className="sr-only"> becomes </span> <strong>{show(field, to)}</strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whom a row is taken for. */
function OnSite({ verdict }: { verdict: Verdict }) {
  if (verdict.status === 'repeat') return importText.sameRow(verdict.repeat.firstRow)
  if (verdict.status !== 'known') return null
  const { id, name, idNumber, militarySerial } = verdict.record
  return (
    <>
      <a href={`/member/${id}`} target="_blank" rel="noreferrer" className="text-link">
        {name}
        <span className="sr-only">{importText.opensInTab}</span>
      </a>
      <span className="block text-muted">
        {[idNumber ?? importText.applicant, militarySerial].filter(Boolean).join(', ')}
      </span>
    </>
  )
}

/** The serial numbers of those with the same name and birthday; null for who is known by more than that. */
function namesakesOf(verdict: Verdict): readonly string[] | null {
  if (verdict.status === 'repeat') return verdict.repeat.same === 'name' ? verdict.repeat.serials : null
  return verdict.status === 'known' && verdict.by === 'name' ? [verdict.record.militarySerial ?? ''] : null
}

function Because({ row, verdict, onDifferent }: RowProps) {
  const namesakes = namesakesOf(verdict)
  const why =
    verdict.status === 'known'
      ? importText.knownBy[verdict.by]
      : verdict.status === 'repeat'
        ? importText.repeats(verdict.repeat)
        : ''
  return (
    <>
      {why}
      {namesakes && (
        <Button
          look="outline"
          size="small"
          className="mt-2 block"
          onClick={() => onDifferent(new Map([[row.row, namesakes]]))}
        >
          {importText.different}
        </Button>
      )}
    </>
  )
}

/** What can be done with all of those who are on the site already. */
function KnownNotices({ draft, judged, onChange, onDifferent }: TabContentProps) {
  const bySerial = judged.filter(({ verdict }) => verdict.status === 'known' && verdict.by === 'serial').length
  const namesakes = new Map(
    judged.flatMap(({ row, verdict }) => {
      const serials = namesakesOf(verdict)
      return serials ? [[row.row, serials] as const] : []
    }),
  )
  return (
    <>
      {namesakes.size > 0 && (
        <Notice tone="warning" title={importText.sameName}>
          <p>{importText.differentLead}</p>
          {namesakes.size > 1 && (
            <Button look="outline" className="mt-3" onClick={() => onDifferent(namesakes)}>
              {importText.allDifferent(namesakes.size)}
            </Button>
          )}
        </Notice>
      )}
      {(bySerial > 0 || draft.updating) && (
        <div className="grid justify-items-start gap-2">
          <p className="text-muted">{importText.updateLead}</p>
          <Button look="outline" onClick={() => onChange({ updating: !draft.updating })}>
            {draft.updating ? importText.doNotUpdate : importText.update(bySerial)}
          </Button>
        </div>
      )}
    </>
  )
}
