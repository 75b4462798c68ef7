import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isScheduleField } from '#shared/elections/schedule.ts'
import { fieldNames } from '#shared/elections/settings/field-names.ts'
import {
  postponed,
  postponedAnchor,
  postponeSchema,
  timesToPostpone,
  type PostponedField,
} from '#shared/elections/settings/postponing.ts'
import { statesText } from '#shared/elections/settings/states-text.ts'
import type { Instant } from '#shared/time.ts'
import { electionsChanged, postponeElection, readinessQuery, type ListedElection } from '#web/elections/settings/api.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextField } from '#web/components/fields.tsx'
import { showToast } from '#web/components/toast.tsx'
import { asTyped, readTime } from '#web/components/typed-time.ts'
import { problemOfReason, ReasonField } from '#web/elections/settings/reason-field.tsx'
import { showOpening, showTime } from '#web/elections/settings/schedule-text.ts'

interface PostponeDialogProps {
  election: ListedElection
  open: boolean
  onClose: () => void
}

/** One new time, from which all others follow, each shown before anything is done. */
export function PostponeDialog({ election, open, onClose }: PostponeDialogProps) {
  const state = useQuery({ ...readinessQuery(election.id), enabled: open })
  const anchor = postponedAnchor(election, state.data?.now ?? 0)
  const [typed, setTyped] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ time?: string | undefined; reason?: string | undefined }>({})
  const by = typed === null ? 0 : readTime(typed) - election[anchor]
  const fields = state.data
    ? timesToPostpone({ ...election, rollFrozenAt: state.data.rollFrozenAt }, state.data.now)
    : []

  function check(): boolean {
    const wrong = postponeSchema.shape.by.safeParse(Number.isNaN(by) ? 0 : by).error?.issues[0]?.message
    const found = { time: wrong, reason: problemOfReason(reason) }
    setProblems(found)
    return found.time === undefined && found.reason === undefined
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={statesText.postponeTitle}
      action={statesText.postponeAction}
      failure={statesText.notPostponed}
      check={check}
      onConfirm={async () => {
        try {
          await postponeElection(election.id, { version: election.version, by, fields, reason })
        } catch (error) {
          // A time has begun meanwhile: what is shown is read anew.
          void state.refetch()
          throw error
        }
        await electionsChanged()
        showToast(statesText.postponed)
      }}
    >
      <div className="grid gap-4">
        <p>{statesText.postponeHelp}</p>
        {state.data ? (
          <>
            <TextField
              type="datetime-local"
              label={statesText.newTime[anchor]}
              value={typed ?? asTyped(election[anchor])}
              error={problems.time}
              max="2099-12-31T23:59"
              onChange={(event) => {
                setTyped(event.target.value)
                setProblems({ ...problems, time: undefined })
              }}
            />
            {by > 0 && <NewTimes {...{ election, fields, by }} />}
          </>
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        <p>{statesText.postponeNote}</p>
        <ReasonField
          value={reason}
          error={problems.reason}
          onChange={(text) => {
            setReason(text)
            setProblems({ ...problems, reason: undefined })
          }}
        />
      </div>
    </ConfirmDialog>
  )
}

interface NewTimesProps {
  election: ListedElection
  fields: readonly PostponedField[]
  by: number
}

function NewTimes({ election, fields, by }: NewTimesProps) {
  const after = postponed(election, fields, by)
  const show = (field: PostponedField, time: Instant) =>
    isScheduleField(field) ? showTime(field, time) : showOpening(time)
  return (
    <ul className="grid gap-3" aria-live="polite">
      {fields.map((field) => (
        <li key={field} className="border-l-4 border-gold pl-4">
          <p className="font-semibold">{fieldNames[field]}</p>
          <p>
            from <s>{show(field, election[field] ?? 0)}</s>
          </p>
          <p>
            to <strong>{show(field, after[field] ?? 0)}</strong>
          </p>
        </li>
      ))}
    </ul>
  )
}
