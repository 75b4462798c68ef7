import type { LinkSection } from '#shared/content/defaults.ts'
import { whyNotEntry, showEventTimes, isBeginningOfLink, isLink } from '#shared/content/entries.ts'
import type { EntryKind, LinkForm as Entry } from '#shared/content/schemas.ts'
import { showBytes } from '#shared/figures.ts'
import { errorText } from '#shared/text.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { documents, whyNotDocument } from '#shared/uploads.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { TextArea, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { asTyped, readTime } from '#web/components/typed-time.ts'
import { FileField } from '#web/components/upload.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import {
  addLink,
  edited,
  editedLinksQuery,
  editLink,
  sendAnnouncementDocument,
  sendAnnouncementPicture,
  whyNotPicture,
  type EditedLink,
} from './api.ts'
import { useUnsaved } from './editor.tsx'
import { editorText } from './text.ts'

interface LinkFormProps {
  section: LinkSection
  kind: EntryKind
  /** The entry to change; none, or one without an id, is added. */
  link?: Omit<EditedLink, 'id'> & { id: string | null }
  onDone: () => void
  onCancel: () => void
}

/** What is typed or sent for an entry: times by Manila's clock, empty for unknown. */
interface Typed {
  title: string
  link: string
  text: string
  document?: { id: string } | undefined
  /** Left out to keep what is there. */
  picture?: { avifId: string; webpId: string } | null | undefined
  start: string
  end: string
  place: string
}

const typedOf = (kind: EntryKind, link?: LinkFormProps['link']): Typed => ({
  title: link?.title ?? '',
  link: kind === 'link' ? (link?.link ?? '') : '',
  text: link?.text ?? '',
  document: undefined,
  picture: undefined,
  start: link?.startsAt == null ? '' : asTyped(link.startsAt),
  end: link?.endsAt == null ? '' : asTyped(link.endsAt),
  place: link?.place ?? '',
})

const timesOf = ({ start, end }: Typed) => ({
  startsAt: start === '' ? null : readTime(start),
  endsAt: end === '' ? null : readTime(end),
})

/** One entry of a section: a link, a document or a written announcement. What is wrong with it as a whole is the problem `entry`. */
export function LinkForm({ section, kind, link, onDone, onCancel }: LinkFormProps) {
  const editing = link?.id != null
  const texts = editorText.kinds[kind]
  const form = useForm<Typed, Entry>({
    values: typedOf(kind, link),
    check(typed) {
      const { start: _start, end: _end, document, ...rest } = typed
      const sent: Entry = { section, kind, ...rest, documentId: document?.id, ...timesOf(typed) }
      const why = whyNotEntry(sent, editing ? { kind, hasDocument: link.document !== null } : null)
      if (!why) return { sent }
      return { problems: { entry: why === 'link-fields-required' ? editorText.fillInAll : errorText[why] } }
    },
    stored: {
      version: link?.version ?? 0,
      async read() {
        const { links } = await queries.fetchQuery(editedLinksQuery)
        const now = links.find(({ id }) => id === link?.id)
        return now ? { values: typedOf(kind, now), version: now.version } : null
      },
    },
    async send(entry, version) {
      try {
        await (link?.id ? editLink(link.id, { ...entry, version }) : addLink(entry))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') await queries.fetchQuery(editedLinksQuery)
        throw error
      }
      await edited('links')
    },
    onDone,
  })
  const typed = useValues(form)
  useUnsaved(form.uploading || form.dirty)
  const bad = typed.link.trim() !== '' && !isLink(typed.link) && !isBeginningOfLink(typed.link)
  return (
    <Form form={form} focusFirst className="grid gap-4">
      <TextField name="title" label="Title" maxLength={200} />
      {kind === 'link' && (
        <TextField
          name="link"
          label="Address"
          hint={editorText.addressHint}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={bad ? editorText.badAddress : undefined}
        />
      )}
      {kind === 'document' && <DocumentField document={link?.document ?? null} />}
      {kind === 'text' && (
        <TextFields there={link?.picture?.webp} typed={typed} onRemove={() => form.change({ picture: null })} />
      )}
      {section === 'Events' && <EventFields times={timesOf(typed)} />}
      {form.problems['entry'] && <Notice tone="error">{form.problems['entry']}</Notice>}
      {form.failure !== null && <Refused error={form.failure} adding={!editing} kind={kind} now={link} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={form.busy || form.uploading}>
          {form.uploading ? editorText.sendingFile : editing ? texts.save : texts.add}
        </Button>
      </div>
    </Form>
  )
}

const DocumentField = ({ document }: { document: EditedLink['document'] }) => (
  <FileField
    name="document"
    label={document ? editorText.newDocument : editorText.document}
    {...(document && { optional: true })}
    hint={document ? editorText.documentKept(document.name, showBytes(document.size)) : editorText.documentHint}
    accept="application/pdf,.pdf"
    whyNot={whyNotPdf}
    upload={sendAnnouncementDocument}
  />
)

function whyNotPdf(file: File): string | null {
  const why = whyNotDocument(documents.announcement, file)
  return why && errorText[why]
}

interface TextFieldsProps {
  /** The picture that it has already. */
  there: string | undefined
  typed: Typed
  onRemove: () => void
}

function TextFields({ there, typed: { picture }, onRemove }: TextFieldsProps) {
  const address = picture === undefined ? there : picture && `/api/files/${picture.webpId}`
  return (
    <>
      <TextArea name="text" label={editorText.text} hint={editorText.textHint} rows={10} maxLength={20_000} />
      {address && (
        <img
          src={address}
          alt={editorText.pictureShown}
          className="aspect-video w-full max-w-80 rounded-field bg-navy-soft object-cover"
        />
      )}
      <FileField
        name="picture"
        label={editorText.picture}
        optional
        hint={editorText.pictureHint}
        accept={pictureAccept}
        whyNot={whyNotPicture}
        upload={sendAnnouncementPicture}
      />
      {there && picture === undefined && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={onRemove}>
          {editorText.removePicture}
        </Button>
      )}
    </>
  )
}

/** Only events have these. Below the start the weekday is told, so that a wrong day is seen. */
function EventFields({ times: { startsAt, endsAt } }: { times: ReturnType<typeof timesOf> }) {
  const inWords =
    startsAt !== null && endsAt !== null && endsAt <= startsAt ? null : showEventTimes({ startsAt, endsAt })
  const time = { type: 'datetime-local', optional: true, max: '2099-12-31T23:59' }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="start" label={editorText.eventStart} hint={inWords ?? editorText.eventHint} {...time} />
        <TextField name="end" label={editorText.eventEnd} {...time} />
      </div>
      <TextField name="place" label={editorText.eventPlace} optional hint={editorText.eventPlaceHint} maxLength={200} />
    </>
  )
}

interface RefusedProps {
  error: unknown
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
