import { changeName, changeText, type ChangeField } from '#shared/members/privacy/changes.ts'
import { Button } from '#web/components/button.tsx'
import { shownValue, TakeBackButton } from '#web/members/privacy/request-parts.tsx'
import type { Changes } from '#web/members/profile/use-changes.tsx'

interface AskedChangeProps {
  changes: Changes
  field: ChangeField
  /** What the button says. */
  label?: string
}

/** Beside a field of one's own record: the way to have it changed, or what was asked for and waits. */
export function AskedChange({ changes, field, label = 'Change' }: AskedChangeProps) {
  const open = changes.openOf(field)
  if (!open)
    return (
      <Button
        look="quiet"
        size="small"
        className="-mr-4 ml-auto flex-none"
        aria-label={`${label}: ${changeName(field)}`}
        onClick={() => changes.ask(field)}
      >
        {label}
      </Button>
    )
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-field bg-navy-soft px-3 py-2 text-base font-normal">
      <p className="min-w-0 flex-1 basis-40 break-words">
        {open.value && <strong className="block">{shownValue(open)}</strong>}
        {changeText.waiting}
      </p>
      <TakeBackButton requestId={open.id} what={changeName(field)} />
    </div>
  )
}
