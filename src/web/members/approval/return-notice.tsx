import { returningText } from '#shared/members/approval/returning-text.ts'
import type { Application } from '#shared/members/listing/listing.ts'
import { itemLabel } from '#shared/members/registration/mendable.ts'
import { showReference } from '#shared/members/registration/reference.ts'
import { showInstant } from '#shared/time.ts'
import { Notice } from '#web/components/notice.tsx'

/** What the applicant was asked for, and whether it has come. */
export function ReturnNotice({ application }: { application: Application }) {
  const { reference, returnedAt, mendedAt, items, message } = application
  const labels = items.map(itemLabel).join(', ')
  return (
    <>
      {reference && <p className="mt-1 text-muted tabular-nums">Reference {showReference(reference)}</p>}
      {returnedAt !== null && (
        <Notice tone="warning" title={returningText.returned(showInstant(returnedAt))} className="mt-3">
          <p>
            {returningText.askedFor}: {labels}
          </p>
          <p className="break-words whitespace-pre-line">“{message}”</p>
        </Notice>
      )}
      {mendedAt !== null && (
        <Notice tone="info" title={returningText.mended(showInstant(mendedAt))} className="mt-3">
          <p>
            {returningText.changed}: <strong>{labels}</strong>
          </p>
          <p className="break-words whitespace-pre-line">“{message}”</p>
        </Notice>
      )}
    </>
  )
}
