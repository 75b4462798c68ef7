import { settingLabels } from '../content/setting-labels.ts'
import { fieldNames as electionFields } from '../elections/settings/field-names.ts'
import { memberFields } from '../members/member-fields.ts'
import { heldFileText } from '../members/privacy/privacy.ts'
import type { AuditAction } from './actions.ts'

const memberLabels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(memberFields).map(([name, { label }]) => [name, label])),
  ...heldFileText,
}

/** Facts of entries that need more than their own name to be understood. */
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
  how: 'How',
  again: 'Once more',
  linkShown: 'The link was shown instead of emailed',
  confirmed: 'Confirmed as the second administrator',
  count: 'How many',
  approved: 'Members, not applicants',
  members: 'Members added',
  applicants: 'Applicants added',
  left: 'Rows with problems, left out',
  known: 'Already on record, left as they are',
  doubles: 'Same name and birthday, left out',
  doublesAdded: 'Same name and birthday, added as different people',
  updating: 'People on record, to be updated',
  unchanged: 'Already as the file says',
}

/** A field or fact as people call it. Old entries name fields that are no more: their own names are taken apart. */
export function fieldName(action: AuditAction, field: string): string {
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
