import type { CastProxy } from '#web/api/elections/voting.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { FormLink } from '#web/elections/proxy/waiting-card.tsx'

const columns: readonly Column<CastProxy>[] = [
  { heading: 'Member', main: true, cell: ({ name }) => name },
  { heading: 'ID number', cell: ({ idNumber }) => idNumber ?? '–' },
  { heading: 'Authority', cell: ({ authority }) => authority },
  { heading: 'Cast', cell: ({ label }) => label },
  {
    heading: 'Form',
    phone: 'bare',
    cell: ({ formId, name }) => formId && <FormLink formId={formId} name={name} />,
  },
]

/** Those in the box, by name. Folded away, for the work of the day is above. */
export function CastProxies({ cast }: { cast: readonly CastProxy[] }) {
  if (cast.length === 0) return null
  return (
    <details className="group">
      <summary className="text-link inline-flex min-h-11 items-center">
        {cast.length === 1 ? '1 proxy ballot is cast' : `${cast.length} proxy ballots are cast`}
      </summary>
      <div className="mt-3">
        <DataTable
          caption="Proxy ballots that are cast"
          columns={columns}
          rows={cast}
          keyOf={({ voterId }) => voterId}
          empty={null}
        />
      </div>
    </details>
  )
}
