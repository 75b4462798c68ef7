import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { viewersText } from '#shared/members/viewers/viewers.ts'
import { showInstant } from '#shared/time.ts'
import { useApi } from '#web/api/client.ts'
import { removeViewer, viewersChanged, viewersQuery, type Viewer } from '#web/api/members/viewers.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export function ViewerList() {
  const api = useApi()
  const queries = useQueryClient()
  const { data, isError, error, refetch } = useQuery(viewersQuery(api))
  const [going, setGoing] = useState<Viewer | null>(null)
  const [open, setOpen] = useState(false)

  if (isError && !data) return <Failed title={viewersText.loadFailed} error={error} onRetry={() => void refetch()} />
  const ask = (viewer: Viewer) => {
    setGoing(viewer)
    setOpen(true)
  }
  async function remove({ id, name }: Viewer) {
    await removeViewer(api, id)
    showToast(viewersText.removed(name))
    await viewersChanged(queries)
  }
  return (
    <>
      <DataTable
        caption={viewersText.list}
        columns={columnsWith(ask)}
        rows={data?.viewers}
        keyOf={({ id }) => id}
        empty={<EmptyState title={viewersText.none}>{viewersText.noneHint}</EmptyState>}
      />
      {going && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title={viewersText.removeQuestion(going.name)}
          action={viewersText.remove}
          cancel={viewersText.keep}
          destructive
          onConfirm={() => remove(going)}
        >
          <p>{viewersText.removeExplained(going.name)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const columnsWith = (ask: (viewer: Viewer) => void): Column<Viewer>[] => [
  { heading: 'Viewer', main: true, cell: (viewer) => <Who viewer={viewer} /> },
  {
    heading: 'ID number',
    cell: ({ idNumber }) => <span className="tabular-nums md:whitespace-nowrap">{idNumber}</span>,
  },
  { heading: 'Added', cell: addedText },
  {
    heading: 'Actions',
    phone: 'bare',
    cell: (viewer) => (
      <Button
        look="danger-outline"
        size="small"
        aria-label={`${viewersText.remove} ${viewer.name}`}
        onClick={() => ask(viewer)}
      >
        {viewersText.remove}
      </Button>
    ),
  },
]

const addedText = ({ addedAt, addedBy }: Viewer) =>
  addedBy === null ? viewersText.addedFrom : `${showInstant(Date.parse(addedAt))}, by ${addedBy}`

function Who({ viewer: { id, name, rank, ms, withdrawn } }: { viewer: Viewer }) {
  return (
    <span className="grid gap-0.5">
      <SiteLink href={`/member/${id}`} className="text-link">
        {name}
      </SiteLink>
      <span className="text-base font-normal text-muted">{[rank, ms].filter(Boolean).join(' · ')}</span>
      {withdrawn && (
        <span className="text-base">
          <Pill tone="red">{viewersText.left}</Pill>
        </span>
      )}
    </span>
  )
}
