/**
 * Comma-separated values for spreadsheets (RFC 4180). A spreadsheet runs a cell that begins like a formula, so such a
 * cell gets an apostrophe in front; `plainCell` removes it again.
 */
const beginsLikeFormula = /^'*(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/
const neutralised = /^'+(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/

/** At the start of a file, this tells spreadsheets that it is UTF-8, so that they show ñ as ñ. */
export const byteOrderMark = '\uFEFF'

/** One line of a file, with its line end. Numbers stay numbers. */
export function csvLine(values: readonly (string | number | null)[]): string {
  const cells = values.map(csvCell)
  // Without quotes, a line with one empty cell would be skipped as an empty line.
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = beginsLikeFormula.test(value) ? `'${value}` : value
  // Other delimiters need quotes too, because a spreadsheet guesses the delimiter.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell without the apostrophe that made it harmless. */
export function plainCell(cell: string): string {
  return neutralised.test(cell) ? cell.slice(1) : cell
}
