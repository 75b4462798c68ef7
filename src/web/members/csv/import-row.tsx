import { useState } from 'react'
import { importFieldsFor, importLabel, type ImportField } from '#shared/members/csv/columns.ts'
import { isNamePart } from '#shared/members/csv/imported-person.ts'
import type { RowProblem } from '#shared/members/csv/member-file.ts'
import { repairName } from '#shared/members/csv/split-name.ts'
import {
  bloodTypes,
  militaryStatuses,
  regions,
  reservistTypes,
  serviceWithLetters,
  services,
} from '#shared/members/enums.ts'
import { isCheck, isInCapitals } from '#shared/members/member-fields.ts'
import { showPhone } from '#shared/members/phone.ts'
import { showPlainDate } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { CheckField, SelectField, TextField, type Choice } from '#web/components/fields.tsx'
import { showField } from '#web/members/record-facts.ts'
import { memberName } from '#web/members/text.ts'
import {
  alikeRows,
  firstNumber,
  mayBeEmpty,
  sameNameSerials,
  type DraftRow,
  type ImportDraft,
  type Corrections,
  type RowVerdict,
} from './import-draft.ts'
import { allowedText, importText } from './text.ts'

/** The parts of a row in the preview: its values, its problems and the changes it would make. */
export const textOf = ({ person, texts }: DraftRow, field: ImportField) => String(person?.[field] ?? texts[field] ?? '')
export const nameOf = (row: DraftRow) =>
  memberName({
    firstName: textOf(row, 'firstName'),
    middleName: textOf(row, 'middleName'),
    lastName: textOf(row, 'lastName'),
    suffix: textOf(row, 'suffix'),
  })

export interface RowProps {
  draft: ImportDraft
  verdicts: ReadonlyMap<number, RowVerdict>
  onMend: (mended: Corrections) => void
  onDifferent: (seen: ReadonlyMap<number, readonly string[]>) => void
  /** Confirms that the row is the person with its serial number. */
  onSame: (row: number) => void
  row: DraftRow
  verdict: RowVerdict
}

/** Lets administrators correct the wrong cells of a row, and the others on request. */
export function Cells(props: RowProps) {
  const { row, verdict } = props
  const [all, setAll] = useState(false)
  const problems = verdict.status === 'mend' ? verdict.problems : []
  const wrong = new Map(problems.flatMap(({ field, message }) => (field ? [[field, message] as const] : [])))
  const offered = importFieldsFor(useSite().hasDues)
  const fields = all ? offered : offered.filter((field) => wrong.has(field))
  return (
    <div className={classes('grid gap-4', fields.length > 0 ? 'md:min-w-72' : 'md:min-w-10')}>
      {problems.map((problem) => problem.field === null && <WholeRow key={problem.message} problem={problem} />)}
      {fields.map((field) => (
        <Cell {...props} key={`${field} ${row.texts[field] ?? ''}`} field={field} message={wrong.get(field)} />
      ))}
      {!all && (
        <button type="button" className="tap-link justify-self-start" onClick={() => setAll(true)}>
          {verdict.status === 'mend' ? importText.otherCells : importText.edit}
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

/** One cell with its problem, its value in the file and the allowed values. */
function Cell({ draft, verdicts, row, field, message, onMend }: CellProps) {
  const text = row.texts[field] ?? ''
  const alike = message === undefined ? new Set<number>() : alikeRows(draft, verdicts, field, text)
  const [inAll, setInAll] = useState(true)
  const [typed, setTyped] = useState(text)
  const label = importLabel(field)
  const send = (value: string) => {
    const rows = inAll && alike.size > 1 ? [...alike] : [row.row]
    if (value.trim() !== text) onMend(new Map(rows.map((each) => [each, { [field]: value.trim() }])))
  }
  const offered = field !== 'duesPaidUntil' && isCheck(field) ? yesNo : choices[field]
  const allowed = allowedText[field] ?? ''
  const shared = {
    label,
    error: message,
    hint:
      message === undefined
        ? undefined
        : `${importText.inFile(row.inFile[field] ?? '')} ${offered ? importText.allowed(allowed) : allowed}`,
  }
  const repaired = isNamePart(field) ? repairName(text) : text
  const number = message === undefined ? null : firstNumber(field, text)
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
      {repaired !== text && (
        <Button look="outline" size="small" className="justify-self-start" onClick={() => send(repaired)}>
          {importText.repairTo(repaired)}
        </Button>
      )}
      {number !== null && (
        <Button look="outline" size="small" className="justify-self-start" onClick={() => send(number)}>
          {importText.takeNumber(showPhone(number))}
        </Button>
      )}
      {message !== undefined && text !== '' && mayBeEmpty(field) && (
        <Button look="outline" size="small" className="justify-self-start" onClick={() => send('')}>
          {importText.leaveEmpty}
          <span className="sr-only">: {label}</span>
        </Button>
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

/** The changes that the file would make to a person on the site, field by field. */
export function ChangedCells({ verdict }: { verdict: RowVerdict }) {
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

/** The person, or the earlier row, that a row was matched with. */
export function MatchedPerson({ verdict }: { verdict: RowVerdict }) {
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

export function MatchReason(props: RowProps) {
  const { draft, row, verdict, onDifferent, onSame } = props
  const namesakes = sameNameSerials(verdict)
  const why =
    verdict.status === 'known'
      ? importText.knownBy[verdict.by]
      : verdict.status === 'repeat'
        ? importText.repeats(verdict.repeat)
        : ''
  return (
    <>
      <p>{why}</p>
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
      {verdict.status === 'known' && verdict.by === 'serial alone' && (
        <div className="mt-2 grid justify-items-start gap-2">
          {draft.updating && (
            <Button look="outline" size="small" onClick={() => onSame(row.row)}>
              {importText.same}
            </Button>
          )}
          <Cells {...props} />
        </div>
      )}
    </>
  )
}
