import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { leaderGroups } from '#shared/content/schemas.ts'
import { errorText } from '#shared/text.ts'
import { useUnsaved } from '#web/content/editors/editor-context.ts'
import { EditorBody, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import {
  addLeader,
  edited,
  editedLeadersQuery,
  editLeader,
  sendLeaderPhoto,
  type Leader,
  type LeaderForm as Form,
} from '#web/api/content-editing.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Button } from '#web/components/button.tsx'
import { FileField } from '#web/components/upload.tsx'
import { Notice } from '#web/components/notice.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { useFocusFirst } from '#web/components/use-focus-first.ts'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'

const largestPhoto = 20_971_520
const empty: Form = { group: 'Board of Trustees', name: '', rank: '', position: '' }

interface LeaderFormProps {
  /** The person to change; without one, a person is added. */
  leader?: Leader
  onDone: () => void
  onCancel: () => void
}

export function LeaderForm({ leader, onDone, onCancel }: LeaderFormProps) {
  const before: Form = leader
    ? { group: leader.group, name: leader.name, rank: leader.rank, position: leader.position }
    : empty
  const [form, setForm] = useState(before)
  const [version, setVersion] = useState(leader?.version ?? 0)
  const [newer, setNewer] = useState<Leader | null>(null)
  const [sendingPhoto, setSendingPhoto] = useState(false)
  useUnsaved(sendingPhoto || JSON.stringify(form) !== JSON.stringify(before))

  const save = useMutation({
    mutationFn: (written: Form) => (leader ? editLeader(leader.id, { ...written, version }) : addLeader(written)),
    async onSuccess() {
      await edited('leaders')
      onDone()
    },
    async onError(error) {
      if (!leader || !(error instanceof ApiError)) return
      if (error.code === 'not-found') return edited('leaders')
      if (error.code !== 'edited-meanwhile') return
      const { leaders } = await queries.fetchQuery(editedLeadersQuery)
      const now = leaders.find(({ id }) => id === leader.id) ?? null
      setNewer(now)
      if (now) setVersion(now.version)
    },
  })

  const element = useFocusFirst()
  useFocusInvalid(element, save.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending && !sendingPhoto) save.mutate(form)
  }

  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const text = (name: 'name' | 'rank' | 'position') => ({
    value: form[name],
    // A field that has been changed since is no longer what was refused.
    error: form[name] === save.variables?.[name] ? fields[name] : undefined,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const photo = form.photo === undefined ? leader?.photo?.webp : form.photo && `/api/files/${form.photo.webpId}`
  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-1 flex-col">
      <EditorBody>
        <div className="grid gap-5">
          <h3 className="text-2xl">{leader ? `Edit ${leader.name}` : 'Add a person'}</h3>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Name" maxLength={120} {...text('name')} />
            <TextField label="Rank" optional maxLength={60} {...text('rank')} />
            <TextField label="Position" maxLength={120} {...text('position')} />
            <SelectField
              label="Group"
              choices={leaderGroups}
              required
              value={form.group}
              error={fields['group']}
              onChange={(event) => setForm({ ...form, group: event.target.value as Form['group'] })}
            />
          </div>
          <div className="flex flex-wrap items-start gap-5">
            <div className="grid h-40 w-32 flex-none place-items-center overflow-hidden rounded-field bg-navy-soft">
              {photo ? (
                <img src={photo} alt="As it will be shown" className="size-full object-cover object-top" />
              ) : (
                <Avatar name={form.name} className="size-24 text-4xl" />
              )}
            </div>
            <div className="grid min-w-56 flex-1 gap-3">
              <FileField
                label="Photo"
                optional
                hint="JPEG or PNG, upright, under 20 MB."
                accept="image/jpeg,image/png"
                whyNot={whyNotPhoto}
                upload={sendLeaderPhoto}
                onSending={setSendingPhoto}
                onDone={(sent) => setForm(({ photo: _photo, ...rest }) => (sent ? { ...rest, photo: sent } : rest))}
                error={fields['photo']}
              />
              {leader?.photo && form.photo === undefined && (
                <Button
                  look="quiet"
                  size="small"
                  className="justify-self-start"
                  onClick={() => setForm({ ...form, photo: null })}
                >
                  Remove the photo
                </Button>
              )}
            </div>
          </div>
        </div>
      </EditorBody>
      <EditorFoot
        problem={
          save.isError && (
            <Notice tone={newer ? 'warning' : 'error'} title={sentenceOf(save.error)}>
              {newer && (
                <p>
                  It now reads: <strong>{[newer.rank, newer.name].filter(Boolean).join(' ')}</strong>, {newer.position}{' '}
                  ({newer.group}). Yours is below. Save again to replace theirs.
                </p>
              )}
            </Notice>
          )
        }
      >
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending || sendingPhoto}>
          {sendingPhoto ? 'Sending the photo …' : leader ? 'Save person' : 'Add person'}
        </Button>
      </EditorFoot>
    </form>
  )
}

function whyNotPhoto({ type, size }: File): string | null {
  if (!['image/jpeg', 'image/png'].includes(type)) return errorText['picture-not-a-picture']
  return size > largestPhoto ? errorText['picture-too-large'] : null
}
