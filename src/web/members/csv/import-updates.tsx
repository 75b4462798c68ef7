import { useState } from 'react'
import { importText } from '#shared/members/csv/import-text.ts'
import type { FieldChange, ImportPreview } from '#shared/members/csv/member-file.ts'
import { memberFields } from '#shared/members/member-fields.ts'
import { Button } from '#web/components/button.tsx'
import { showField } from '#web/members/record-facts.ts'

const shownAtFirst = 10

/** Field by field, what the file changes of people on record. */
export function ImportUpdates({ preview: { updates, changed } }: { preview: ImportPreview }) {
  const [shown, setShown] = useState(shownAtFirst)
  if (updates.length === 0) return null
  return (
    <section aria-labelledby="updates" className="grid gap-3">
      <h2 id="updates" className="text-2xl">
        {importText.changesTitle}
      </h2>
      <p className="text-muted">
        {updates.length < changed && `${importText.shownFirst(updates.length, changed)}. `}
        {importText.loginWarning}
      </p>
      <ul className="card divide-y divide-line" aria-labelledby="updates">
        {updates.slice(0, shown).map(({ row, name, changes }) => (
          <li key={row} className="grid gap-1 px-4 py-3">
            <p className="font-semibold break-words">
              {name} <span className="font-normal text-muted">· row {row}</span>
            </p>
            <dl className="grid gap-1">
              {changes.map((change) => (
                <div key={change.field} className="flex flex-wrap gap-x-2">
                  <dt className="text-muted">{memberFields[change.field].label}:</dt>
                  <dd className="min-w-0 wrap-anywhere">
                    <s className="text-muted">{valueWords(change, change.from)}</s> <span aria-hidden="true">→</span>
                    <span className="sr-only"> becomes </span> <strong>{valueWords(change, change.to)}</strong>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {updates.length > shown && (
        <Button look="outline" className="justify-self-center" onClick={() => setShown(updates.length)}>
          Show {updates.length - shown} more
        </Button>
      )}
    </section>
  )
}

function valueWords({ field }: FieldChange, value: FieldChange['to']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value ? showField(field, value) : importText.nothing
}
