import type { ElectionField } from '#shared/elections/settings/settings.ts'
import { Button } from '#web/components/button.tsx'
import { fieldNames } from '#shared/elections/settings/field-names.ts'

interface SaveBarProps {
  changed: readonly ElectionField[]
  busy: boolean
  onDiscard: () => void
}

/** Stays within reach of a thumb as long as something is unsaved. */
export function SaveBar({ changed, busy, onDiscard }: SaveBarProps) {
  if (changed.length === 0) return null
  return (
    <div className="sticky bottom-0 z-10 -mx-5 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-5 py-3 shadow-float md:mx-0 md:rounded-card md:border">
      <p className="min-w-0 max-md:hidden">
        <span className="font-semibold">Not saved yet: </span>
        {changed.map((field) => fieldNames[field]).join(', ')}
      </p>
      <div className="flex flex-wrap gap-3 max-md:w-full max-md:*:flex-auto">
        <Button look="outline" onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" busy={busy}>
          Save settings
        </Button>
      </div>
    </div>
  )
}
