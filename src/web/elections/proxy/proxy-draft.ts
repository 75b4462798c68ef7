import type { Secret } from '#shared/elections/board/leaves.ts'
import { proxyBallotSchema, whyCannotCastProxyFor, type ProxyBallotForm } from '#shared/elections/proxy/proxy.ts'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { bySchema, type CheckedForm } from '#web/components/use-form.ts'
import { newSecret } from '#web/elections/voting/ballot-storage.ts'
import type { ProxyVoter } from './api.ts'

export interface ProxyDraft {
  voter: ProxyVoter | null
  authority: string
  /** The uploaded signed form. */
  signedForm: { id: string } | null
  choices: Choices
  secret: Secret
}

export const beginProxy = (seats: readonly Seat[]): ProxyDraft => ({
  voter: null,
  authority: '',
  signedForm: null,
  choices: seats.map(() => null),
  secret: newSecret(),
})

/** Another member means another ballot: nothing of the first must end up in it. */
export const withVoter = (draft: ProxyDraft, voter: ProxyVoter | null): ProxyDraft =>
  voter?.id === draft.voter?.id ? draft : { ...beginProxy([]), choices: draft.choices.map(() => null), voter }

/** What is sent. Save has already asked about blank seats. */
export const ballotOf = ({ voter, authority, signedForm, choices, secret }: ProxyDraft): ProxyBallotForm => ({
  secret,
  choices: [...choices],
  blanksConfirmed: choices.includes(null),
  voterId: voter?.id ?? '',
  authority,
  ...(signedForm && { formId: signedForm.id }),
})

/** `sending`: the signed form is still being uploaded. */
export function checkProxy(draft: ProxyDraft, sending: boolean): CheckedForm<ProxyBallotForm> {
  const checked = bySchema(proxyBallotSchema)(ballotOf(draft))
  const problems = {
    ...('problems' in checked && checked.problems),
    ...(!draft.voter && { voterId: 'Please choose the member' }),
    ...(sending && { signedForm: 'Please wait until the form is uploaded' }),
  }
  return Object.keys(problems).length > 0 ? { problems } : checked
}

/** Why this member cannot be chosen, in the words beside their name, or null. */
export function whyNotVoter(voter: Pick<ProxyVoter, 'voted' | 'onRoll'>): string | null {
  const why = whyCannotCastProxyFor({ isMember: true, ...voter })
  return why && refusals[why]
}

const refusals = {
  'user-not-found': 'Not a member',
  'already-voted': 'Has voted',
  'proxy-voter-not-on-roll': 'Not on the roll',
} as const

/** Two members may share a name, but never a number. */
export const voterLabel = ({ name, idNumber }: { name: string; idNumber: string | null }) =>
  idNumber ? `${name} (${idNumber})` : name
