import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { editorText } from './text.ts'
import { settingLabels } from '#shared/content/setting-labels.ts'
import type { Settings } from '#shared/settings.ts'
import { ChooseTexts } from '#web/content/editors/choose-texts.tsx'
import { useEditor, useUnsaved } from '#web/content/editors/editor-context.ts'
import { EditorBody, EditorDialog, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { EditorLoading } from '#web/content/editors/editor-loading.tsx'
import { SettingsFields } from '#web/content/editors/settings-fields.tsx'
import { fromForm, toForm, type SettingsForm } from '#web/content/editors/settings-form.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { edited, saveSettings, settingsQuery } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'

interface Stored {
  settings: Settings
  version: number
}

export function SettingsEditor({ onClosed }: { onClosed: () => void }) {
  const stored = useQuery(settingsQuery)
  return (
    <EditorDialog title="Settings" description="The association’s name, contacts, fee and rules." onClosed={onClosed}>
      <EditorLoading query={stored} failure="The settings could not be loaded">
        {(data) => <SettingsDraft stored={data} />}
      </EditorLoading>
    </EditorDialog>
  )
}

function SettingsDraft({ stored }: { stored: Stored }) {
  const { say, close, done } = useEditor()
  const [base, setBase] = useState(() => ({ form: toForm(stored.settings), version: stored.version }))
  const [form, setForm] = useState(base.form)
  const [newer, setNewer] = useState<typeof base | null>(null)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useUnsaved(names.some((name) => form[name] !== base.form[name]))

  const save = useMutation({
    mutationFn: (written: SettingsForm) => saveSettings({ settings: fromForm(written), version: base.version }),
    async onSuccess({ settings, version }, written) {
      // What was typed while it was sent is not saved yet.
      if (latest.current === written) done(editorText.saved)
      else {
        setBase({ form: toForm(settings), version })
        say(editorText.saved)
      }
      await edited('settings')
    },
    async onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'edited-meanwhile') return
      const now = await queries.fetchQuery(settingsQuery).catch(() => null)
      if (now) setNewer({ form: toForm(now.settings), version: now.version })
    },
  })

  const refused = errorsOf(save.error)
  // A field that has been changed since is no longer what was refused.
  const errors = Object.fromEntries(
    names.filter((name) => form[name] === save.variables?.[name]).map((name) => [name, refused[name]]),
  ) as typeof refused
  const element = useRef<HTMLFormElement>(null)
  useFocusInvalid(element, save.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate(form)
  }

  if (newer)
    return (
      <ChooseTexts
        differences={names
          .filter((name) => newer.form[name] !== form[name])
          .map((name) => ({
            name,
            label: settingLabels[name],
            theirs: shown(newer.form[name]),
            mine: shown(form[name]),
          }))}
        onChosen={(mine) => {
          const own = Object.fromEntries(Object.entries(form).filter(([name]) => mine.has(name)))
          setBase(newer)
          setForm({ ...newer.form, ...own })
          setNewer(null)
          save.reset()
        }}
      />
    )
  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-1 flex-col">
      <EditorBody>
        <SettingsFields form={form} errors={errors} onChange={setForm} />
      </EditorBody>
      <EditorFoot
        problem={
          save.isError && (
            <Notice tone="error" title={sentenceOf(save.error)}>
              {names
                .filter((name) => errors[name])
                .map((name) => settingLabels[name])
                .join(', ')}
            </Notice>
          )
        }
      >
        <Button look="outline" onClick={close}>
          Close
        </Button>
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
      </EditorFoot>
    </form>
  )
}

const names = Object.keys(settingLabels) as (keyof Settings)[]

const shown = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value)

/** The server names the setting it did not take, as `settings.contactPhone`; we say what to do about it. */
function errorsOf(error: unknown): Partial<Record<keyof Settings, string>> {
  if (!(error instanceof ApiError)) return {}
  const refused = Object.keys(error.fields).map((field) => field.split('.')[1] ?? '')
  return Object.fromEntries(
    names.filter((name) => refused.includes(name)).map((name) => [name, editorText.settings[name]]),
  )
}
