import { PageHead } from '#web/site/page-head.tsx'

export function NominateScreen() {
  return <PageHead title="Nominations" unlisted />
}
