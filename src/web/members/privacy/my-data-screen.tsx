import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/site/page-head.tsx'

export function MyDataScreen() {
  const site = useSite()
  return (
    <div className="wrap py-12">
      <PageHead title={`My data – ${site.shortName}`} unlisted />
      <h1 className="text-4xl">My data</h1>
    </div>
  )
}
