import { useQuery } from '@tanstack/react-query'
import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { administratorsQuery } from '#web/api/administrators.ts'
import { useApi } from '#web/api/client.ts'
import { Failed } from '#web/components/failed.tsx'
import { CountTile } from '#web/dashboard/count-tile.tsx'

/** Asks for itself, so that the rest of the dashboard neither waits for it nor fails with it. */
export function AdministratorsTile() {
  const { data, isError, error, refetch } = useQuery(administratorsQuery(useApi()))
  if (isError && !data) return <Failed title={text.loadFailed} error={error} onRetry={() => void refetch()} />
  const waiting = data?.administrators.filter(({ accepted }) => !accepted).length ?? 0
  return (
    <CountTile
      title={text.title}
      count={data?.administrators.length}
      unit={text.tileUnit}
      href="/admin/administrators"
      note={waiting > 0 && <span className="font-semibold text-gold-ink">{text.tileWaiting(waiting)}</span>}
    />
  )
}
