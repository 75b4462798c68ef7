import type { NominatableMember } from '#web/api/elections/nomination.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { CloseIcon } from '#web/components/icons.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'

interface ChosenTableProps {
  chosen: readonly NominatableMember[]
  onRemove: (idNumber: string) => void
}

export function ChosenTable({ chosen, onRemove }: ChosenTableProps) {
  return (
    <DataTable
      caption="People you chose"
      columns={columnsWith(onRemove)}
      rows={chosen}
      keyOf={({ idNumber }) => idNumber}
      empty={
        <p className="rounded-field border border-dashed border-edge px-4 py-5 text-center text-muted">
          Nobody chosen yet. People you choose above are listed here until you save.
        </p>
      }
    />
  )
}

const dash = <span className="text-muted">–</span>
/** Without these nobody can be nominated, so it is marked before anybody presses Save. */
const missing = (what: string) => <Pill tone="red">No {what}</Pill>

const columnsWith = (onRemove: ChosenTableProps['onRemove']): Column<NominatableMember>[] => [
  { heading: 'Name', main: true, cell: (member) => <Who member={member} /> },
  { heading: 'Rank', phone: 'hidden', cell: ({ rank }) => rank ?? dash },
  { heading: 'Service', phone: 'hidden', cell: ({ ms }) => (ms ? <ServicePill service={ms} /> : missing('service')) },
  { heading: 'Region', phone: 'hidden', cell: ({ region }) => region ?? missing('region') },
  {
    heading: 'Remove',
    phone: 'bare',
    cell: ({ name, idNumber }) => (
      <Button look="outline" size="small" aria-label={`Remove ${name}`} onClick={() => onRemove(idNumber)}>
        <CloseIcon className="size-4" />
        Remove
      </Button>
    ),
  },
]

function Who({ member: { name, idNumber, rank, ms, region } }: { member: NominatableMember }) {
  return (
    <span className="grid gap-0.5">
      {name}
      <span className="text-base font-normal text-muted md:hidden">
        {[rank, ms, region].filter(Boolean).join(' · ')}
      </span>
      <span className="text-base font-normal text-muted tabular-nums">{idNumber}</span>
      {(!ms || !region) && (
        <span className="flex gap-2 text-base md:hidden">
          {!ms && missing('service')}
          {!region && missing('region')}
        </span>
      )}
    </span>
  )
}
