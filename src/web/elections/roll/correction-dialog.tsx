import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { rollText } from '#shared/elections/roll/text.ts'
import { sentenceOf } from '#web/api/client.ts'
import { correctRoll, rollChanged } from '#web/elections/roll/api.ts'
import { findVoters } from '#web/elections/proxy/api.ts'
import { Button } from '#web/components/button.tsx'
import { Combobox } from '#web/components/combobox.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import { publicReason, type RollState } from '#shared/elections/roll/roll.ts'

export interface Person {
  id: string
  name: string
  idNumber: string | null
  region: string | null
}

/** Somebody is to be added, still to be looked for; or this voter is to be struck. */
export type Correcting = { act: 'add' } | { act: 'strike'; voter: Person }

interface CorrectionDialogProps {
  state: RollState
  /** Null while nothing is being corrected. */
  correcting: Correcting | null
  onClose: () => void
}

export function CorrectionDialog({ state, correcting, onClose }: CorrectionDialogProps) {
  // The last one stays on the screen while the dialog goes.
  const [shown, setShown] = useState(correcting)
  const [asked, setAsked] = useState(0)
  if (correcting && correcting !== shown) {
    setShown(correcting)
    setAsked(asked + 1)
  }
  const [sending, setSending] = useState(false)
  const adds = shown?.act === 'add'
  return (
    <Dialog
      open={correcting !== null}
      onClose={onClose}
      staysOpen
      busy={sending}
      title={adds ? rollText.addTitle : rollText.strikeTitle}
      description={adds ? rollText.addNote : rollText.strikeNote}
    >
      {shown && <CorrectionForm key={asked} {...{ state, onClose }} correcting={shown} onSending={setSending} />}
    </Dialog>
  )
}

interface CorrectionFormProps extends CorrectionDialogProps {
  correcting: Correcting
  onSending: (sending: boolean) => void
}

function CorrectionForm({ state, correcting, onClose, onSending }: CorrectionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [member, setMember] = useState<Person | null>(correcting.act === 'strike' ? correcting.voter : null)
  const [reason, setReason] = useState('')
  // What is wrong is told after the first try, and goes as it is put right.
  const [refusals, setRefusals] = useState(0)
  const reasonProblem = publicReason.safeParse(reason).error?.issues[0]?.message
  const wrong = refusals > 0
  useFocusInvalid(form, refusals)

  const saving = useMutation({
    mutationFn: async (memberId: string) => {
      onSending(true)
      try {
        await correctRoll(state.electionId, { act: correcting.act, memberId, reason })
      } finally {
        onSending(false)
      }
    },
    onSuccess: async () => {
      showToast(correcting.act === 'add' ? rollText.addedToast : rollText.struckToast)
      onClose()
      await rollChanged()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving.isPending) return
    if (member && reasonProblem === undefined) saving.mutate(member.id)
    else setRefusals((before) => before + 1)
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {correcting.act === 'add' ? (
        <MemberField
          electionId={state.electionId}
          member={member}
          onChange={setMember}
          error={wrong && !member ? rollText.memberMissing : undefined}
        />
      ) : (
        <div>
          <p className="text-xl font-semibold">{correcting.voter.name}</p>
          <p className="text-muted tabular-nums">{detailsOf(correcting.voter)}</p>
        </div>
      )}
      <TextArea
        label={rollText.reason}
        hint={rollText.reasonHint}
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={wrong ? reasonProblem : undefined}
      />
      <p className="text-muted">
        {state.recordSigned ? rollText.signedNote : rollText.earlyNote}{' '}
        {correcting.act === 'strike' && state.recordSigned && <strong>{rollText.strikeIsFinal}</strong>}
      </p>
      {saving.isError && (
        <Notice tone="error" title={rollText.notSaved}>
          {sentenceOf(saving.error)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" disabled={saving.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look={correcting.act === 'strike' ? 'danger' : 'primary'} busy={saving.isPending}>
          {correcting.act === 'add' ? rollText.addTitle : rollText.strikeTitle}
        </Button>
      </div>
    </form>
  )
}

const detailsOf = ({ idNumber, region }: Person) => [idNumber, region].filter(Boolean).join(', ')

interface MemberFieldProps {
  electionId: string
  member: Person | null
  onChange: (member: Person | null) => void
  error: string | undefined
}

function MemberField({ electionId, member, onChange, error }: MemberFieldProps) {
  const search = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const { voters, more } = await findVoters(electionId, typed, signal)
      return { options: voters as (Person & { onRoll?: boolean })[], more }
    },
    [electionId],
  )
  return (
    <Combobox<Person & { onRoll?: boolean }>
      label={rollText.member}
      hint={rollText.memberHint}
      value={member}
      onChange={onChange}
      search={search}
      labelOf={({ name, idNumber }) => [name, idNumber].filter(Boolean).join(', ')}
      isDisabled={({ onRoll }) => onRoll === true}
      renderOption={(option) => (
        <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            <span className="block font-semibold">{option.name}</span>
            <span className="block text-muted tabular-nums">{detailsOf(option)}</span>
          </span>
          {option.onRoll && <Pill>{rollText.onRollAlready}</Pill>}
        </span>
      )}
      minLength={searchFromLength}
      debounceMs={searchDebounceMs}
      texts={memberSearchText}
      error={error}
    />
  )
}
