import { editorText } from './text.ts'
import type { EditedLink } from '#web/api/content-editing.ts'
import { TextField } from '#web/components/fields.tsx'
import { asTyped, readTime } from '#web/components/typed-time.ts'
import { showEventTimes } from '#shared/content/entries.ts'

/** When and where an event takes place, as it is typed: times by Manila's clock, empty for unknown. */
export interface TypedEvent {
  start: string
  end: string
  place: string
}

type StoredEvent = Pick<EditedLink, 'startsAt' | 'endsAt' | 'place'>

export const toFields = (stored: StoredEvent | undefined): TypedEvent => ({
  start: typedOr(stored?.startsAt ?? null),
  end: typedOr(stored?.endsAt ?? null),
  place: stored?.place ?? '',
})

export const fromFields = ({ start, end, place }: TypedEvent) => ({
  startsAt: start === '' ? null : readTime(start),
  endsAt: end === '' ? null : readTime(end),
  place,
})

const typedOr = (instant: number | null) => (instant === null ? '' : asTyped(instant))

interface EventFieldsProps {
  fields: TypedEvent
  onChange: (fields: TypedEvent) => void
}

/** Only events have these. Below the start the weekday is told, so that a wrong day is seen. */
export function EventFields({ fields, onChange }: EventFieldsProps) {
  const change = (part: Partial<TypedEvent>) => onChange({ ...fields, ...part })
  const { startsAt, endsAt } = fromFields(fields)
  const inWords =
    startsAt !== null && endsAt !== null && endsAt <= startsAt ? null : showEventTimes({ startsAt, endsAt })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="datetime-local"
          label={editorText.eventStart}
          optional
          hint={inWords ?? editorText.eventHint}
          value={fields.start}
          max="2099-12-31T23:59"
          onChange={(event) => change({ start: event.target.value })}
        />
        <TextField
          type="datetime-local"
          label={editorText.eventEnd}
          optional
          value={fields.end}
          max="2099-12-31T23:59"
          onChange={(event) => change({ end: event.target.value })}
        />
      </div>
      <TextField
        label={editorText.eventPlace}
        optional
        hint={editorText.eventPlaceHint}
        value={fields.place}
        maxLength={200}
        onChange={(event) => change({ place: event.target.value })}
      />
    </>
  )
}
