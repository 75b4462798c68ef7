import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { isSecret, type Secret } from '#shared/elections/voting/secret.ts'
import { ballotDraftPrefix } from '#web/device-storage.ts'
import type { Candidate } from '#web/elections/voting/slots.ts'

/** A ballot begun and not yet saved. The secret stays with the choices, so that a second try is the same request. */
export interface Draft {
  secret: Secret
  choices: Choices
  /** It was sent once, and no answer came: it may have arrived. */
  sent: boolean
}

export interface DraftOwner {
  userId: string
  electionId: string
  rehearsal: boolean
}

export const draftKey = ({ userId, electionId, rehearsal }: DraftOwner): string =>
  `${ballotDraftPrefix}${userId}:${electionId}${rehearsal ? ':rehearsal' : ''}`

/** Whether what is kept under this key may stay: it is this person's, and of this election. */
export const isOwnKey = (key: string, owner: Omit<DraftOwner, 'rehearsal'>): boolean =>
  [true, false].some((rehearsal) => key === draftKey({ ...owner, rehearsal }))

export const draftText = ({ secret, choices, sent }: Draft): string => JSON.stringify({ secret, choices, sent })

/** What was kept; null for anything this page has not written. */
export function parseDraft(text: string | null): Draft | null {
  const stored = parse(text)
  if (typeof stored !== 'object' || stored === null) return null
  const { secret, choices, sent } = stored as Record<string, unknown>
  if (typeof secret !== 'string' || !isSecret(secret) || !isChoices(choices)) return null
  return { secret, choices, sent: sent === true }
}

export function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const maxSeats = 50
export const isChoices = (value: unknown): value is (string | null)[] =>
  Array.isArray(value) &&
  value.length <= maxSeats &&
  value.every((chosen) => chosen === null || (typeof chosen === 'string' && /^[\da-f-]{36}$/.test(chosen)))

/** 128 bits that nobody can guess, as 32 hexadecimal digits. */
export function newSecret(): Secret {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The choices as they can stand today, and the seats that lost theirs: a candidate may have withdrawn since. */
export function fitChoices(
  kept: Choices,
  seats: readonly Seat[],
  candidates: readonly Candidate[],
): { choices: Choices; dropped: string[] } {
  const serviceOf = new Map(candidates.map(({ id, ms }) => [id, ms]))
  const dropped: string[] = []
  const choices = seats.map(({ slot, ms }, place) => {
    const chosen = kept[place] ?? null
    if (chosen === null) return null
    if (serviceOf.get(chosen) === ms && kept.indexOf(chosen) === place) return chosen
    dropped.push(slot)
    return null
  })
  return { choices, dropped }
}
