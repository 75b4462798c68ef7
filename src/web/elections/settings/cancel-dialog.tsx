import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statesText } from '#shared/elections/settings/states-text.ts'
import { monitorQuery } from '#web/elections/monitor/api.ts'
import { cancelElection, electionsChanged, type ListedElection } from '#web/elections/settings/api.ts'
import { CheckField } from '#web/components/fields.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showCount } from '#web/components/formats.ts'
import { showToast } from '#web/components/toast.tsx'
import { problemOfReason, ReasonField } from '#web/elections/settings/reason-field.tsx'
import { ToldByEmail } from '#web/layout/told-by-email.tsx'

interface CancelDialogProps {
  election: ListedElection
  open: boolean
  onClose: () => void
}

/** Says what becomes of ballots that were cast, and asks for that by itself. */
export function CancelDialog({ election, open, onClose }: CancelDialogProps) {
  const voting = election.stage === 'voting'
  const monitor = useQuery({ ...monitorQuery(election.id), enabled: open && voting })
  const [reason, setReason] = useState('')
  const [ballotsGivenUp, setGivenUp] = useState(false)
  const [problems, setProblems] = useState<{ reason?: string | undefined; ballots?: string | undefined }>({})
  // A ballot may be cast while this is read: during voting it is asked in any case.
  const asksForBallots = voting || election.hasBallots

  function check(): boolean {
    const found = {
      reason: problemOfReason(reason),
      ballots: asksForBallots && !ballotsGivenUp ? statesText.giveUpFirst : undefined,
    }
    setProblems(found)
    return found.reason === undefined && found.ballots === undefined
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={statesText.cancelTitle}
      action={statesText.cancelElection}
      cancel={statesText.keep}
      destructive
      failure={statesText.notCancelled}
      check={check}
      onConfirm={async () => {
        await cancelElection(election.id, { version: election.version, reason, ballotsGivenUp })
        await electionsChanged()
        showToast(statesText.cancelled)
      }}
    >
      <div className="grid gap-4">
        <p className="font-semibold break-words">{election.title}</p>
        <p>{statesText.cancelHelp}</p>
        {asksForBallots && (
          <>
            <Notice tone="warning">
              {statesText.cancelBallots(monitor.data && showCount(monitor.data.cast, 'ballot is', 'ballots are'))}{' '}
              <ToldByEmail>{statesText.votersTold}</ToldByEmail>
            </Notice>
            <CheckField
              label={statesText.givenUp}
              checked={ballotsGivenUp}
              aria-invalid={problems.ballots !== undefined}
              onChange={(event) => {
                setGivenUp(event.target.checked)
                setProblems({ ...problems, ballots: undefined })
              }}
            />
            {problems.ballots && (
              <p role="alert" className="font-semibold text-red">
                {problems.ballots}
              </p>
            )}
          </>
        )}
        <ReasonField
          value={reason}
          error={problems.reason}
          onChange={(typed) => {
            setReason(typed)
            setProblems({ ...problems, reason: undefined })
          }}
        />
      </div>
    </ConfirmDialog>
  )
}
