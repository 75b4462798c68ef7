import { PageHead } from '#web/site/page-head.tsx'

export function VoteScreen() {
  return <PageHead title="BOT Voting" unlisted />
}
