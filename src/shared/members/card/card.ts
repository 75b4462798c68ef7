import type { DuesStanding } from '#shared/members/dues/dues.ts'
import { showPlainDate, type PlainDate } from '#shared/time.ts'

export const cardSides = ['front', 'back'] as const
export type CardSide = (typeof cardSides)[number]

/** Whether a card is valid, as on the page behind its QR code. */
export type CardState = 'member' | 'withdrawn'

/** A card's validity by dues: until when, or since when not. Without dues there is no date. */
export type CardValidity = { until: PlainDate } | { lapsedSince: PlainDate }

export function validityOf(standing: DuesStanding | null): CardValidity | null {
  if (!standing || standing.kind === 'exempt') return null
  return standing.kind === 'lapsed' ? { lapsedSince: standing.since } : { until: standing.until }
}

export const validityText = (validity: CardValidity): string =>
  'until' in validity
    ? `Valid until ${showPlainDate(validity.until)}`
    : `Not valid since ${showPlainDate(validity.lapsedSince)}`

/** Everything the page behind the QR code may show about a person. */
export interface CheckedCard {
  name: string
  idNumber: string
  standing: CardState
  validity?: CardValidity | undefined
  photo: boolean
  /** When it was looked up, in milliseconds since 1970. */
  checkedAt: number
}

/** Everything a phone keeps of its owner's card besides the two pictures. */
export interface OwnCard {
  memberId: string
  /** Changes whenever the card looks different. */
  version: string
  association: string
  name: string
  idNumber: string
  standing: CardState
  /** In words. */
  validity?: string | undefined
  /** When the site last confirmed it, in words. */
  checked: string
}
