import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { AuditCheck } from '#web/audit/audit-check.tsx'
import { AuditFilter } from '#web/audit/audit-filter.tsx'
import { AuditList } from '#web/audit/audit-list.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { logQuery, type AuditAction, type LogActor } from '#web/api/audit.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** Who did what, newest first, and whether the log is still whole. */
export function AuditLogScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  const [action, setAction] = useState<AuditAction | ''>('')
  const [person, setPerson] = useState<LogActor | null>(null)
  const log = useInfiniteQuery(logQuery(api, { ...(action && { action }), ...(person && { actor: person.id }) }))
  const filtered = action !== '' || person !== null
  const entries = log.data?.pages.flatMap((page) => page.entries)

  return (
    <AdminLayout title="Audit log" who={me.data?.email || 'Admin'}>
      <PageHead title={`Audit log – ${site.shortName} Admin`} />
      <AuditCheck />
      <AuditFilter {...{ action, person }} onAction={setAction} onEveryone={() => setPerson(null)} />
      {log.isError && !entries ? (
        <Failed title="The log could not be loaded" error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <AuditList entries={entries} filtered={filtered} onPerson={setPerson} />
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
