import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isRehearsing } from '#shared/elections/voting/eligibility.ts'
import { votingText } from '#shared/elections/voting/voting-text.ts'
import { useApi } from '#web/api/client.ts'
import { mineKey } from '#web/api/query-client.ts'
import { candidatesQuery, myBallotQuery } from '#web/api/elections/voting.ts'
import { Failed } from '#web/components/failed.tsx'
import { removeDraft } from '#web/elections/voting/draft-storage.ts'
import { hoursAt } from '#web/elections/voting/hours.ts'
import type { KeptReceipt } from '#web/elections/voting/kept-receipt.ts'
import { MemberBallot } from '#web/elections/voting/member-ballot.tsx'
import { RehearsalBanner } from '#web/elections/voting/rehearsal-banner.tsx'
import { Submitted } from '#web/elections/voting/submitted.tsx'
import { SuccessDialog } from '#web/elections/voting/success-dialog.tsx'
import { useKeptReceipt, useLostReply } from '#web/elections/voting/use-kept-receipt.ts'
import type { FetchedElection } from '#web/elections/voting/use-election.tsx'
import { useServerNow } from '#web/elections/use-server-now.ts'
import { VoteFrame, VoteSkeleton } from '#web/elections/voting/vote-frame.tsx'

interface ElectionDayProps extends FetchedElection {
  userId: string
  test: boolean
}

/** Where a member stands in an election: loading, to vote, or done. */
export function ElectionDay({ election, fetchedAt, userId, test, onTimes }: ElectionDayProps) {
  const api = useApi()
  const queries = useQueryClient()
  const rehearsing = isRehearsing(election, test)
  const candidates = useQuery(candidatesQuery(api, election.id))
  const mine = myBallotQuery(api, election.id, rehearsing)
  const ballot = useQuery(mine)
  const now = useServerNow(election, fetchedAt)
  const hours = hoursAt(election, rehearsing, now)
  const [justSaved, setJustSaved] = useState(false)

  const seen = useRef(hours)
  const { refetch: recheck } = ballot
  useEffect(() => {
    if (seen.current === hours) return
    seen.current = hours
    onTimes()
    void recheck()
  }, [hours, onTimes, recheck])

  const owner = { userId, electionId: election.id, rehearsal: rehearsing }
  const certified = election.certifiedAt !== null
  const { kept, onDevice, keep } = useKeptReceipt(owner, certified)
  const voted = ballot.data?.voted === true
  const fetching = useLostReply({ ...owner, wanted: voted && !kept && !certified, keep })

  // Saved, here or elsewhere, or too late: what is left of filling it in does not stay on the device.
  const settled = ballot.data !== undefined && (voted ? !fetching : hours === 'after')
  useEffect(() => {
    if (settled) removeDraft({ userId, electionId: election.id, rehearsal: rehearsing })
  }, [settled, userId, election.id, rehearsing])

  function onSaved(receipt: KeptReceipt) {
    keep(receipt)
    queries.setQueryData(mine.queryKey, { whyNot: null, voted: true })
    void queries.invalidateQueries({ queryKey: mineKey })
    setJustSaved(true)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }

  const banner = rehearsing && <RehearsalBanner />
  if (candidates.isError && !candidates.data)
    return (
      <VoteFrame>
        <h1 className="text-4xl sm:text-5xl">BOT Voting</h1>
        <Failed title={votingText.nomineesFailed} error={candidates.error} onRetry={() => void candidates.refetch()} />
      </VoteFrame>
    )
  if (!candidates.data || ballot.isPending)
    return (
      <VoteFrame>
        <h1 className="sr-only">BOT Voting</h1>
        <VoteSkeleton />
      </VoteFrame>
    )
  return (
    <>
      {voted ? (
        <VoteFrame>
          {banner}
          {fetching ? (
            <VoteSkeleton />
          ) : (
            <Submitted
              election={election}
              candidates={candidates.data}
              rehearsing={rehearsing}
              kept={kept}
              onDevice={onDevice}
              onKeep={keep}
            />
          )}
        </VoteFrame>
      ) : (
        <MemberBallot
          key={`${userId} ${rehearsing}`}
          election={election}
          candidates={candidates.data}
          userId={userId}
          rehearsing={rehearsing}
          hours={hours}
          now={now}
          banner={banner}
          // What was read before the close does not tell what came in after it was read.
          ballot={hours === 'after' && ballot.isError ? undefined : ballot.data}
          onRecheck={() => {
            onTimes()
            void recheck()
            void candidates.refetch()
          }}
          onSaved={onSaved}
        />
      )}
      <SuccessDialog open={justSaved} rehearsing={rehearsing} onClose={() => setJustSaved(false)} />
    </>
  )
}
