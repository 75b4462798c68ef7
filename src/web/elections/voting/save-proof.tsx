import type { Checked } from '#shared/elections/board/check-receipt.ts'
import { proofOf } from '#shared/elections/board/promise.ts'
import { useApi } from '#web/api/client.ts'
import { boardSource } from '#web/api/elections/board-source.ts'
import { Button } from '#web/components/button.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { listKept } from '#web/elections/voting/kept-receipt.ts'

interface SaveProofProps {
  checked: Checked
  fingerprint: string
  /** The commitments of the receipt that are on the board; null when the board cannot be relied on. */
  onBoard: readonly string[] | null
}

/** The site's own promise as a file to hand over. It does not show whom they chose. */
export function SaveProof({ checked, fingerprint, onBoard }: SaveProofProps) {
  const api = useApi()
  if (checked.ballot === undefined) return null
  const receipt = checked

  async function save() {
    const promised = onBoard && (await knownCommitments().catch(() => null))
    const text = proofOf(receipt, fingerprint, promised && { promised, onBoard })
    saveFile(new Blob([text], { type: 'application/json' }), 'broken-promise.json')
  }

  /** Where this device remembers what was chosen: then others can see for themselves that it is not on the board. */
  async function knownCommitments() {
    const kept = listKept().find(({ ballot }) => ballot === receipt.ballot)
    const board =
      kept && (await boardSource(api, kept.electionId, kept.rehearsal).board(kept.electionId, kept.rehearsal))
    if (!kept || !board) return null
    const { commitments } = await import('./run-check.ts')
    return commitments(kept, board.seats, kept.choices)
  }

  return (
    <Button className="justify-self-start" onClick={() => void save()}>
      Save the proof
    </Button>
  )
}
