import type { ReactNode } from 'react'
import type { ListedNominee } from '#web/api/elections/nomination.ts'
import type { Column } from '#web/components/data-table.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { CandidateDocument } from '#web/elections/candidate-document.tsx'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'

const dash = <span className="text-muted">–</span>

/** What is known of a nominee. On a phone a few lines beside the picture, so that several fit into the list at once. */
const facts: Column<ListedNominee>[] = [
  { heading: 'Nominee', main: true, cell: (nominee) => <Who nominee={nominee} /> },
  { heading: 'Rank', phone: 'hidden', cell: ({ rank }) => rank || dash },
  { heading: 'Service', phone: 'hidden', cell: ({ ms }) => <ServicePill service={ms} /> },
  { heading: 'Region', phone: 'hidden', cell: ({ region }) => region },
  { heading: 'Unit', phone: 'hidden', cell: ({ unit }) => unit || dash },
]

interface Offers {
  /** Somebody has a document that may be opened. */
  documents: boolean
  /** Buttons for a nominee; nothing where there is nothing to do. */
  actions: ((nominee: ListedNominee) => ReactNode) | null
}

export const nomineeColumns = ({ documents, actions }: Offers): Column<ListedNominee>[] => [
  ...facts,
  ...(documents ? [{ heading: 'Document', phone: 'bare' as const, cell: documentLink }] : []),
  ...(actions ? [{ heading: 'Actions', phone: 'bare' as const, cell: actions }] : []),
]

function Who({ nominee }: { nominee: ListedNominee }) {
  const { name, rank, ms, region, unit, withdrawn, mine, nominatedBy } = nominee
  return (
    <span className="flex items-center gap-3">
      <NomineePhoto nominee={nominee} />
      <span className="grid min-w-0 gap-0.5">
        {name}
        <span className="text-base font-normal text-muted md:hidden">
          {[rank, ms, region, unit].filter(Boolean).join(' · ')}
        </span>
        {nominatedBy !== null && (
          <span className="text-base font-normal text-muted">Nominated by {mine ? 'you' : nominatedBy}</span>
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
