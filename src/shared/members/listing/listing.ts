import type { Region, Service } from '#shared/members/enums.ts'
import type { CorrectableItem } from '#shared/members/registration/correctable.ts'
import type { PlainDate } from '#shared/time.ts'

export const membersPerPage = 10
/** Page sizes that administrators can choose from. */
export const rowChoices = [membersPerPage, 25, 50, 100] as const
export const searchDebounceMs = 500
/** The minimum length of a search for a person. Shorter ones find too many. */
export const searchFromLength = 3

export const memberSearchText = {
  tooShort: 'Enter at least 3 characters to search',
  nothing: 'No approved members found',
  failed: 'Error loading approved members',
  more: 'There are more. Type more of the name or the ID number.',
  countedMore: (more: number, atLeast: boolean) =>
    more === 0 ? '' : `${atLeast ? 'At least ' : ''}${more} more found. Type more letters.`,
} as const
/** How long a browser caches a page of the list. */
export const listKeptMs = 60_000

interface Search {
  /** A record must contain all of these. */
  parts: string[]
  /** The range of ID numbers that start with one of the words, if that word is one or the beginning of one. */
  idNumbers: { from: string; to: string } | null
}

/**
 * Parses a search that the database has folded (no case, no accents). Words of three or more characters match anywhere, shorter
 * ones only at the start of a word. Words without a letter or digit are ignored. Null if no word is left.
 */
export function readSearch(folded: string, idPrefix: string): Search | null {
  const words = folded.split(/[\s,]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  return {
    parts: words.map((word) => ([...word].length < 3 ? ` ${word}` : word)),
    idNumbers: words.map((word) => idNumbersFrom(word, idPrefix)).find((range) => range !== null) ?? null,
  }
}

/** The list is sorted by ID number, so a search for one reads only that range. */
function idNumbersFrom(word: string, prefix: string): Search['idNumbers'] {
  const [typedPrefix, first = '', second = '', ...more] = word.toUpperCase().split('-')
  if (typedPrefix !== prefix || first === '' || more.length > 0) return null
  if (!/^\d{1,3}$/.test(first) || !/^\d{0,3}$/.test(second) || (second !== '' && first.length < 3)) return null
  const filled = (figure: string) => `${prefix}-${first.padEnd(3, figure)}-${second.padEnd(3, figure)}`
  return { from: filled('0'), to: filled('9') }
}

/** Reasons for an administrator to look twice at an application. */
export type Concern =
  | 'serial-alike'
  /** The same name and birthday. */
  | 'person-alike'
  | 'person-rejected'
  | 'too-young'
  | 'payment-reference-seen'
  | 'payment-picture-seen'
  | 'payment-reference-rejected'
  | 'payment-picture-rejected'
  | 'document-missing'
  | 'payment-proof-missing'
  | 'signature-missing'
  | 'picture-missing'

/** The fields that every signed-in person may see of a member. */
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

/** Adds fields for people who may read any profile. */
export interface ListedForReaders extends ListedMember {
  id: string
  withdrawn: boolean
}

/** Adds the other columns that administrators can choose. */
export interface ListedForAdmins extends ListedForReaders {
  militarySerial: string | null
  email: string | null
  cellphoneNumber: string | null
  /** Null if it was never recorded. */
  memberSince: PlainDate | null
  /** Only if the association has dues. */
  dues?: { paidUntil: PlainDate | null; exempt: boolean }
}

/** An applicant, for those who approve. */
export interface ListedApplicant extends ListedForReaders {
  militarySerial: string | null
  /** Milliseconds since 1970. */
  appliedAt: number
  concerns: Concern[]
  application: Application
  /** The record's version. A decision names it, so that nobody decides on a record that has changed since they saw it. */
  version: number
}

/** The history of an application. */
export interface Application {
  /** Null for those who applied before reference numbers existed. */
  reference: string | null
  returnedAt: number | null
  correctedAt: number | null
  /** The items and the message of the last request for a correction. Empty if there was none. */
  items: CorrectableItem[]
  message: string
}

export interface MembersPage {
  users: (ListedMember | ListedForReaders | ListedForAdmins | ListedApplicant)[]
  count: number
  /** Set if there are more than `count`, where counting stopped. */
  more?: true | undefined
  /** The number of matches who have withdrawn and are not listed, for readers who may see them. At most a thousand. */
  withdrawn?: number | undefined
  page: number
}
