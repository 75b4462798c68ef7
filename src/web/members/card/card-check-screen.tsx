import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/site/page-head.tsx'

export function CardCheckScreen() {
  const site = useSite()
  return (
    <div className="wrap py-12">
      <PageHead title={`Membership card – ${site.shortName}`} unlisted />
      <h1 className="text-4xl">Membership card</h1>
    </div>
  )
}
