import { useState } from 'react'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { fitChoices, newSecret, type Draft, type DraftOwner } from '#web/elections/voting/draft.ts'
import { readDraft, removeDraftsExceptOf, writeDraft } from '#web/elections/voting/draft-storage.ts'
import { choicesWith, type Candidate } from '#web/elections/voting/slots.ts'

function begin(owner: DraftOwner): Draft {
  removeDraftsExceptOf(owner)
  return readDraft(owner) ?? { secret: newSecret(), choices: [], sent: false }
}

/** The ballot being filled in; kept on this device with every choice, until it is saved. */
export function useDraft(owner: DraftOwner, seats: readonly Seat[], candidates: readonly Candidate[]) {
  const [draft, setDraft] = useState(() => begin(owner))
  const { choices, dropped } = fitChoices(draft.choices, seats, candidates)

  function change(next: Draft) {
    setDraft(next)
    writeDraft(owner, next)
  }

  return {
    secret: draft.secret,
    sent: draft.sent,
    choices,
    /** Seats whose earlier choice no longer stands. */
    dropped,
    choose: (place: number, chosen: string | null) =>
      change({ ...draft, choices: choicesWith(choices, place, chosen) }),
    /** The same choices as another ballot: the one that was refused is not in the box. */
    renewSecret: () => change({ secret: newSecret(), choices, sent: false }),
    /** Before it leaves the device, so that a closed tab remembers that it may have arrived. */
    markSent: () => change({ ...draft, choices, sent: true }),
  }
}
