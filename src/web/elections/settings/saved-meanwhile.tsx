import { useEffect, useRef } from 'react'
import type { ElectionField } from '#shared/elections/settings/settings.ts'
import { errorText } from '#shared/text.ts'
import { Notice } from '#web/components/notice.tsx'
import type { Merged } from '#web/elections/settings/draft.ts'
import { fieldNames } from '#shared/elections/settings/field-names.ts'

const named = (fields: readonly ElectionField[]) => fields.map((field) => fieldNames[field]).join(', ')

/** Another administrator was faster: what came in from them, and what of mine stands against theirs. */
export function SavedMeanwhile({ merged: { theirs, both } }: { merged: Merged }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} role="alert">
      <Notice tone="warning" title={errorText['edited-meanwhile']}>
        {theirs.length > 0 && <p>Their changes are in the form now: {named(theirs)}.</p>}
        {both.length > 0 && <p>You both changed: {named(both)}. Yours is in the form and would replace theirs.</p>}
        <p>Please check it and save again. Your changes are not saved yet.</p>
      </Notice>
    </div>
  )
}
