import type { ReactNode } from 'react'
import { backupPlaces } from '#shared/operations/backup/backup.ts'
import { backupPanelText } from '#web/operations/backup/text.ts'
import { settingLabels } from '#shared/content/setting-labels.ts'
import type { Settings } from '#shared/settings.ts'
import type { SettingsForm } from '#web/content/editors/settings-form.ts'
import { CheckField, SelectField, TextField } from '#web/components/fields.tsx'

interface SettingsFieldsProps {
  form: SettingsForm
  errors: Partial<Record<keyof Settings, string>>
  onChange: (form: SettingsForm) => void
}

export function SettingsFields({ form, errors, onChange }: SettingsFieldsProps) {
  const field = (name: Exclude<keyof Settings, 'ownPasswordToVote' | 'backupsOn'>) => ({
    label: settingLabels[name],
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [name]: event.target.value }),
  })
  return (
    <div className="grid gap-8">
      <Group title="The association">
        <div className="sm:col-span-2">
          <TextField {...field('name')} />
        </div>
        <TextField {...field('shortName')} />
        <TextField {...field('tagline')} />
      </Group>
      <Group title="Contact" note="Anything you leave empty is not shown on the website.">
        <TextField {...field('socialUrl')} inputMode="url" placeholder="https://" autoCapitalize="none" />
        <TextField {...field('contactEmail')} type="email" autoComplete="off" />
        <TextField {...field('contactPhone')} type="tel" autoComplete="off" />
      </Group>
      <Group title="Registration">
        <TextField {...field('registrationFee')} inputMode="numeric" hint="For printing the ID card." />
        <TextField
          {...field('registrationCloses')}
          type="datetime-local"
          hint="After this time, nobody can register."
          max="9999-12-31T23:59"
        />
        <TextField {...field('walletName')} hint="For example GCash." />
        <TextField {...field('walletAccount')} hint="Where applicants send the fee." />
        <TextField {...field('idPrefix')} hint={`The first would be ${form.idPrefix || '…'}-000-001.`} />
      </Group>
      <Group title="Who may do what">
        <div className="sm:col-span-2">
          <CheckField
            label={settingLabels.ownPasswordToVote}
            hint="If not, members who still log in with their birthday may vote too."
            checked={form.ownPasswordToVote}
            onChange={(event) => onChange({ ...form, ownPasswordToVote: event.target.checked })}
          />
        </div>
      </Group>
      <Group title="Backups">
        <div className="sm:col-span-2">
          <CheckField
            label={settingLabels.backupsOn}
            hint={backupPanelText.settingsHint}
            checked={form.backupsOn}
            onChange={(event) => onChange({ ...form, backupsOn: event.target.checked })}
          />
        </div>
        <TextField {...field('backupTime')} type="time" hint="Choose an hour when few people use the site." />
        <TextField {...field('backupsKept')} inputMode="numeric" hint="From 1 to 60. Older ones are removed." />
        <SelectField
          {...field('backupPlace')}
          choices={backupPlaces.map((value) => ({ value, label: backupPanelText.places[value] }))}
          hint="The person who runs the server says which folder or bucket."
        />
      </Group>
    </div>
  )
}

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="display mb-3 w-full border-b border-line pb-1 text-2xl">{title}</legend>
      {note && <p className="mb-3 text-muted">{note}</p>}
      <div className="field-row">{children}</div>
    </fieldset>
  )
}
