import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/site/page-head.tsx'

export function AuditLogScreen() {
  const site = useSite()
  return (
    <div className="wrap py-12">
      <PageHead title={`Audit log – ${site.shortName}`} unlisted />
      <h1 className="text-4xl">Audit log</h1>
    </div>
  )
}
