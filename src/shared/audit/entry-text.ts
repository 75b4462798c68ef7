import { settingLabels } from '#shared/content/setting-labels.ts'
import { electionFieldNames as electionFields } from '#shared/elections/settings/text.ts'
import { showNumber } from '#shared/figures.ts'
import { memberFields } from '#shared/members/member-fields.ts'
import { heldFileText } from '#shared/members/privacy/privacy.ts'
import type { AuditAction, AuditDetail } from './actions.ts'
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
    about: what === '' ? '' : (about ?? (reference === null ? what : logText.gone(what, reference))),
    after,
    facts: factsOf(action, detail),
  }
}

/** The line as one sentence, for a file. */
export function sentenceOfEntry(entry: NamedEntry): string {
  const { by, before, about, after, facts } = lineOf(entry)
  return [`${by} ${before}${about}${after}.`, ...facts].join(' ')
}

/** Details that the sentence already contains, or that only the site needs. */
const hiddenDetails = new Set(['title', 'kind', 'section', 'version', 'owner'])

function factsOf(action: AuditAction, detail: AuditDetail): string[] {
  const sentences: string[] = []
  const changed = new Set<string>()
  const name = (field: string) => fieldName(action, field)
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
  for (const [key, value] of Object.entries(detail))
    if (Object.hasOwn(circumstances, `${key} ${value}`)) sentences.push(circumstances[`${key} ${value}`] ?? '')
    else if (!isHidden(action, key) && value !== null && value !== '')
      sentences.push(logText.fact(name(key), show(value)))
  return sentences
}

const isHidden = (action: AuditAction, key: string) =>
  key === 'changed' ||
  /^(?:before|after)\.|^moved /.test(key) ||
  (hiddenDetails.has(key) && !action.startsWith('privacy request'))

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

/** Circumstances that are sentences of their own. */
const circumstances: Record<string, string> = {
  'import true': 'By import.',
  'linkShown true': 'The link was shown, not emailed.',
  'how screen': 'On the screen.',
  'how search': 'By a search.',
  'how csv': 'As a CSV file.',
  'how print': 'To print it.',
  'together true': 'Together with others, from the list of members.',
}

/** Labels of details whose own name is not clear enough. */
const facts: Record<string, string> = {
  ms: 'Service',
  kind: 'Kind',
  member: 'Member',
  election: 'Election',
  came: 'New on the page',
  went: 'Taken off the page',
  asked: 'Asked for',
  act: 'What',
  lastHash: 'Last fingerprint of the log',
  hash: 'Fingerprint',
  owner: 'Owner',
  size: 'Lines',
  again: 'Once more',
  confirmed: 'Confirmed as the second administrator',
  count: 'How many',
  approved: 'Members, not applicants',
  members: 'Members added',
  applicants: 'Applicants added',
  doublesAdded: 'Same name and birthday, added as different people',
  updating: 'People on record, to be updated',
  draft: 'Draft',
  publishAt: 'Published from',
}

/** The label of a field or detail. Fields of old entries may no longer exist; their label is made from their name. */
function fieldName(action: AuditAction, field: string): string {
  const known: Record<string, string> =
    action === 'settings changed' ? settingLabels : action.startsWith('election ') ? electionFields : memberLabels
  return (
    (Object.hasOwn(known, field) ? known[field] : Object.hasOwn(facts, field) ? facts[field] : null) ?? plain(field)
  )
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
    case 'page':
      return own(logText.pages, subject ?? '')
    case 'leaders':
      return own(logText.groups, subject ?? '')
    default:
      return name
  }
}

const own = (names: Record<string, string>, key: string) => (Object.hasOwn(names, key) ? (names[key] ?? null) : null)
