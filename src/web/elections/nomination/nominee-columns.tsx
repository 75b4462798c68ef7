import type { ReactNode } from 'react'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { nominationText } from '#shared/elections/nomination/nomination.ts'
import type { ListedNominee } from '#web/api/elections/nomination.ts'
import type { Column } from '#web/components/data-table.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { AboutCandidate, nameClass } from '#web/elections/candidacy/about-candidate.tsx'
import { CandidateDocument } from '#web/elections/candidate-document.tsx'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'

const dash = <span className="text-muted">–</span>

/** What is known of a nominee. On a phone a few lines beside the picture, so that several fit into the list at once. */
const facts = (manages: boolean): Column<ShownNominee>[] => [
  { heading: 'Nominee', main: true, cell: (nominee) => <Who nominee={nominee} manages={manages} /> },
  { heading: 'Rank', phone: 'hidden', cell: ({ rank }) => rank || dash },
  { heading: 'Service', phone: 'hidden', cell: ({ ms }) => <ServicePill service={ms} /> },
  { heading: 'Region', phone: 'hidden', cell: ({ region }) => region },
  { heading: 'Unit', phone: 'hidden', cell: ({ unit }) => unit || dash },
]

/** With the ID number, where another one has the same name. */
type ShownNominee = ListedNominee & { tellingNumber: string }

interface Offers {
  /** Somebody has a document that may be opened. */
  documents: boolean
  manages: boolean
  /** Buttons for a nominee; nothing where there is nothing to do. */
  actions: ((nominee: ListedNominee) => ReactNode) | null
}

export const nomineeColumns = ({ documents, manages, actions }: Offers): Column<ShownNominee>[] => [
  ...facts(manages),
  ...(documents ? [{ heading: 'Document', phone: 'bare' as const, cell: documentLink }] : []),
  ...(actions ? [{ heading: 'Actions', phone: 'bare' as const, cell: actions }] : []),
]

function Who({ nominee, manages }: { nominee: ShownNominee; manages: boolean }) {
  const { id, fullName, rank, ms, region, unit, tellingNumber, status, pendingReason, withdrawn, mine, nominatedBy } =
    nominee
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <NomineePhoto nominee={nominee} />
      <span className="beside grid gap-0.5">
        {status === 'approved' || manages ? (
          <AboutCandidate nominee={{ id, name: fullName }} className={nameClass}>
            {fullName}
          </AboutCandidate>
        ) : (
          fullName
        )}
        <span className="text-base font-normal text-muted md:hidden">
          {[rank, ms, region, unit].filter(Boolean).join(' · ')}
        </span>
        {tellingNumber && <span className="text-base font-normal text-muted tabular-nums">{tellingNumber}</span>}
        {nominatedBy !== null && (
          <span className="text-base font-normal text-muted">
            {nominationText.nominatedBy(mine ? 'you' : nominatedBy)}
          </span>
        )}
        {(status === 'asked' || status === 'declined') && (
          <span className="text-base">
            <Pill tone={status === 'asked' ? 'gold' : 'red'}>
              {status === 'asked' ? candidateText.asked : candidateText.declinedBadge}
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
