import { PageHead } from '#web/site/page-head.tsx'

export function ResultsScreen() {
  return <PageHead title="ARRAPI BOT ELECTION" unlisted />
}
