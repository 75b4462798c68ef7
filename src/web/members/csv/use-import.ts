import { useEffect, useRef, useState } from 'react'
import { showBytes } from '#shared/figures.ts'
import { dayOfNumber, type DateOrders } from '#shared/members/csv/date-order.ts'
import { countRecognised, findNonPersonRows, isDate, type Mapping } from '#shared/members/csv/guess-columns.ts'
import { lastPaidYear } from '#shared/members/csv/imported-person.ts'
import { importLimits, type ImportPart, type RowOutcome, type SentRow } from '#shared/members/csv/member-file.ts'
import { dayInManila } from '#shared/time.ts'
import { isWorthRetrying } from '#web/api/client.ts'
import { asServerAsked, untilOnlineOr, withRetry } from '#web/api/retry.ts'
import { invalidatePeople } from '#web/members/api.ts'
import { splitIntoParts, sendPart } from './api.ts'
import {
  asSent,
  draftRow,
  verdictsFor,
  applyCorrections,
  resultOf,
  rowsToWrite,
  withOutcomes,
  type DraftRow,
  type ImportDraft,
  type ImportResult,
  type Corrections,
  type RowVerdict,
} from './import-draft.ts'
import { Unreadable, type SheetRow } from './read-csv.ts'
import { openSpreadsheet, readBestSheet, type Spreadsheet } from './read-spreadsheet.ts'
import { importText } from './text.ts'

/** An open spreadsheet, and the sheet to import. */
export interface OpenFile {
  name: string
  spreadsheet: Spreadsheet
  sheet: number
  lines: readonly SheetRow[]
  /** What was chosen for this sheet before, when its columns are changed. */
  chosen?: ChosenColumns | undefined
}

/** The field of each column, and how dates are read. */
export interface ChosenColumns {
  /** 0 if there are no headings. */
  headingRow: number
  mapping: Mapping
  orders: DateOrders
  /** Whether numbers are read as dates, as spreadsheets count days. */
  dayNumbers: boolean
}

interface Progress {
  done: number
  total: number
  /** The error that stopped it, until the user continues. */
  error?: unknown
}

/** The stages of an import. Nothing is written before `writing`, which starts only from the preview. */
type ImportStage =
  | { status: 'choose'; refusal?: string }
  | { status: 'reading'; fileName: string }
  | { status: 'columns'; file: OpenFile }
  | { status: 'checking'; draft: ImportDraft; progress: Progress }
  | { status: 'preview'; draft: ImportDraft; verdicts: ReadonlyMap<number, RowVerdict> }
  | { status: 'writing'; draft: ImportDraft; progress: Progress; continue: () => void }
  | { status: 'done'; fileName: string; result: ImportResult }

/** Opens the sheet with the highest worth, or returns why the file cannot be read. */
export async function openSpreadsheetFile(
  chosen: File,
  worth: (rows: readonly string[][]) => number = () => 0,
): Promise<OpenFile | string> {
  if (chosen.size > importLimits.bytes)
    return importText.tooLarge(showBytes(chosen.size), showBytes(importLimits.bytes))
  try {
    const spreadsheet = await openSpreadsheet(new Uint8Array(await chosen.arrayBuffer()))
    return { name: chosen.name, spreadsheet, ...(await readBestSheet(spreadsheet, worth)) }
  } catch (error) {
    return error instanceof Unreadable ? importText.unreadable(error.message) : importText.unopened
  }
}

const today = () => dayInManila(Date.now())
/** Pauses before each retry of a part. After the last one the administrator must continue by hand. */
const pausesMs = [1000, 3000, 10_000]

export function useImport() {
  const [stage, setStage] = useState<ImportStage>({ status: 'choose' })
  const [file, setFile] = useState<OpenFile | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function begin(): AbortSignal {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  function showColumns(opened: OpenFile) {
    setFile(opened)
    setStage({ status: 'columns', file: opened })
  }

  async function choose(chosen: File) {
    const signal = begin()
    setStage({ status: 'reading', fileName: chosen.name })
    const opened = await openSpreadsheetFile(chosen, countRecognised)
    if (signal.aborted) return
    if (typeof opened === 'string') setStage({ status: 'choose', refusal: opened })
    else showColumns(opened)
  }

  async function openSheet(opened: OpenFile, sheet: number) {
    const signal = begin()
    try {
      const lines = await opened.spreadsheet.read(sheet)
      if (!signal.aborted) showColumns({ ...opened, sheet, lines, chosen: undefined })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      setStage({ status: 'choose', refusal: importText.unreadable(error.message) })
    }
  }

  /** Reads the rows by the chosen columns, then has the server check them part by part. */
  async function readRows(opened: OpenFile, chosen: ChosenColumns) {
    setFile({ ...opened, chosen })
    const { headingRow, mapping, orders, dayNumbers } = chosen
    const headings = opened.lines.find(({ row }) => row === headingRow)?.cells ?? []
    const below = opened.lines.filter(({ row }) => row > headingRow)
    const asides = findNonPersonRows(below, mapping, headings)
    const asDay = (cell: string, column: number) => {
      const target = mapping[column] ?? null
      if (!dayNumbers || !isDate(target)) return cell
      return dayOfNumber(cell, target === 'birthday' ? undefined : String(lastPaidYear)) ?? cell
    }
    const lines = below.filter((line) => !asides.has(line))
    const rows: DraftRow[] = []
    const draft: ImportDraft = {
      fileName: opened.name,
      rows,
      as: 'members',
      updating: false,
      different: new Map(),
      same: new Set(),
      asides: [...asides],
    }
    const signal = begin()
    for (let at = 0; at < lines.length && !signal.aborted; at += importLimits.rowsInPart) {
      setStage({ status: 'checking', draft, progress: { done: 0, total: lines.length } })
      await nextTurn()
      for (const { row, cells } of lines.slice(at, at + importLimits.rowsInPart))
        rows.push(draftRow({ row, cells: cells.map(asDay) }, mapping, orders, today()))
    }
    if (!signal.aborted) await check(draft)
  }

  async function check(draft: ImportDraft) {
    const signal = begin()
    const outcomes: RowOutcome[] = []
    const show = (error?: unknown) =>
      setStage({ status: 'checking', draft, progress: { done: outcomes.length, total: draft.rows.length, error } })
    show()
    try {
      for (const rows of splitIntoParts(draft.rows.map((row) => asSent(draft, row)))) {
        outcomes.push(...(await sendPart(asPart(draft, rows, false), signal)))
        if (signal.aborted) return
        show()
      }
      showPreview(withOutcomes(draft, draft.rows, outcomes))
    } catch (error) {
      if (!signal.aborted) show(error)
    }
  }

  function showPreview(draft: ImportDraft) {
    setStage({ status: 'preview', draft, verdicts: verdictsFor(draft) })
  }

  /**
   * Checks corrected rows here at once, then on the server. If it cannot be reached, they count as valid: it checks again before
   * writing.
   */
  async function correctRows(draft: ImportDraft, mended: Corrections) {
    const next = applyCorrections(draft, mended, today())
    showPreview(next)
    await checkRows(next, new Set(mended.keys()))
  }

  async function checkRows(draft: ImportDraft, which: ReadonlySet<number>) {
    const signal = running.current?.signal ?? begin()
    const rows = draft.rows.filter(({ row }) => which.has(row))
    for (const part of splitIntoParts(rows.map((row) => asSent(draft, row)))) {
      const outcomes = await sendPart(asPart(draft, part, false), signal).catch(() => [])
      setStage((now) => {
        if (now.status !== 'preview') return now
        const checked = withOutcomes(now.draft, rows, outcomes)
        return { ...now, draft: checked, verdicts: verdictsFor(checked) }
      })
    }
  }

  /** Marks rows as different people from the namesakes shown, but not from any others. */
  async function setDifferent(draft: ImportDraft, seen: ReadonlyMap<number, readonly string[]>) {
    const different = new Map(draft.different)
    for (const [row, serials] of seen) different.set(row, [...(different.get(row) ?? []), ...serials])
    const rows = draft.rows.map(({ outcome, ...row }) => (seen.has(row.row) || !outcome ? row : { ...row, outcome }))
    const next = { ...draft, different, rows }
    showPreview(next)
    await checkRows(next, new Set(seen.keys()))
  }

  /** Marks the row as the person with its serial number, whatever else differs. */
  async function setSame(draft: ImportDraft, row: number) {
    const next = { ...draft, same: new Set([...draft.same, row]) }
    showPreview(next)
    await checkRows(next, new Set([row]))
  }

  /**
   * Writes part by part. A part whose reply was lost is sent again: the server recognises the people it added, so nobody is added
   * twice.
   */
  async function write(draft: ImportDraft) {
    const verdicts = verdictsFor(draft)
    const parts = splitIntoParts(rowsToWrite(draft, verdicts))
    const total = parts.flat().length
    const written = new Map<number, { outcome: RowOutcome; again: boolean }>()

    const sendFrom = async (first: number, isAgain: boolean): Promise<void> => {
      const signal = begin()
      let again = isAgain
      const show = (error?: unknown) =>
        setStage({
          status: 'writing',
          draft,
          progress: { done: written.size, total, error },
          continue: () => void sendFrom(Math.ceil(written.size / importLimits.rowsInPart), true),
        })
      const retrying = {
        pausesMs,
        worthIt: (error: unknown) => isWorthRetrying(error) && !signal.aborted,
        pause: (ms: number, error: unknown) => untilOnlineOr(asServerAsked(ms, error), { signal }),
      }
      for (const part of parts.slice(first)) {
        const sendOnce = (attempt: number) => {
          again ||= attempt > 1
          show()
          return sendPart(asPart(draft, part, true), signal)
        }
        try {
          const outcomes = await withRetry(sendOnce, retrying)
          for (const outcome of outcomes) written.set(outcome.row, { outcome, again })
          again = false
        } catch (error) {
          if (!signal.aborted) show(error)
          return
        }
      }
      setStage({ status: 'done', fileName: draft.fileName, result: resultOf(draft, verdicts, written) })
      await invalidatePeople()
    }
    await sendFrom(0, false)
  }

  function restart() {
    running.current?.abort()
    setFile(null)
    setStage({ status: 'choose' })
  }

  const goToColumns = file && (() => showColumns(file))
  const nextName = file?.spreadsheet.sheets[file.sheet + 1]
  const nextSheet = file && nextName ? { name: nextName, open: () => void openSheet(file, file.sheet + 1) } : null
  const acts = { choose, openSheet, readRows, check, correctRows, setDifferent, setSame, write, restart, goToColumns }
  return { stage, nextSheet, ...acts }
}

const asPart = ({ as, updating, fileName }: ImportDraft, rows: SentRow[], write: boolean): ImportPart => ({
  write,
  as,
  updating,
  fileName: fileName.slice(0, 255),
  rows,
})

/** Lets the browser update the page while thousands of rows are read. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))
