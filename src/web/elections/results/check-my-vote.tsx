import type { Stage } from '#shared/elections/lifecycle.ts'
import { ownBallotText } from '#shared/elections/results/results-text.ts'
import { receiptText } from '#shared/elections/voting/receipt-text.ts'
import { Button } from '#web/components/button.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { handOver } from '#web/elections/voting/handed-over.ts'
import { readKept } from '#web/elections/voting/kept-receipt.ts'
import { useNavigate } from '#web/router/router.tsx'

/** For somebody who voted: the way from everybody's figures to their own ballot. With a receipt on this device it is one tap. */
export function CheckMyVote({ userId, electionId, stage }: { userId: string; electionId: string; stage: Stage }) {
  const navigate = useNavigate()

  function check() {
    const kept = readKept({ userId, electionId, rehearsal: false })
    if (kept) handOver(kept)
    navigate('/receipt')
  }

  return (
    <section
      aria-label="Your vote"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-green px-5 py-4 text-white sm:px-6"
    >
      <CheckIcon className="size-8 flex-none" />
      <p className="min-w-0 flex-1 basis-48 text-lg font-semibold">{ownBallotText(stage)}</p>
      <Button look="accent" className="min-h-14 text-lg" onClick={check}>
        {receiptText.check}
      </Button>
    </section>
  )
}
