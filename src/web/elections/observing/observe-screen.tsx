import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { votingIsOver, type Stage } from '#shared/elections/lifecycle.ts'
import { showInstant } from '#shared/time.ts'
import { PasswordChangedNotice } from '#web/accounts/account-parts.tsx'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { SelectField } from '#web/components/fields.tsx'
import { EmptyState, Failed, Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { stageNames } from '#web/elections/settings/text.ts'
import { logOut } from '#web/layout/log-out.ts'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { AfterPart } from './after-part.tsx'
import { observedBoardQuery, observedQuery, overviewQuery, type ObservedElection as Observed } from './api.ts'
import { BeforePart } from './before-part.tsx'
import { DuringPart } from './during-part.tsx'
import { useFollowing } from './following.ts'
import { LogPart, RollPart } from './records-part.tsx'
import { fillTemplate, observingText } from './text.ts'
import { BoardFaults, WatchTask } from './watch-part.tsx'

export function ObserveScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const observed = useQuery(observedQuery)
  return (
    <>
      <PageHead title={`${observingText.title} – ${site.shortName}`} />
      <PageBanner title={observingText.title}>
        <p>{observingText.lead}</p>
      </PageBanner>
      <div className="wrap grid gap-6 py-8 md:py-10">
        <PasswordChangedNotice />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-lg font-semibold">{me.data?.name}</p>
          <div className="flex flex-wrap gap-3">
            <SiteLink href="/security" className={buttonClass('outline', 'small')}>
              Login and security
            </SiteLink>
            <Button look="outline" size="small" onClick={() => void logOut()}>
              Logout
            </Button>
          </div>
        </div>
        <Fetched query={observed} failed="Your elections could not be loaded" loading={loading}>
          {({ elections }) => <Elections elections={elections} />}
        </Fetched>
      </div>
      <ToastRegion />
    </>
  )
}

const loading = <Skeleton className="h-64 w-full" />

function Elections({ elections }: { elections: readonly Observed[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const election = elections.find(({ id }) => id === chosen) ?? elections[0]
  if (!election) return <EmptyState title={observingText.none}>{observingText.noneHelp}</EmptyState>
  return (
    <>
      {elections.length > 1 && (
        <div className="max-w-md">
          <SelectField
            label="Election"
            choices={elections.map(({ id, title }) => ({ value: id, label: title }))}
            value={election.id}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        </div>
      )}
      <div>
        <h2 className="text-3xl md:text-4xl">{election.title}</h2>
        <p className="mt-1 text-lg text-muted">{stageNames[election.stage]}</p>
        {election.endsAt !== null && (
          <p className="mt-1 text-muted">{fillTemplate(observingText.until, { when: showInstant(election.endsAt) })}</p>
        )}
      </div>
      <ObservedElection key={election.id} electionId={election.id} />
    </>
  )
}

const partOf = (stage: Stage) => (stage === 'voting' ? 'during' : votingIsOver(stage) ? 'after' : 'before')

/** What to do and see before, during and after voting. The board is followed whichever part is shown. */
function ObservedElection({ electionId }: { electionId: string }) {
  const overview = useQuery(overviewQuery(electionId))
  const board = useQuery(observedBoardQuery(electionId))
  const watching = useFollowing(electionId, useQuery(meQuery).data?.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const failed = overview.isError ? overview : board
  if (!overview.data || !board.data)
    return failed.isError ? (
      <Failed title="The election could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
    ) : (
      loading
    )
  const frozen = overview.data.rollFrozenAt !== null
  const seen = { overview: overview.data, board: board.data }
  const { parts } = observingText
  return (
    <>
      <BoardFaults electionId={electionId} title={board.data.title} {...watching} />
      <Tabs
        label={observingText.title}
        value={chosen ?? partOf(overview.data.schedule.stage)}
        onChange={setChosen}
        tabs={[
          { id: 'before', label: parts.before, content: <BeforePart {...seen} /> },
          {
            id: 'during',
            label: parts.during,
            content: <DuringPart overview={overview.data} watch={<WatchTask {...watching} />} />,
          },
          { id: 'after', label: parts.after, content: <AfterPart {...seen} /> },
          {
            id: 'records',
            label: parts.records,
            content: (
              <div className="grid gap-5">
                <RollPart electionId={electionId} frozen={frozen} />
                <LogPart electionId={electionId} />
              </div>
            ),
          },
        ]}
      />
    </>
  )
}
