import { type PlainDate, addDays } from '#shared/time.ts'
import { cash } from './plan.ts'
import type { paymentStates } from './schemas.ts'

/** How many days a statement's day may be from the day that the member entered. */
export const daysApart = 10
/** If more payments than this fit equally well, none is offered: the treasurer must search for the right one. */
const mostOffered = 3

interface Line {
  id: string
  account: string
  day: PlainDate
  centavos: number
  text: string
  /** References that the line may contain, from `referencesIn`. */
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

/** Possible references: the reference cell, and each word of the text with a digit, even if written in groups. */
export function referencesIn(reference: string, text: string): string[] {
  const upper = text.toUpperCase()
  const written = [...upper.split(/\s/), ...upper.split(/[^\p{L}\p{N}]/u), ...(upper.match(/\d[\d -]+\d/g) ?? [])]
  const found = written
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word.length >= 6 && word.length <= 60 && /\d/.test(word))
  return [...new Set([reference, ...found])].filter(Boolean)
}

/** ` instapay cr ricardo nunez `: the words of a text in lower case, without accents and punctuation. */
export const plainWords = (text: string): string =>
  ` ${text
    .slice(0, 300)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/**
 * The state of a statement line, and the payments it concerns: its receipts (`matched`, or `too little` if they add up
 * to less); a payment with its reference that was `not accepted`, has `another amount` or is `on another line`; or the
 * payments it may be (`open`), which can be none.
 */
export function lineState<Known extends Payment>(line: Line, known: readonly Known[]) {
  const own = known.filter(({ lineId }) => lineId === line.id)
  if (line.setAside !== null) return { state: 'set aside', payments: own } as const
  if (own.length > 0) return { state: sumOf(own) < line.centavos ? 'too little' : 'matched', payments: own } as const
  const referenced = known.filter(({ reference }) => reference !== null && line.mentions.includes(reference))
  const waiting = referenced.filter(({ state }) => state === 'waiting' || state === 'asked again')
  if (waiting.length > 0) return { state: 'not accepted', payments: waiting } as const
  const free = referenced.filter(({ state, lineId }) => state === 'accepted' && lineId === null)
  if (free.length > 0) {
    return { state: sumOf(free) === line.centavos ? 'open' : 'another amount', payments: free } as const
  }
  const taken = referenced.filter(({ state }) => state === 'accepted')
  if (taken.length > 0) return { state: 'on another line', payments: taken } as const
  if (referenced.length > 0) return { state: 'not accepted', payments: referenced } as const
  return { state: 'open', payments: likely(line, known) } as const
}

export const sumOf = (payments: readonly { centavos: number }[]): number =>
  payments.reduce((sum, { centavos }) => sum + centavos, 0)

/**
 * Finds payments by name, otherwise by account, and cash only if nothing else fits: it reaches a bank as a deposit. A
 * receipt with another reference is another payment, unless its member is named: references are mistyped.
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
  return best.length > mostOffered ? [] : best
}

/** Needs the surname with all given names, or beside the first one: Maria Luisa Cruz is not Maria Teresa Cruz. */
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
