import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { proxyText } from '#shared/elections/proxy/proxy-text.ts'
import { errorText } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import { castProxy, proxiesQuery } from '#web/api/elections/voting.ts'
import { useSite } from '#web/api/site.ts'
import { Notice } from '#web/components/notice.tsx'
import { ErrorDialog } from '#web/elections/voting/error-dialog.tsx'
import type { Hours } from '#web/elections/voting/hours.ts'
import { ProxyForm } from '#web/elections/proxy/proxy-form.tsx'
import { ProxySaved } from '#web/elections/proxy/proxy-saved.tsx'
import { beginProxy, type ProxyDraft } from '#web/elections/proxy/proxy-draft.ts'
import { Review } from '#web/elections/voting/review.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'
import { useCasting } from '#web/elections/voting/use-casting.ts'
import { useReviewStep } from '#web/elections/voting/use-review-step.ts'
import { voterLabel } from '#web/elections/proxy/voter-label.ts'

interface ProxyBallotProps {
  election: CurrentElection
  candidates: readonly Candidate[]
  hours: Hours
}

/** One ballot for one member: by what right, the seats, the review. It is not kept on the device: it is another person's. */
export function ProxyBallot({ election, candidates, hours }: ProxyBallotProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<ProxyDraft>(() => beginProxy(election.seats))
  const [saved, setSaved] = useState<{ name: string; cast: boolean } | null>(null)
  const [told, setTold] = useState(false)
  const { reviewing, review, leaveReview } = useReviewStep()
  const { voter, authority, formId, choices, secret } = draft
  const { sendsEmail } = useSite()
  const whatFollows = election.proxyNeedsSecondAdmin ? proxyText.waits : proxyText.isFinal(sendsEmail)

  const { casting, cast, dismiss } = useCasting(
    async (signal) => {
      const blanksConfirmed = choices.includes(null) // Save has asked
      const form = { secret, choices: [...choices], blanksConfirmed, voterId: voter?.id ?? '', authority }
      return castProxy(api, election.id, { ...form, ...(formId && { formId }) }, signal)
    },
    (result) => {
      setSaved({ name: voter ? voterLabel(voter) : '', cast: result.cast })
      setTold(true)
      setDraft(beginProxy(election.seats))
      leaveReview()
      void queries.invalidateQueries(proxiesQuery(api, election.id))
    },
  )

  const opens =
    hours === 'before'
      ? `opens on ${showInstant(election.votingOpens)}`
      : `closed on ${showInstant(election.votingCloses)}`
  const closed = hours === 'open' ? null : `${errorText['voting-not-open']}: it ${opens}.`
  return (
    <>
      {closed && <Notice tone="info">{closed} Proxy ballots are cast during the same hours as all others.</Notice>}
      {reviewing && voter ? (
        <Review
          heading={`Ballot for ${voterLabel(voter)}`}
          headingLevel="h2"
          meaning={`Cast on the authority of: ${authority.trim()}. ${whatFollows}`}
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
        hours !== 'after' && (
          <ProxyForm election={election} candidates={candidates} draft={draft} onChange={setDraft} onReview={review} />
        )
      )}
      <ErrorDialog
        casting={casting}
        loggedOut="You were logged out in the meantime. A ballot for another member is not kept on this device: log in and fill it in again."
        onClose={dismiss}
      />
      <ProxySaved open={told} saved={saved} onClose={() => setTold(false)} />
    </>
  )
}
