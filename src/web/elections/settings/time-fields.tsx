import { type Schedule, timeNames } from '#shared/elections/schedule.ts'
import { isAsked } from '#shared/elections/settings/steps.ts'
import { TextField } from '#web/components/fields.tsx'
import { showTime } from '#web/elections/settings/schedule-text.ts'
import { readTime } from '#web/components/typed-time.ts'
import type { FieldsProps } from '#web/elections/settings/election-fields.tsx'

const groups: { title: string; note?: string; fields: (keyof Schedule)[] }[] = [
  {
    title: 'Nomination',
    note: 'Administrators may still nominate until their own, later time.',
    fields: ['nominationOpens', 'nominationCloses', 'adminNominationCloses'],
  },
  { title: 'Candidacy', fields: ['candidacyOpens', 'candidacyCloses'] },
  { title: 'Voting', fields: ['votingOpens', 'votingCloses'] },
  {
    title: 'Vote link',
    note: 'When members see the link to the ballot on their profile. It follows the days of voting until you change it.',
    fields: ['voteLinkOpens', 'voteLinkCloses'],
  },
]

/** Every time as date and clock in Manila; below it the weekday, so that a wrong day is seen. */
export function TimeFields({ draft, problems, settled, onChange }: FieldsProps) {
  const asked = groups.filter(({ fields }) => fields.every((field) => isAsked(field, draft)))
  return asked.map(({ title, note, fields }) => (
    <fieldset key={title} className="min-w-0">
      <legend className="display w-full border-b border-line pb-1 text-xl">{title}</legend>
      {note && <p className="mt-2 text-muted">{note}</p>}
      <div className="mt-3 grid gap-5 md:grid-cols-2">
        {fields.map((field) => (
          <TextField
            key={field}
            type="datetime-local"
            label={timeNames[field]}
            hint={settled[field] ?? wordsOf(field, draft[field])}
            value={draft[field]}
            error={problems[field]}
            disabled={settled[field] !== undefined}
            max="2099-12-31T23:59"
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
    </fieldset>
  ))
}

function wordsOf(field: keyof Schedule, typed: string): string {
  const time = readTime(typed)
  return Number.isNaN(time)
    ? 'Please enter a date and a time'
    : capitalised(showTime(field, time).replace(' (Manila)', ''))
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
