import { settingsText } from '#shared/elections/settings/settings-text.ts'
import { ChoiceCards } from '#web/elections/settings/choice-cards.tsx'
import type { FieldsProps } from '#web/elections/settings/election-fields.tsx'

const choices = [
  { value: 'public', label: settingsText.packagePublic, hint: settingsText.packagePublicHint },
  { value: 'closed', label: settingsText.packageClosed, hint: settingsText.packageClosedHint },
] as const

export const PackageChoice = ({ draft, settled, onChange }: FieldsProps) => (
  <ChoiceCards
    name="package"
    legend={settingsText.package}
    choices={choices}
    value={draft.packagePublic ? 'public' : 'closed'}
    settled={settled.packagePublic}
    onChange={(value) => onChange({ packagePublic: value === 'public' })}
  />
)
