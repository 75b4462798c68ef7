import { clockText, statusScreenText } from '#shared/operations/status/screen-text.ts'
import { isGone } from '#shared/operations/status/site-checks.ts'
import { spanText } from '#shared/operations/status/status-text.ts'
import type { StatusNode } from '#web/api/operations/status.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'

const columns: readonly Column<StatusNode>[] = [
  { heading: 'Server', main: true, cell: ({ host, pid }) => `${host} (process ${pid})` },
  { heading: 'Version', cell: ({ version }) => version },
  { heading: 'Running for', cell: ({ upMs }) => spanText(upMs) },
  { heading: 'Last seen', cell: lastSeen },
  { heading: 'Clock', cell: ({ clockOffsetMs }) => clockText(clockOffsetMs) },
]

function lastSeen({ sinceSeenMs, draining }: StatusNode): string {
  if (isGone({ sinceSeenMs })) return `${spanText(sinceSeenMs)} ago: it was stopped hard, or its machine is off`
  return draining ? 'stopping' : 'just now'
}

export function NodesTable({ nodes }: { nodes: readonly StatusNode[] }) {
  return (
    <DataTable
      caption={statusScreenText.servers}
      columns={columns}
      rows={nodes}
      keyOf={({ id }) => id}
      empty={<p className="text-muted">{statusScreenText.noServers}</p>}
    />
  )
}
