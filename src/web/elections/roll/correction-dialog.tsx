import { rollCorrectionSchema, type RollState } from '#shared/elections/roll/roll.ts'
import { rollText } from '#shared/elections/roll/text.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm, useValues } from '#web/components/use-form.ts'
import type { ProxyVoter } from '#web/elections/proxy/api.ts'
import { VoterField } from '#web/elections/proxy/voter-field.tsx'
import { correctRoll, invalidateRoll } from './api.ts'

interface Person {
  id: string
  name: string
  idNumber: string | null
  region: string | null
}

/** Add somebody, to be searched for; or strike this voter. */
export type CorrectionAct = { act: 'add' } | { act: 'strike'; voter: Person }

interface CorrectionDialogProps {
  state: RollState
  correction: CorrectionAct
  onClose: () => void
}

export function CorrectionDialog({ state, correction, onClose }: CorrectionDialogProps) {
  const { act } = correction
  const adds = act === 'add'
  const form = useForm({
    values: { member: null as ProxyVoter | null, reason: '' },
    check({ member, reason }) {
      const memberId = (adds ? member : correction.voter)?.id
      const checked = bySchema(rollCorrectionSchema)({ act, memberId, reason })
      if (memberId || 'sent' in checked) return checked
      return { problems: { ...checked.problems, memberId: rollText.memberMissing } }
    },
    send: (sent) => correctRoll(state.electionId, sent),
    async onDone() {
      showToast(adds ? rollText.addedToast : rollText.struckToast)
      await invalidateRoll()
    },
  })
  const { member } = useValues(form)
  return (
    <ConfirmDialog
      {...{ onClose, form }}
      title={adds ? rollText.addTitle : rollText.strikeTitle}
      description={adds ? rollText.addNote : rollText.strikeNote}
      action={adds ? rollText.addTitle : rollText.strikeTitle}
      destructive={!adds}
      failure={rollText.notSaved}
    >
      <Form form={form} className="grid grid-cols-1 gap-5">
        {adds ? (
          <VoterField
            electionId={state.electionId}
            label={rollText.member}
            hint={rollText.memberHint}
            value={member}
            onChange={(next) => {
              form.change({ member: next })
              form.noteChange('memberId')
            }}
            labelOf={({ name, idNumber }) => [name, idNumber].filter(Boolean).join(', ')}
            detailsOf={detailsOf}
            whyNot={({ onRoll }) => (onRoll ? rollText.onRollAlready : null)}
            error={form.problems['memberId']}
          />
        ) : (
          <div>
            <p className="text-xl font-semibold">{correction.voter.name}</p>
            <p className="text-muted tabular-nums">{detailsOf(correction.voter)}</p>
          </div>
        )}
        <TextArea name="reason" label={rollText.reason} hint={rollText.reasonHint} rows={3} maxLength={1000} />
        <p className="text-muted">
          {state.recordSigned ? rollText.signedNote : rollText.earlyNote}{' '}
          {!adds && state.recordSigned && <strong>{rollText.strikeIsFinal}</strong>}
        </p>
      </Form>
    </ConfirmDialog>
  )
}

const detailsOf = ({ idNumber, region }: Person) => [idNumber, region].filter(Boolean).join(', ')
