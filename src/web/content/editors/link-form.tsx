import { useRef, useState } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { whyNotEntry, showEventTimes } from '#shared/content/entries.ts'
import type { EntryKind, LinkForm as EntryForm } from '#shared/content/schemas.ts'
import { showBytes } from '#shared/figures.ts'
import { isBeginningOfLink, isLink } from '#shared/links-in-text.ts'
import { errorText } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { keepOnDevice } from '#web/components/device-storage.ts'
import { draftText } from '#web/components/draft.ts'
import { RadioField, TextField, type Problems } from '#web/components/fields.tsx'
import { Form, Refusal } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { asTyped, readTime } from '#web/components/typed-time.ts'
import { FileField } from '#web/components/upload.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { RichText } from '#web/content/rich-text.tsx'
import {
  addLink,
  invalidateEdited,
  editedLinkQuery,
  editedLinksQuery,
  editLink,
  sendTextDocument,
  whyNotPdf,
  type EditedLink,
} from './api.ts'
import { DiscardButton, textsIn, useDraftKeys, useUnsaved } from './editor.tsx'
import { editorText, entryText } from './text.ts'

/** An entry to edit, or to add if it has no id. */
type Entry = Omit<EditedLink, 'id'> & { id: string | null }

interface EntryProps {
  section: LinkSection
  kind: EntryKind
  link?: Entry | undefined
}

interface LinkFormProps extends EntryProps {
  onDone: (saved: EditedLink) => void
  onCancel: () => void
}

/** The values of the form. Times are in Manila time, empty if unknown. */
export interface Typed {
  title: string
  link: string
  text: string
  document?: { id: string } | undefined
  /** Undefined keeps the current picture. */
  picture?: { avifId: string; webpId: string } | null | undefined
  start: string
  end: string
  place: string
  publishing: 'now' | 'later' | 'draft'
  publishAt: string
}

const typedOf = (kind: EntryKind, link: Entry | undefined): Typed => ({
  title: link?.title ?? '',
  link: kind === 'link' ? (link?.link ?? '') : '',
  text: link?.text ?? '',
  document: undefined,
  picture: undefined,
  start: link?.startsAt == null ? '' : asTyped(link.startsAt),
  end: link?.endsAt == null ? '' : asTyped(link.endsAt),
  place: link?.place ?? '',
  // A text has a button of its own for drafts.
  publishing: !link || link.published || (link.draft && kind === 'text') ? 'now' : link.draft ? 'draft' : 'later',
  publishAt: link?.publishAt == null ? '' : asTyped(link.publishAt),
})

/** Without its files, which the server deletes after a day if nothing is saved with them. */
const readDraft = ({ publishing, ...kept }: Record<string, unknown>): Partial<Typed> => ({
  ...textsIn(kept, ['title', 'text', 'start', 'end', 'place', 'publishAt']),
  ...((publishing === 'now' || publishing === 'later' || publishing === 'draft') && { publishing }),
})

/** What must be filled in and is not, field by field. */
function emptyIn(kind: EntryKind, typed: Typed): Problems {
  const required = kind === 'document' ? (['title'] as const) : (['title', kind] as const)
  const empty = required.filter((name) => typed[name].trim() === '')
  return Object.fromEntries(empty.map((name) => [name, editorText.emptyFields[name]]))
}

export const timesOf = ({ start, end }: Pick<Typed, 'start' | 'end'>) => ({
  startsAt: start === '' ? null : readTime(start),
  endsAt: end === '' ? null : readTime(end),
})

interface EntryFormOptions extends EntryProps {
  /** Where a new text is kept until it is saved. */
  draftName?: string | undefined
  onDone: (saved: EditedLink) => void
}

/** The form for a link, a document or a written announcement. The problem `entry` is about the entry as a whole. */
export function useEntryForm({ section, kind, link, draftName, onDone }: EntryFormOptions) {
  const editing = link?.id != null
  /** Somebody deleted it in the meantime; saving adds it again. */
  const [gone, setGone] = useState(false)
  /** Whether the button for drafts was pressed last. No value of the form: the next press may mean something else. */
  const asDraft = useRef(false)
  const draftKeyOf = useDraftKeys()
  const form = useForm<Typed, EntryForm, EditedLink>({
    values: typedOf(kind, link),
    check(typed) {
      const { start: _start, end: _end, document, publishing, publishAt, ...rest } = typed
      if (publishing === 'later' && publishAt === '') return { problems: { publishAt: editorText.publishTimeRequired } }
      const sent: EntryForm = {
        section,
        kind,
        ...rest,
        documentId: document?.id,
        ...timesOf(typed),
        draft: publishing === 'draft' || (asDraft.current && offersDraft(publishing, link)),
        publishAt: publishing === 'later' ? readTime(publishAt) : null,
      }
      const why = whyNotEntry(sent, editing ? { kind, hasDocument: link.document !== null } : null)
      if (!why) return { sent }
      if (why === 'text-caption-missing') return { problems: { text: errorText[why] } }
      if (why === 'event-end-before-start') return { problems: { end: errorText[why] } }
      if (why !== 'link-fields-required') return { problems: { entry: errorText[why] } }
      return { problems: { ...emptyIn(kind, typed), entry: editorText.fillInAll } }
    },
    stored: {
      version: link?.version ?? 0,
      async read() {
        const stored = link?.id ? await queries.fetchQuery(editedLinkQuery(link.id)) : null
        return stored && { values: typedOf(kind, stored), version: stored.version }
      },
    },
    async send(entry, version) {
      try {
        const { link: stored } = await (link?.id && !gone ? editLink(link.id, { ...entry, version }) : addLink(entry))
        await invalidateEdited('links')
        return stored
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') {
          setGone(true)
          if (kind !== 'text') await queries.fetchQuery(editedLinksQuery)
        }
        throw error
      }
    },
    onDone,
    ...(kind === 'text' && { draft: { key: draftKeyOf(link?.id ?? draftName ?? section), read: readDraft } }),
  })
  useUnsaved(form.uploading || form.dirty, () => form.reset())
  /** Continues editing from what was saved. */
  const goOn = (saved: EditedLink) => form.continueFrom({ values: typedOf(kind, saved), version: saved.version })
  /** What was typed while a new text was saved becomes the draft of the page that opens for it. */
  function passOn(saved: EditedLink) {
    if (!goOn(saved)) return
    keepOnDevice(draftKeyOf(saved.id), draftText(form.control.getValues(), Date.now(), saved.version))
    form.reset()
  }
  const noteDraft = (pressed: boolean) => void (asDraft.current = pressed)
  return { form, editing, gone, goOn, passOn, noteDraft, typed: useValues(form) }
}

/** Whether a text has a button of its own for drafts. */
export const offersDraft = (publishing: Typed['publishing'], link: Entry | undefined) =>
  publishing === 'now' && !link?.published

/** The confirmation after saving, with the time of publication if readers do not see the entry yet. */
export function doneText({ draft, published, createdAt, kind, section }: EditedLink, wasPublished: boolean): string {
  const { added, saved } = entryText(kind, section)
  if (draft) return editorText.draftSaved
  if (published) return wasPublished ? saved : added
  return `${saved}. ${editorText.publishesAt(showInstant(createdAt))}`
}

/** The form for a link or a document, within the list of its section. */
export function LinkForm({ onDone, onCancel, ...entry }: LinkFormProps) {
  const { section, kind, link } = entry
  const texts = editorText.kinds[kind]
  const { form, editing, typed } = useEntryForm({ ...entry, onDone })
  const bad = typed.link.trim() !== '' && !isLink(typed.link) && !isBeginningOfLink(typed.link)
  return (
    <Form form={form} focusFirst className="grid gap-4">
      <TextField name="title" label="Title" maxLength={200} />
      {section === 'Events' && <EventFields typed={typed} />}
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
      <PublishFields typed={typed} link={link} />
      <EntryProblem {...{ form, section, kind, link }} />
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

interface EntryProblemProps extends Pick<SaveFailureProps, 'section' | 'kind'> {
  form: Pick<ReturnType<typeof useEntryForm>['form'], 'problems' | 'failure' | 'meanwhile' | 'reset'>
  link: Entry | undefined
  gone?: boolean
}

/** Explains why an entry could not be saved. */
export const EntryProblem = ({ form, section, kind, link, gone = false }: EntryProblemProps) => (
  <>
    {gone && <Notice tone="warning" title={editorText.goneMeanwhile(entryText(kind, section).one)} />}
    {form.problems['entry'] && <Notice tone="error">{form.problems['entry']}</Notice>}
    {form.failure !== null && !gone && <SaveFailure {...{ form, section, kind }} now={link} />}
  </>
)

const DocumentField = ({ document }: { document: EditedLink['document'] }) => (
  <FileField
    name="document"
    label={document ? editorText.newDocument : editorText.document}
    {...(document && { optional: true })}
    hint={document ? editorText.documentKept(document.name, showBytes(document.size)) : editorText.documentHint}
    accept="application/pdf,.pdf"
    whyNot={whyNotPdf}
    upload={sendTextDocument('announcements')}
  />
)

/** Only for events. The hint shows the weekday of the start, so that people notice a wrong date. */
export function EventFields({ typed }: { typed: Typed }) {
  const { startsAt, endsAt } = timesOf(typed)
  const inWords =
    startsAt !== null && endsAt !== null && endsAt <= startsAt ? null : showEventTimes({ startsAt, endsAt })
  const time = { type: 'datetime-local', optional: true, max: '2099-12-31T23:59' }
  return (
    <>
      <TextField name="start" label={editorText.eventStart} hint={inWords ?? editorText.eventHint} {...time} />
      <TextField name="end" label={editorText.eventEnd} {...time} />
      <TextField name="place" label={editorText.eventPlace} optional hint={editorText.eventPlaceHint} maxLength={200} />
    </>
  )
}

const hasPassed = (typed: string) => typed !== '' && readTime(typed) <= Date.now()

/** What saving does, on the button of a written entry. */
export function saveLabel({ publishing, publishAt }: Typed, section: LinkSection, link: Entry | undefined): string {
  const texts = entryText('text', section)
  if (publishing === 'draft') return editorText.saveDraft
  if (link?.published) return texts.save
  return publishing === 'later' && !hasPassed(publishAt) ? editorText.schedule : texts.add
}

/** What has just been asked for may be below the screen. */
const intoView = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'nearest' })

interface PublishFieldsProps {
  typed: Typed
  link: Entry | undefined
  /** False if drafts are saved by a button of their own, where it is there. */
  drafts?: boolean
}

/** Whether the entry is published, and when. */
export function PublishFields({ typed: { publishing, publishAt }, link, drafts = true }: PublishFieldsProps) {
  const isOut = link?.id != null && link.published
  const choices = {
    now: isOut ? editorText.published : editorText.publishNow,
    later: editorText.publishLater,
    draft: editorText.keepAsDraft,
  }
  return (
    <fieldset className="rounded-field border border-line bg-white px-4 pt-1 pb-2">
      <legend className="px-1 font-semibold">{editorText.publishing}</legend>
      <div className="flex flex-wrap gap-x-8">
        {(['now', 'later', ...(drafts || !offersDraft(publishing, link) ? (['draft'] as const) : [])] as const).map(
          (value) => (
            <RadioField key={value} name="publishing" value={value} label={choices[value]} />
          ),
        )}
      </div>
      {publishing === 'later' && (
        <div ref={publishAt === '' ? intoView : undefined} className="scroll-mb-28">
          <TextField
            name="publishAt"
            type="datetime-local"
            label={editorText.publishTime}
            hint={
              publishAt === ''
                ? editorText.onlyAdministrators
                : isOut || !hasPassed(publishAt)
                  ? showInstant(readTime(publishAt))
                  : editorText.timePassed
            }
            max="2099-12-31T23:59"
          />
        </div>
      )}
    </fieldset>
  )
}

interface SaveFailureProps {
  form: EntryProblemProps['form']
  section: LinkSection
  kind: EntryKind
  now: Entry | undefined
}

function SaveFailure({ form: { failure: error, meanwhile, reset }, section, kind, now }: SaveFailureProps) {
  const known = error instanceof ApiError && /^(link|entry|event|text)-/.test(error.code)
  if (error instanceof ApiError && error.code === 'edited-meanwhile')
    return (
      <Notice tone="warning" title={sentenceOf(error)}>
        <p>{editorText.yoursIsThere}</p>
        {meanwhile && <DiscardButton label={editorText.discardMine} onDiscard={() => reset(meanwhile.theirs)} />}
        {now && (
          <div className="mt-3">
            <p>
              {editorText.nowReads}: <strong className="break-words">{now.title}</strong>{' '}
              {kind === 'link' && <span className="break-all">{now.link}</span>} {now.document?.name} {now.when}{' '}
              {now.place}
            </p>
            {now.text && <RichText text={now.text} level={3} className="mt-2" />}
          </div>
        )}
      </Notice>
    )
  const failed = kind === 'link' ? editorText.addLinkFailed : editorText.notSaved(entryText(kind, section).one)
  return (
    <Notice tone="error" {...(now?.id == null && !known && { title: failed })}>
      <Refusal error={error} />
    </Notice>
  )
}
