import { DataTable, type Column } from '#web/components/data-table.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import { CandidateDocument } from '#web/elections/candidate-document.tsx'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import { rankAndUnit } from '#web/elections/voting/candidate-line.tsx'
import { byName, type Candidate } from '#web/elections/voting/slots.ts'

const documentLink = (candidate: Candidate) => <CandidateDocument nominee={candidate} />

/** On a phone the title of a card says it all, so that several people fit onto the screen. */
const facts: readonly Column<Candidate>[] = [
  { heading: 'Photo', phone: 'hidden', cell: (candidate) => <NomineePhoto nominee={candidate} /> },
  { heading: 'Name', main: true, cell: (candidate) => <Who candidate={candidate} /> },
  { heading: 'MS', phone: 'hidden', cell: ({ ms }) => <ServicePill service={ms} /> },
  { heading: 'Rank', phone: 'hidden', cell: ({ rank }) => rank || '–' },
]

const documents: Column<Candidate> = { heading: 'Document', phone: 'bare', cell: documentLink }

function Who({ candidate }: { candidate: Candidate }) {
  const { name, ms, unit } = candidate
  return (
    <span className="flex items-center gap-3">
      <span className="md:hidden">
        <NomineePhoto nominee={candidate} />
      </span>
      <span className="min-w-0 flex-1">
        {name}
        <span className="block text-base font-normal text-muted md:hidden">{rankAndUnit(candidate)}</span>
        <span className="hidden text-base font-normal text-muted md:block">{unit}</span>
      </span>
      <span className="md:hidden">
        <ServicePill service={ms} />
      </span>
    </span>
  )
}

/** Everybody who stands, in every service, by name. */
export function CandidatesTable({ candidates }: { candidates: readonly Candidate[] }) {
  return (
    <section aria-labelledby="candidates">
      <h2 id="candidates" className="mb-4 text-3xl">
        Candidates
      </h2>
      <DataTable
        caption="Candidates"
        columns={candidates.some(({ hasDocument }) => hasDocument) ? [...facts, documents] : facts}
        rows={byName(candidates)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No candidates yet">
            The ballot will be here as soon as candidates are nominated and approved.
          </EmptyState>
        }
      />
    </section>
  )
}
