import { type PlainDate, addDays } from '#shared/time.ts'
import { cash } from './plan.ts'
import type { paymentStates } from './schemas.ts'

/** How far a statement's day may be from the one a member said. */
export const daysApart = 10
/** Of more that fit as well as one another none is offered: which of them it is, only a search tells. */
const mostLikely = 3

interface Line {
  id: string
  account: string
  day: PlainDate
  centavos: number
  text: string
  /** What on it may be a reference: `referencesIn`. */
  mentions: readonly string[]
  setAside: string | null
}

/** A payment that is not void. */
interface Payment {
  state: (typeof paymentStates)[number]
  centavos: number
  paidOn: PlainDate
  way: string
  reference: string | null
  firstName: string
  lastName: string
  /** The line that it is matched with. */
  lineId: string | null
}

/** Its own cell, and each word of the description with a figure in it, also where it is written in groups. */
export function referencesIn(reference: string, text: string): string[] {
  const upper = text.toUpperCase()
  const written = [...upper.split(/\s/), ...upper.split(/[^\p{L}\p{N}]/u), ...(upper.match(/\d[\d -]+\d/g) ?? [])]
  const found = written
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word.length >= 6 && word.length <= 60 && /\d/.test(word))
  return [...new Set([reference, ...found])].filter(Boolean)
}

/** ` instapay cr ricardo nunez `: its words without case, accents and signs. */
export const plainWords = (text: string): string =>
  ` ${text
    .slice(0, 300)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/**
 * What a line of a statement is, with the payments that this speaks of: its receipts (`matched`, or `too little` where they come to less
 * than it); a payment with its reference that was `not accepted`, has `another amount` or is `on another line`; or those it may be
 * (`open`), of which there may be none.
 */
export function lineState<Known extends Payment>(line: Line, known: readonly Known[]) {
  const own = known.filter(({ lineId }) => lineId === line.id)
  if (line.setAside !== null) return { state: 'set aside', payments: own } as const
  if (own.length > 0) return { state: sumOf(own) < line.centavos ? 'too little' : 'matched', payments: own } as const
  const named = known.filter(({ reference }) => reference !== null && line.mentions.includes(reference))
  const waiting = named.filter(({ state }) => state === 'waiting' || state === 'asked again')
  if (waiting.length > 0) return { state: 'not accepted', payments: waiting } as const
  const free = named.filter(({ state, lineId }) => state === 'accepted' && lineId === null)
  if (free.length > 0) {
    return { state: sumOf(free) === line.centavos ? 'open' : 'another amount', payments: free } as const
  }
  const taken = named.filter(({ state }) => state === 'accepted')
  if (taken.length > 0) return { state: 'on another line', payments: taken } as const
  if (named.length > 0) return { state: 'not accepted', payments: named } as const
  return { state: 'open', payments: likely(line, known) } as const
}

export const sumOf = (payments: readonly { centavos: number }[]): number =>
  payments.reduce((sum, { centavos }) => sum + centavos, 0)

/**
 * By name; without one by the account, and cash only where nothing else fits: it comes to a bank as a deposit. A receipt with another
 * reference than the line's is another payment, unless it is named: references are mistyped.
 */
function likely<Known extends Payment>(line: Line, known: readonly Known[]): Known[] {
  const { account, day, centavos, text, mentions } = line
  const [from, until] = [addDays(day, -daysApart), addDays(day, daysApart)]
  const fits = known.filter(
    (one) =>
      one.state === 'accepted' &&
      one.lineId === null &&
      one.centavos === centavos &&
      one.paidOn >= from &&
      one.paidOn <= until,
  )
  const unreferenced = fits.filter(({ reference }) => reference === null || mentions.length === 0)
  const groups = [
    fits.filter((one) => isNamed(text, one)),
    unreferenced.filter(({ way }) => way === account),
    unreferenced.filter(({ way }) => way !== cash),
    unreferenced,
  ]
  const best = groups.find((group) => group.length > 0) ?? []
  return best.length > mostLikely ? [] : best
}

/** With the surname and all given names, or the first of them beside it: Maria Luisa Cruz is not Maria Teresa Cruz. */
function isNamed(text: string, { firstName, lastName }: Pick<Payment, 'firstName' | 'lastName'>): boolean {
  const withoutInitials = (words: string) => plainWords(words).replaceAll(/ \p{L}(?= )/gu, '')
  const words = withoutInitials(text)
  const surname = plainWords(lastName).trim()
  const givenNames = withoutInitials(firstName).trim()
  const [first] = givenNames.split(' ')
  if (givenNames === '' || !words.includes(` ${surname} `)) return false
  return (
    words.includes(` ${givenNames} `) ||
    words.includes(` ${first} ${surname} `) ||
    words.endsWith(` ${surname} ${first} `)
  )
}
