import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { linkSections, type LinkSection } from '#shared/content/defaults.ts'
import { isOver, showEventTimes } from '#shared/content/entries.ts'
import { pictureAccept } from '#shared/uploads.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { EmptyState } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { FileField } from '#web/components/upload.tsx'
import { allAnnouncements, AnnouncementArticle } from '#web/content/announcement-article.tsx'
import { AdminLayout, BackToDashboard } from '#web/layout/admin-layout.tsx'
import { useNavigate, usePathId, useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { editedLinkQuery, sendAnnouncementPicture, whyNotPicture, type EditedLink } from './api.ts'
import { claimDraft, EditorBody, EditorColumns, EditorFoot, EditorPage, RestoredNotice } from './editor.tsx'
import {
  doneText,
  EntryProblem,
  EventFields,
  offersDraft,
  PublishFields,
  saveLabel,
  timesOf,
  useEntryForm,
  type Typed,
} from './link-form.tsx'
import { AboutEditor, HomeEditor } from './page-editor.tsx'
import { PreviewFrame } from './page-versions.tsx'
import { RichTextArea } from './rich-text-area.tsx'
import { editorText, entryText, publishingState, sectionTitles, writingAddress } from './text.ts'

/** Opens what the URL names: a page, an announcement by its id, or a new one in a section. */
export function WriteScreen() {
  const what = usePathId()
  if (what === 'home' || what === 'about')
    return (
      <AdminLayout title={what === 'home' ? 'Home' : 'About Us'}>
        {what === 'home' ? <HomeEditor onClose={toDashboard} /> : <AboutEditor onClose={toDashboard} />}
      </AdminLayout>
    )
  return what === 'new' ? <NewAnnouncement /> : <Announcement key={what} id={what} />
}

const toDashboard = () => window.location.assign('/admin')
/** To the list that it is in, or to all of them. */
const toAnnouncements = (section = 'announcements') =>
  window.location.assign(`/admin?edit=${encodeURIComponent(section)}`)

function NewAnnouncement() {
  const named = useSearch().get('section')
  const section = linkSections.find((one) => one === named) ?? 'Whats New'
  // Nothing is stored yet but perhaps a draft.
  const draft = useQuery({ queryKey: ['links', 'new', section], queryFn: () => claimDraft(section), gcTime: 0 })
  return (
    <AdminLayout title={editorText.newText(entryText('text', section).one, sectionTitles[section])}>
      <EditorPage query={draft} failure={loadFailed} onClose={() => toAnnouncements()}>
        {(draftName) => <WriteForm section={section} draftName={draftName} />}
      </EditorPage>
    </AdminLayout>
  )
}

const loadFailed = 'The announcement could not be loaded'

function Announcement({ id }: { id: string }) {
  const query = useQuery(editedLinkQuery(id))
  const { one } = entryText('text', query.data?.section ?? 'Whats New')
  return (
    <AdminLayout title={editorText.editText(one)}>
      <EditorPage query={query} failure={loadFailed} onClose={() => toAnnouncements(query.data?.section)}>
        {(link) =>
          link?.kind === 'text' ? (
            <WriteForm section={link.section} link={link} />
          ) : (
            <EditorBody>
              <EmptyState title={editorText.gone} action={<BackToDashboard />}>
                {editorText.goneHelp}
              </EmptyState>
            </EditorBody>
          )
        }
      </EditorPage>
    </AdminLayout>
  )
}

/** The form for an announcement or event, with a preview. */
function WriteForm({ section, link, draftName }: { section: LinkSection; link?: EditedLink; draftName?: string }) {
  const navigate = useNavigate()
  const formId = useId()
  const entry = useEntryForm({
    section,
    kind: 'text',
    link,
    draftName,
    onDone(saved) {
      showToast(doneText(saved, link?.published ?? false))
      if (saved.id === link?.id) entry.goOn(saved)
      else {
        entry.passOn(saved)
        navigate(writingAddress(saved.id), { replace: true })
      }
    },
  })
  const { form, gone, typed } = entry
  /** Saving replaces what somebody else has written meanwhile. */
  const replaces = form.meanwhile !== null
  return (
    <>
      <EditorColumns
        tabs={[
          {
            id: 'preview',
            label: editorText.preview,
            content: <Preview section={section} link={link} typed={typed} />,
          },
        ]}
      >
        <Form form={form} id={formId} className="grid content-start gap-5">
          {form.restored && <RestoredNotice onDiscard={() => form.reset()} />}
          {link && !link.published && (
            <p>
              <Pill>{publishingState(link)}</Pill>
            </p>
          )}
          <TextField name="title" label="Title" maxLength={200} />
          {section === 'Events' && <EventFields typed={typed} />}
          {/* Another page opens once a new text is saved, and would not have a file that is chosen meanwhile. */}
          <fieldset disabled={!link && ['sending', 'done'].includes(form.outcome.status)} className="grid gap-5">
            <RichTextArea name="text" label={editorText.text} rows={14} maxLength={20_000} place="announcements" />
            <PictureFields
              there={link?.picture?.webp}
              picture={typed.picture}
              onRemove={() => form.change({ picture: null })}
            />
          </fieldset>
          <PublishFields typed={typed} link={link} drafts={false} />
        </Form>
      </EditorColumns>
      <EditorFoot
        problem={<EntryProblem {...{ form, section, link, gone }} kind="text" />}
        note={
          link?.published && !form.dirty ? (
            <SiteLink href={link.link} target="_blank" className={buttonClass('quiet')}>
              {editorText.seePage[0]}
              <span className="whitespace-pre max-sm:sr-only">{editorText.seePage[1]}</span>
            </SiteLink>
          ) : undefined
        }
      >
        {offersDraft(typed.publishing, link) && !replaces && (
          // The first of two: Enter in a field presses this one.
          <Button
            look="outline"
            type="submit"
            form={formId}
            disabled={form.busy || form.uploading}
            onClick={() => entry.noteDraft(true)}
          >
            {editorText.saveDraft}
          </Button>
        )}
        <Button
          type="submit"
          form={formId}
          busy={form.busy || form.uploading}
          // Replacing tries once more what was asked for.
          onClick={replaces ? undefined : () => entry.noteDraft(false)}
        >
          {form.uploading
            ? editorText.sendingFile
            : replaces
              ? editorText.replaceTheirs
              : saveLabel(typed, section, link)}
        </Button>
      </EditorFoot>
    </>
  )
}

/** The complete page as visitors will see it. */
function Preview({ section, link, typed }: { section: LinkSection; link: EditedLink | undefined; typed: Typed }) {
  const { now } = useSite()
  return (
    <PreviewFrame label={editorText.preview} width={720}>
      <AnnouncementArticle
        announcement={{
          id: link?.id ?? '',
          section,
          title: typed.title,
          text: typed.text,
          createdAt: link?.createdAt ?? now,
          when: showEventTimes(timesOf(typed)),
          over: isOver(timesOf(typed), now),
          place: typed.place,
          picture: pictureOf(link?.picture, typed.picture),
        }}
        back={allAnnouncements}
      />
    </PreviewFrame>
  )
}

const addressOf = (id: string) => `/api/files/${id}`

function pictureOf(there: EditedLink['picture'] | undefined, sent: Typed['picture']): EditedLink['picture'] {
  if (sent === undefined) return there ?? null
  return sent && { avif: addressOf(sent.avifId), webp: addressOf(sent.webpId) }
}

interface PictureFieldsProps {
  /** The current picture. */
  there: string | undefined
  picture: Typed['picture']
  onRemove: () => void
}

/** The large picture above the text. */
function PictureFields({ there, picture, onRemove }: PictureFieldsProps) {
  const address = picture === undefined ? there : picture && addressOf(picture.webpId)
  return (
    <>
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
