import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameWithEmail } from '#shared/accounts/administrators.ts'
import type { CertificateStatement, Countersignature } from '#shared/elections/board/statements.ts'
import { fill, observingText } from '#shared/elections/observing/text.ts'
import { showInstant } from '#shared/time.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { boardChanged, countersign, type ObservedBoard } from '#web/api/elections/observing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { showToast } from '#web/components/toast.tsx'
import { hashOfStatement } from './statement-hash.ts'
import { Facts, Task } from './task.tsx'

const text = observingText.countersign

/** The certificate, who has countersigned it, and the button to do so. */
export function CountersignTask({ board }: { board: ObservedBoard }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const me = useQuery(meQuery(useApi())).data
  const { certificate, countersignatures } = board
  if (certificate === null)
    return (
      <Task title={text.title} help={text.help}>
        <p>{text.later}</p>
      </Task>
    )
  const said = JSON.parse(certificate.statement) as CertificateStatement
  const signatures = countersignatures.map(({ statement }) => JSON.parse(statement) as Countersignature)

  async function sign(statement: string) {
    const hash = await hashOfStatement('certificate/1', statement)
    if (hash === null) return showToast(text.noHash, 'error')
    await countersign(board.electionId, hash)
    await boardChanged(queries, board.electionId)
    showToast(text.done)
  }

  return (
    <Task title={text.title} help={text.help}>
      <Facts
        facts={[
          {
            name: text.certified,
            value: `${showInstant(Date.parse(String(said['certifiedAt'])))}, ${String(said['certifiedBy'])}`,
          },
          { name: text.ballots, value: Number(said['ballots']).toLocaleString('en') },
        ]}
      />
      {signatures.length === 0 ? (
        <p className="mt-4">{text.nobody}</p>
      ) : (
        <ul className="mt-4 grid gap-1">
          {signatures.map(({ by, role, at }) => (
            <li key={`${by} ${at}`}>{fill(text.signed, { by, role, when: showInstant(Date.parse(at)) })}</li>
          ))}
        </ul>
      )}
      {me && signatures.some(({ by }) => by === nameWithEmail(me.name, me.email)) ? (
        <p className="mt-4 font-semibold">{text.done}</p>
      ) : (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          {text.act}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.question}
        action={text.act}
        failure={text.failed}
        onConfirm={() => sign(certificate.statement)}
      >
        {text.explain}
      </ConfirmDialog>
    </Task>
  )
}
