import type { Counted } from '#web/api/elections/results.ts'
import { Pill } from '#web/components/pill.tsx'

/** `Elected` once the result is certified; `Tie` while a seat hangs on equal votes. */
export function OutcomeMark({ votes, nomineeId }: { votes: Counted; nomineeId: string }) {
  if (votes.elected.includes(nomineeId)) return <Pill tone="green">Elected</Pill>
  const tied = votes.ties.some((tie) => tie.nomineeIds.includes(nomineeId))
  return tied ? <Pill tone="gold">Tie</Pill> : null
}
