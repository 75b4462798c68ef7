import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/site/page-head.tsx'

export function MembersScreen() {
  const site = useSite()
  return (
    <div className="wrap py-12">
      <PageHead title={`Members – ${site.shortName}`} unlisted />
      <h1 className="text-4xl">Members</h1>
    </div>
  )
}
