import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { whyCannotNominate, whyCannotRemoveNominee } from '#shared/elections/nomination/eligibility.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { nominationText } from '#shared/elections/nomination/nomination.ts'
import { may, type Who } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import { nomineesQuery, type ListedNominee } from '#web/api/elections/nomination.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { NomineeButtons } from '#web/elections/nomination/nominee-buttons.tsx'
import { NomineeList } from '#web/elections/nomination/nominee-list.tsx'
import type { NomineeActs } from '#web/elections/nomination/use-nominee-acts.tsx'

interface NomineesSectionProps {
  election: CurrentElection
  who: Who
  /** By the server's clock. */
  now: Instant
  acts: NomineeActs
  headingRef: Ref<HTMLHeadingElement>
  /** Of the list with those just nominated, where that is another one. */
  newOnesRef: Ref<HTMLHeadingElement>
}

/** Who stands; above it, for administrators and until their deadline, who waits to. */
export function NomineesSection({ election, who, now, acts, headingRef, newOnesRef }: NomineesSectionProps) {
  const { data, isError, error, refetch } = useQuery(nomineesQuery(useApi(), election.id))
  const decides = may(who, 'manage nominees') && whyCannotNominate(election, who, now) === null
  const manages = may(who, 'manage nominees')
  const listed = (...wanted: ListedNominee['status'][]) =>
    data?.nominees.filter(({ status }) => wanted.includes(status))
  // The list may have been read while a window was still open.
  const windowOpen =
    whyCannotRemoveNominee(election, { ...who, isNominator: true, answeredByAnother: false }, now) === null
  const actions = (nominee: ListedNominee) =>
    nominee.removable && windowOpen && <NomineeButtons nominee={nominee} acts={acts} decides={decides} />

  if (isError && !data)
    return <Failed title={nominationText.nomineesFailed} error={error} onRetry={() => void refetch()} />
  const approved = listed('approved')
  const pending = listed('pending')
  const unaccepted = listed('asked', 'declined')
  // Whoever has just nominated somebody finds them where they wait to be accepted.
  const newOnesWait = election.nomineesAccept && unaccepted?.some(({ removable }) => removable)
  return (
    <>
      {decides && (
        <section aria-labelledby="pending" className="grid gap-4">
          <h2 id="pending" className="text-3xl">
            {nominationText.pendingBadge} <Count of={pending} />
          </h2>
          <NomineeList
            label={nominationText.pendingList}
            nominees={pending}
            actions={actions}
            manages={manages}
            empty={<p className="card px-5 py-4 text-muted">{nominationText.nobodyPending}</p>}
          />
        </section>
      )}
      <section aria-labelledby="nominees" className="grid gap-4">
        <h2 id="nominees" ref={headingRef} tabIndex={-1} className="text-3xl outline-none">
          Nominees <Count of={approved} />
        </h2>
        <NomineeList
          label="List of nominees"
          nominees={approved}
          actions={actions}
          manages={manages}
          empty={<EmptyState title="No nominees yet">Nominees will be listed here, by name.</EmptyState>}
        />
      </section>
      {!decides && pending && pending.length > 0 && (
        <section aria-labelledby="my-pending" className="grid gap-4">
          <div>
            <h2 id="my-pending" className="text-3xl">
              {manages ? nominationText.pendingBadge : nominationText.myPendingTitle} <Count of={pending} />
            </h2>
            <p className="mt-1">{nominationText.myPendingNote}</p>
          </div>
          <NomineeList
            label={nominationText.myPendingTitle}
            nominees={pending}
            actions={actions}
            manages={manages}
            empty={null}
          />
        </section>
      )}
      {unaccepted && unaccepted.length > 0 && (
        <section aria-labelledby="unaccepted" className="grid gap-4">
          <div>
            <h2 id="unaccepted" ref={newOnesWait ? newOnesRef : null} tabIndex={-1} className="text-3xl outline-none">
              {candidateText.notOnBallotTitle} <Count of={unaccepted} />
            </h2>
            <p className="mt-1">{candidateText.notOnBallotNote}</p>
          </div>
          <NomineeList
            label={candidateText.notOnBallotTitle}
            nominees={unaccepted}
            actions={actions}
            manages={manages}
            empty={null}
          />
        </section>
      )}
    </>
  )
}

const Count = ({ of }: { of: readonly unknown[] | undefined }) =>
  of && of.length > 0 && <span className="text-muted tabular-nums">({of.length})</span>
