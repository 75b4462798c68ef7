import { heldFileText } from '#shared/members/privacy/privacy.ts'
import { showInstant } from '#shared/time.ts'
import type { MyData } from '#web/api/members/privacy.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { SectionCard } from '#web/members/privacy/section-card.tsx'

type Opening = MyData['openings']['shown'][number]

const columns: Column<Opening>[] = [
  { heading: 'What', main: true, cell: ({ file }) => (file ? heldFileText[file] : 'Everything, as a download') },
  { heading: 'By', cell: ({ by }) => capitalised(by) },
  { heading: 'When', cell: ({ at }) => showInstant(at) },
]

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export function Openings({ openings: { shown, inAll } }: { openings: MyData['openings'] }) {
  return (
    <SectionCard title="Who opened my documents">
      <p className="mt-3 mb-4 max-w-[60ch] text-muted">
        {shown.length === 0
          ? 'Nobody but you has opened your documents. When an administrator does, you will see it here.'
          : 'Each time someone else opens one of your documents, it is recorded, and the record cannot be removed.'}
      </p>
      {shown.length > 0 && (
        <DataTable
          caption="Who opened my documents, newest first"
          columns={columns}
          rows={shown}
          keyOf={({ entry }) => String(entry)}
          empty={null}
        />
      )}
      {inAll > shown.length && (
        <p className="mt-4 text-muted">
          These are the newest {shown.length} of {inAll.toLocaleString('en')}. Your download has them all.
        </p>
      )}
    </SectionCard>
  )
}
