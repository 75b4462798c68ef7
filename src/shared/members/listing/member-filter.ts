import { showNumber } from '#shared/figures.ts'
import { standingKinds, standingNames } from '#shared/members/dues/text.ts'
import { regions, serviceNames, services } from '#shared/members/enums.ts'
import { recordOf } from '#shared/objects.ts'
import { may, type Who } from '#shared/permissions.ts'
import { showPlainDate } from '#shared/time.ts'

/**
 * Describes a set of members for the list, the export, the printed cards and all bulk actions. It is stored in the URL as text,
 * so a link shows the same people again. Uses no schemas, because the list does not load them.
 */

/** `none` selects members without a value. */
export const choices = {
  service: [...services, 'none'],
  region: [...regions, 'none'],
  /** Withdrawn members are excluded by default: see `statusOf`. */
  status: ['member', 'withdrawn', 'all'],
  /** A missing document or picture; `any` stands for each of them. */
  missing: ['any', 'commissionDocument', 'paymentProof', 'signature', 'picture'],
  /** Members whose password is still their birthday, which others may know. */
  password: ['birthday'],
  email: ['yes', 'none', 'refused'],
  /** Dues standing. Without dues, it matches nobody. */
  standing: standingKinds,
} as const
/** Text filters, with their maximum lengths. */
export const typedLength = { searchQuery: 100, rank: 40, unit: 100 } as const
/** Days in Manila, both included. */
export const joinedDays = ['joinedFrom', 'joinedUntil'] as const
/** How many members can be ticked one by one. */
export const maxTicked = 200

type Choices = typeof choices
export type ChoiceName = keyof Choices
type TypedName = keyof typeof typedLength
type DayName = (typeof joinedDays)[number]

export type MemberFilter = { [Name in ChoiceName]?: Choices[Name][number] | undefined } & {
  [Name in TypedName | DayName]?: string | undefined
} & { ids?: string[] | undefined }

const choiceNames = Object.keys(choices) as ChoiceName[]
const typedNames = Object.keys(typedLength) as TypedName[]
export const filterNames = [...typedNames, ...choiceNames, ...joinedDays, 'ids'] as const
export type FilterName = (typeof filterNames)[number]

export const sorts = ['number', 'name', 'joined', 'region'] as const
export type Sort = (typeof sorts)[number]

/** The part of a filter that this reader may use. Members and viewers can filter only by what they see of everybody. */
export function filterFor(reader: Who, filter: MemberFilter): MemberFilter {
  if (may(reader, 'edit any profile')) return filter
  const { searchQuery, service, region, status } = filter
  return {
    ...(searchQuery && { searchQuery }),
    ...(service && { service }),
    ...(region && { region }),
    ...(status && may(reader, 'read any profile') && { status }),
  }
}

/** By default, current members only. Ticked members are included even if they have withdrawn. */
export const statusOf = ({ status, ids }: MemberFilter): Choices['status'][number] => status ?? (ids ? 'all' : 'member')

const day = /^(?:19|20)\d\d-\d\d-\d\d$/
export const isDay = (value: string): boolean => {
  const date = new Date(`${value}T00:00:00Z`)
  return day.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Reads a filter from a URL. Invalid values are ignored: a mistyped URL shows too many members rather than an error. */
export function readFilter(said: (name: FilterName) => string | null): MemberFilter {
  const filter: Record<string, unknown> = {}
  for (const name of typedNames) filter[name] = (said(name) ?? '').trim().slice(0, typedLength[name])
  for (const name of choiceNames) filter[name] = choices[name].find((choice) => choice === said(name))
  for (const name of joinedDays) filter[name] = [said(name) ?? ''].find(isDay)
  const ids = said('ids')
  if (ids) filter['ids'] = ids.split(',').slice(0, maxTicked)
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as MemberFilter
}

/** The filter as query parameters for the server. */
export const filterQuery = ({ ids, ...filter }: MemberFilter): Record<string, string> => ({
  ...(Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as Record<string, string>),
  ...(ids && { ids: ids.join(',') }),
})

export const isFiltered = (filter: MemberFilter): boolean => Object.keys(filterQuery(filter)).length > 0

const words: { [Name in ChoiceName]: Record<(typeof choices)[Name][number], string> } = {
  service: { ...serviceNames, none: 'no service given' },
  region: { ...recordOf(regions, (region) => region), none: 'no region given' },
  status: { member: 'current members', withdrawn: 'withdrawn', all: 'current and withdrawn' },
  missing: {
    any: 'a document is missing',
    commissionDocument: 'commission document missing',
    paymentProof: 'proof of payment missing',
    signature: 'signature missing',
    picture: 'picture missing',
  },
  password: { birthday: 'still on the birthday password' },
  email: { yes: 'with an email address', none: 'without an email address', refused: 'email address refused' },
  standing: standingNames,
}

/** The wording of a choice within a sentence. */
export const choiceWords = <Name extends ChoiceName>(name: Name, value: (typeof choices)[Name][number]): string =>
  (words[name] as Record<string, string>)[value] ?? ''

export const asTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Describes the filter as a clerk would say it: `Army, NCR, still on the birthday password`. Empty if it matches everybody. */
export function filterWords(filter: MemberFilter): string {
  const { searchQuery, service, region, rank, unit, status, joinedFrom, joinedUntil, missing, password, email, ids } =
    filter
  const { standing } = filter
  const parts = [
    ids && (ids.length === 1 ? '1 ticked member' : `${showNumber(ids.length)} ticked members`),
    searchQuery && `“${searchQuery}”`,
    service && choiceWords('service', service),
    region && choiceWords('region', region),
    rank && `rank ${rank.toUpperCase()}`,
    unit && `unit “${unit}”`,
    status && choiceWords('status', status),
    joinedFrom && !joinedUntil && `joined since ${showPlainDate(joinedFrom)}`,
    !joinedFrom && joinedUntil && `joined until ${showPlainDate(joinedUntil)}`,
    joinedFrom && joinedUntil && `joined ${showPlainDate(joinedFrom)} to ${showPlainDate(joinedUntil)}`,
    missing && choiceWords('missing', missing),
    password && choiceWords('password', password),
    email && choiceWords('email', email),
    standing && choiceWords('standing', standing),
  ]
  return asTitle(parts.filter(Boolean).join(', '))
}
