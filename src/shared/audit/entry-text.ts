import { settingLabels } from '#shared/content/setting-labels.ts'
import { electionFieldNames as electionFields } from '#shared/elections/settings/text.ts'
import { firstDigits, showCount, showNumber } from '#shared/figures.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { memberFields } from '#shared/members/member-fields.ts'
import { heldFileText } from '#shared/members/privacy/privacy.ts'
import { isPlainDate, showPlainDate, type Instant } from '#shared/time.ts'
import { isUuid } from '#shared/uuid.ts'
import type { AuditAction, AuditDetail } from './actions.ts'
import { referenceOf } from './filter.ts'
import { auditText, logText } from './text.ts'

/** An entry with the present names of its ids. */
export interface NamedEntry {
  action: AuditAction
  /** Null if the site did it by itself. */
  by: string | null
  /** Null if the action says it all, or nothing more is known. */
  about: string | null
  /** The short form of an id that no longer exists; entries about the same thing share it. */
  reference: string | null
  detail: AuditDetail
}

/** A line of the log in parts: `by` `before` `about` `after`, then the facts as sentences. */
interface LogLine {
  by: string
  before: string
  about: string
  after: string
  facts: string[]
}

export function lineOf({ action, by, about, reference, detail }: NamedEntry): LogLine {
  const [before = '', what = '', after = ''] = auditText[action].split(/[{}]/)
  return {
    by: by ?? logText.site,
    before,
    about:
      what === ''
        ? ''
        : (about ?? counted[action]?.about(detail) ?? (reference === null ? what : logText.gone(what, reference))),
    after,
    facts: factsOf(action, detail),
  }
}

/** The line as one sentence, for a file. */
export function sentenceOfEntry(entry: NamedEntry): string {
  const { by, before, about, after, facts } = lineOf(entry)
  return [`${by} ${before}${about}${after}.`, ...facts].join(' ')
}

interface Folded<Entry> {
  /** The newest of them. */
  entry: Entry
  times: number
  /** When the oldest of them happened. */
  since: Instant
}

/** Neighbours that read the same become one: every look at a profile opens its photo, and each opening is an entry. */
export function foldEntries<Entry extends NamedEntry & { at: Instant }>(entries: readonly Entry[]): Folded<Entry>[] {
  const folded: Folded<Entry>[] = []
  for (const entry of entries) {
    const last = folded.at(-1)
    if (last && sentenceOfEntry(last.entry) === sentenceOfEntry(entry)) {
      last.times += 1
      last.since = entry.at
    } else folded.push({ entry, times: 1, since: entry.at })
  }
  return folded
}

/** Details that the sentence already contains, or that only the site needs. */
const hiddenDetails = new Set(['title', 'kind', 'section', 'version', 'owner', 'member'])

/** As it is written after somebody was helped with the login. */
const afterHelp = 'help with the login'

function factsOf(action: AuditAction, detail: AuditDetail): string[] {
  const sentences: string[] = []
  const changed = new Set<string>()
  const name = (field: string) => fieldName(action, field)
  const { before, after } = detail
  if (after === afterHelp) sentences.push(logText.afterHelp)
  else if (after !== undefined) {
    const now = inWords(show(after))
    sentences.push(before === undefined ? logText.now(now) : logText.fromNow(inWords(show(before)), now))
  }
  for (const [key, value] of Object.entries(detail)) {
    const [when, field = ''] = key.split(/[. ](.*)/s)
    if (when === 'after' && `before.${field}` in detail) {
      changed.add(field)
      sentences.push(logText.fromTo(name(field), show(detail[`before.${field}`]), show(value)))
    } else if (when === 'moved' && field !== '') {
      changed.add(field)
      sentences.push(logText.moved(name(field), show(value)))
    }
  }
  const others = String(detail['changed'] ?? '')
    .split(', ')
    .filter((field) => field !== '' && !changed.has(field))
  if (others.length > 0) sentences.unshift(logText.changed(others.map(name).join(', ')))
  for (const [key, value] of Object.entries(detail).toSorted(byOrderOfSentences)) {
    const isSaid = isHidden(action, key) || (Object.hasOwn(counted, action) && counted[action]?.keys.includes(key))
    if (isSaid || value === null || value === '') continue
    const sentence = Object.hasOwn(factSentences, key) ? factSentences[key] : undefined
    sentences.push(sentence?.(show(value), value) ?? logText.fact(name(key), show(value)))
  }
  return sentences
}

const isHidden = (action: AuditAction, key: string) =>
  key === 'changed' ||
  /^(?:before|after)\.|^moved /.test(key) ||
  (hiddenDetails.has(key) && !action.startsWith('privacy request')) ||
  key === 'before' ||
  key === 'after'

const byOrderOfSentences = ([a]: [string, unknown], [b]: [string, unknown]) => placeOf(a) - placeOf(b)
const placeOf = (key: string) => {
  const place = Object.keys(factSentences).indexOf(key)
  return place === -1 ? Number.MAX_SAFE_INTEGER : place
}

function show(value: AuditDetail[string] | undefined): string {
  if (value === true) return logText.yes
  if (value === false) return logText.no
  if (value === null || value === undefined || value === '') return logText.empty
  return typeof value === 'number' ? showNumber(value) : value
}

const memberLabels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(memberFields).map(([name, { label }]) => [name, label])),
  ...heldFileText,
}

const countOf = (value: AuditDetail[string] | undefined, one: string, many?: string): string | null =>
  typeof value === 'number' ? showCount(value, one, many) : null

/** What an action was done to, where the entry says only how many, and the details that say it. */
const counted: Partial<Record<AuditAction, { keys: string[]; about: (detail: AuditDetail) => string | null }>> = {
  'members exported': {
    keys: ['count', 'approved', 'columns'],
    about: ({ count, approved, columns }) => {
      const people = countOf(count, approved === false ? 'applicant' : 'member')
      const withColumns = countOf(columns, 'column')
      return people && withColumns ? `${people} with ${withColumns}` : people
    },
  },
  'members imported': {
    keys: ['members', 'applicants'],
    about: ({ members, applicants }) => {
      const added = [members ? countOf(members, 'member') : null, applicants ? countOf(applicants, 'applicant') : null]
      return added.filter((each) => each !== null).join(' and ') || null
    },
  },
  'cards printed': { keys: ['count'], about: ({ count }) => countOf(count, 'ID card') },
  'failed emails retried': { keys: ['emails'], about: ({ emails }) => countOf(emails, 'failed email') },
  'failed emails discarded': {
    keys: ['emails'],
    about: ({ emails }) => countOf(emails, 'email that could not be sent', 'emails that could not be sent'),
  },
  'statement added': { keys: ['lines'], about: ({ lines }) => countOf(lines, 'line') },
}

/** `a, b, c` as `a, b and c`. */
const inWords = (list: string): string => list.replace(/, ([^,]*)$/, ' and $1')

const requestKinds: Record<string, string> = {
  correction: 'It asked for a correction.',
  erasure: 'It asked to delete the data.',
  change: 'It asked for a change.',
}
const outcomes: Record<string, string> = { done: 'It was done.', refused: 'It was refused.' }
const ways: Record<string, string> = {
  screen: 'On the screen.',
  search: 'By a search.',
  csv: 'As a CSV file.',
  print: 'To print it.',
}

type FactSentence = (shown: string, value: AuditDetail[string]) => string | undefined

/** Details as sentences, in the order in which they are said. Anything else is a label with its value. */
const factSentences: Record<string, FactSentence> = {
  act: (act) => own({ add: 'Added to the roll.', strike: 'Struck off the roll.' }, act) ?? undefined,
  region: (region) => `The region is ${region}.`,
  number: (number) => `This is correction ${number}.`,
  election: (election) =>
    isUuid(election)
      ? `For ${logText.gone('an election that is no longer here', referenceOf(election))}.`
      : `For the election “${election}”.`,
  page: (page) => `On the page ${own(logText.pages, page) ?? page}.`,
  replaced: () => 'It took the place of another video.',
  position: (position) => `Listed as ${position}.`,
  draft: (_shown, draft) => (draft === true ? 'As a draft.' : undefined),
  publishAt: (when) => `To be published on ${when}.`,
  jobs: (jobs) => `With the ${jobs.includes(', ') ? 'jobs' : 'job'} ${inWords(jobs)}.`,
  idNumber: (number) => `The ID number is ${number}.`,
  asked: (items) => `Asked for: ${inWords(items.split(', ').map(labelOfItem).join(', '))}.`,
  kind: (kind) => own(requestKinds, kind) ?? undefined,
  field: (field) => `The field is “${labelOfItem(field)}”.`,
  outcome: (outcome) => own(outcomes, outcome) ?? undefined,
  which: (filter) => `Only these: ${filter}.`,
  file: (file) => `From the file “${file}”.`,
  updating: (_shown, records) =>
    countOf(records, 'record was to be updated.', 'records were to be updated.') ?? undefined,
  doublesAdded: (_shown, people) =>
    countOf(
      people,
      'was added although somebody else has the same name and birthday.',
      'were added although somebody else has the same name and birthday.',
    ) ?? undefined,
  import: (_shown, is) => (is === true ? 'By import.' : undefined),
  together: (_shown, is) => (is === true ? 'Together with others, from the list of members.' : undefined),
  recipients: (_shown, members) => (members === 1 ? 'To 1 member.' : `To ${show(members)} members.`),
  unsent: (_shown, members) =>
    countOf(members, 'member had not got it yet.', 'members had not got it yet.') ?? undefined,
  by: (way) => `Through ${way}.`,
  amount: (amount) => `The amount is ${amount}.`,
  day: (day) => `Its day is ${isPlainDate(day) ? showPlainDate(day) : day}.`,
  account: (account) => `The account is ${account}.`,
  receipt: (receipt) => `The receipt is ${receipt}.`,
  voided: (receipt) => `It voids receipt ${receipt}.`,
  matched: (_shown, lines) => countOf(lines, 'of them matches a payment.', 'of them match payments.') ?? undefined,
  item: (item) => `The step is “${plain(item)}”.`,
  needed: (_shown, is) => (is === true ? 'It is needed.' : 'It is not needed.'),
  consent: (_shown, is) => (is === true ? 'It may be printed.' : 'It may no longer be printed.'),
  waits: () => 'It works once a second administrator confirms it.',
  confirmed: () => 'Confirmed as the second administrator.',
  again: () => 'The invitation was sent again.',
  linkShown: () => 'The link was shown, not emailed.',
  how: (way) => own(ways, way) ?? undefined,
  lastSeen: (when) => `The last time known before was ${when}.`,
  shown: (when) => `The clock showed ${when}.`,
  size: (_shown, members) => countOf(members, 'member is on the roll.', 'members are on the roll.') ?? undefined,
  ms: (service) => `For the service ${own(serviceNames, service) ?? service}.`,
  chosen: (names) => `It went to ${inWords(names)}.`,
  removed: (_shown, is) => (is === true ? 'It was removed.' : 'It was changed.'),
  came: (_shown, people) => countOf(people, 'person is new on the page.', 'people are new on the page.') ?? undefined,
  went: (_shown, people) =>
    people === 0
      ? 'Nobody was taken off it.'
      : (countOf(people, 'person was taken off it.', 'people were taken off it.') ?? undefined),
  ballots: (_shown, ballots) => countOf(ballots, 'ballot was cast.', 'ballots were cast.') ?? undefined,
  proxies: (_shown, ballots) => (ballots === 0 ? 'None was cast by proxy.' : `${show(ballots)} by proxy.`),
  lastHash: (hash) => `The log ended with the fingerprint ${hash}.`,
  hash: (hash) => `Its fingerprint is ${hash}.`,
  key: (key) => `The browser’s key begins with ${firstDigits(key)}.`,
  reason: (reason) => `The reason: “${reason.replace(/\.$/, '')}”.`,
}

/** The label of an item by its name in the entry. */
const labelOfItem = (name: string): string => own(memberLabels, name) ?? plain(name)

/** The label of a field or detail. Fields of old entries may no longer exist; their label is made from their name. */
function fieldName(action: AuditAction, field: string): string {
  const known: Record<string, string> =
    action === 'settings changed' ? settingLabels : action.startsWith('election ') ? electionFields : memberLabels
  return (Object.hasOwn(known, field) ? known[field] : null) ?? plain(field)
}

/** `votingOpens` as `Voting opens`. */
function plain(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Mentioned {
  action: AuditAction
  subject: string | null
  /** The present name of the subject, if it still exists. */
  name: string | null
  detail: AuditDetail
}

/** The person or thing an action was done to, in words; null if nothing is known any more. */
export function mention({ action, subject, name, detail }: Mentioned): string | null {
  const [thing] = action.split(' ')
  const title = name ?? (typeof detail['title'] === 'string' ? detail['title'] : null)
  switch (thing) {
    case 'link':
      return title && logText.titled(own(logText.entries, String(detail['kind'])) ?? 'link', title)
    case 'video':
      return title && logText.titled('video', title)
    case 'email':
      return title && logText.titled('email', title)
    case 'election':
      return title
    case 'page':
    case 'videos':
      return own(logText.pages, subject ?? '')
    case 'leaders':
      return own(logText.groups, subject ?? '')
    default:
      return name
  }
}

const own = (names: Record<string, string>, key: string) => (Object.hasOwn(names, key) ? (names[key] ?? null) : null)
