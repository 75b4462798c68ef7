import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schedule } from '#shared/elections/schedule.ts'
import { changedFields, type ElectionForm } from '#shared/elections/settings/settings.ts'
import { ApiError } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import {
  electionsChanged,
  electionsQuery,
  readinessQuery,
  saveElection,
  type ElectionState,
  type ListedElection,
} from '#web/elections/settings/api.ts'
import {
  changeDraft,
  formOf,
  fromDraft,
  merge,
  problemsOf,
  toDraft,
  type Draft,
  type Merged,
} from '#web/elections/settings/draft.ts'

interface Base {
  form: ElectionForm
  version: number
}

const baseOf = (listed: ListedElection): Base => ({ form: formOf(listed), version: listed.version })

/** What the administrator agreed to, and why, where that was asked. */
interface Confirmed {
  movesConfirmed?: (keyof Schedule)[]
  reason?: string | undefined
}

interface Outcomes {
  onSaved: (before: ElectionForm, after: ElectionForm) => void
  /** A time has passed since the page was read, so that more has to be confirmed than was; with the state as it is now. */
  onUnconfirmed: (state: ElectionState) => void
  /** The fields that the server did not take, with why. */
  onRefused: (fields: Record<string, string>) => void
}

/** The settings being changed, and the stored state they began from. Nothing typed is given up but by the person's choice. */
export function useElectionDraft(stored: ListedElection, { onSaved, onUnconfirmed, onRefused }: Outcomes) {
  const [base, setBase] = useState(() => baseOf(stored))
  const [draft, setDraft] = useState(() => toDraft(base.form))
  const [checked, setChecked] = useState<Checked>(nothingWrong)
  const [meanwhile, setMeanwhile] = useState<Merged | null>(null)
  const form = fromDraft(draft, base.form)
  const changed = changedFields(base.form, form)

  // Somebody else saved, or it was certified: who has typed nothing sees it at once.
  if (stored.version > base.version && changed.length === 0) {
    setBase(baseOf(stored))
    setDraft(toDraft(formOf(stored)))
  }

  const saving = useMutation({
    mutationFn: ({ movesConfirmed = [], reason }: Confirmed) =>
      saveElection(stored.id, {
        election: form,
        version: base.version,
        movesConfirmed,
        ...(reason !== undefined && { reason }),
      }),
    async onSuccess({ version }) {
      setBase({ form, version })
      setMeanwhile(null)
      onSaved(base.form, form)
      await electionsChanged()
    },
    async onError(error) {
      if (!(error instanceof ApiError)) return
      // Nothing is wrong with the fields.
      if (error.code === 'moves-unconfirmed' || error.code === 'reason-required')
        return onUnconfirmed(await queries.fetchQuery({ ...readinessQuery(stored.id), staleTime: 0 }))
      setChecked({ draft, problems: withoutPrefix(error.fields) })
      onRefused(withoutPrefix(error.fields))
      if (error.code !== 'edited-meanwhile') return
      const { elections } = await queries.fetchQuery({ ...electionsQuery, staleTime: 0 })
      const now = elections.find(({ id }) => id === stored.id)
      if (!now) return
      const merged = merge(base.form, form, formOf(now))
      setBase(baseOf(now))
      setDraft(toDraft(merged.form))
      setMeanwhile(merged)
    },
  })

  return {
    base: base.form,
    form,
    draft,
    changed,
    saving,
    meanwhile,
    /** Why a part was refused, until it is changed. */
    problems: stillWrong(checked, draft),
    change: (part: Partial<Draft>) => setDraft(changeDraft(draft, part)),
    /** What is wrong, told beside its field as well; without any it can be sent. */
    check() {
      const problems = problemsOf(form)
      setChecked({ draft, problems })
      return problems
    },
    discard() {
      setDraft(toDraft(base.form))
      setChecked(nothingWrong)
      setMeanwhile(null)
      saving.reset()
    },
  }
}

interface Checked {
  draft: Draft | null
  problems: Record<string, string>
}
export const nothingWrong: Checked = { draft: null, problems: {} }

export const stillWrong = ({ draft: refused, problems }: Checked, draft: Draft): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).filter(([path]) => {
      const field = (path.split('.')[0] ?? '') as keyof Draft
      return refused?.[field] === draft[field]
    }),
  )

/** The server names what it did not take as `election.seats.0.slot`. */
export const withoutPrefix = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.replace(/^election\./, ''), words]))
