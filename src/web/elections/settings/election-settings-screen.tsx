import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { votingIsOver } from '#shared/elections/lifecycle.ts'
import { isSettingStep, stepNow } from '#shared/elections/settings/steps.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { electionsQuery, readinessQuery, type ListedElection } from '#web/elections/settings/api.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { PlusIcon } from '#web/components/icons.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { ElectionEditor } from '#web/elections/settings/election-editor.tsx'
import { electionHref, ElectionPicker } from '#web/elections/settings/election-picker.tsx'
import { ElectionStep } from '#web/elections/settings/election-step.tsx'
import { NewElection } from '#web/elections/settings/new-election.tsx'
import { StepNav, useAddressedPart } from '#web/elections/settings/step-nav.tsx'
import { useSearch, useNavigate } from '#web/router/router.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** Everything that is set for an election, before, while and after it is held. */
export function ElectionSettingsScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const list = useQuery(electionsQuery)
  return (
    <AdminLayout title="Election settings" who={me.data?.email || 'Admin'}>
      <PageHead title={`Election settings – ${site.shortName} Admin`} />
      {list.data ? (
        <Elections {...list.data} />
      ) : list.isError ? (
        <Failed title="The elections could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
      <ToastRegion />
    </AdminLayout>
  )
}

function Elections({ elections, now }: { elections: ListedElection[]; now: number }) {
  const navigate = useNavigate()
  const search = useSearch()
  const isNew = search.has('new') || elections.length === 0
  const asked = elections.find(({ id }) => id === search.get('election'))
  const shown = asked ?? elections.find(({ current }) => current) ?? elections[0]
  if (isNew)
    return (
      <NewElection
        earlier={elections}
        now={now}
        onOpened={(id) => navigate(electionHref(id))}
        onCancel={elections.length > 0 ? () => navigate('/admin/elections') : null}
      />
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <ElectionPicker elections={elections} shown={shown?.id} />
      <OpenNew onPress={() => navigate('/admin/elections?new')} />
      {shown && <OneElection key={shown.id} election={shown} />}
    </div>
  )
}

const OpenNew = ({ onPress }: { onPress: () => void }) => (
  <p>
    <Button look="outline" onClick={onPress}>
      <PlusIcon /> Create a new election
    </Button>
  </p>
)

function OneElection({ election }: { election: ListedElection }) {
  const navigate = useNavigate()
  const asked = useSearch().get('step')
  const state = useQuery(readinessQuery(election.id))
  const [unsaved, setUnsaved] = useState(false)
  const now = stepNow(election.stage, election.hasBallots)
  const step = isSettingStep(asked) ? asked : now
  const ended = election.stage === 'certified' || election.stage === 'cancelled'
  const stays = ended || (votingIsOver(election.stage) && election.hasBallots)
  useAddressedPart(step)
  const toStep = useCallback((next: typeof step) => navigate(electionHref(election.id, next)), [navigate, election.id])
  return (
    <>
      <StepNav electionId={election.id} shown={step} now={now} />
      <ElectionStep {...{ election, step, stays, unsaved }}>
        {!stays &&
          (state.data ? (
            <ElectionEditor election={election} state={state.data} step={step} onStep={toStep} onUnsaved={setUnsaved} />
          ) : (
            !state.isError && <ScreenSkeleton />
          ))}
      </ElectionStep>
    </>
  )
}

function ScreenSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading…</span>
      {[1, 2, 3].map((card) => (
        <div key={card} className="card grid gap-4 p-6">
          <Skeleton className="h-8 w-2/5" />
          <Skeleton />
          <Skeleton className="h-5 w-4/5" />
        </div>
      ))}
    </div>
  )
}
