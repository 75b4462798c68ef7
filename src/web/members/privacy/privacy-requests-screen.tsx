import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/site/page-head.tsx'

export function PrivacyRequestsScreen() {
  const site = useSite()
  return (
    <div className="wrap py-12">
      <PageHead title={`Privacy requests – ${site.shortName}`} unlisted />
      <h1 className="text-4xl">Privacy requests</h1>
    </div>
  )
}
