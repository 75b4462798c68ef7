import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { saveFile } from '#web/components/save-file.ts'

/** Saves lines as a file that spreadsheets open, made in the browser. */
export function saveCsv(name: string, lines: readonly (readonly (string | number | null)[])[]): void {
  saveFile(new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' }), name)
}
