import { PageHead } from '#web/site/page-head.tsx'

export function ReceiptScreen() {
  return <PageHead title="Receipt" unlisted />
}
