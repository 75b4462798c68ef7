import { importFieldsFor, importLabel, type ImportField } from '#shared/members/csv/columns.ts'
import { textsOf, type DateOrder, type Mapping } from '#shared/members/csv/guess-columns.ts'
import { cellText, findRepeats, readRow, type ReadRow, type Repeat } from '#shared/members/csv/import.ts'
import { isNamePart } from '#shared/members/csv/imported-person.ts'
import type {
  ImportPart,
  KnownBy,
  RecordedPerson,
  RowOutcome,
  RowProblem,
  RowTexts,
  SentRow,
} from '#shared/members/csv/member-file.ts'
import { repairName } from '#shared/members/csv/split-name.ts'
import { isRequired } from '#shared/members/member-fields.ts'
import type { PlainDate } from '#shared/time.ts'
import type { Line } from './read-csv.ts'
import { importText } from './text.ts'

/** A spreadsheet on its way to the site: what it says, what was mended, and what the server says would become of it. */
export interface ImportDraft extends Pick<ImportPart, 'as' | 'updating'> {
  fileName: string
  rows: readonly DraftRow[]
  /** Of rows that are other people than somebody of the same name and birthday: the serial numbers of those. */
  different: ReadonlyMap<number, readonly string[]>
  /** Rows about whoever has their serial number, though name and birthday are others. */
  same: ReadonlySet<number>
  /** Totals and signatures of the file, which are nobody. */
  asides: readonly Line[]
}

export interface DraftRow extends ReadRow {
  texts: RowTexts
  /** Not known before the server has looked at the row, nor after it was mended until it has looked again. */
  outcome?: RowOutcome
}

export function draftRow(line: Line, mapping: Mapping, order: DateOrder | null, today: PlainDate): DraftRow {
  const texts = textsOf(line.cells.map(cellText), mapping, order)
  return { ...readRow(line.row, texts, today), texts }
}

/** What happens to a row when the import is started. */
export type Verdict =
  | { status: 'add' }
  | { status: 'change'; outcome: Extract<RowOutcome, { status: 'changed' }> }
  | { status: 'known'; by: KnownBy | 'same'; record: RecordedPerson }
  /** Of a row that says the same person, or somebody of the same name and birthday, once more. */
  | { status: 'repeat'; repeat: Exclude<Repeat, { same: 'cell' }> }
  | { status: 'mend'; problems: readonly RowProblem[] }

export function judge({ rows, different, as }: ImportDraft): ReadonlyMap<number, Verdict> {
  const isKnown = ({ outcome }: DraftRow) =>
    outcome !== undefined && outcome.status !== 'new' && outcome.status !== 'wrong'
  const repeats = findRepeats(
    rows.filter((row) => !isKnown(row)),
    { different, as },
  )
  return new Map(rows.map((row) => [row.row, verdictOn(row, repeats.get(row.row))]))
}

function verdictOn({ problems, outcome }: DraftRow, repeat: Repeat | undefined): Verdict {
  if (outcome?.status === 'known') return { status: 'known', by: outcome.by, record: outcome.record }
  if (outcome?.status === 'unchanged') return { status: 'known', by: 'same', record: outcome.record }
  if (outcome?.status === 'changed') return { status: 'change', outcome }
  if (problems.length > 0) return { status: 'mend', problems }
  // The server knows the rows of a part; here all of them are known, and which of two is left out.
  if (repeat && repeat.same !== 'cell') return { status: 'repeat', repeat }
  if (outcome?.status === 'wrong') return { status: 'mend', problems: outcome.problems }
  return repeat ? { status: 'mend', problems: [repeat.problem] } : { status: 'add' }
}

/** What other cells say, by their rows. */
export type Mended = ReadonlyMap<number, RowTexts>

export function mend(draft: ImportDraft, mended: Mended, today: PlainDate): ImportDraft {
  const rows = draft.rows.map((each): DraftRow => {
    const changed = mended.get(each.row)
    if (!changed) return each
    const texts = { ...each.texts, ...changed }
    return { ...readRow(each.row, texts, today), texts }
  })
  // With another serial number it is about somebody else.
  return { ...draft, rows, same: new Set([...draft.same].filter((row) => !mended.has(row))) }
}

/** Many people have the same of these; of two with the same birthday, serial number or email each is asked about. */
const sharedFields: ReadonlySet<ImportField> = new Set([
  'rank',
  'region',
  'ms',
  'militaryStatus',
  'reservistType',
  'rruChecked',
  'aruChecked',
  'bloodType',
])

/** The rows whose cell is as wrong as this one: what mends one of them mends all. An empty cell is like no other. */
export function alikeRows(
  { rows }: ImportDraft,
  verdicts: ReadonlyMap<number, Verdict>,
  field: ImportField,
  text: string,
): Set<number> {
  const isWrong = (row: number) => {
    const verdict = verdicts.get(row)
    return verdict?.status === 'mend' && verdict.problems.some((problem) => problem.field === field)
  }
  if (text === '' || !sharedFields.has(field)) return new Set()
  return new Set(rows.flatMap(({ row, texts }) => (texts[field] === text && isWrong(row) ? [row] : [])))
}

/** What the server has said about some of the rows; not about those that were mended meanwhile. */
export function withOutcomes(
  draft: ImportDraft,
  sent: readonly DraftRow[],
  outcomes: readonly RowOutcome[],
): ImportDraft {
  const byRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]))
  const asSent = new Map(sent.map(({ row, texts }) => [row, texts]))
  const rows = draft.rows.map((each) => {
    const outcome = byRow.get(each.row)
    return outcome && asSent.get(each.row) === each.texts ? { ...each, outcome } : each
  })
  return { ...draft, rows }
}

/** What of the wrong cells can be mended without a question: damaged names, and cells that may be empty. */
export function easilyMended(draft: ImportDraft, verdicts: ReadonlyMap<number, Verdict>) {
  const names = new Map<number, RowTexts>()
  const optional = new Map<number, RowTexts>()
  for (const { row, texts } of draft.rows) {
    const verdict = verdicts.get(row)
    for (const { field } of verdict?.status === 'mend' ? verdict.problems : []) {
      const text = (field && texts[field]) ?? ''
      if (field === null || text === '') continue
      const repaired = isNamePart(field) ? repairName(text) : text
      if (repaired !== text) names.set(row, { ...names.get(row), [field]: repaired })
      else if (mayBeEmpty(field)) optional.set(row, { ...optional.get(row), [field]: '' })
    }
  }
  return { names, optional }
}

export const mayBeEmpty = (field: ImportField): boolean => field === 'duesPaidUntil' || !isRequired(field, 'file')

export function asSent({ different, same }: ImportDraft, { row, texts, outcome }: DraftRow): SentRow {
  const differentFrom = different.get(row)
  return {
    row,
    texts,
    ...(differentFrom && { differentFrom: [...differentFrom] }),
    ...(same.has(row) && { samePerson: true }),
    ...(outcome?.status === 'changed' && { version: outcome.version }),
  }
}

/** What is written, those with an ID number first: whoever gets the next number gets none that somebody brings along. */
export function rowsToWrite(draft: ImportDraft, verdicts: ReadonlyMap<number, Verdict>): SentRow[] {
  const due = draft.rows.filter(({ row }) => /^(?:add|change)$/.test(verdicts.get(row)?.status ?? ''))
  const numbered = ({ keys }: DraftRow) => (keys.idNumber === null ? 1 : 0)
  return due.toSorted((one, other) => numbered(one) - numbered(other)).map((row) => asSent(draft, row))
}

/** What became of an import. */
export interface ImportResult {
  members: number
  applicants: number
  updated: number
  /** Everything else, with the reason. */
  left: { row: number; texts: RowTexts; why: string }[]
  /** How many of these are on the site already. */
  known: number
}

interface Written {
  outcome: RowOutcome
  /** The part was sent before, and nobody knows whether it arrived. */
  again: boolean
}

/** In a part that was sent again, whoever is there by now came with it the first time. */
export function resultOf(
  draft: ImportDraft,
  verdicts: ReadonlyMap<number, Verdict>,
  written: ReadonlyMap<number, Written>,
): ImportResult {
  const result: ImportResult = { members: 0, applicants: 0, updated: 0, left: [], known: 0 }
  for (const { row, texts } of draft.rows) {
    const { outcome, again = false } = written.get(row) ?? {}
    const cameBefore = again && outcome?.status === 'known' && outcome.by === 'serial'
    const idNumber = outcome?.status === 'new' ? outcome.idNumber : cameBefore ? outcome.record.idNumber : undefined
    if (idNumber !== undefined) result[idNumber === null ? 'applicants' : 'members']++
    else if (outcome?.status === 'changed' || (again && outcome?.status === 'unchanged')) result.updated++
    else {
      const verdict = outcome ? asVerdict(outcome) : verdicts.get(row)
      if (verdict?.status === 'known') result.known++
      result.left.push({ row, texts, why: reasonOf(verdict) })
    }
  }
  return result
}

const asVerdict = (outcome: RowOutcome): Verdict | undefined => {
  if (outcome.status === 'known') return { status: 'known', by: outcome.by, record: outcome.record }
  return outcome.status === 'wrong' ? { status: 'mend', problems: outcome.problems } : undefined
}

function reasonOf(verdict: Verdict | undefined): string {
  if (verdict?.status === 'known') return importText.alreadyMember(verdict.record.name)
  if (verdict?.status === 'repeat') return importText.repeats(verdict.repeat)
  return verdict?.status === 'mend'
    ? verdict.problems.map(({ message }) => message).join('; ')
    : importText.changedMeanwhile
}

/** As a file of members with two columns more: mended, it can be imported as it is. */
export function leftLines(left: ImportResult['left']): (string | number)[][] {
  const fields = importFieldsFor(left.some(({ texts }) => texts.duesPaidUntil))
  return [
    [importText.row, importText.whyLeft, ...fields.map(importLabel)],
    ...left.map(({ row, why, texts }) => [row, why, ...fields.map((field) => texts[field] ?? '')]),
  ]
}
