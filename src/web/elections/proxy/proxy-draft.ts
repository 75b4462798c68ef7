import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import type { ProxyVoter } from '#web/elections/proxy/api.ts'
import { newSecret } from '#web/elections/voting/kept-ballot.ts'
import type { Secret } from '#shared/elections/board/leaves.ts'

export interface ProxyDraft {
  voter: ProxyVoter | null
  authority: string
  formId: string | null
  choices: Choices
  secret: Secret
}

export const beginProxy = (seats: readonly Seat[]): ProxyDraft => ({
  voter: null,
  authority: '',
  formId: null,
  choices: seats.map(() => null),
  secret: newSecret(),
})

/** Another member is another ballot: nothing of the first one's must end up in it. */
export const withVoter = (draft: ProxyDraft, voter: ProxyVoter | null): ProxyDraft =>
  voter?.id === draft.voter?.id ? draft : { ...beginProxy([]), choices: draft.choices.map(() => null), voter }

/** What keeps this member from being chosen, in the words beside their name; null when nothing does. */
export function whyNotVoter({ voted, onRoll }: Pick<ProxyVoter, 'voted' | 'onRoll'>): string | null {
  if (voted) return 'Has voted'
  return onRoll ? null : 'Not on the roll'
}

/** Two members may have one name; nobody else has their number. */
export const voterLabel = ({ name, idNumber }: { name: string; idNumber: string | null }) =>
  idNumber ? `${name} (${idNumber})` : name
