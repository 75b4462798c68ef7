import type { Region, Service } from '../enums.ts'
import { choices, type ChoiceName, type MemberFilter, type Sort } from './member-filter.ts'

const serviceWords: Record<Service | 'none', string> = {
  PA: 'Army',
  PN: 'Navy',
  PAF: 'Air Force',
  TAS: 'Technical and Administrative Service',
  none: 'no service given',
}
const regionWords: Record<Region | 'none', string> = {
  NCR: 'NCR',
  Luzon: 'Luzon',
  Visayas: 'Visayas',
  Mindanao: 'Mindanao',
  none: 'no region given',
}

const words: { [Name in ChoiceName]: Record<(typeof choices)[Name][number], string> } = {
  service: serviceWords,
  region: regionWords,
  status: { member: 'current members', withdrawn: 'withdrawn' },
  missing: {
    any: 'a document is missing',
    commissionDocument: 'commission document missing',
    paymentProof: 'payment proof missing',
    signature: 'signature missing',
    picture: 'picture missing',
  },
  password: { birthday: 'still on the birthday password' },
  email: { yes: 'with an email address', none: 'without an email address', refused: 'email address refused' },
}

/** What a choice says in the middle of a sentence. */
export const choiceWords = <Name extends ChoiceName>(name: Name, value: (typeof choices)[Name][number]): string =>
  (words[name] as Record<string, string>)[value] ?? ''

const asTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The choices of a field, for a list to choose from. */
export const choicesOf = (name: ChoiceName) =>
  choices[name].map((value) => ({ value, label: asTitle(choiceWords(name, value)) }))

/** Who is meant, as a clerk would say it: `Army, NCR, still on the birthday password`. Empty when it is everybody. */
export function filterWords(filter: MemberFilter): string {
  const { searchQuery, service, region, rank, unit, status, joinedFrom, joinedUntil, missing, password, email, ids } =
    filter
  const parts = [
    ids && (ids.length === 1 ? '1 ticked member' : `${ids.length.toLocaleString('en')} ticked members`),
    searchQuery && `“${searchQuery}”`,
    service && choiceWords('service', service),
    region && choiceWords('region', region),
    rank && `rank ${rank.toUpperCase()}`,
    unit && `unit “${unit}”`,
    status && choiceWords('status', status),
    joinedFrom && !joinedUntil && `joined since ${dayWords(joinedFrom)}`,
    !joinedFrom && joinedUntil && `joined until ${dayWords(joinedUntil)}`,
    joinedFrom && joinedUntil && `joined ${dayWords(joinedFrom)} to ${dayWords(joinedUntil)}`,
    missing && choiceWords('missing', missing),
    password && choiceWords('password', password),
    email && choiceWords('email', email),
  ]
  return asTitle(parts.filter(Boolean).join(', '))
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** `2025-03-29` -> `29 March 2025` */
function dayWords(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}

export const sortText: Record<Sort, string> = {
  number: 'ID number',
  name: 'Last name',
  joined: 'Newest first',
  region: 'Region',
}

/** What the list of members says about choosing some of them. */
export const filterText = {
  more: 'More filters',
  rank: 'Rank',
  unit: 'Unit',
  status: 'Membership',
  joinedFrom: 'Joined from',
  joinedUntil: 'Joined until',
  missing: 'Documents',
  password: 'Password',
  email: 'Email',
  sort: 'Sort by',
  anything: 'Any',
  clear: 'Clear all filters',
  showing: (words: string) => `Showing: ${words}`,
  nobody: 'Nobody fits these filters',
  tickPage: (count: number) => (count === 1 ? 'Tick this one' : `Tick these ${count}`),
  ticked: (count: number) => `${count.toLocaleString('en')} ticked`,
  tickAll: (count: number) => `Select all ${count.toLocaleString('en')} that match`,
  allTicked: (count: number) => `All ${count.toLocaleString('en')} that match are selected`,
  untick: 'Clear the selection',
  tooManyTicked: (most: number) => `Up to ${most} members can be ticked. Narrow the list by filters instead.`,
} as const
