import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { LogFilter } from '#shared/audit/filter.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { AuditCheck } from '#web/audit/audit-check.tsx'
import { AuditFilter } from '#web/audit/audit-filter.tsx'
import { AuditList } from '#web/audit/audit-list.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { logQuery, type LogActor } from '#web/api/audit.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** Who did what, newest first, and whether the log is still whole. */
export function AuditLogScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  const [chosen, setChosen] = useState<LogFilter>({})
  /** A filter that was cleared begins anew, what is typed included. */
  const [round, setRound] = useState(0)
  const [by, setBy] = useState<LogActor | null>(null)
  const change = useCallback((part: LogFilter) => setChosen((now) => ({ ...now, ...part })), [])
  const filter = { ...chosen, ...(by && { actor: by.id }) }
  const log = useInfiniteQuery({ ...logQuery(api, filter), placeholderData: keepPreviousData })
  const filtered = Object.values(filter).some(Boolean)
  const entries = log.data?.pages.flatMap((page) => page.entries)

  function clear() {
    setChosen({})
    setBy(null)
    setRound((now) => now + 1)
  }

  return (
    <AdminLayout title="Audit log" who={me.data?.email || 'Admin'}>
      <PageHead title={`Audit log – ${site.shortName} Admin`} />
      <AuditCheck filter={filter} filtered={filtered} />
      <AuditFilter
        key={round}
        filter={chosen}
        by={by}
        onChange={change}
        onEveryone={() => setBy(null)}
        onClear={clear}
      />
      {log.isError && !entries ? (
        <Failed title="The log could not be loaded" error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <div aria-busy={log.isPlaceholderData} className={log.isPlaceholderData ? 'opacity-60' : undefined}>
          <AuditList entries={entries} filtered={filtered} onPerson={setBy} />
        </div>
      )}
      {log.isFetchNextPageError && (
        <Notice tone="error" title="Older entries could not be loaded" className="mt-6">
          {sentenceOf(log.error)}
        </Notice>
      )}
      {log.hasNextPage && (
        <p className="mt-6 flex justify-center">
          <Button look="outline" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older entries
          </Button>
        </p>
      )}
      {entries && entries.length > 0 && !log.hasNextPage && (
        <p className="mt-6 text-center text-muted">
          {filtered ? 'No older entries match this choice.' : 'This is the beginning of the log.'}
        </p>
      )}
    </AdminLayout>
  )
}
