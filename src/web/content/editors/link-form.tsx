import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { editorText } from './text.ts'
import { whyNotEntry } from '#shared/content/entries.ts'
import type { EntryKind } from '#shared/content/schemas.ts'
import { errorText } from '#shared/text.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { addLink, edited, editedLinksQuery, editLink, type EditedLink } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { TextField } from '#web/components/fields.tsx'
import { useFocusFirst } from '#web/components/use-focus-first.ts'
import { useUnsaved } from '#web/content/editors/editor-context.ts'
import { AddressField, DocumentField, TextFields, type TypedEntry } from '#web/content/editors/entry-fields.tsx'
import { EventFields, fromFields, toFields } from '#web/content/editors/event-fields.tsx'

interface LinkFormProps {
  section: LinkSection
  kind: EntryKind
  /** The entry to change; none, or one without an id, is added. */
  link?: Omit<EditedLink, 'id'> & { id: string | null }
  onDone: () => void
  onCancel: () => void
}

const texts = editorText.kinds

/** One entry of a section: a link, a document or a written announcement. */
export function LinkForm({ section, kind, link, onDone, onCancel }: LinkFormProps) {
  const before: TypedEntry = {
    title: link?.title ?? '',
    link: kind === 'link' ? (link?.link ?? '') : '',
    text: link?.text ?? '',
  }
  const [typed, setTyped] = useState(before)
  const [times, setTimes] = useState(() => toFields(link))
  const [sending, setSending] = useState(false)
  /** The version that saving replaces. It moves on only after the newer one has been shown. */
  const [version, setVersion] = useState(link?.version ?? 0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const editing = link?.id != null
  const change = (part: Partial<TypedEntry>) => setTyped((now) => ({ ...now, ...part }))
  useUnsaved(
    sending ||
      JSON.stringify(typed) !== JSON.stringify(before) ||
      JSON.stringify(times) !== JSON.stringify(toFields(link)),
  )

  const form = { section, kind, ...typed, ...fromFields(times) }

  const save = useMutation({
    mutationFn: () => (link?.id ? editLink(link.id, { ...form, version }) : addLink(form)),
    async onSuccess() {
      await edited('links')
      onDone()
    },
    async onError(error) {
      const gone = error instanceof ApiError && error.code === 'not-found'
      const clash = error instanceof ApiError && error.code === 'edited-meanwhile'
      if (!gone && !clash) return
      const { links } = await queries.fetchQuery(editedLinksQuery)
      const newer = links.find(({ id }) => id === link?.id)
      if (newer) setVersion(newer.version)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending || sending) return
    const why = whyNotEntry(form, editing ? { kind, hasDocument: link.document !== null } : null)
    setRefusal(why && (why === 'link-fields-required' ? editorText.fillInAll : errorText[why]))
    if (why) save.reset()
    else save.mutate()
  }

  return (
    <form ref={useFocusFirst()} onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="Title"
        value={typed.title}
        maxLength={200}
        onChange={(event) => change({ title: event.target.value })}
      />
      {kind === 'link' && <AddressField address={typed.link} onChange={(address) => change({ link: address })} />}
      {kind === 'document' && <DocumentField {...{ link, onChange: change, onSending: setSending }} />}
      {kind === 'text' && <TextFields {...{ link, typed, onChange: change, onSending: setSending }} />}
      {section === 'Events' && <EventFields fields={times} onChange={setTimes} />}
      {refusal && <Notice tone="error">{refusal}</Notice>}
      {!refusal && save.isError && (
        <Refused error={save.error} adding={!editing} kind={kind} now={save.isPending ? undefined : link} />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={save.isPending || sending}>
          {sending ? editorText.sendingFile : editing ? texts[kind].save : texts[kind].add}
        </Button>
      </div>
    </form>
  )
}

interface RefusedProps {
  error: Error
  adding: boolean
  kind: EntryKind
  now: LinkFormProps['link']
}

function Refused({ error, adding, kind, now }: RefusedProps) {
  const known = error instanceof ApiError && /^(link|entry|event)-/.test(error.code)
  if (error instanceof ApiError && error.code === 'edited-meanwhile')
    return (
      <Notice tone="warning" title={sentenceOf(error)}>
        {now && (
          <div>
            <p>
              {editorText.nowReads}: <strong className="break-words">{now.title}</strong>{' '}
              {kind === 'link' && <span className="break-all">{now.link}</span>} {now.document?.name} {now.when}{' '}
              {now.place}
            </p>
            {now.text && <p className="mt-2 break-words whitespace-pre-line">{now.text}</p>}
          </div>
        )}
        <p>{editorText.yoursIsAbove}</p>
      </Notice>
    )
  return (
    <Notice tone="error" {...(adding && !known && { title: editorText.addLinkFailed })}>
      {sentenceOf(error)}
    </Notice>
  )
}
