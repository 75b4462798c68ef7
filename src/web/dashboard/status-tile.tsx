import { useQuery } from '@tanstack/react-query'
import { statusScreenText } from '#shared/operations/status/screen-text.ts'
import { checkTitles, headlineText } from '#shared/operations/status/status-text.ts'
import { useApi } from '#web/api/client.ts'
import { statusQuery } from '#web/api/operations/status.ts'
import { classes } from '#web/components/classes.ts'
import { Failed } from '#web/components/failed.tsx'
import { CountTile } from '#web/dashboard/count-tile.tsx'

/** Asks for itself, so that the rest of the dashboard neither waits for it nor fails with it. */
export function StatusTile() {
  const status = useQuery(statusQuery(useApi()))
  if (status.isError && !status.data)
    return <Failed title={statusScreenText.tileFailed} error={status.error} onRetry={() => void status.refetch()} />
  const attention = status.data?.checks.filter(({ state }) => state !== 'ok')
  const isWrong = attention?.some(({ state }) => state === 'wrong')
  return (
    <CountTile
      title={statusScreenText.tileTitle}
      count={attention?.length}
      unit={statusScreenText.tileUnit}
      href="/admin/status"
      urgent
      note={
        attention && (
          <span
            className={classes(
              'font-semibold',
              isWrong ? 'text-red' : attention.length > 0 ? 'text-gold-ink' : 'text-green',
            )}
          >
            {attention.length === 0 ? headlineText(0) : attention.map(({ name }) => checkTitles[name]).join(', ')}
          </span>
        )
      }
    />
  )
}
