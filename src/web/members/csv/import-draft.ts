import { importFieldsFor, importLabel, type ImportField } from '#shared/members/csv/columns.ts'
import { type DateOrders } from '#shared/members/csv/date-order.ts'
import { textsOf, type Mapping } from '#shared/members/csv/guess-columns.ts'
import { cellText, findRepeats, readRow, type ReadRow, type Repeat } from '#shared/members/csv/import.ts'
import { firstPhone, isNamePart, yearAlone } from '#shared/members/csv/imported-person.ts'
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
import { whyDoubtEmail } from '#shared/members/email-address.ts'
import { isRequired } from '#shared/members/member-fields.ts'
import { whyDoubtPhone } from '#shared/members/phone.ts'
import { foldSerial } from '#shared/members/serial-number.ts'
import type { PlainDate } from '#shared/time.ts'
import { ranksByService } from '#web/members/ranks.ts'
import type { SheetRow } from './read-csv.ts'
import { importText } from './text.ts'

/** A spreadsheet being imported, with the corrections made so far and the outcomes that the server predicts. */
export interface ImportDraft extends Pick<ImportPart, 'as' | 'updating'> {
  fileName: string
  rows: readonly DraftRow[]
  /** For rows confirmed to be different people: the serial numbers of their namesakes. */
  different: ReadonlyMap<number, readonly string[]>
  /** Rows confirmed to be the person with their serial number, although name and birthday differ. */
  same: ReadonlySet<number>
  /** Totals, signatures and other rows that are not people. */
  asides: readonly SheetRow[]
}

export interface DraftRow extends ReadRow {
  texts: RowTexts
  /** Before any correction. */
  inFile: RowTexts
  /** Missing until the server has checked the row, and again after each correction. */
  outcome?: RowOutcome
}

export function draftRow(line: SheetRow, mapping: Mapping, orders: DateOrders | null, today: PlainDate): DraftRow {
  const texts = textsOf(line.cells.map(cellText), mapping, orders)
  return { ...readRow(line.row, texts, today), texts, inFile: texts }
}

/** What the import will do with a row. */
export type RowVerdict =
  | { status: 'add' }
  | { status: 'change'; outcome: Extract<RowOutcome, { status: 'changed' }> }
  | { status: 'known'; by: KnownBy | 'same'; record: RecordedPerson }
  /** An earlier row has the same person, or the same name and birthday. */
  | { status: 'repeat'; repeat: Exclude<Repeat, { same: 'cell' }> }
  | { status: 'mend'; problems: readonly RowProblem[] }

/** What is probably mistyped in a row that can be added as it is. */
export function doubtsOf({ person }: Pick<DraftRow, 'person'>): string[] {
  if (!person) return []
  const { rank, cellphoneNumber, contactPersonNumber, email, contactPersonEmail } = person
  return [
    rank && !knownRanks.has(rank) ? importText.unknownRank(rank) : null,
    ...[cellphoneNumber, contactPersonNumber].map((number) => number && whyDoubtPhone(number)),
    ...[email, contactPersonEmail].map((address) => address && whyDoubtEmail(address)),
  ].flatMap((doubt) => doubt || [])
}

const knownRanks: ReadonlySet<string> = new Set(
  Object.values(ranksByService)
    .flat()
    .flatMap(({ ranks }) => ranks),
)

export function verdictsFor({ rows, different, as }: ImportDraft): ReadonlyMap<number, RowVerdict> {
  const isKnown = ({ outcome }: DraftRow) =>
    outcome !== undefined && outcome.status !== 'new' && outcome.status !== 'wrong'
  const repeats = findRepeats(
    rows.filter((row) => !isKnown(row)),
    { different, as },
  )
  return new Map(rows.map((row) => [row.row, verdictOn(row, repeats.get(row.row))]))
}

function verdictOn({ problems, outcome }: DraftRow, repeat: Repeat | undefined): RowVerdict {
  if (outcome?.status === 'known') return { status: 'known', by: outcome.by, record: outcome.record }
  if (outcome?.status === 'unchanged') return { status: 'known', by: 'same', record: outcome.record }
  if (outcome?.status === 'changed') return { status: 'change', outcome }
  if (problems.length > 0) return { status: 'mend', problems }
  // The server sees one part at a time; here we have all rows and know which of two to leave out.
  if (repeat && repeat.same !== 'cell') return { status: 'repeat', repeat }
  if (outcome?.status === 'wrong') return { status: 'mend', problems: outcome.problems }
  return repeat ? { status: 'mend', problems: [repeat.problem] } : { status: 'add' }
}

/**
 * Serial numbers of people with the same name and birthday who may be somebody else. Not with look-alike numbers: one of
 * these is mistyped.
 */
export function namesakesToDecide({ texts }: Pick<DraftRow, 'texts'>, verdict: RowVerdict): readonly string[] | null {
  const serials = sameNameSerials(verdict)
  const isOther = (serial: string) => serial !== '' && foldSerial(serial) !== foldSerial(texts.militarySerial ?? '')
  return serials?.every(isOther) ? serials : null
}

/** Serial numbers of people with the same name and birthday. Null if they were recognised by more than that. */
export function sameNameSerials(verdict: RowVerdict): readonly string[] | null {
  if (verdict.status === 'repeat') return verdict.repeat.same === 'name' ? verdict.repeat.serials : null
  return verdict.status === 'known' && verdict.by === 'name' ? [verdict.record.militarySerial ?? ''] : null
}

/** Corrected texts, by row. */
export type Corrections = ReadonlyMap<number, RowTexts>

export function applyCorrections(draft: ImportDraft, mended: Corrections, today: PlainDate): ImportDraft {
  const rows = draft.rows.map((each): DraftRow => {
    const changed = mended.get(each.row)
    if (!changed) return each
    const texts = { ...each.texts, ...changed }
    return { ...readRow(each.row, texts, today), texts, inFile: each.inFile }
  })
  // A corrected row may be about someone else, so the confirmation no longer applies.
  return { ...draft, rows, same: new Set([...draft.same].filter((row) => !mended.has(row))) }
}

/**
 * Fields whose values many people share, so one correction can apply to all. A birthday, serial number or email is corrected row
 * by row.
 */
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

/** Rows with the same wrong value in this field, which can be corrected together. Empty cells never match. */
export function alikeRows(
  { rows }: ImportDraft,
  verdicts: ReadonlyMap<number, RowVerdict>,
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

/** Adds the server's outcomes, except for rows that were corrected in the meantime. */
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

/** Of a cell that cannot be read as it is. */
export const firstNumber = (field: ImportField, text: string): string | null =>
  field === 'cellphoneNumber' || field === 'contactPersonNumber' ? firstPhone(text) : null

/** Corrections that need no decision: repaired names, first phone numbers, and optional cells left empty. */
export function obviousCorrections(draft: ImportDraft, verdicts: ReadonlyMap<number, RowVerdict>) {
  const names = new Map<number, RowTexts>()
  const numbers = new Map<number, RowTexts>()
  const optional = new Map<number, RowTexts>()
  for (const { row, texts } of draft.rows) {
    const verdict = verdicts.get(row)
    for (const { field } of verdict?.status === 'mend' ? verdict.problems : []) {
      const text = (field && texts[field]) ?? ''
      if (field === null || text === '') continue
      const repaired = isNamePart(field) ? repairName(text) : text
      const number = firstNumber(field, text)
      if (repaired !== text) names.set(row, { ...names.get(row), [field]: repaired })
      else if (number !== null) numbers.set(row, { ...numbers.get(row), [field]: number })
      else if (mayBeEmpty(field)) optional.set(row, { ...optional.get(row), [field]: '' })
    }
  }
  return { names, numbers, optional }
}

/** Values that are kept differently from how the file has them, each once: `Region IV-A` as Luzon, `2019` as its first day. */
export function readFreely(rows: readonly DraftRow[]): { field: ImportField; text: string; value: string }[] {
  const read = rows.flatMap(({ person, texts: { region = '', memberSince = '' } }) => [
    ...(person?.region && person.region.toLowerCase() !== region.trim().toLowerCase()
      ? [{ field: 'region' as const, text: region, value: person.region }]
      : []),
    ...(person?.memberSince && yearAlone(memberSince)
      ? [{ field: 'memberSince' as const, text: memberSince, value: person.memberSince }]
      : []),
  ])
  return [...new Map(read.map((each) => [`${each.field} ${each.text}`, each])).values()]
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

/** The rows to write, those with an ID number first, so that no newly assigned number is one that the file brings. */
export function rowsToWrite(draft: ImportDraft, verdicts: ReadonlyMap<number, RowVerdict>): SentRow[] {
  const due = draft.rows.filter(({ row }) => /^(?:add|change)$/.test(verdicts.get(row)?.status ?? ''))
  const numbered = ({ keys }: DraftRow) => (keys.idNumber === null ? 1 : 0)
  return due.toSorted((one, other) => numbered(one) - numbered(other)).map((row) => asSent(draft, row))
}

export interface ImportResult {
  members: number
  /** How many of them have no region. */
  regionless: number
  applicants: number
  updated: number
  /** Rows that were not imported, with the reason. */
  left: { row: number; texts: RowTexts; why: string }[]
  /** How many of them are on the site already. */
  known: number
}

interface Written {
  outcome: RowOutcome
  /** The part was sent before, and its reply was lost. */
  again: boolean
}

/** In a repeated part, people who are now on the site were added by the first attempt. */
export function resultOf(
  draft: ImportDraft,
  verdicts: ReadonlyMap<number, RowVerdict>,
  written: ReadonlyMap<number, Written>,
): ImportResult {
  const result: ImportResult = { members: 0, regionless: 0, applicants: 0, updated: 0, left: [], known: 0 }
  for (const { row, texts, person } of draft.rows) {
    const { outcome, again = false } = written.get(row) ?? {}
    const cameBefore = again && outcome?.status === 'known' && outcome.by === 'serial'
    const idNumber = outcome?.status === 'new' ? outcome.idNumber : cameBefore ? outcome.record.idNumber : undefined
    if (idNumber && !person?.region) result.regionless++
    if (idNumber !== undefined) result[idNumber === null ? 'applicants' : 'members']++
    else if (outcome?.status === 'changed' || (again && outcome?.status === 'unchanged')) result.updated++
    else {
      const verdict = outcome ? asVerdict(outcome) : verdicts.get(row)
      if (verdict?.status === 'known' && !namesakesToDecide({ texts }, verdict)) result.known++
      result.left.push({ row, texts, why: reasonOf(verdict) })
    }
  }
  return result
}

const asVerdict = (outcome: RowOutcome): RowVerdict | undefined => {
  if (outcome.status === 'known') return { status: 'known', by: outcome.by, record: outcome.record }
  return outcome.status === 'wrong' ? { status: 'mend', problems: outcome.problems } : undefined
}

function reasonOf(verdict: RowVerdict | undefined): string {
  if (verdict?.status === 'known') return importText.alreadyMember(verdict.record.name)
  if (verdict?.status === 'repeat') return importText.repeats(verdict.repeat)
  return verdict?.status === 'mend'
    ? verdict.problems.map(({ message }) => message).join('; ')
    : importText.changedMeanwhile
}

/** A member file with two more columns, which can be corrected and imported again. */
export function leftLines(left: ImportResult['left']): (string | number)[][] {
  const fields = importFieldsFor(left.some(({ texts }) => texts.duesPaidUntil))
  return [
    [importText.row, importText.whyLeft, ...fields.map(importLabel)],
    ...left.map(({ row, why, texts }) => [row, why, ...fields.map((field) => texts[field] ?? '')]),
  ]
}
