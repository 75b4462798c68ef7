import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { noElectionText } from '#shared/elections/election-notice.ts'
import { whyCannotNominate } from '#shared/elections/nomination/eligibility.ts'
import { nominationClosedText, nominationSpan, nominationText } from '#shared/elections/nomination/nomination.ts'
import { closingTime } from '#shared/elections/schedule.ts'
import { may, type Who } from '#shared/permissions.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EmptyState, Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { currentElectionQuery, type CurrentElection } from '#web/elections/api.ts'
import { CancelledElection } from '#web/elections/current-election.tsx'
import { useServerNow } from '#web/elections/server-clock.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { NominatePanel } from './nominate-panel.tsx'
import { NomineesSection } from './nominees-section.tsx'
import { useNomineeActs } from './use-nominee-acts.tsx'

/** Members nominate one another here, and administrators decide on the nominees. */
export function NominateScreen() {
  const { shortName } = useSite()
  return (
    <div className="wrap py-8 md:py-12">
      <PageHead title={`Nominations – ${shortName}`} />
      <h1 className="text-4xl md:text-5xl">Nominations</h1>
      <Content />
      <ToastRegion />
    </div>
  )
}

function Content() {
  const me = useQuery(meQuery)
  const current = useQuery(currentElectionQuery())
  const failed = [me, current].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <div className="mt-6">
        <Failed
          title="The election could not be loaded"
          error={failed.error}
          onRetry={() => {
            void me.refetch()
            void current.refetch()
          }}
        />
      </div>
    )
  if (!me.data || !current.data) return <Loading />
  const { election } = current.data
  if (!election)
    return (
      <div className="mt-6">
        <EmptyState title={noElectionText.title}>{noElectionText.nominate}</EmptyState>
      </div>
    )
  if (election.stage === 'cancelled')
    return (
      <div className="mt-6">
        <CancelledElection election={election} />
      </div>
    )
  return <Nominations key={election.id} election={election} fetchedAt={current.dataUpdatedAt} me={me.data} />
}

function Loading() {
  return (
    <div role="status" className="mt-6 grid gap-6">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-6 w-full max-w-md" />
      <div className="card grid gap-5 p-6">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </div>
  )
}

interface NominationsProps {
  election: CurrentElection
  fetchedAt: Instant
  me: Who & { id: string }
}

function Nominations({ election, fetchedAt, me }: NominationsProps) {
  const now = useServerNow(election, fetchedAt)
  const nominees = useRef<HTMLHeadingElement>(null)
  const newOnes = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const by = useMemo(() => ({ personId: me.id, electionId: election.id }), [me.id, election.id])
  // Where the reader should continue; the focused button may be gone.
  const onDeleted = () => nominees.current?.focus()
  const onSaved = () => (newOnes.current ?? nominees.current)?.focus()
  const acts = useNomineeActs({ electionId: election.id, onDeleted, onFailed: setFailure })
  const manages = may(me, 'manage nominees')
  const open = whyCannotNominate(election, me, now) === null

  return (
    <>
      <p className="mt-2 text-lg text-muted">{election.title}</p>
      <div className="mt-6 grid grid-cols-1 gap-10">
        <div
          className={classes(
            'grid grid-cols-1 gap-6',
            open ? 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start' : 'lg:grid-cols-2',
          )}
        >
          {open ? (
            <NominatePanel who={me} by={by} onSaved={onSaved} onFailed={setFailure} />
          ) : (
            <Closed election={election} manages={manages} now={now} />
          )}
          <NoteBox {...{ election, manages, open, now }} />
        </div>
        <NomineesSection
          election={election}
          who={me}
          now={now}
          acts={acts}
          headingRef={nominees}
          newOnesRef={newOnes}
        />
      </div>
      {acts.asking}
      {failure !== null && (
        <Dialog onClose={() => setFailure(null)} title={nominationText.failed}>
          <p role="alert">{failure}</p>
          <div className="mt-6 flex justify-end">
            <Button onClick={() => setFailure(null)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

interface ClosedProps {
  election: CurrentElection
  manages: boolean
  now: Instant
}

function Closed({ election, manages, now }: ClosedProps) {
  const { nominationOpens, nominationCloses, adminNominationCloses } = election
  if (!manages && now < nominationOpens)
    return (
      <Notice tone="info" title={`Nomination opens on ${showInstant(nominationOpens)}`}>
        <p>You can nominate other members from then on. This page opens automatically.</p>
      </Notice>
    )
  return (
    <Notice
      tone="info"
      title={`Nomination ${nominationClosedText(manages ? adminNominationCloses : nominationCloses)}`}
    >
      <p>Nobody can be nominated any more. The candidates are listed below.</p>
    </Notice>
  )
}

interface NoteBoxProps {
  election: CurrentElection
  manages: boolean
  /** Whether this person can nominate now and needs instructions. */
  open: boolean
  now: Instant
}

/** When nomination runs, and how it works. */
function NoteBox({ election, manages, open, now }: NoteBoxProps) {
  return (
    <aside aria-labelledby="note" className="content-start rounded-card border-l-4 border-gold bg-gold-soft px-5 py-5">
      <h2 id="note" className="text-2xl text-gold-ink">
        Note
      </h2>
      <p className="mt-2">
        {now < election.nominationCloses
          ? nominationText.note(nominationSpan(election))
          : nominationText.noteOver(nominationSpan(election))}
      </p>
      {open && (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5">
          <li>{election.nomineesAccept ? nominationText.noteAsked : nominationText.noteAtOnce}</li>
          <li>
            {manages
              ? nominationText.noteManages(closingTime(election.adminNominationCloses))
              : nominationText.noteMembers}
          </li>
          <li>{nominationText.noteOnce}</li>
          <li>{nominationText.noteWhole}</li>
        </ul>
      )}
    </aside>
  )
}
