import { useState } from 'react'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { showNumber, showCount } from '#shared/figures.ts'
import type { ImportPreview, RowProblem } from '#shared/members/csv/member-file.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { DownloadIcon } from '#web/components/icons.tsx'
import { saveFile } from '#web/components/save-file.ts'

const columns: Column<RowProblem>[] = [
  { heading: 'Row', cell: ({ row }) => row, numeric: true },
  {
    heading: 'Column',
    cell: ({ field }) => <span className="font-mono max-md:wrap-anywhere">{field || 'the whole row'}</span>,
  },
  { heading: 'Problem', cell: ({ message }) => message },
]
const shownAtFirst = 10
const shownMore = 50

/** What is wrong, row by row, to be mended in the file. */
export function ImportProblems({ preview, fileName }: { preview: ImportPreview; fileName: string }) {
  const [shown, setShown] = useState(shownAtFirst)
  const { problems, problemCount, left: rowsLeft } = preview
  const left = Math.min(problems.length, shown + shownMore) - shown
  return (
    <section aria-labelledby="problems" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="problems" className="text-2xl">
            {rowsLeft > 0 ? `${showCount(rowsLeft, 'row')} with problems` : 'Problems with the heading'}
          </h2>
          <p className="mt-1 text-muted">
            Rows are counted as in your spreadsheet; the heading is row 1.
            {problems.length < problemCount &&
              ` These are the first ${showNumber(problems.length)} of ${showNumber(problemCount)} problems.`}
          </p>
        </div>
        <Button look="outline" onClick={() => saveCsv(`problems of ${fileName}`, asLines(problems))}>
          <DownloadIcon />
          Download the problems
        </Button>
      </div>
      <DataTable
        caption="Rows with problems"
        columns={columns}
        rows={problems.slice(0, shown)}
        keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
        empty={null}
      />
      {left > 0 && (
        <Button look="outline" className="justify-self-center" onClick={() => setShown(shown + shownMore)}>
          Show {left} more
        </Button>
      )}
    </section>
  )
}

const asLines = (problems: readonly RowProblem[]) => [
  ['row', 'column', 'what is wrong'],
  ...problems.map(({ row, field, message }) => [row, field, message]),
]

/** Saves lines as a file that spreadsheets open, made in the browser. */
export function saveCsv(name: string, lines: readonly (readonly (string | number | null)[])[]): void {
  saveFile(new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' }), name)
}
