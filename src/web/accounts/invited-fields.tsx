import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { TextField } from '#web/components/text-field.tsx'

/** Name and address of somebody who is invited. */
export function InvitedFields({ problems }: { problems: Record<string, string> }) {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <TextField label={text.firstName} name="firstName" autoComplete="off" error={problems['firstName']} />
      <TextField label={text.lastName} name="lastName" autoComplete="off" error={problems['lastName']} />
      <TextField label={text.email} name="email" type="email" autoComplete="off" error={problems['email']} />
    </div>
  )
}
