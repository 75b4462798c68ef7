import type { ReactNode } from 'react'
import type { ListedNominee } from '#web/api/elections/nomination.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { nomineeColumns } from '#web/elections/nomination/nominee-columns.tsx'

interface NomineeListProps {
  label: string
  /** Undefined while they are on their way. */
  nominees: readonly ListedNominee[] | undefined
  actions: (nominee: ListedNominee) => ReactNode
  empty: ReactNode
}

/** A long list scrolls in its own place, by keyboard too. */
export function NomineeList({ label, nominees, actions, empty }: NomineeListProps) {
  const documents = nominees?.some(({ hasDocument }) => hasDocument) ?? false
  const offered = nominees?.some((nominee) => actions(nominee)) ?? false
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is a stop for the keyboard
      tabIndex={0}
      className="max-h-[25rem] overflow-y-auto rounded-card"
    >
      <DataTable
        caption={label}
        columns={nomineeColumns({ documents, actions: offered ? actions : null })}
        rows={nominees}
        keyOf={({ id }) => id}
        empty={empty}
      />
    </div>
  )
}
