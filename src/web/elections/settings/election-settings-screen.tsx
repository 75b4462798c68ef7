import { PageHead } from '#web/site/page-head.tsx'

export function ElectionSettingsScreen() {
  return <PageHead title="Election settings" unlisted />
}
