import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { hasReached, votingIsOver } from '#shared/elections/lifecycle.ts'
import { isTimeAsked } from '#shared/elections/schedule.ts'
import { fieldsOfStep, isFieldStep, isSettingStep, stepNow, type FieldStep } from '#shared/elections/settings/steps.ts'
import { electionFieldNames } from '#shared/elections/settings/text.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { PlusIcon } from '#web/components/icons.tsx'
import { EmptyState, Fetched, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { readinessQuery } from '#web/elections/api.ts'
import { ClosingDesk } from '#web/elections/closing/closing-desk.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { useSearch, useNavigate } from '#web/router/router.tsx'
import { electionsQuery, type ListedElection } from './api.ts'
import { formOf } from './election-draft.ts'
import { ElectionEditor } from './election-editor.tsx'
import { electionHref, ElectionPicker, StepNav, useAddressedPart } from './election-nav.tsx'
import { ElectionOverview } from './election-overview.tsx'
import { NewElection } from './new-election.tsx'
import { ObserversPanel } from './observers-panel.tsx'
import { showElectionField, statesText, stepText } from './text.ts'

/**
 * Everything that is set for an election, before, during and after it. The address names the election and the step; by default
 * the current election and the step that matters now.
 */
export function ElectionSettingsScreen() {
  const list = useQuery(electionsQuery)
  return (
    <AdminLayout title="Election settings">
      <Fetched query={list} failed="The elections could not be loaded" loading={<ScreenSkeleton />}>
        {(data) => <Elections {...data} />}
      </Fetched>
    </AdminLayout>
  )
}

function Elections({ elections, now }: { elections: ListedElection[]; now: number }) {
  const navigate = useNavigate()
  const search = useSearch()
  const isNew = search.has('new') || elections.length === 0
  const addressed = elections.find(({ id }) => id === search.get('election'))
  const open = addressed ?? elections.find(({ current }) => current) ?? elections[0]
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
      <ElectionPicker elections={elections} shown={open?.id} />
      <p>
        <Button look="outline" onClick={() => navigate('/admin/elections?new')}>
          <PlusIcon /> Create a new election
        </Button>
      </p>
      {open && <OneElection key={open.id} election={open} />}
    </div>
  )
}

/** One step of the settings: what to see or do, and below it what can be set. The form stays whichever step is shown. */
function OneElection({ election }: { election: ListedElection }) {
  const { id, stage, hasBallots } = election
  const navigate = useNavigate()
  const addressed = useSearch().get('step')
  const state = useQuery(readinessQuery(id))
  const [unsaved, setUnsaved] = useState(false)
  const now = stepNow(stage, hasBallots)
  const step = isSettingStep(addressed) ? addressed : now
  // Nothing of it can be changed any more.
  const stays = stage === 'certified' || stage === 'cancelled' || (votingIsOver(stage) && hasBallots)
  useAddressedPart(step)
  const toStep = useCallback((next: typeof step) => navigate(electionHref(id, next)), [navigate, id])
  return (
    <>
      <StepNav electionId={id} shown={step} now={now} />
      <section aria-label={stepText[step].title} className="grid grid-cols-1 gap-5">
        {step === 'overview' && <ElectionOverview election={election} unsaved={unsaved} />}
        {step === 'nominees' && hasReached(stage, 'announced') && <Nominations asks={election.nomineesAccept} />}
        {stays && isFieldStep(step) && <ElectionFacts election={election} step={step} />}
        {!stays &&
          (state.data ? (
            <ElectionEditor election={election} state={state.data} step={step} onStep={toStep} onUnsaved={setUnsaved} />
          ) : (
            !state.isError && <ScreenSkeleton />
          ))}
        {step === 'voting' && <Observers election={election} />}
        {step === 'closing' && <Closing election={election} />}
      </section>
    </>
  )
}

const Nominations = ({ asks }: { asks: boolean }) => (
  <section aria-labelledby="nominations-heading" className="card p-5 md:p-8">
    <h2 id="nominations-heading" className="text-2xl">
      {statesText.nominationsTitle}
    </h2>
    <p className="mt-1 max-w-[70ch] text-muted">{statesText.nominationsHelp[asks ? 'asked' : 'approved']}</p>
    <a href="/nominate" className={`${buttonClass('primary')} mt-4`}>
      {statesText.toNominations}
    </a>
  </section>
)

/** The settings of a finished election, read-only. */
function ElectionFacts({ election, step }: { election: ListedElection; step: FieldStep }) {
  const form = formOf(election)
  return (
    <section aria-labelledby="facts-heading" className="card p-5 md:p-8">
      <h2 id="facts-heading" className="text-2xl">
        Settings of this election
      </h2>
      <Notice tone="info" className="mt-4">
        {election.stage === 'cancelled'
          ? statesText.cancelledStays
          : election.certifiedAt === null
            ? 'Voting is over, so these can no longer be changed.'
            : `Certified ${showInstant(election.certifiedAt)}, so these can no longer be changed.`}
      </Notice>
      <dl className="mt-5 grid gap-x-8 divide-y divide-line md:grid-cols-2 md:divide-y-0">
        {fieldsOfStep[step]
          .filter((field) => isTimeAsked(field, form))
          .map((field) => (
            <div key={field} className="min-w-0 py-2">
              <dt className="text-muted">{electionFieldNames[field]}</dt>
              <dd className="font-semibold break-words">{showElectionField(form, field)}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

const Observers = ({ election }: { election: ListedElection }) =>
  election.stage === 'draft' ? (
    <p className="card p-5 text-muted md:p-8">{statesText.observersLater}</p>
  ) : (
    <ObserversPanel electionId={election.id} />
  )

function Closing({ election: { id, stage, hasBallots } }: { election: ListedElection }) {
  const isHeld = stage === 'voting' || stage === 'certified' || (votingIsOver(stage) && hasBallots)
  return isHeld ? (
    <ClosingDesk electionId={id} />
  ) : (
    <EmptyState title={statesText.closingLater}>{statesText.closingLaterHelp}</EmptyState>
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
