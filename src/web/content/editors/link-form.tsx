import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { editorText } from '#shared/content/editor-text.ts'
import { isBeginningOfLink, isLink, whyNotLink } from '#shared/content/links.ts'
import { errorText } from '#shared/text.ts'
import { EventFields, fromFields, toFields } from '#web/content/editors/event-fields.tsx'
import { useUnsaved } from '#web/content/editors/editor-context.ts'
import { ApiError, sentenceOf, useApi } from '#web/api/client.ts'
import { addLink, allLinksQuery, edited, editLink, type EditedLink } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useFocusFirst } from '#web/components/use-focus-first.ts'

interface LinkFormProps {
  section: LinkSection
  /** The link to change; none, or one without an id, is added. */
  link?: Omit<EditedLink, 'id'> & { id: string | null }
  onDone: () => void
  onCancel: () => void
}

export function LinkForm({ section, link, onDone, onCancel }: LinkFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [title, setTitle] = useState(link?.title ?? '')
  const [address, setAddress] = useState(link?.link ?? '')
  const [times, setTimes] = useState(() => toFields(link))
  /** The version that saving replaces. It moves on only after the newer one has been shown. */
  const [version, setVersion] = useState(link?.version ?? 0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const editing = link?.id != null
  const stored = toFields(link)
  const timesChanged = times.start !== stored.start || times.end !== stored.end || times.place !== stored.place
  useUnsaved(title !== (link?.title ?? '') || address !== (link?.link ?? '') || timesChanged)

  const form = { section, title, link: address, ...fromFields(times) }

  const save = useMutation({
    mutationFn: () => (link?.id ? editLink(api, link.id, { ...form, version }) : addLink(api, form)),
    async onSuccess() {
      await edited(queries, 'links')
      onDone()
    },
    async onError(error) {
      const gone = error instanceof ApiError && error.code === 'not-found'
      const clash = error instanceof ApiError && error.code === 'edited-meanwhile'
      if (!gone && !clash) return
      const { links } = await queries.fetchQuery(allLinksQuery(api))
      const newer = links.find(({ id }) => id === link?.id)
      if (newer) setVersion(newer.version)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const why = whyNotLink(form, editing)
    setRefusal(why && (why === 'link-fields-required' ? editorText.fillInAll : errorText[why]))
    if (why) save.reset()
    else save.mutate()
  }

  const bad = address.trim() !== '' && !isLink(address) && !isBeginningOfLink(address)
  return (
    <form ref={useFocusFirst()} onSubmit={submit} noValidate className="grid gap-4">
      {refusal && <Notice tone="error">{refusal}</Notice>}
      {!refusal && save.isError && (
        <Refused error={save.error} adding={!editing} now={save.isPending ? undefined : link} />
      )}
      <TextField label="Title" value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
      <TextField
        label="Address"
        hint={editorText.addressHint}
        value={address}
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={bad ? editorText.badAddress : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      {section === 'Events' && <EventFields fields={times} onChange={setTimes} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={save.isPending}>
          {editing ? 'Save link' : 'Add link'}
        </Button>
      </div>
    </form>
  )
}

function Refused({ error, adding, now }: { error: Error; adding: boolean; now: LinkFormProps['link'] }) {
  const known = error instanceof ApiError && /^(link|event)-/.test(error.code)
  if (error instanceof ApiError && error.code === 'edited-meanwhile')
    return (
      <Notice tone="warning" title={sentenceOf(error)}>
        {now && (
          <p>
            It now reads: <strong className="break-words">{now.title}</strong>{' '}
            <span className="break-all">{now.link}</span> {now.when} {now.place}
          </p>
        )}
        <p>Yours is below. Save again to replace theirs, or cancel to keep what is there.</p>
      </Notice>
    )
  return (
    <Notice tone="error" {...(adding && !known && { title: editorText.addLinkFailed })}>
      {sentenceOf(error)}
    </Notice>
  )
}
