import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { tieDecisionSchema, whyNotDecided } from '#shared/elections/closing/closing.ts'
import { sentenceFor } from '#shared/text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { closed, decideTie, type ClosingTie } from '#web/api/elections/closing.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { serviceNames } from '#web/components/pill.tsx'
import { TextArea } from '#web/components/text-area.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import { ChosenField } from '#web/elections/closing/chosen-field.tsx'
import { showCount } from '#web/components/show-count.ts'

interface TieDialogProps {
  electionId: string
  /** Null while none is being decided. */
  tie: ClosingTie | null
  onClose: () => void
}

export function TieDialog({ electionId, tie, onClose }: TieDialogProps) {
  // The last one stays on the screen while the dialog goes.
  const [shown, setShown] = useState(tie)
  if (tie && tie !== shown) setShown(tie)
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={tie !== null}
      onClose={onClose}
      staysOpen
      busy={sending}
      title={shown ? `Tie in the ${serviceNames[shown.ms]}` : ''}
      description={
        shown &&
        `${shown.nominees.length} people have ${showCount(shown.votes, 'vote')} each, and there ${shown.seats === 1 ? 'is one seat' : `are ${shown.seats} seats`} left for them. The votes do not decide this. The association decides, and you record the decision here.`
      }
    >
      {shown && <TieForm key={shown.ms} {...{ electionId, onClose }} tie={shown} onSending={setSending} />}
    </Dialog>
  )
}

interface TieFormProps extends TieDialogProps {
  tie: ClosingTie
  onSending: (sending: boolean) => void
}

function TieForm({ electionId, tie, onClose, onSending }: TieFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<string[]>(tie.decision?.nomineeIds ?? [])
  const [reason, setReason] = useState(tie.decision?.reason ?? '')
  // What is wrong is told after the first try, and goes as it is put right.
  const [refusals, setRefusals] = useState(0)
  const problems = problemsOf(tie, chosen, reason)
  const wrong = refusals > 0 ? problems : {}
  useFocusInvalid(form, refusals)

  const deciding = useMutation({
    mutationFn: async () => {
      onSending(true)
      try {
        await decideTie(api, electionId, tie.ms, { nomineeIds: chosen, reason })
      } finally {
        onSending(false)
      }
    },
    onSuccess: async () => {
      showToast('The decision is recorded.')
      onClose()
      await closed(queries)
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (deciding.isPending) return
    if (Object.keys(problems).length === 0) deciding.mutate()
    else setRefusals((before) => before + 1)
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <ChosenField tie={tie} chosen={chosen} error={wrong.nomineeIds} onChange={setChosen} />
      <TextArea
        label="How it was decided"
        hint="For example: drawing of lots, on which day and in the presence of the candidates. It will be printed on the certificate."
        rows={4}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={wrong.reason}
      />
      {deciding.isError && (
        <Notice tone="error" title="The decision was not recorded">
          {sentenceOf(deciding.error)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" disabled={deciding.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={deciding.isPending}>
          Record the decision
        </Button>
      </div>
    </form>
  )
}

function problemsOf(tie: ClosingTie, nomineeIds: string[], reason: string): { nomineeIds?: string; reason?: string } {
  const asTie = { ...tie, nomineeIds: tie.nominees.map(({ nomineeId }) => nomineeId) }
  const why = whyNotDecided(asTie, nomineeIds)
  const parsed = tieDecisionSchema.shape.reason.safeParse(reason)
  return {
    ...(why && { nomineeIds: sentenceFor(why, { n: tie.seats }) }),
    ...(!parsed.success && { reason: parsed.error.issues[0]?.message ?? '' }),
  }
}
