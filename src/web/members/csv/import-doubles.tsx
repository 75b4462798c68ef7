import { useState } from 'react'
import { importText } from '#shared/members/csv/import-text.ts'
import type { DoubleRow, ImportPreview } from '#shared/members/csv/member-file.ts'
import type { ImportWish } from '#web/api/members/csv.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Notice } from '#web/components/notice.tsx'

const shownAtFirst = 10

interface ImportDoublesProps {
  preview: ImportPreview
  onWish: (wish: ImportWish) => void
}

/** Rows with somebody else's name and birthday, side by side with whom they may be, and whether to add them all the same. */
export function ImportDoubles({ preview: { doubles, doubleCount, doubleMode }, onWish }: ImportDoublesProps) {
  const [shown, setShown] = useState(shownAtFirst)
  if (doubleCount === 0) return null
  const adding = doubleMode === 'add'
  return (
    <section className="grid gap-4" aria-label={importText.doublesCaption}>
      <Notice tone="warning" title={importText.doublesTitle(doubleCount)}>
        <p>{adding ? importText.doublesAdded : importText.doublesLeft}</p>
        <Button look="outline" className="mt-3" onClick={() => onWish({ doubles: adding ? 'leave' : 'add' })}>
          {adding ? importText.leaveDoubles : importText.addDoubles}
        </Button>
      </Notice>
      <DataTable
        caption={importText.doublesCaption}
        columns={columns}
        rows={doubles.slice(0, shown)}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
      {doubles.length > shown && (
        <Button look="outline" className="justify-self-center" onClick={() => setShown(doubles.length)}>
          Show {doubles.length - shown} more
        </Button>
      )}
      {doubles.length < doubleCount && (
        <p className="text-muted">{importText.shownFirst(doubles.length, doubleCount)}</p>
      )}
    </section>
  )
}

const columns: Column<DoubleRow>[] = [
  { heading: 'Name', main: true, cell: ({ name }) => name },
  { heading: 'Row', cell: ({ row }) => row, numeric: true },
  { heading: 'Same as', cell: ({ sameAs }) => <SameAs sameAs={sameAs} /> },
]

function SameAs({ sameAs }: Pick<DoubleRow, 'sameAs'>) {
  if ('row' in sameAs) return importText.sameAsRow(sameAs.row)
  const { id, name, idNumber, militarySerial } = sameAs
  return (
    <>
      <a href={`/member/${id}`} target="_blank" rel="noreferrer" className="text-link">
        {name}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <span className="block text-muted">{importText.sameAsRecord(idNumber, militarySerial)}</span>
    </>
  )
}
