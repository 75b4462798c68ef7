import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode, type Ref } from 'react'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { whyCannotApproveNominee, whyCannotRemoveNominee } from '#shared/elections/nomination/eligibility.ts'
import { nominationText } from '#shared/elections/nomination/nomination.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { may, type Who } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { TextField } from '#web/components/fields.tsx'
import { BinIcon } from '#web/components/icons.tsx'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { nomineesQuery, type CurrentElection, type ListedNominee } from '#web/elections/api.ts'
import { AboutCandidate, nameClass } from '#web/elections/candidacy/about-candidate.tsx'
import { CandidateDocument, NomineePhoto } from '#web/elections/nominee-files.tsx'
import { byName, searchPeople, withTellingNumbers } from '#web/elections/nominee-order.ts'
import type { NomineeActs } from './use-nominee-acts.tsx'

interface NomineesSectionProps {
  election: CurrentElection
  who: Who
  /** By the server's clock. */
  now: Instant
  acts: NomineeActs
  headingRef: Ref<HTMLHeadingElement>
  /** The heading of the list with the new nominees, if that is a different one. */
  newOnesRef: Ref<HTMLHeadingElement>
}

/** From this many on there is a search box. */
const searchedFrom = 5

/** The candidates; above them, for administrators until their deadline, those who wait. */
export function NomineesSection({ election, who, now, acts, headingRef, newOnesRef }: NomineesSectionProps) {
  const { data, isError, error, refetch } = useQuery(nomineesQuery(election.id))
  const decides = whyCannotApproveNominee(election, who, now) === null
  const manages = may(who, 'manage nominees')
  const [typed, setTyped] = useState('')
  const listed = (...wanted: ListedNominee['status'][]) =>
    data && searchPeople(data.nominees, typed).filter(({ status }) => wanted.includes(status))
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
  // Somebody who has just nominated finds the nominee among those who wait to accept.
  const newOnesWait = election.nomineesAccept && unaccepted?.some(({ removable }) => removable)
  const settled = now >= election.votingOpens
  const lists = { actions, manages, settled }
  return (
    <>
      {manages && data && data.nominees.length >= searchedFrom && (
        <div role="search" className="max-w-md">
          <TextField
            label="Find a nominee"
            hint="By name, rank, unit, service or region."
            inputMode="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {decides && (
        <NomineeList
          {...lists}
          title={nominationText.pendingBadge}
          label={nominationText.pendingList}
          nominees={pending}
          empty={<p className="card px-5 py-4 text-muted">{nominationText.nobodyPending}</p>}
        />
      )}
      <NomineeList
        {...lists}
        headingRef={headingRef}
        title="Nominees"
        label="List of nominees"
        nominees={approved}
        empty={
          typed.trim() !== '' ? (
            <EmptyState title="No nominee found">Try fewer letters.</EmptyState>
          ) : settled ? (
            <EmptyState title="Nobody was nominated" />
          ) : unaccepted && unaccepted.length > 0 ? (
            <EmptyState title={candidateText.nobodyAccepted}>{candidateText.acceptedListed}</EmptyState>
          ) : (
            <EmptyState title="No nominees yet">Nominees will be listed here, by name.</EmptyState>
          )
        }
      />
      {!decides && pending && pending.length > 0 && (
        <NomineeList
          {...lists}
          title={manages ? nominationText.pendingBadge : nominationText.myPendingTitle}
          note={settled ? nominationText.pendingNoteAfter : nominationText.myPendingNote}
          label={nominationText.myPendingTitle}
          nominees={pending}
        />
      )}
      {unaccepted && unaccepted.length > 0 && (
        <NomineeList
          {...lists}
          headingRef={newOnesWait ? newOnesRef : null}
          title={candidateText.notOnBallotTitle(settled)}
          note={election.nomineesAccept ? candidateText.notOnBallotNote(settled) : undefined}
          label={candidateText.notOnBallotTitle(settled)}
          nominees={unaccepted}
        />
      )}
    </>
  )
}

interface NomineeListProps {
  /** Gets the focus when the list has changed. */
  headingRef?: Ref<HTMLHeadingElement>
  title: string
  note?: string | undefined
  label: string
  /** Undefined while loading. */
  nominees: readonly ListedNominee[] | undefined
  actions: (nominee: ListedNominee) => ReactNode
  /** Whether this person may read about people who are not on the ballot. */
  manages: boolean
  /** Voting has opened: the ballot is final. */
  settled: boolean
  empty?: ReactNode
}

/**
 * On a desktop a long list scrolls in its own box, by keyboard too; on a phone it scrolls with the page. Administrators work with
 * the list and see all of it.
 */
function NomineeList({ headingRef, title, note, label, nominees, actions, empty, ...shown }: NomineeListProps) {
  const id = useId()
  const documents = nominees?.some(({ hasDocument }) => hasDocument) ?? false
  const offered = nominees?.some((nominee) => actions(nominee)) ?? false
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-3xl outline-none">
          {title}{' '}
          {nominees && nominees.length > 0 && <span className="text-muted tabular-nums">({nominees.length})</span>}
        </h2>
        {note && <p className="mt-1">{note}</p>}
      </div>
      <div
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is a stop for the keyboard
        tabIndex={shown.manages ? undefined : 0}
        className={classes('rounded-card', !shown.manages && 'md:max-h-[400px] md:overflow-y-auto')}
      >
        <DataTable
          caption={label}
          columns={nomineeColumns({ documents, ...shown, actions: offered ? actions : null })}
          rows={nominees && withTellingNumbers(byName(nominees))}
          keyOf={({ id: nominee }) => nominee}
          empty={empty}
        />
      </div>
    </section>
  )
}

const dash = <span className="text-muted">–</span>

/** Facts about a nominee. On a phone a few lines beside the picture, so that several fit on the screen. */
const facts = (shown: Pick<NomineeListProps, 'manages' | 'settled'>): Column<ShownNominee>[] => [
  { heading: 'Nominee', main: true, cell: (nominee) => <NomineeName nominee={nominee} {...shown} /> },
  { heading: 'Rank', phone: 'hidden', cell: ({ rank }) => rank || dash },
  { heading: 'Service', phone: 'hidden', cell: ({ ms }) => <ServicePill service={ms} /> },
  { heading: 'Region', phone: 'hidden', cell: ({ region }) => region },
  { heading: 'Unit', phone: 'hidden', cell: ({ unit }) => unit || dash },
]

/** With the ID number if somebody else has the same name. */
type ShownNominee = ListedNominee & { tellingNumber: string }

interface Offers extends Pick<NomineeListProps, 'manages' | 'settled'> {
  /** Somebody has a document that may be opened. */
  documents: boolean
  /** Buttons for a nominee; null if there is nothing to do. */
  actions: ((nominee: ListedNominee) => ReactNode) | null
}

const nomineeColumns = ({ documents, actions, ...shown }: Offers): Column<ShownNominee>[] => [
  ...facts(shown),
  ...(documents ? [{ heading: 'Document', phone: 'bare' as const, cell: documentLink }] : []),
  ...(actions ? [{ heading: 'Actions', phone: 'bare' as const, cell: actions }] : []),
]

interface NomineeNameProps extends Pick<NomineeListProps, 'manages' | 'settled'> {
  nominee: ShownNominee
}

function NomineeName({ nominee, manages, settled }: NomineeNameProps) {
  const { id, fullName, rank, ms, region, unit, tellingNumber, status, pendingReason, withdrawn, mine, nominatedBy } =
    nominee
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <NomineePhoto nominee={nominee} />
      <span className="beside flex flex-col gap-0.5">
        {status === 'approved' || manages ? (
          <AboutCandidate nominee={{ id, name: fullName }} className={nameClass}>
            {fullName}
          </AboutCandidate>
        ) : (
          fullName
        )}
        <span className="text-base font-normal text-muted as-table:hidden">
          {joinWithDots([rank, ms, region, unit])}
        </span>
        {tellingNumber && <span className="text-base font-normal text-muted tabular-nums">{tellingNumber}</span>}
        {nominatedBy !== null && (
          <span className="text-base font-normal text-muted">
            {nominationText.nominatedBy(
              mine ? 'you' : [nominatedBy, nominee.nominatorSerial].filter(Boolean).join(', '),
            )}
          </span>
        )}
        {(status === 'asked' || status === 'declined') && (
          <span className="text-base">
            <Pill tone={status === 'asked' ? 'gold' : 'red'}>
              {status === 'asked' ? candidateText.asked(settled) : candidateText.declinedBadge}
            </Pill>
          </span>
        )}
        {status === 'pending' && pendingReason && (
          <span className="text-base font-normal break-words whitespace-pre-line text-gold-ink">
            {nominationText.pendingWhy(pendingReason)}
          </span>
        )}
        {withdrawn && (
          <span className="text-base">
            <Pill tone="red">Membership withdrawn</Pill>
          </span>
        )}
      </span>
    </span>
  )
}

const documentLink = (nominee: ListedNominee) => <CandidateDocument nominee={nominee} />

interface NomineeButtonsProps {
  nominee: ListedNominee
  acts: NomineeActs
  /** Whether this person may now approve and set back to pending. */
  decides: boolean
}

/** What can be done with a nominee who may be removed. */
function NomineeButtons({ nominee, acts, decides }: NomineeButtonsProps) {
  const { name, status } = nominee
  const busy = acts.isBusy(nominee)
  return (
    <span className="flex flex-wrap justify-end gap-2 md:justify-start">
      {decides && status === 'pending' && (
        <Button size="small" busy={busy} aria-label={`Approve ${name}`} onClick={() => acts.approve(nominee)}>
          Approve
        </Button>
      )}
      {decides && status === 'approved' && (
        <Button
          look="outline"
          size="small"
          busy={busy}
          aria-label={`${nominationText.setPending}: ${name}`}
          onClick={() => acts.askToSetPending(nominee)}
        >
          {nominationText.setPending}
        </Button>
      )}
      <Button
        look="danger-outline"
        size="small"
        aria-label={`Delete ${name}`}
        onClick={() => acts.askToDelete(nominee)}
      >
        <BinIcon className="size-4" />
        Delete
      </Button>
    </span>
  )
}
