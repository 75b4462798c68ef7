import { auditActions, titleOf } from '#web/audit/audit-text.ts'
import type { AuditAction, LogActor } from '#web/api/audit.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'

interface AuditFilterProps {
  action: AuditAction | ''
  person: LogActor | null
  onAction: (action: AuditAction | '') => void
  onEveryone: () => void
}

const choices = auditActions
  .map((action) => ({ value: action, label: titleOf(action) }))
  .toSorted((a, b) => (a.label < b.label ? -1 : 1))

export function AuditFilter({ action, person, onAction, onEveryone }: AuditFilterProps) {
  return (
    <div className="my-6 flex flex-wrap items-end gap-x-6 gap-y-4">
      <div className="w-full sm:w-80">
        <SelectField
          label="What was done"
          prompt="Everything"
          choices={choices}
          value={action}
          onChange={(event) => onAction(event.currentTarget.value as AuditAction | '')}
        />
      </div>
      {person && (
        <p className="flex flex-wrap items-center gap-3">
          <span>
            Only by <strong>{person.name}</strong>
          </span>
          <Button look="outline" size="small" onClick={onEveryone}>
            Show everyone’s
          </Button>
        </p>
      )}
    </div>
  )
}
