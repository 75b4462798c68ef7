import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { publicReason } from '#shared/elections/roll/roll.ts'
import { type Schedule, timeNames } from '#shared/elections/schedule.ts'
import {
  changedFields,
  lockedFields,
  movedTimes,
  timesToCorrect,
  type ElectionField,
  type ElectionForm,
} from '#shared/elections/settings/settings.ts'
import { isFieldStep, stepOfFields, type SettingStep } from '#shared/elections/settings/steps.ts'
import { electionFieldNames } from '#shared/elections/settings/text.ts'
import { errorText } from '#shared/text.ts'
import { ApiError, isWorthRetrying } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm, useValues, type Meanwhile } from '#web/components/use-form.ts'
import { readinessQuery, type ElectionState } from '#web/elections/api.ts'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import { invalidateElections, electionsQuery, saveElection, type ListedElection } from './api.ts'
import { changesIn, checkDraft, savedMeanwhile, storedDraft, toDraft, type ElectionDraft } from './election-draft.ts'
import { ElectionFields, SaveFailure } from './election-fields.tsx'
import { MovedTimes, showTime } from './schedule.tsx'
import { fieldText } from './text.ts'

/**
 * The settings of an election that can still be changed: one step is shown, all are saved together. The form holds what is typed,
 * what it started from (`stored`) and what somebody else saved meanwhile; `toConfirm` is what the administrator is asked before
 * saving. Somebody else's changes appear at once if nothing was typed.
 */

interface ElectionEditorProps {
  election: ListedElection
  state: ElectionState
  step: SettingStep
  /** Something set in another step was refused. */
  onStep: (step: SettingStep) => void
  /** Whether there are unsaved changes. */
  onUnsaved: (unsaved: boolean) => void
}

/** What is sent, and what the administrator confirmed. */
interface Change {
  election: ElectionForm
  movesConfirmed: (keyof Schedule)[]
  reason?: string
}

interface ToConfirm {
  before: ElectionForm
  after: ElectionForm
  /** Times that have begun already, or would lie in the past. */
  moved: (keyof Schedule)[]
  /** The signed freeze record has these times: the change needs a reason, and both are published. */
  corrects: boolean
  endsRehearsal: boolean
}

export function ElectionEditor({ election, state, step, onStep, onUnsaved }: ElectionEditorProps) {
  const [toConfirm, setToConfirm] = useState<ToConfirm | null>(null)
  const [refusals, setRefusals] = useState(0)
  const begun = storedDraft(election)
  const form = useForm<ElectionDraft, Change, { version: number }>({
    values: begun.values,
    stored: {
      version: begun.version,
      async read() {
        const { elections } = await queries.fetchQuery({ ...electionsQuery, staleTime: 0 })
        const now = elections.find(({ id }) => id === election.id)
        return now ? storedDraft(now) : null
      },
    },
    envelope: 'election',
    check(typed) {
      const checked = checkDraft(typed)
      return 'sent' in checked ? { sent: { election: checked.sent, movesConfirmed: [] } } : checked
    },
    onChecked(sent) {
      const found = toConfirmAt(state, sent.election)
      if (found.moved.length > 0 || found.endsRehearsal) setToConfirm(found)
      else void form.send(sent)
    },
    async send(change, version) {
      try {
        return await saveElection(election.id, { ...change, version })
      } catch (error) {
        if (!(error instanceof ApiError) || !asksAgain.includes(error.code)) throw error
        const now = await queries.fetchQuery({ ...readinessQuery(election.id), staleTime: 0 })
        setToConfirm(toConfirmAt(now, change.election))
        // Not a problem with the fields.
        throw new ApiError({ code: error.code, message: error.message })
      }
    },
    async onDone({ version }, sent) {
      showToast(`Saved: ${namesOf(changedFields(draft.stored, sent.election))}`)
      form.continueFrom({ values: toDraft(sent.election), version })
      await invalidateElections()
    },
    onRefused(problems) {
      const wanted = stepOfFields(Object.keys(problems))
      if (wanted && wanted !== step) onStep(wanted)
      setRefusals((times) => times + 1)
    },
  })
  const draft = useValues(form)
  const changed = changesIn(draft)
  const unsaved = changed.length > 0
  const leaving = useLeaving(unsaved)
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])
  useEffect(() => {
    if (refusals > 0) form.focusProblem()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once the step of what was refused is drawn
  }, [refusals, step])
  useEffect(() => {
    if (begun.version > form.version && !unsaved) form.reset(begun.values, begun.version)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when another version comes, or what was typed is given up
  }, [begun.version, form.version, unsaved])

  function toConfirmAt(underway: ElectionState, after: ElectionForm): ToConfirm {
    const before = draft.stored
    const corrected = timesToCorrect(before, after, underway)
    const relied = election.stage === 'draft' ? [] : movedTimes(before, after, underway.now)
    const moved = corrected.length > 0 ? corrected : relied
    const endsRehearsal = before.rehearsal && !after.rehearsal
    return { before, after, moved, corrects: corrected.length > 0, endsRehearsal }
  }

  const endsRehearsal = draft.stored.rehearsal && !draft.rehearsal
  const locked = lockedFields(draft.stored, state, { now: state.now, endsRehearsal })
  return (
    <>
      <Form form={form} aria-label="Settings of the election" className="grid gap-5 empty:hidden">
        {form.meanwhile && <SavedMeanwhile meanwhile={form.meanwhile} />}
        {isFieldStep(step) && <ElectionFields {...{ form, step, locked }} />}
        {!form.meanwhile && !toConfirm && <SaveFailure form={form} />}
        {unsaved && <SaveBar changed={changed} busy={form.busy} onDiscard={() => leaving.ask(() => form.reset())} />}
      </Form>
      {leaving.question}
      <ConfirmChanges
        toConfirm={toConfirm}
        onClose={() => setToConfirm(null)}
        onConfirm={async ({ after, moved }, reason) => {
          const outcome = await form.send({ election: after, movesConfirmed: moved, ...(reason && { reason }) })
          if (outcome.status !== 'failed') return
          const { error } = outcome
          // Problems with fields are shown beside them, not in a dialog above them.
          const stays = !(error instanceof ApiError) || isWorthRetrying(error) || asksAgain.includes(error.code)
          if (stays) throw error
        }}
      />
    </>
  )
}

/** A time has passed, or the record was signed, since the page was read: ask again. */
const asksAgain: readonly string[] = ['moves-unconfirmed', 'reason-required']

const namesOf = (fields: readonly ElectionField[]) => fields.map((field) => electionFieldNames[field]).join(', ')

/** Another administrator was faster: what came in from them, and which of mine conflict. */
function SavedMeanwhile({ meanwhile }: { meanwhile: Meanwhile<ElectionDraft> }) {
  const { theirs, both } = savedMeanwhile(meanwhile)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} role="alert">
      <Notice tone="warning" title={errorText['edited-meanwhile']}>
        {theirs.length > 0 && <p>Their changes are in the form now: {namesOf(theirs)}.</p>}
        {both.length > 0 && <p>You both changed: {namesOf(both)}. Yours is in the form and would replace theirs.</p>}
        <p>Please check it and save again. Your changes are not saved yet.</p>
      </Notice>
    </div>
  )
}

interface SaveBarProps {
  changed: readonly ElectionField[]
  busy: boolean
  onDiscard: () => void
}

/** Stays within reach of a thumb while something is unsaved. */
const SaveBar = ({ changed, busy, onDiscard }: SaveBarProps) => (
  <div className="sticky bottom-0 z-10 -mx-5 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-5 py-3 shadow-float md:mx-0 md:rounded-card md:border">
    <p className="min-w-0 max-md:hidden">
      <span className="font-semibold">Not saved yet: </span>
      {namesOf(changed)}
    </p>
    <div className="flex flex-wrap gap-3 max-md:w-full max-md:*:flex-auto">
      <Button look="outline" onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" busy={busy}>
        Save settings
      </Button>
    </div>
  </div>
)

interface ConfirmChangesProps {
  toConfirm: ToConfirm | null
  onClose: () => void
  /** Throws what the dialog must show. */
  onConfirm: (toConfirm: ToConfirm, reason: string | null) => Promise<void>
}

/** Names exactly what is moved and removed before it is saved. */
function ConfirmChanges({ toConfirm, onClose, onConfirm }: ConfirmChangesProps) {
  const corrects = toConfirm?.corrects ?? false
  const form = useForm({
    values: { reason: '' },
    ...(corrects && { check: bySchema(z.object({ reason: publicReason })) }),
    send: async ({ reason }) => toConfirm && onConfirm(toConfirm, corrects ? reason : null),
  })
  const moves = toConfirm !== null && toConfirm.moved.length > 0
  return (
    <ConfirmDialog
      open={toConfirm !== null}
      onClose={onClose}
      title={moves ? 'Change times that have begun?' : 'End the rehearsal?'}
      action={moves ? 'Change and save' : 'End it and save'}
      cancel="Go back"
      destructive
      failure="Nothing was saved"
      form={form}
    >
      {toConfirm && (
        <Form form={form} className="grid gap-4">
          {moves && (
            <>
              <p>
                {corrects
                  ? fieldText.correctionNote
                  : 'Members may rely on these times. Everybody will see the change on the public schedule.'}
              </p>
              <MovedTimes
                times={toConfirm.moved.map((field) => ({
                  name: timeNames[field],
                  before: showTime(field, toConfirm.before[field]),
                  after: showTime(field, toConfirm.after[field]),
                }))}
              />
            </>
          )}
          {corrects && (
            <TextArea
              name="reason"
              label={fieldText.whyMoved}
              hint={fieldText.whyMovedHint}
              rows={3}
              maxLength={1000}
            />
          )}
          {toConfirm.endsRehearsal && <p>The rehearsal ends, and all its ballots are deleted for good.</p>}
        </Form>
      )}
    </ConfirmDialog>
  )
}
