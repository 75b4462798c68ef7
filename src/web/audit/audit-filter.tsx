import { useEffect, useId, useState } from 'react'
import { auditActions, type AuditAction } from '#shared/audit/actions.ts'
import type { LogFilter } from '#shared/audit/filter.ts'
import { actsOf, auditKinds, kindNames, type AuditKind } from '#shared/audit/kinds.ts'
import { actTitle, logText } from '#shared/audit/text.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import type { LogActor } from './api.ts'

interface AuditFilterProps {
  filter: LogFilter
  /** Show only this person's actions; chosen in a line of the log. */
  by: LogActor | null
  /** `undefined` clears that part of the filter. */
  onChange: (part: { [Part in keyof LogFilter]?: LogFilter[Part] | undefined }) => void
  onEveryone: () => void
  onClear: () => void
}

const kindsOf = (hasDues = false) =>
  kindNames.filter((kind) => hasDues || kind !== 'dues').map((kind) => ({ value: kind, label: auditKinds[kind] }))

/** An association without dues does not see actions about dues. */
const acts = (kind: AuditKind | undefined, hasDues = false) =>
  (kind ? actsOf(kind) : auditActions)
    .filter((action) => hasDues || !actsOf('dues').includes(action))
    .map((action) => ({ value: action, label: actTitle(action) }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))

/** The filter of the log; each choice takes effect at once. */
export function AuditFilter({ filter, by, onChange, onEveryone, onClear }: AuditFilterProps) {
  const { kind, action, from, until } = filter
  const { hasDues } = useSite()
  const id = useId()
  const [open, setOpen] = useState(false)
  const isFiltered = by !== null || Object.values(filter).some(Boolean)
  return (
    <search className="card my-6 grid gap-4 p-5 md:p-6">
      {/* Five fields would fill a phone's screen before the first line of the log. */}
      <Button
        look="outline"
        className="md:hidden"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        {logText.search}
        <ChevronDownIcon className={classes('size-5', open && 'rotate-180')} />
      </Button>
      <div id={id} className={classes('grid gap-4', !open && 'max-md:hidden')}>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-start gap-x-6 gap-y-4">
          <SelectField
            label={logText.kind}
            prompt={logText.everything}
            choices={kindsOf(hasDues)}
            value={kind ?? ''}
            onChange={(event) =>
              onChange({ kind: (event.currentTarget.value || undefined) as AuditKind | undefined, action: undefined })
            }
          />
          <SelectField
            label={logText.action}
            prompt={logText.everything}
            choices={acts(kind, hasDues)}
            value={action ?? ''}
            onChange={(event) =>
              onChange({ action: (event.currentTarget.value || undefined) as AuditAction | undefined })
            }
          />
          <TextField
            type="date"
            label={logText.from}
            value={from ?? ''}
            max={until ?? '2099-12-31'}
            onChange={(event) => onChange({ from: event.target.value || undefined })}
          />
          <TextField
            type="date"
            label={logText.until}
            value={until ?? ''}
            min={from}
            max="2099-12-31"
            onChange={(event) => onChange({ until: event.target.value || undefined })}
          />
        </div>
        <PersonField typed={filter.person ?? ''} onChange={onChange} />
      </div>
      {by && (
        <p className="flex flex-wrap items-center gap-3">
          <span className="min-w-0 break-words">
            {logText.onlyBy} <strong>{by.name}</strong>
          </span>
          <Button look="outline" size="small" onClick={onEveryone}>
            {logText.everyone}
          </Button>
        </p>
      )}
      {isFiltered && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={onClear}>
          {logText.clear}
        </Button>
      )}
    </search>
  )
}

const typingPauseMs = 400

/** Searches when the typing pauses. */
function PersonField({ typed, onChange }: { typed: string; onChange: AuditFilterProps['onChange'] }) {
  const [value, setValue] = useState(typed)
  useEffect(() => {
    if (value.trim() === typed) return
    const timer = setTimeout(() => onChange({ person: value.trim() || undefined }), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value, typed, onChange])
  return (
    <TextField
      label={logText.person}
      hint={logText.personHint}
      optional
      maxLength={100}
      autoComplete="off"
      value={value}
      onChange={(event) => setValue(event.target.value)}
    />
  )
}
