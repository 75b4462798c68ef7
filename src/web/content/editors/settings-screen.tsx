import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fileAddress } from '#shared/content/rich-text.ts'
import { settingLabels } from '#shared/content/setting-labels.ts'
import { backupPlaces } from '#shared/operations/backup/backup.ts'
import type { Settings } from '#shared/settings.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { settingsQuery } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { CheckField, SelectField, TextArea, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { asTyped, readTime } from '#web/components/typed-time.ts'
import { FileField } from '#web/components/upload.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { backupPanelText } from '#web/operations/backup/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { invalidateEdited, saveSettings, sendLogo, whyNotPicture } from './api.ts'
import { ChooseTexts, EditorBody, EditorFoot, EditorPage, FieldGroup, useUnsaved } from './editor.tsx'
import { editorText } from './text.ts'

interface StoredSettings {
  settings: Settings
  version: number
}

export function SettingsScreen() {
  return (
    <AdminLayout title="Settings">
      <EditorPage
        query={useQuery(settingsQuery)}
        failure="The settings could not be loaded"
        onClose={() => window.location.assign('/admin')}
      >
        {(stored) => <SettingsForm stored={stored} />}
      </EditorPage>
    </AdminLayout>
  )
}

/** Dues have their own page. */
const names = (Object.keys(settingLabels) as (keyof Settings)[]).filter((name) => name !== 'dues')

/** Saves all settings together. If somebody else saved in the meantime, the user chooses setting by setting. */
function SettingsForm({ stored }: { stored: StoredSettings }) {
  const form = useForm<TypedSettings, TypedSettings, StoredSettings>({
    values: toTyped(stored.settings),
    stored: {
      version: stored.version,
      read: async () => asStored(await queries.fetchQuery(settingsQuery)),
      asks: true,
    },
    send: (typed, version) => saveSettings({ settings: fromTyped(typed), version }).catch(withAdvice),
    async onDone(saved) {
      form.continueFrom(asStored(saved))
      showToast(editorText.saved)
      await invalidateEdited('settings')
    },
  })
  const typed = useValues(form)
  useUnsaved(form.dirty)
  // The browser looks for the URL's fragment before the fields are rendered, so scroll there now.
  useEffect(() => document.getElementById(window.location.hash.slice(1))?.scrollIntoView(), [])
  if (form.meanwhile)
    return (
      <ChooseTexts
        form={form}
        meanwhile={form.meanwhile}
        fields={names.map((name) => ({ name, label: settingLabels[name] }))}
      />
    )
  return (
    <Form form={form} className="flex flex-1 flex-col">
      <EditorBody>
        <SettingsFields typed={typed} onBuiltIn={() => form.change({ logo: '', newLogo: undefined })} />
      </EditorBody>
      <EditorFoot
        onCancel={null}
        problem={
          form.failure !== null && (
            <Notice tone="error" title={sentenceOf(form.failure)}>
              {names
                .filter((name) => form.problems[name])
                .map((name) => settingLabels[name])
                .join(', ')}
            </Notice>
          )
        }
      >
        <Button type="submit" busy={form.busy || form.uploading}>
          Save
        </Button>
      </EditorFoot>
    </Form>
  )
}

const asStored = ({ settings, version }: StoredSettings) => ({ values: toTyped(settings), version })

/** Replaces the server's errors, which name fields such as `settings.contactPhone`, with advice for the user. */
function withAdvice(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const refused = Object.keys(error.fields).map((field) => field.split('.')[1] ?? '')
  const fields = names.filter((name) => refused.includes(name)).map((name) => [name, editorText.settings[name]])
  throw new ApiError({ code: error.code, message: error.message, fields: Object.fromEntries(fields) })
}

function SettingsFields({ typed, onBuiltIn }: { typed: TypedSettings; onBuiltIn: () => void }) {
  const field = (name: keyof Settings) => ({ name, label: settingLabels[name] })
  return (
    <div className="grid gap-8">
      <FieldGroup id="association" title="The association">
        <div className="sm:col-span-2">
          <TextField {...field('name')} />
        </div>
        <TextField {...field('shortName')} />
        <TextField {...field('tagline')} />
        <LogoField typed={typed} onBuiltIn={onBuiltIn} />
      </FieldGroup>
      <FieldGroup id="contact" title="Contact" note="Anything you leave empty is not shown on the website.">
        <TextField {...field('contactEmail')} type="email" autoComplete="off" />
        <TextField {...field('contactPhone')} type="tel" autoComplete="off" />
        <div className="sm:col-span-2">
          <TextArea
            {...field('socialPages')}
            hint="One address on each line, at most five."
            rows={3}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      </FieldGroup>
      <FieldGroup id="registration" title="Registration">
        <TextField {...field('registrationFee')} inputMode="numeric" hint="For printing the ID card." />
        <TextField
          {...field('registrationCloses')}
          type="datetime-local"
          hint="After this time, nobody can register."
          max="9999-12-31T23:59"
        />
        <TextField {...field('walletName')} hint="For example GCash." />
        <TextField {...field('walletAccount')} hint="Where applicants send the fee." />
        <TextField {...field('idPrefix')} hint={`For example ${typed.idPrefix || '…'}-000-001.`} />
      </FieldGroup>
      <FieldGroup id="dues" title={settingLabels.dues}>
        <SiteLink href="/admin/settings/dues" className="tap-link">
          {editorText.setUpDues}
        </SiteLink>
      </FieldGroup>
      <FieldGroup id="rules" title="Who may do what">
        <div className="sm:col-span-2">
          <CheckField
            {...field('ownPasswordToVote')}
            hint="If not, members who still log in with their birthday may vote too."
          />
        </div>
      </FieldGroup>
      <FieldGroup id="backups" title="Backups">
        <div className="sm:col-span-2">
          <CheckField {...field('backupsOn')} hint={backupPanelText.settingsHint} />
        </div>
        <TextField {...field('backupTime')} type="time" hint="Choose an hour when few people use the site." />
        <TextField {...field('backupsKept')} inputMode="numeric" hint="From 1 to 60. Older ones are removed." />
        <SelectField
          {...field('backupPlace')}
          choices={backupPlaces.map((value) => ({ value, label: backupPanelText.places[value] }))}
          hint="Ask the person who runs the server which one."
        />
      </FieldGroup>
    </div>
  )
}

/** The logo for the header, cards and certificates. */
function LogoField({ typed: { logo, newLogo }, onBuiltIn }: { typed: TypedSettings; onBuiltIn: () => void }) {
  const id = newLogo?.id ?? logo
  return (
    <div className="grid gap-3 sm:col-span-2">
      {id !== '' && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={fileAddress(id)}
            alt={editorText.logoNow}
            className="size-24 rounded-field bg-white object-contain"
          />
          <Button look="outline" size="small" onClick={onBuiltIn}>
            {editorText.logoBuiltIn}
          </Button>
        </div>
      )}
      <FileField
        name="newLogo"
        label={id === '' ? settingLabels.logo : editorText.logoNew}
        optional
        hint={editorText.logoHint}
        accept={pictureAccept}
        whyNot={whyNotPicture}
        upload={sendLogo}
      />
    </div>
  )
}

/** The values of the form: numbers as text, and the closing time in Manila time. */
type TypedSettings = Omit<Settings, Typed> & Record<Typed, string> & { newLogo?: { id: string } | undefined }
type Typed = 'registrationFee' | 'registrationCloses' | 'backupsKept' | 'backupPlace'

export const toTyped = (settings: Settings): TypedSettings => ({
  ...settings,
  newLogo: undefined,
  registrationFee: String(settings.registrationFee),
  registrationCloses: asTyped(settings.registrationCloses),
  backupsKept: String(settings.backupsKept),
})

/** Invalid numbers are sent as they are, and the server's error appears beside the field. */
export const fromTyped = ({ newLogo, ...typed }: TypedSettings): Settings => ({
  ...typed,
  logo: newLogo?.id ?? typed.logo,
  contactEmail: typed.contactEmail.trim(),
  idPrefix: typed.idPrefix.trim().toUpperCase(),
  registrationFee: pesosFrom(typed.registrationFee),
  backupsKept: numberFrom(typed.backupsKept),
  backupPlace: typed.backupPlace as Settings['backupPlace'],
  registrationCloses: readTime(typed.registrationCloses),
})

const numberFrom = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))

/** Also accepts `₱250.00`, `PHP 1,250` and `250 pesos`. */
const pesosFrom = (typed: string) => numberFrom(typed.replaceAll(/₱|php|pesos?|[\s,]|^p(?=[\s\d])/gi, ''))
