import { useEffect, useRef, useState, type FormEvent } from 'react'
import {
  changedFields,
  movedTimes,
  timesToCorrect,
  whyCannotChange,
  type ElectionField,
  type ElectionForm,
} from '#shared/elections/settings/settings.ts'
import { isFieldStep, stepOfFields, type SettingStep } from '#shared/elections/settings/steps.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import type { ElectionState, ListedElection } from '#web/elections/settings/api.ts'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import { ConfirmChanges, type ToConfirm } from '#web/elections/settings/confirm-changes.tsx'
import { ElectionFields } from '#web/elections/settings/election-fields.tsx'
import { fieldNames } from '#shared/elections/settings/field-names.ts'
import { SaveBar } from '#web/elections/settings/save-bar.tsx'
import { SavedMeanwhile } from '#web/elections/settings/saved-meanwhile.tsx'
import { useElectionDraft } from '#web/elections/settings/use-election-draft.ts'
import { useLeaving } from '#web/layout/use-leaving.tsx'

interface ElectionEditorProps {
  election: ListedElection
  state: Underway
  step: SettingStep
  /** Something was refused that is set in another step. */
  onStep: (step: SettingStep) => void
  /** Whether something is typed that is not saved. */
  onUnsaved: (unsaved: boolean) => void
}

type Underway = Pick<ElectionState, 'hasBallots' | 'hasNominees' | 'draft' | 'rollFrozenAt' | 'frozenAt' | 'now'>

/** The settings of an election that can still be changed: those of one step are shown, and all are saved together. */
export function ElectionEditor({ election, state, step, onStep, onUnsaved }: ElectionEditorProps) {
  const editing = useElectionDraft(election, {
    onSaved: (before, after) => showToast(`Saved: ${namesOf(before, after)}`),
    onUnconfirmed: (now) => setToConfirm(toConfirmAt(now)),
    onRefused: (fields) => goTo(fields),
  })
  const { base, form, draft, changed, saving, problems } = editing
  const [toConfirm, setToConfirm] = useState<ToConfirm | null>(null)
  const [refused, setRefused] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const leaving = useLeaving(changed.length > 0)
  useFocusInvalid(element, refused > 0 || saving.error ? `${refused} ${step} ${saving.failureCount}` : null)
  const unsaved = changed.length > 0
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])

  function goTo(fields: Record<string, string>) {
    const wanted = stepOfFields(Object.keys(fields))
    if (wanted && wanted !== step) onStep(wanted)
  }

  function toConfirmAt(underway: Underway): ToConfirm {
    const endsRehearsal = base.rehearsal && !form.rehearsal
    const corrected = timesToCorrect(base, form, underway)
    const relied = election.stage === 'draft' ? [] : movedTimes(base, form, underway.now)
    const moved = corrected.length > 0 ? corrected : relied
    return { before: base, after: form, moved, corrects: corrected.length > 0, endsRehearsal }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const wrong = editing.check()
    if (Object.keys(wrong).length > 0) {
      goTo(wrong)
      return setRefused((times) => times + 1)
    }
    const found = toConfirmAt(state)
    if (found.moved.length > 0 || found.endsRehearsal) setToConfirm(found)
    else saving.mutate({})
  }

  return (
    <form
      ref={element}
      onSubmit={submit}
      noValidate
      aria-label="Settings of the election"
      className="grid gap-5 empty:hidden"
    >
      {leaving.question}
      {editing.meanwhile && <SavedMeanwhile merged={editing.meanwhile} />}
      {isFieldStep(step) && (
        <ElectionFields
          {...{ step, draft, problems }}
          settled={settledParts(base, form, state)}
          onChange={editing.change}
        />
      )}
      {saving.isError && !editing.meanwhile && toConfirm === null && (
        <Notice tone="error" title={sentenceOf(saving.error)}>
          {Object.keys(problems).length > 0 && 'Please check what is marked above.'}
        </Notice>
      )}
      <SaveBar changed={changed} busy={saving.isPending} onDiscard={() => leaving.ask(editing.discard)} />
      <ConfirmChanges
        toConfirm={toConfirm}
        onClose={() => setToConfirm(null)}
        onConfirm={({ moved }, reason) =>
          saving.mutateAsync({ movesConfirmed: moved, reason }).catch((error: unknown) => {
            // What is wrong with the fields is told beside them, not in a dialog above them.
            const stays = !(error instanceof ApiError) || error.worthRetrying || asksAgain.includes(error.code)
            if (stays) throw error
          })
        }
      />
    </form>
  )
}

/** A time has passed, or the record was signed, since the page was read: the question is put anew. */
const asksAgain = ['moves-unconfirmed', 'reason-required']

const namesOf = (before: ElectionForm, after: ElectionForm) =>
  changedFields(before, after)
    .map((field) => fieldNames[field])
    .join(', ')

/** What is settled: tried with another value of each, which the rule would refuse. */
function settledParts(
  base: ElectionForm,
  { rehearsal }: ElectionForm,
  underway: Underway,
): Partial<Record<ElectionField, string>> {
  const others: Partial<ElectionForm>[] = [
    { title: `${base.title}.` },
    { seats: [], rehearsal },
    { resultsVisible: base.resultsVisible === 'after close' ? 'while voting' : 'after close' },
    { proxyNeedsSecondAdmin: !base.proxyNeedsSecondAdmin },
    { rehearsal: !base.rehearsal },
    { votingOpens: base.votingOpens - 1 },
    { eligibilityDate: underway.now + 1 },
    { packagePublic: !base.packagePublic },
    { nomineesAccept: !base.nomineesAccept },
  ]
  return Object.assign(
    {},
    ...others.map((other) => whyCannotChange(base, { ...base, ...other }, underway, underway.now)),
  )
}
