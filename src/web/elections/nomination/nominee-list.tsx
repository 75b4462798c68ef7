import type { ReactNode } from 'react'
import { byName, toldApart } from '#shared/elections/nominee-order.ts'
import type { ListedNominee } from '#web/api/elections/nomination.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { nomineeColumns } from '#web/elections/nomination/nominee-columns.tsx'

interface NomineeListProps {
  label: string
  /** Undefined while they are on their way. */
  nominees: readonly ListedNominee[] | undefined
  actions: (nominee: ListedNominee) => ReactNode
  /** Whether this person may read of somebody who is not on the ballot. */
  manages: boolean
  empty: ReactNode
}

/** At a desk a long list scrolls in its own place, by keyboard too; on a phone it scrolls with the page. */
export function NomineeList({ label, nominees, actions, manages, empty }: NomineeListProps) {
  const documents = nominees?.some(({ hasDocument }) => hasDocument) ?? false
  const offered = nominees?.some((nominee) => actions(nominee)) ?? false
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is a stop for the keyboard
      tabIndex={0}
      className="rounded-card md:max-h-[400px] md:overflow-y-auto"
    >
      <DataTable
        caption={label}
        columns={nomineeColumns({ documents, manages, actions: offered ? actions : null })}
        rows={nominees && toldApart(byName(nominees))}
        keyOf={({ id }) => id}
        empty={empty}
      />
    </div>
  )
}
