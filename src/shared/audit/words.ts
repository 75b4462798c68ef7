import type { AuditAction } from './actions.ts'
import type { AuditDetail } from './detail.ts'
import { fieldName } from './field-names.ts'
import { auditText, logText } from './text.ts'

/** An entry with the names its ids have today. */
export interface NamedEntry {
  action: AuditAction
  /** Null for what the site did by itself. */
  by: string | null
  /** Null where the act says it all, or nothing is known but that it was done. */
  about: string | null
  /** An id that nobody has any more, in a short form by which entries about the same one are found. */
  reference: string | null
  detail: AuditDetail
}

/** A line of the log in its parts: `by` `before` `about` `after`, then the facts as sentences. */
export interface LogLine {
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

/** The same as one sentence, for a file. */
export function sentenceOfEntry(entry: NamedEntry): string {
  const { by, before, about, after, facts } = lineOf(entry)
  return [`${by} ${before}${about}${after}.`, ...facts].join(' ')
}

/** Told in the sentence already, or of use to the site only. */
const silent = new Set(['title', 'kind', 'section', 'version', 'owner'])

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
    if (!silentFor(action, key) && value !== null && value !== '') sentences.push(logText.fact(name(key), show(value)))
  return sentences
}

const silentFor = (action: AuditAction, key: string) =>
  key === 'changed' ||
  /^(?:before|after)\.|^moved /.test(key) ||
  (silent.has(key) && !action.startsWith('privacy request'))

function show(value: AuditDetail[string] | undefined): string {
  if (value === true) return logText.yes
  if (value === false) return logText.no
  if (value === null || value === undefined || value === '') return logText.empty
  return typeof value === 'number' ? value.toLocaleString('en') : value
}
