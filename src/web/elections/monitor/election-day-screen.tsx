import { useQuery } from '@tanstack/react-query'
import { noElectionText } from '#shared/elections/election-notice.ts'
import { hasReached, votingIsOver } from '#shared/elections/lifecycle.ts'
import { listsMissing } from '#shared/elections/settings/readiness.ts'
import { minuteMs } from '#shared/time.ts'
import { meQuery } from '#web/api/mine.ts'
import { buttonClass } from '#web/components/classes.ts'
import { EmptyState, Fetched } from '#web/components/notice.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { ProxyLists } from '#web/elections/proxy/proxy-lists.tsx'
import { electionsQuery, type ListedElection } from '#web/elections/settings/api.ts'
import { Postpone } from '#web/elections/settings/change-plans.tsx'
import { electionHref } from '#web/elections/settings/election-nav.tsx'
import { Difference, ReadinessList, hasElectionDay } from '#web/elections/settings/election-overview.tsx'
import { showClosing, showOpening } from '#web/elections/settings/schedule.tsx'
import { stageNames } from '#web/elections/settings/text.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { LoginHelp } from './login-help.tsx'
import { MonitorPanel } from './monitor-panel.tsx'
import { monitorText as text } from './text.ts'

/** Everything to watch and do while members vote; nothing that is set beforehand. An earlier election is named in the address. */
export function ElectionDayScreen() {
  // Voting opens and closes while the page is open, and somebody else may extend it.
  const list = useQuery({ ...electionsQuery, refetchInterval: minuteMs })
  const addressed = useSearch().get('election')
  return (
    <AdminLayout title={text.title}>
      <Fetched query={list} failed="The election could not be loaded" loading={<PageSkeleton />}>
        {({ elections }) => {
          const election = elections.find(({ id }) => id === addressed) ?? elections.find(({ current }) => current)
          return election ? <Day key={election.id} election={election} /> : <NoElection />
        }}
      </Fetched>
    </AdminLayout>
  )
}

const NoElection = () => (
  <EmptyState
    title={noElectionText.title}
    action={
      <SiteLink href="/admin/elections" className={buttonClass('primary')}>
        {noElectionText.plan}
      </SiteLink>
    }
  >
    {text.none}
  </EmptyState>
)

function Day({ election }: { election: ListedElection }) {
  const { data: me } = useQuery(meQuery)
  const { id, stage, hasBallots } = election
  const voting = stage === 'voting'
  return (
    <div className="grid grid-cols-1 gap-6">
      <Standing election={election} />
      {hasReached(stage, 'voting') && <Difference electionId={id} />}
      {hasElectionDay(election) && <MonitorPanel electionId={id} />}
      {voting && me && <ProxyLists electionId={id} adminId={me.id} />}
      {voting && <LoginHelp electionId={id} />}
      {listsMissing(stage, hasBallots) && <ReadinessList electionId={id} stage={stage} />}
    </div>
  )
}

/** Which election it is, its state, and what can be done with it today. */
function Standing({ election }: { election: ListedElection }) {
  const { id, title, stage } = election
  return (
    <section
      aria-label={text.standing}
      className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5 md:px-8"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-2xl break-words">{title}</h2>
        <p className="text-lg">{sentenceFor(election)}</p>
      </div>
      <p className="flex flex-wrap gap-3">
        {stage === 'voting' && <Postpone key={election.version} election={election} unsaved={false} />}
        {stage === 'certified' && (
          <SiteLink href={`/election-result?election=${id}`} className={buttonClass('primary')}>
            {text.toResult}
          </SiteLink>
        )}
        {votingIsOver(stage) && stage !== 'certified' && (
          <SiteLink href={electionHref(id, 'closing')} className={buttonClass('primary')}>
            {text.toClosing}
          </SiteLink>
        )}
        <SiteLink href={`/admin/ballot?election=${id}`} className={buttonClass('outline')}>
          {text.toBallot}
        </SiteLink>
      </p>
    </section>
  )
}

function sentenceFor({ stage, votingOpens, votingCloses }: ListedElection): string {
  if (stage === 'cancelled') return `${stageNames.cancelled}.`
  if (stage === 'voting') return text.closes(showClosing(votingCloses))
  return votingIsOver(stage) ? text.closed(showClosing(votingCloses)) : text.opens(showOpening(votingOpens))
}
