import type { Region, Service } from '#shared/members/enums.ts'
import type { CorrectableItem } from '#shared/members/registration/correctable.ts'
import type { PlainDate } from '#shared/time.ts'

export const membersPerPage = 10
/** From which an administrator chooses. */
export const rowChoices = [membersPerPage, 25, 50, 100] as const
export const searchDebounceMs = 500
/** Choosing somebody begins with a search; below this it would find too many. */
export const searchFromLength = 3

export const memberSearchText = {
  tooShort: 'Enter at least 3 characters to search',
  nothing: 'No approved members found',
  failed: 'Error loading approved members',
  more: 'There are more. Type more of the name or the ID number.',
  countedMore: (more: number, atLeast: boolean) =>
    more === 0 ? '' : `${atLeast ? 'At least ' : ''}${more} more found. Type more letters.`,
} as const
/** How long a browser keeps a page of the list. */
export const listKeptMs = 60_000

export interface Search {
  /** What a record's text must contain: each of these. */
  parts: string[]
  /** One of the words is an ID number or the beginning of one: the first and the last it may be. */
  idNumbers: { from: string; to: string } | null
}

/**
 * What to look for, from a query that the database has folded (no case, no accents). Words of three signs are found
 * anywhere, shorter ones where a word begins. Signs without a letter or a figure are no word. Null when nothing to look for was typed.
 */
export function readSearch(folded: string, idPrefix: string): Search | null {
  const words = folded.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  return {
    parts: words.map((word) => ([...word].length < 3 ? ` ${word}` : word)),
    idNumbers: words.map((word) => idNumbersFrom(word, idPrefix)).find((range) => range !== null) ?? null,
  }
}

/** The list is in the order of ID numbers, so that a search for one reads only where it would be. */
function idNumbersFrom(word: string, prefix: string): Search['idNumbers'] {
  const [typedPrefix, first = '', second = '', ...more] = word.toUpperCase().split('-')
  if (typedPrefix !== prefix || first === '' || more.length > 0) return null
  if (!/^\d{1,3}$/.test(first) || !/^\d{0,3}$/.test(second) || (second !== '' && first.length < 3)) return null
  const filled = (figure: string) => `${prefix}-${first.padEnd(3, figure)}-${second.padEnd(3, figure)}`
  return { from: filled('0'), to: filled('9') }
}

/** Why an administrator should look twice at an application. */
export type Concern =
  | 'serial-alike'
  /** The same name and birthday. */
  | 'person-alike'
  | 'person-rejected'
  | 'payment-reference-seen'
  | 'payment-picture-seen'
  | 'payment-reference-rejected'
  | 'payment-picture-rejected'
  | 'document-missing'
  | 'payment-proof-missing'
  | 'signature-missing'
  | 'picture-missing'

/** What every signed-in person may see of a member. */
export interface ListedMember {
  idNumber: string | null
  firstName: string
  middleName: string | null
  lastName: string
  suffix: string | null
  rank: string | null
  ms: Service | null
  region: Region | null
  unitAssignment: string | null
}

/** What those who may read any profile get beside it. */
export interface ListedForReaders extends ListedMember {
  id: string
  withdrawn: boolean
}

/** What administrators choose the columns of their list from. */
export interface ListedForAdmins extends ListedForReaders {
  militarySerial: string | null
  email: string | null
  cellphoneNumber: string | null
  /** Null where nobody has written it down. */
  memberSince: PlainDate | null
  /** Where the association has dues. */
  dues?: { paidUntil: PlainDate | null; exempt: boolean }
}

/** What those who decide on applicants get of one. */
export interface ListedApplicant extends ListedForReaders {
  militarySerial: string | null
  /** Milliseconds since 1970. */
  appliedAt: number
  concerns: Concern[]
  application: Application
  /** Of the record. A decision names it, so that nobody is decided on who has changed since they were shown. */
  version: number
}

/** What has been going on with an application. */
export interface Application {
  /** Null of those who applied before there were reference numbers. */
  reference: string | null
  returnedAt: number | null
  correctedAt: number | null
  /** What was asked for, and with which words; empty if nothing was. */
  items: CorrectableItem[]
  message: string
}

export interface MembersPage {
  users: (ListedMember | ListedForReaders | ListedForAdmins | ListedApplicant)[]
  count: number
  /** Set when more than `count` were found: further on nobody counts. */
  more?: true | undefined
  /** How many fit who have withdrawn and are not listed, for those who may see them; at most a thousand. */
  withdrawn?: number | undefined
  page: number
}
