import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/site/page-head.tsx'

export function ImportScreen() {
  const site = useSite()
  return (
    <div className="wrap py-12">
      <PageHead title={`Import members – ${site.shortName}`} unlisted />
      <h1 className="text-4xl">Import members</h1>
    </div>
  )
}
