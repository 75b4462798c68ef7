import { changeLabel, isChangeText, type ChangeField } from '#shared/members/privacy/change-fields.ts'
import type { PrivacyOutcome, PrivacyRequestKind } from '#shared/members/privacy/privacy.ts'
import { showField } from '#web/members/record-facts.ts'

const kinds: Record<PrivacyRequestKind, string> = { correction: 'Correction', erasure: 'Deletion', change: 'Change' }

/** `Correction`, or `Change: Cellphone number`. */
export const kindText = ({ kind, field }: { kind: PrivacyRequestKind; field: ChangeField | null }): string =>
  field ? `${kinds[kind]}: ${changeLabel(field)}` : kinds[kind]

export const outcomeText: Record<PrivacyOutcome, string> = {
  done: 'Done',
  refused: 'Refused',
  'taken back': 'Taken back',
}

/** The new value as a record shows it. */
export const shownValue = ({ field, value }: { field: ChangeField | null; value: string }): string =>
  field && isChangeText(field) ? showField(field, value) : value
