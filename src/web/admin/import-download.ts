import { byteOrderMark, csvLine } from '#shared/csv.ts'

/** Saves lines as a file that spreadsheets open, made in the browser. */
export function saveCsv(name: string, lines: readonly (readonly (string | number | null)[])[]): void {
  const blob = new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser takes the address before it is given back.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
