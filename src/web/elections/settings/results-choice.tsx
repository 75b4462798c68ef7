import { ChoiceCards } from '#web/elections/settings/choice-cards.tsx'
import type { FieldsProps } from '#web/elections/settings/election-fields.tsx'
import { fieldNames } from '#shared/elections/settings/field-names.ts'
import { resultsText } from '#web/elections/settings/field-names.ts'

const choices = [
  {
    value: 'while voting',
    label: resultsText['while voting'],
    hint: 'Members see the count grow, and how many have voted.',
  },
  {
    value: 'after close',
    label: resultsText['after close'],
    hint: 'Until then members see only how many have voted.',
  },
] as const

export const ResultsChoice = ({ draft, settled, onChange }: FieldsProps) => (
  <ChoiceCards
    name="results"
    legend={fieldNames.resultsVisible}
    choices={choices}
    value={draft.resultsVisible}
    settled={settled.resultsVisible}
    onChange={(resultsVisible) => onChange({ resultsVisible })}
  />
)
