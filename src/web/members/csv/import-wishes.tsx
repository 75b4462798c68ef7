import { dateOrders, inOrder, type DateOrder } from '#shared/members/csv/date-order.ts'
import { importText } from '#shared/members/csv/import-text.ts'
import type { ImportPreview } from '#shared/members/csv/member-file.ts'
import type { ImportWish } from '#web/api/members/csv.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showPlainDate } from '#web/components/formats.ts'
import { ImportDoubles } from '#web/members/csv/import-doubles.tsx'

const rowsNamed = 20

interface ImportWishesProps {
  preview: ImportPreview
  /** Checks the file once more, with this added to what was wished for before. */
  onWish: (wish: ImportWish) => void
}

/**
 * What the file alone cannot say: which figure of a date is the day, whether people on record are to be updated, and whether
 * two of the same name and birthday are one person.
 */
export function ImportWishes({ preview, onWish }: ImportWishesProps) {
  const { unclearDates, known, knownRows, existing, changed, unchanged } = preview
  return (
    <>
      {unclearDates && (
        <Notice tone="warning" title={importText.datesTitle(unclearDates.count)}>
          <p>{importText.datesLead(unclearDates.example)}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            {dateOrders.flatMap((order) => {
              const day = dayOf(unclearDates.example, order)
              return day === null
                ? []
                : [
                    <Button key={order} look="outline" onClick={() => onWish({ dates: order })}>
                      {importText.datesAre(unclearDates.example, day)}
                    </Button>,
                  ]
            })}
          </div>
        </Notice>
      )}
      {known > 0 && (
        <Notice tone="info" title={importText.knownTitle(known)}>
          <p>{existing === 'update' ? importText.updating(changed, unchanged) : importText.knownLead}</p>
          {knownRows.length > 0 && <p>{importText.knownRows(knownRows.slice(0, rowsNamed), known)}</p>}
          <Button
            look="outline"
            className="mt-3"
            onClick={() => onWish({ existing: existing === 'update' ? 'leave' : 'update' })}
          >
            {existing === 'update' ? importText.leave : importText.update}
          </Button>
        </Notice>
      )}
      <ImportDoubles preview={preview} onWish={onWish} />
    </>
  )
}

/** The example as a day, if it is one in this order. */
function dayOf(example: string, order: DateOrder): string | null {
  const day = inOrder(example, order)
  return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? null : showPlainDate(day)
}
