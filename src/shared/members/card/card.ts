export const cardSides = ['front', 'back'] as const
export type CardSide = (typeof cardSides)[number]

/** Whether a card is good, as the page behind its QR code says. */
export type CardState = 'member' | 'withdrawn'

/** All that the page behind the QR code may tell about a person. */
export interface CheckedCard {
  name: string
  idNumber: string
  standing: CardState
  photo: boolean
  /** When it was looked up, in milliseconds since 1970. */
  checkedAt: number
}

/** What a phone keeps of its owner's card beside the two pictures, and nothing else. */
export interface OwnCard {
  memberId: string
  /** Changes whenever the card is drawn otherwise. */
  version: string
  association: string
  name: string
  idNumber: string
  standing: CardState
  /** When the site last confirmed it, in words. */
  checked: string
}
