import { nominationText } from '#shared/elections/nomination/nomination.ts'
import type { ListedNominee } from '#web/api/elections/nomination.ts'
import { Button } from '#web/components/button.tsx'
import { BinIcon } from '#web/components/edit-icons.tsx'
import type { NomineeActs } from '#web/elections/nomination/use-nominee-acts.tsx'

interface NomineeButtonsProps {
  nominee: ListedNominee
  acts: NomineeActs
  /** Whether this person approves, and sets back to pending, now. */
  decides: boolean
}

/** What can be done with a nominee who may be removed. */
export function NomineeButtons({ nominee, acts, decides }: NomineeButtonsProps) {
  const { name, status } = nominee
  const busy = acts.isBusy(nominee)
  return (
    <span className="flex flex-wrap justify-end gap-2 md:justify-start">
      {decides && status === 'pending' && (
        <Button size="small" busy={busy} aria-label={`Approve ${name}`} onClick={() => acts.approve(nominee)}>
          Approve
        </Button>
      )}
      {decides && status === 'approved' && (
        <Button
          look="outline"
          size="small"
          busy={busy}
          aria-label={`${nominationText.setPending}: ${name}`}
          onClick={() => acts.askToSetPending(nominee)}
        >
          {nominationText.setPending}
        </Button>
      )}
      <Button
        look="danger-outline"
        size="small"
        aria-label={`Delete ${name}`}
        onClick={() => acts.askToDelete(nominee)}
      >
        <BinIcon className="size-4" />
        Delete
      </Button>
    </span>
  )
}
