import { useQuery } from '@tanstack/react-query'
import { dueText } from '#shared/members/privacy/privacy.ts'
import { CountTile } from '#web/dashboard/count-tile.tsx'
import { useApi } from '#web/api/client.ts'
import { requestsWaitingQuery } from '#web/api/members/privacy.ts'
import { classes } from '#web/components/classes.ts'
import { Failed } from '#web/components/notice.tsx'

/** Asks for itself, so that the rest of the dashboard neither waits for it nor fails with it. */
export function PrivacyTile() {
  const waiting = useQuery(requestsWaitingQuery(useApi()))
  if (waiting.isError && !waiting.data)
    return (
      <Failed
        title="The privacy requests could not be counted"
        error={waiting.error}
        onRetry={() => void waiting.refetch()}
      />
    )
  const { open, overdue = 0, nextDueAt, now = 0 } = waiting.data ?? {}
  return (
    <CountTile
      title="Privacy requests"
      count={open}
      unit="open"
      href="/admin/privacy-requests"
      urgent
      note={
        nextDueAt && (
          <span className={classes('font-semibold', overdue > 0 ? 'text-red' : 'text-gold-ink')}>
            {overdue > 1 ? `${overdue} are overdue` : dueText(nextDueAt, now)}
          </span>
        )
      }
    />
  )
}
