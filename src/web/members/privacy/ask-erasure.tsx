import { useState, type FormEvent } from 'react'
import { answerWithinDays, staysAfterErasure } from '#shared/members/privacy/privacy.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import type { OwnRequest } from '#web/api/members/privacy.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { DueDate } from '#web/members/privacy/due-date.tsx'
import { SectionCard } from '#web/members/privacy/section-card.tsx'
import { useRequest } from '#web/members/privacy/use-request.ts'

interface AskErasureProps {
  open: OwnRequest | undefined
  now: Instant
  isAdmin: boolean
}

export function AskErasure({ open, now, isAdmin }: AskErasureProps) {
  const [asking, setAsking] = useState(false)
  return (
    <SectionCard title="Leave the association and delete my data">
      {isAdmin && (
        <p className="mt-3 max-w-[60ch]">
          An administrator’s data cannot be deleted. Ask another administrator to take over your role first.
        </p>
      )}
      {!isAdmin && open && (
        <Notice tone="warning" title="You asked us to delete your data" className="mt-4">
          <p>You asked on {showInstant(open.askedAt)}. Until it is done, you are still a member.</p>
          <DueDate dueAt={open.dueAt} now={now} overdue={open.overdue} />
        </Notice>
      )}
      {!isAdmin && !open && (
        <>
          <p className="mt-3 max-w-[60ch]">
            You can leave and ask us to delete your data. Your membership ends, you can no longer log in, and your
            pictures and documents are deleted. An administrator will answer within {answerWithinDays} days.
          </p>
          <p className="mt-4 font-semibold">What we keep:</p>
          <ul className="mt-1 grid list-disc gap-1 pl-6 text-muted">
            {staysAfterErasure.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button look="danger-outline" className="mt-5" onClick={() => setAsking(true)}>
            Leave the association and delete my data
          </Button>
          <ErasureDialog asking={asking} onClose={() => setAsking(false)} />
        </>
      )}
    </SectionCard>
  )
}

function ErasureDialog({ asking, onClose }: { asking: boolean; onClose: () => void }) {
  const { request, fields } = useRequest()
  const [details, setDetails] = useState('')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (request.isPending) return
    request.mutate({ kind: 'erasure', details }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open={asking}
      onClose={onClose}
      staysOpen
      busy={request.isPending}
      title="Leave the association and delete my data?"
      description="Once an administrator has done it, it cannot be undone. To be a member again you would have to register again, with a new ID number."
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {request.isError && !fields.details && <Notice tone="error">{sentenceOf(request.error)}</Notice>}
        <TextArea
          label="Why are you leaving?"
          optional
          rows={3}
          maxLength={2000}
          value={details}
          error={fields.details}
          onChange={(event) => setDetails(event.currentTarget.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={request.isPending} onClick={onClose}>
            Stay a member
          </Button>
          <Button type="submit" look="danger" busy={request.isPending}>
            Send the request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
