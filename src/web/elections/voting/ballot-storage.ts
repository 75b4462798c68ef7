import { isSecret, type Secret, maxSeats } from '#shared/elections/board/leaves.ts'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import {
  keepOnDevice,
  keysOnDevice,
  ownPrefix,
  parseJson,
  readFromDevice,
  removeAllFromDevice,
  removeFromDevice,
} from '#web/components/device-storage.ts'
import type { ReceiptToCheck } from '#web/elections/board/check-receipt.ts'
import type { BallotReceipt } from '#web/elections/board/receipt.ts'
import type { Candidate } from './slots.ts'

/**
 * What this device stores of a ballot: a draft until it is saved, then the receipt. Not only for the tab: phones close tabs by
 * themselves. So both are stored by person. A draft is deleted when the ballot is saved, a receipt when the result is certified,
 * and either when its owner logs out or somebody else opens the ballot on this device.
 */
export interface BallotOwner {
  userId: string
  electionId: string
  /** The election it rehearses; null for an election. */
  rehearsalOf: string | null
}

/** An unsaved ballot. The secret stays with the choices, so that a retry is the same request. */
export interface BallotDraft {
  secret: Secret
  choices: Choices
  /** It was sent without a reply: it may have arrived. */
  sent: boolean
}

/** A receipt as stored by the browser that voted. */
export interface KeptReceipt extends BallotReceipt {
  choices: Choices
  /** The site's key when the promise was first checked here; null before that. */
  key: SiteKey | null
  /** Its text to save; null once it was saved, printed or copied, so that it is not only here. */
  onlyHere?: string | null
  /** What the saved file is called. */
  fileName?: string
}

export interface SiteKey {
  publicKey: string
  fingerprint: string
}

const draftPrefix = `${ownPrefix}ballot-draft:`
const receiptPrefix = `${ownPrefix}ballot-receipt:`
const keyOf = (prefix: string, { userId, electionId, rehearsalOf }: BallotOwner): string =>
  `${prefix}${userId}:${electionId}${rehearsalOf ? ':rehearsal' : ''}`
export const draftKey = (owner: BallotOwner): string => keyOf(draftPrefix, owner)
const receiptKey = (owner: BallotOwner): string => keyOf(receiptPrefix, owner)

export const readDraft = (owner: BallotOwner): BallotDraft | null => draftFromJson(readFromDevice(draftKey(owner)))
export const writeDraft = (owner: BallotOwner, draft: BallotDraft): boolean =>
  keepOnDevice(draftKey(owner), draftJson(draft))
export const removeDraft = (owner: BallotOwner): void => removeFromDevice(draftKey(owner))
export const removeDraftsExceptOf = (owner: BallotOwner): void =>
  removeAllFromDevice(draftPrefix, (key) => isOwnKey(key, owner))

/** Whether the draft under this key may stay: it belongs to this person, and to this election or the one it rehearses. */
export const isOwnKey = (key: string, owner: BallotOwner): boolean =>
  key === draftKey(owner) ||
  (owner.rehearsalOf !== null && key === draftKey({ ...owner, electionId: owner.rehearsalOf, rehearsalOf: null }))

export const readReceipt = (owner: BallotOwner): KeptReceipt | null => parseReceipt(readFromDevice(receiptKey(owner)))
/** Returns whether it could be stored. */
export const keepReceipt = (owner: BallotOwner, receipt: KeptReceipt): boolean =>
  keepOnDevice(receiptKey(owner), JSON.stringify(receipt))
export const removeReceipt = (owner: BallotOwner): void => removeFromDevice(receiptKey(owner))
export const removeReceiptsExceptOf = (userId: string): void =>
  removeAllFromDevice(receiptPrefix, (key) => key.startsWith(`${receiptPrefix}${userId}:`))

export const hasKeptReceipt = (): boolean => keysOnDevice(receiptPrefix).length > 0
/** All receipts on this device, those of elections before those of rehearsals. */
export const listReceipts = (): KeptReceipt[] =>
  keysOnDevice(receiptPrefix)
    .map((key) => parseReceipt(readFromDevice(key)))
    .filter((receipt) => receipt !== null)
    .toSorted((a, b) => Number(a.rehearsal) - Number(b.rehearsal))

export const draftJson = ({ secret, choices, sent }: BallotDraft): string => JSON.stringify({ secret, choices, sent })

/** Null for anything this page has not written. */
export function draftFromJson(text: string | null): BallotDraft | null {
  const { secret, choices, sent } = parse(text)
  return isStoredSecret(secret) && isChoices(choices) ? { secret, choices, sent: sent === true } : null
}

/** Null for anything this site has not written. */
function parseReceipt(text: string | null): KeptReceipt | null {
  const { electionId, rehearsal, secret, ballot, signature, choices, key, onlyHere, fileName } = parse(text)
  if (!isId(electionId) || typeof rehearsal !== 'boolean') return null
  if (!isStoredSecret(secret) || !isChoices(choices)) return null
  if (!isHex(ballot, 32) || !isHex(signature, 64)) return null
  const { publicKey, fingerprint } = Object(key) as Record<string, unknown>
  return {
    electionId,
    rehearsal,
    secret,
    ballot,
    signature,
    choices,
    key: isHex(publicKey, 32) && isHex(fingerprint, 32) ? { publicKey, fingerprint } : null,
    ...((onlyHere === null || typeof onlyHere === 'string') && { onlyHere }),
    ...(typeof fileName === 'string' && { fileName }),
  }
}

/** The fields of a stored object; none if it is not an object. */
const parse = (text: string | null) => Object(parseJson(text)) as Record<string, unknown>

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/.test(value)
const isStoredSecret = (value: unknown): value is Secret => typeof value === 'string' && isSecret(value)
const isChoices = (value: unknown): value is (string | null)[] =>
  Array.isArray(value) && value.length <= maxSeats && value.every((chosen) => chosen === null || isId(chosen))
const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[\da-f]*$/.test(value)

/** 128 random bits, as 32 hexadecimal digits. */
export function newSecret(): Secret {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The choices that are still possible, and the seats that lost theirs: a candidate may have withdrawn since. */
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

/** A receipt is passed to the next page in memory, within the same tab, so that it never gets into an address or the history. */
let handedOver: ReceiptToCheck | null = null

export function handOver(checked: ReceiptToCheck): void {
  handedOver = checked
}

export const hasHandedOver = (): boolean => handedOver !== null

export function takeHandedOver(): ReceiptToCheck | null {
  const taken = handedOver
  handedOver = null
  return taken
}
