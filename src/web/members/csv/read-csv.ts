import { showNumber } from '#shared/figures.ts'
import { importLimits } from '#shared/members/csv/member-file.ts'

/** A non-empty line, with its row number in the spreadsheet. */
export interface SheetRow {
  row: number
  cells: string[]
}

/** Its message tells the user why the file cannot be read. */
export class Unreadable extends Error {}

/** Collects lines up to the limits of a file. */
export class Lines {
  readonly kept: SheetRow[] = []

  add(row: number, cells: string[]): void {
    if (row > importLimits.lines)
      throw new Unreadable(`It has more than ${showNumber(importLimits.lines)} lines, most of them empty.`)
    if (cells.length > importLimits.columns) throw this.tooWide()
    if (cells.every((cell) => cell.trim() === '')) return
    if (this.kept.length > importLimits.rows)
      throw new Unreadable(`It has too many rows: at most ${showNumber(importLimits.rows)} at a time. Please split it.`)
    this.kept.push({ row, cells })
  }

  tooWide = () => new Unreadable(`One of its rows has more than ${importLimits.columns} columns.`)
}

/** The lines of a text file, in any common encoding. */
export const readText = (bytes: Uint8Array): SheetRow[] => readCsv(decode(bytes))

/** Decodes UTF-8, or what older spreadsheets write: UTF-16 with a byte order mark, or Windows-1252. */
function decode(bytes: Uint8Array): string {
  const text =
    (bytes[0] === 0xff && bytes[1] === 0xfe ? decodeAs('utf-16le', bytes) : null) ??
    decodeAs('utf-8', bytes) ??
    decodeAs('windows-1252', bytes) ??
    ''
  // A PDF file may be called .xlsx.
  if (text.includes('\0') || text.startsWith('%PDF'))
    throw new Unreadable('This is not a spreadsheet. Please save your list as .xlsx or .csv.')
  return text
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const mostInRow = 64 * 1024
/** The end of an unquoted cell. */
const cellEnd = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g } as const
type Delimiter = keyof typeof cellEnd

/** Reads CSV (RFC 4180) as spreadsheets write it, with any common delimiter and line ending. */
function readCsv(text: string): SheetRow[] {
  const lines = new Lines()
  const [named = '', separator] = /^sep=([,;\t])\r?\n/i.exec(text) ?? []
  const delimiter = (separator as Delimiter | undefined) ?? delimiterOf(text)
  const end = cellEnd[delimiter]
  let row = named === '' ? 0 : 1
  let at = named.length
  while (at < text.length) {
    const began = at
    const cells: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        const closes = closingQuote(text, at + 1)
        if (closes < 0) throw new Unreadable('A quotation mark is opened and never closed.')
        cell = text.slice(at + 1, closes).replaceAll('""', '"')
        at = closes + 1
      }
      end.lastIndex = at
      const next = end.exec(text)?.index ?? text.length
      if (next - began > mostInRow) throw new Unreadable('One of its rows is too long to be a member.')
      if (cells.push((cell + text.slice(at, next)).slice(0, importLimits.characters)) > importLimits.columns)
        throw lines.tooWide()
      at = next + 1
      if (text[next] !== delimiter) break
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at++
    lines.add(++row, cells)
  }
  return lines.kept
}

/** The end of a quoted cell. Two quotation marks inside stand for one. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0 && at - from <= mostInRow; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at
  return -1
}

/** The most frequent delimiter in the first lines: spreadsheets use the one of their locale. */
function delimiterOf(text: string): Delimiter {
  const head = text
    .slice(0, 4096)
    .split(/[\r\n]+/, 10)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '')
  const times = (delimiter: string) => head.split(delimiter).length
  return ([',', ';', '\t'] as const).toSorted((a, b) => times(b) - times(a))[0] ?? ','
}
