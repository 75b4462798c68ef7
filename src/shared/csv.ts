/**
 * Comma-separated values as spreadsheets read them (RFC 4180). A spreadsheet takes a cell that begins like a formula for
 * one and runs it, so such a cell gets an apostrophe in front; `plainCell` takes it off again.
 */
const beginsLikeFormula = /^'*(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/
const neutralised = /^'+(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/

/** With it in front of the first line, spreadsheets know the file is UTF-8 and show ñ as ñ. */
export const byteOrderMark = '\uFEFF'

/** One line of a file, with its end. Numbers stay numbers. */
export function csvLine(values: readonly (string | number | null)[]): string {
  const cells = values.map(csvCell)
  // An empty line would be read as no line at all.
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = beginsLikeFormula.test(value) ? `'${value}` : value
  // Other delimiters too: people open a file with whichever their spreadsheet guesses.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell without the apostrophe that made it harmless. */
export function plainCell(cell: string): string {
  return neutralised.test(cell) ? cell.slice(1) : cell
}
