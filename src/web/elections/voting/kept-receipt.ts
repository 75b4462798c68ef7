import type { Receipt } from '#shared/elections/board/receipt-link.ts'
import type { Choices } from '#shared/elections/voting/ballot.ts'
import { isSecret } from '#shared/elections/voting/secret.ts'
import {
  ballotReceiptPrefix,
  keepOnDevice,
  keysOnDevice,
  readFromDevice,
  rehearsalSuffix,
  removeAllFromDevice,
  removeFromDevice,
} from '#web/device-storage.ts'
import { isChoices, parse, type DraftOwner } from '#web/elections/voting/draft.ts'

/** A receipt as the browser that voted keeps it. */
export interface KeptReceipt extends Receipt {
  choices: Choices
  /** The site's key when the promise was first checked here; null before that. */
  key: SiteKey | null
  /** It was saved, printed or copied, and so is not only here (`ballotReceiptTaken`). */
  taken?: true
}

export interface SiteKey {
  publicKey: string
  fingerprint: string
}

const keyOf = ({ userId, electionId, rehearsal }: DraftOwner): string =>
  `${ownPrefix(userId)}${electionId}${rehearsal ? rehearsalSuffix : ''}`
const ownPrefix = (userId: string) => `${ballotReceiptPrefix}${userId}:`

/** It goes when its owner logs out, when somebody else opens the ballot on this device, and when the result is certified. */
export const readKept = (owner: DraftOwner): KeptReceipt | null => parseKept(readFromDevice(keyOf(owner)))

/** Returns whether it could be kept. */
export const keepReceipt = (owner: DraftOwner, kept: KeptReceipt): boolean =>
  keepOnDevice(keyOf(owner), JSON.stringify(kept))

export const removeKept = (owner: DraftOwner): void => removeFromDevice(keyOf(owner))

export const removeKeptExceptOf = ({ userId }: Pick<DraftOwner, 'userId'>): void =>
  removeAllFromDevice(ballotReceiptPrefix, (key) => key.startsWith(ownPrefix(userId)))

/** All that this device keeps, those of an election before those of a rehearsal. */
export const listKept = (): KeptReceipt[] =>
  keysOnDevice(ballotReceiptPrefix)
    .map((key) => parseKept(readFromDevice(key)))
    .filter((kept) => kept !== null)
    .toSorted((a, b) => Number(a.rehearsal) - Number(b.rehearsal))

/** What was kept; null for anything this site has not written. */
export function parseKept(text: string | null): KeptReceipt | null {
  const stored = parse(text)
  if (typeof stored !== 'object' || stored === null) return null
  const { electionId, rehearsal, secret, ballot, signature, choices, key, taken } = stored as Record<string, unknown>
  if (typeof electionId !== 'string' || !/^[\da-f-]{36}$/.test(electionId) || typeof rehearsal !== 'boolean')
    return null
  if (typeof secret !== 'string' || !isSecret(secret) || !isChoices(choices)) return null
  if (!isHex(ballot, 32) || !isHex(signature, 64)) return null
  return {
    electionId,
    rehearsal,
    secret,
    ballot,
    signature,
    choices,
    key: parseKey(key),
    ...(taken === true && { taken }),
  }
}

function parseKey(stored: unknown): SiteKey | null {
  const { publicKey, fingerprint } = (stored ?? {}) as Record<string, unknown>
  return isHex(publicKey, 32) && isHex(fingerprint, 32) ? { publicKey, fingerprint } : null
}

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[\da-f]*$/.test(value)
