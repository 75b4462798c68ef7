import { PageHead } from '#web/site/page-head.tsx'

export function ElectionScreen() {
  return <PageHead title="Election" unlisted />
}
