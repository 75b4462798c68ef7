import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { votingText } from '#shared/elections/voting/text.ts'
import { errorText } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { queries } from '#web/api/query-client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EmptyState, Failed, Notice } from '#web/components/notice.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import type { CurrentElection } from '#web/elections/api.ts'
import { useElection, VoteSkeleton, type FetchedElection } from '#web/elections/current-election.tsx'
import { hoursAt, useServerNow, type Hours } from '#web/elections/server-clock.ts'
import { candidatesQuery } from '#web/elections/voting/api.ts'
import { useCasting } from '#web/elections/voting/casting.ts'
import { ErrorDialog, Review, useReviewStep } from '#web/elections/voting/review.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { castProxy, proxiesQuery } from './api.ts'
import { ballotOf, beginProxy, checkProxy, voterLabel } from './proxy-draft.ts'
import { ProxyForm } from './proxy-form.tsx'
import { ProxyLists } from './proxy-lists.tsx'
import { proxyText } from './text.ts'

/** Ballots that an administrator casts for members who cannot. */
export function ProxyDesk({ me, test }: { me: { id: string; email: string | null }; test: boolean }) {
  const current = useElection()
  return (
    <AdminLayout title="BOT Voting by proxy" headless>
      {test && (
        <Notice tone="warning" className="mb-6 max-w-5xl">
          {proxyText.notRehearsed}
        </Notice>
      )}
      {current.found ? (
        <ProxyWork key={current.found.election.id} {...current.found} adminId={me.id} />
      ) : (
        current.instead
      )}
    </AdminLayout>
  )
}

/** What waits for a second administrator, and a ballot to fill in. */
function ProxyWork({ election, fetchedAt, adminId }: FetchedElection & { adminId: string }) {
  const candidates = useQuery(candidatesQuery(election.id))
  const now = useServerNow(election, fetchedAt)
  const { reviewing } = useReviewStep()
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-8">
      {!reviewing && <ProxyLists electionId={election.id} adminId={adminId} />}
      {candidates.isError && !candidates.data && (
        <Failed title={votingText.nomineesFailed} error={candidates.error} onRetry={() => void candidates.refetch()} />
      )}
      {candidates.isPending && <VoteSkeleton />}
      {candidates.data?.length === 0 && (
        <EmptyState title="No candidates yet">You can fill in a ballot as soon as there are candidates.</EmptyState>
      )}
      {candidates.data && candidates.data.length > 0 && (
        <ProxyBallot election={election} candidates={candidates.data} hours={hoursAt(election, now)} />
      )}
    </div>
  )
}

interface ProxyBallotProps {
  election: CurrentElection
  candidates: readonly Candidate[]
  hours: Hours
}

/** One ballot for one member: by what right, the seats, the review. It is not stored on the device: it is another person's. */
function ProxyBallot({ election, candidates, hours }: ProxyBallotProps) {
  const [saved, setSaved] = useState<{ name: string; cast: boolean } | null>(null)
  const { reviewing, review, leaveReview } = useReviewStep()
  const [begun] = useState(() => beginProxy(election.seats))
  const form = useForm({
    values: begun,
    check: (typed, { signedForm }) => checkProxy(typed, signedForm === 'sending'),
    send: async () => review(),
  })
  const draft = useValues(form)
  const { voter, authority, choices } = draft
  const { sendsEmail, shortName } = useSite()
  const whatFollows = election.proxyNeedsSecondAdmin ? proxyText.waits : proxyText.isFinal(sendsEmail)

  const { casting, cast, dismiss } = useCasting(
    (signal) => castProxy(election.id, ballotOf(draft), signal),
    ({ cast }) => {
      setSaved({ name: voter ? voterLabel(voter) : '', cast })
      form.reset(beginProxy(election.seats))
      leaveReview()
      void queries.invalidateQueries(proxiesQuery(election.id))
    },
  )

  const opens =
    hours === 'before'
      ? `opens on ${showInstant(election.votingOpens)}`
      : `closed on ${showInstant(election.votingCloses)}`
  const closed = hours === 'open' ? null : `${errorText['voting-not-open']}: it ${opens}.`
  return (
    <>
      {closed && <Notice tone="info">{closed} You can cast proxy ballots during voting hours.</Notice>}
      {reviewing && voter ? (
        <Review
          heading={`Ballot for ${voterLabel(voter)}`}
          headingLevel="h2"
          meaning={proxyText.meaning(voterLabel(voter), authority, whatFollows)}
          title={election.title}
          seats={election.seats}
          candidates={candidates}
          choices={choices}
          whyNot={closed}
          casting={casting}
          onSave={() => void cast()}
          onBack={() => {
            dismiss()
            leaveReview()
          }}
        />
      ) : (
        hours !== 'after' && <ProxyForm {...{ election, candidates, form, draft }} />
      )}
      <ErrorDialog
        casting={casting}
        loggedOut="You were logged out in the meantime. We do not keep a ballot for another member on this device. Please log in and fill it in again."
        onRetry={() => void cast()}
        onClose={dismiss}
      />
      {saved && (
        <Dialog onClose={() => setSaved(null)} title={saved.cast ? votingText.savedTitle : 'Waiting for confirmation'}>
          <div className="grid gap-5">
            {saved.cast && <p>{votingText.saved(shortName)}</p>}
            <p role="status" className="text-lg">
              {saved.cast ? proxyText.cast(saved.name, sendsEmail) : proxyText.waiting(saved.name)}
            </p>
            <Button onClick={() => setSaved(null)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
