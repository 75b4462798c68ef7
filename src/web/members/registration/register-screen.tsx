import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/site/page-head.tsx'

export function RegisterScreen() {
  const site = useSite()
  return (
    <div className="wrap py-12">
      <PageHead title={`Register – ${site.shortName}`} unlisted />
      <h1 className="text-4xl">Register</h1>
    </div>
  )
}
