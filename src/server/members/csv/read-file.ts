import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse, CsvError } from 'csv-parse'
import { AppError } from '#shared/errors.ts'
import { showNumber } from '#shared/figures.ts'
import { requiredColumns } from '#shared/members/csv/columns.ts'
import {
  isBlankRow,
  readHeading,
  readRow,
  type Heading,
  type RowReading,
  readUpdateRow,
  type UpdateRow,
} from '#shared/members/csv/import.ts'
import {
  importLimits,
  type NumberedPerson,
  type RowProblem,
  betterExample,
  needsOrder,
  type UnclearDates,
} from '#shared/members/csv/member-file.ts'

export interface ReadFile {
  heading: Heading
  /** Rows with something in them, without the heading. */
  rows: number
  people: NumberedPerson[]
  problems: RowProblem[]
  /** The numbers that rows with problems say, with the first such row of each. */
  leftNumbers: Map<string, number>
  /** When people on record are to be updated: what each row says, as far as it says something. */
  said: UpdateRow[]
  unclearDates: UnclearDates | null
}

export interface FileReading extends RowReading {
  updating: boolean
}

/** Every row of the file, read by the rules. Other requests are served between its parts. */
export async function readMembersFile(bytes: Buffer, how: FileReading): Promise<ReadFile> {
  const text = decode(bytes)
  const file: ReadFile = {
    heading: { columns: [], ignored: [], problems: [] },
    rows: 0,
    people: [],
    problems: [],
    leftNumbers: new Map(),
    said: [],
    unclearDates: null,
  }
  let row = 0
  for await (const cells of recordsOf(text)) {
    if (++row > importLimits.lines)
      throw unreadable(`It has more than ${showNumber(importLimits.lines)} lines, most of them empty.`)
    if (row === 1) file.heading = readHeading(cells, how.updating ? ['military_serial'] : requiredColumns)
    else if (!isBlankRow(cells)) {
      if (++file.rows > importLimits.rows)
        throw unreadable(`A file may have at most ${showNumber(importLimits.rows)} rows. Please split it.`)
      // Without the columns every row would be wrong; that is told once, by the heading.
      if (file.heading.problems.length > 0) continue
      noteUnclear(file, cells, how)
      const said = how.updating && readUpdateRow(file.heading, cells, row, how)
      if (said) file.said.push(said)
      const read = readRow(file.heading, cells, row, how)
      if ('person' in read) file.people.push({ row, person: read.person })
      else {
        file.problems.push(...read.problems)
        if (read.idNumber !== null && !file.leftNumbers.has(read.idNumber)) file.leftNumbers.set(read.idNumber, row)
      }
    }
  }
  if (row === 0) throw unreadable('The file is empty.')
  return file
}

/** A date that nobody said how to read. */
function noteUnclear(file: ReadFile, cells: readonly string[], { dates }: FileReading): void {
  const typed = cells[file.heading.columns.indexOf('birthday')] ?? ''
  if (dates !== undefined || !needsOrder(typed)) return
  const { count = 0, example } = file.unclearDates ?? {}
  file.unclearDates = { count: count + 1, example: betterExample(example, typed) }
}

const sliceLength = 64 * 1024

async function* slices(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += sliceLength) {
    yield text.slice(at, at + sliceLength)
    await nextTurn()
  }
}

async function* recordsOf(text: string): AsyncGenerator<string[]> {
  const parser = Readable.from(slices(text)).pipe(
    parse({
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: sliceLength,
      // Asked cell by cell: a row of a million empty cells is not too long for the parser, and would be put together first.
      cast: (cell, { index }) => {
        if (index >= importLimits.columns) throw tooManyColumns()
        return cell
      },
      // All three line ends; left to itself the parser decides by the first one, which a file from two sources mixes.
      record_delimiter: ['\r\n', '\n', '\r'],
    }),
  )
  try {
    yield* parser as AsyncIterable<string[]>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark is opened and never closed.'
        : 'One of its rows is too long to be a member.',
    )
  }
}

/** Whichever stands most often in the heading: spreadsheets write the one of their country. */
function delimiterOf(text: string): string {
  const heading = (/^[^\r\n]*/.exec(text.slice(0, sliceLength))?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const times = (delimiter: string) => heading.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => times(b) - times(a))[0] ?? ','
}

/** UTF-8 if it is that, or what older spreadsheets write: UTF-16 with its mark, or Windows-1252. */
function decode(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1')))
    throw unreadable('This is a workbook. In your spreadsheet program, save it as “CSV UTF-8” and choose that file.')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  const text = decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes) ?? ''
  if (text.includes('\0')) throw unreadable('It contains something other than text.')
  return text
}

function decodeAs(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const tooManyColumns = () => unreadable(`One of its rows has more than ${importLimits.columns} columns.`)
const unreadable = (why: string) => new AppError('csv-unreadable', { fields: { file: why } })

/** The whole file in memory, up to the limit; refused by what it says of itself before the first byte is read. */
export async function receiveBytes(sent: { stream: AsyncIterable<Uint8Array>; announced: number }): Promise<Buffer> {
  if (sent.announced > importLimits.bytes) throw new AppError('body-too-large')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of sent.stream) {
    size += part.length
    if (size > importLimits.bytes) throw new AppError('body-too-large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
