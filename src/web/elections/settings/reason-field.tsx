import { statesText } from '#shared/elections/settings/states-text.ts'
import { TextArea } from '#web/components/fields.tsx'
import { publicReason } from '#shared/elections/roll/roll.ts'

interface ReasonFieldProps {
  value: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** Why, for everybody to read. */
export const ReasonField = ({ value, error, onChange }: ReasonFieldProps) => (
  <TextArea
    label={statesText.reason}
    hint={statesText.reasonHint}
    rows={3}
    maxLength={1000}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** What is wrong with a reason; undefined when nothing is. */
export const problemOfReason = (reason: string): string | undefined =>
  publicReason.safeParse(reason).error?.issues[0]?.message
