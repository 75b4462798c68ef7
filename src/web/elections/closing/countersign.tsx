import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countersignText } from '#shared/elections/closing/countersign-text.ts'
import { showInstant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import { closed, countersign, packageHref, type Closing } from '#web/api/elections/closing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { showToast } from '#web/components/toast.tsx'

interface CountersignProps {
  electionId: string
  signature: NonNullable<Closing['signature']>
}

const inGroups = (hash: string) => hash.slice(0, 16).match(/.{4}/g)?.join(' ') ?? ''

/** By what the certificate can be compared, who else has signed it, and the button for those who have not. */
export function Countersign({ electionId, signature }: CountersignProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { hash, fingerprint, countersignatures, mayCountersign } = signature
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 text-muted sm:grid-cols-[auto_1fr]">
        <dt>{countersignText.certificate}</dt>
        <dd className="font-mono">{inGroups(hash)}</dd>
        <dt>{countersignText.fingerprint}</dt>
        <dd className="font-mono">{inGroups(fingerprint)}</dd>
      </dl>
      {countersignatures.length > 0 && (
        <ul className="grid gap-1">
          {countersignatures.map(({ by, role, at }) => (
            <li key={`${by} ${at}`}>{countersignText.signed(by, role, showInstant(Date.parse(at)))}</li>
          ))}
        </ul>
      )}
      {mayCountersign && (
        <div>
          <Button onClick={() => setAsking(true)}>{countersignText.button}</Button>
        </div>
      )}
      <p>
        <a href={packageHref(electionId)} className="text-link">
          {countersignText.package}
        </a>
      </p>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={countersignText.question}
        action={countersignText.button}
        failure={countersignText.failed}
        onConfirm={async () => {
          try {
            await countersign(api, electionId, hash)
            showToast(countersignText.done)
          } finally {
            await closed(queries)
          }
        }}
      >
        <p>{countersignText.explanation}</p>
        <p className="mt-3 font-mono">{inGroups(hash)}</p>
      </ConfirmDialog>
    </>
  )
}
