import { linksIn, type Piece } from '#shared/links-in-text.ts'
import { inBraces, wordIn } from '#shared/members/braces.ts'

/** The outcome of the email to one member. Without one it is still to be sent. */
export const mailingOutcomes = ['sent', 'failed', 'refused', 'left out', 'unsure'] as const
export type MailingOutcome = (typeof mailingOutcomes)[number]

export interface MailingCounts {
  recipients: number
  sent: number
  /** Tried in vain for days. */
  failed: number
  /** A mail server said that there is no such address. */
  refused: number
  /** No longer a member, unsubscribed, or without an address when their turn came. */
  leftOut: number
  /** The site was interrupted while handing it over: it may have arrived. */
  unsure: number
}

/** How the reason of a pause starts if the mail server refused everybody: it concerns the sender, and no address is marked. */
export const refusesEverybody = 'refuses everybody'

export type MailingState = 'sending' | 'paused' | 'stopped' | 'done'

/** How many are still waiting. In a stopped email their turn never comes. */
export const waitingIn = ({ recipients, sent, failed, refused, leftOut, unsure }: MailingCounts): number =>
  recipients - sent - failed - refused - leftOut - unsure

interface Mailing extends MailingCounts {
  stopped: boolean
  /** While the mail server accepts nothing. */
  paused: boolean
}

/** Derived, never stored. An email that had reached everybody before it was stopped is done. */
export function mailingState(mailing: Mailing): MailingState {
  if (waitingIn(mailing) === 0) return 'done'
  if (mailing.stopped) return 'stopped'
  return mailing.paused ? 'paused' : 'sending'
}

export const isUnderWay = (state: MailingState): boolean => state === 'sending' || state === 'paused'

/** In whole percent; 100 only if nobody waits. */
export const percentDone = (counts: MailingCounts): number =>
  Math.floor(((counts.recipients - waitingIn(counts)) / counts.recipients) * 100)

/** The words in braces that are replaced for each member: `Dear {rank} {last name},`. */
const ownWords = {
  rank: ({ rank }) => rank,
  'first name': ({ firstName }) => firstName,
  'last name': ({ lastName }) => lastName,
} as const satisfies Record<string, (member: Addressee) => string>

export interface Addressee {
  /** Empty where the record has none. */
  rank: string
  firstName: string
  lastName: string
}

type OwnWord = keyof typeof ownWords
const isOwnWord = (word: string): word is OwnWord => Object.hasOwn(ownWords, word)

/** The first braces with an unknown word. Left in the text, they would be read by a thousand people. */
export const unknownInBraces = (text: string): string | null =>
  [...text.matchAll(inBraces)].find(([, typed = '']) => !isOwnWord(wordIn(typed)))?.[0].trim() ?? null

export const isPersonal = (text: string): boolean =>
  [...text.matchAll(inBraces)].some(([, typed = '']) => isOwnWord(wordIn(typed)))

/** The text for one member. An unknown rank leaves nothing behind, not even the space after it. */
export const fillInName = (text: string, member: Addressee): string =>
  text.replaceAll(inBraces, (whole, typed: string, space: string) => {
    const word = wordIn(typed)
    if (!isOwnWord(word)) return whole
    const own = ownWords[word](member)
    return own && own + space
  })

/** The typed text as paragraphs of lines with links. Both the email and its preview are made from this. */
export function paragraphsOf(body: string): Piece[][][] {
  return body
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .split(/\n\s*\n[ \t]*/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n').map(linksIn))
}
