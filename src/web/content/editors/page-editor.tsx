import { useQuery } from '@tanstack/react-query'
import { useId, type ComponentType, type ReactNode } from 'react'
import { defaultAbout, defaultHome } from '#shared/content/defaults.ts'
import { lacksCaption } from '#shared/content/rich-text.ts'
import { errorText } from '#shared/text.ts'
import { ApiError } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form, Refusal } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { AboutParts } from '#web/content/about-parts.tsx'
import { HomeParts } from '#web/content/home-parts.tsx'
import { aboutPage, invalidateEdited, editedPageQuery, homePage, type EditedPage, type PageState } from './api.ts'
import {
  ChooseTexts,
  EditorColumns,
  EditorFoot,
  EditorPage,
  RestoredNotice,
  textsIn,
  useDraftKeys,
  useUnsaved,
} from './editor.tsx'
import { PageVersions, PreviewFrame } from './page-versions.tsx'
import { RichTextArea } from './rich-text-area.tsx'
import { editorText } from './text.ts'
import { AboutVideo } from './video-editor.tsx'

export type Texts = Record<string, string>

export interface TextPart<Content> {
  name: keyof Content & string
  label: string
  hint?: string
  rows: number
  max: number
  /** Plain text without a toolbar, for a heading. */
  plain?: true
}

interface PageEditorProps<Content extends Texts> {
  page: EditedPage<Content>
  parts: readonly TextPart<Content>[]
  /** The default text of a new site. */
  first: Content
  Preview: ComponentType<{ content: Content }>
  /** Other content of the page, on its own tab. */
  more?: { id: string; label: string; content: ReactNode }
  onClose: () => void
}

export const HomeEditor = ({ onClose }: { onClose: () => void }) => (
  <PageEditor
    page={homePage}
    first={defaultHome}
    Preview={HomeParts}
    onClose={onClose}
    parts={[
      { name: 'title', label: 'Title', hint: 'The large heading at the top.', rows: 2, max: 120, plain: true },
      { name: 'content', label: 'Text', rows: 12, max: 2000 },
    ]}
  />
)

export const AboutEditor = ({ onClose }: { onClose: () => void }) => (
  <PageEditor
    page={aboutPage}
    first={defaultAbout}
    Preview={AboutParts}
    more={{ id: 'video', label: 'Video', content: <AboutVideo /> }}
    onClose={onClose}
    parts={[
      { name: 'history', label: 'History', rows: 12, max: 20_000 },
      // The hint above the first text is enough.
      { name: 'vision', label: 'Vision', hint: '', rows: 6, max: 5000 },
      { name: 'mission', label: 'Mission', hint: '', rows: 6, max: 5000 },
    ]}
  />
)

/** Edits the texts of one page, with a preview and the earlier versions. */
function PageEditor<Content extends Texts>(props: PageEditorProps<Content>) {
  const { page, onClose } = props
  const query = useQuery(editedPageQuery(page))
  return (
    <EditorPage query={query} failure="The page could not be loaded" onClose={onClose}>
      {(stored) => <PageForm {...props} stored={stored} />}
    </EditorPage>
  )
}

/** An earlier text that is refused so can be worked on in the form. */
const canGoOn = (error: unknown) =>
  error instanceof ApiError && (error.code === 'edited-meanwhile' || error.code === 'text-caption-missing')

const asStored = <Content,>({ content, version }: PageState<Content>) => ({ values: content, version })

/** Nothing typed is lost: if somebody else saved in the meantime, the user chooses text by text. */
function PageForm<Content extends Texts>(props: PageEditorProps<Content> & { stored: PageState<Content> }) {
  const { page, parts, first, Preview, more, stored } = props
  const draftKeyOf = useDraftKeys()
  const form = useForm<Content, { content: Content; restores: boolean }, PageState<Content>>({
    values: stored.content,
    stored: { version: stored.version, read: async () => asStored(await page.read()), asks: true },
    envelope: 'content',
    draft: {
      key: draftKeyOf(page.name),
      read: (kept) =>
        textsIn(
          kept,
          parts.map(({ name }) => name),
        ) as Partial<Content>,
    },
    check(content) {
      const lacking = parts.filter(({ name, plain }) => !plain && lacksCaption(content[name] ?? ''))
      if (lacking.length === 0) return { sent: { content, restores: false } }
      return { problems: Object.fromEntries(lacking.map(({ name }) => [name, errorText['text-caption-missing']])) }
    },
    async send({ content, restores }, version) {
      try {
        return await page.save({ content, version })
      } catch (error) {
        // Offer the earlier text as one of the two to choose from, or to write its captions.
        if (restores && canGoOn(error)) form.change(content)
        throw error
      }
    },
    onDone(saved, { restores }) {
      form.continueFrom(asStored(saved))
      showToast(restores ? editorText.restored : editorText.saved)
      void invalidateEdited('pages')
    },
  })
  const content = useValues(form)
  useUnsaved(form.uploading || form.dirty, () => form.reset())
  const formId = useId()

  async function restore(earlier: Content) {
    const outcome = await form.send({ content: earlier, restores: true })
    if (outcome.status === 'failed' && !canGoOn(outcome.error)) throw outcome.error
  }

  if (form.meanwhile) {
    const fields = parts.map((part) => ({ ...part, rich: !part.plain }))
    return <ChooseTexts form={form} meanwhile={form.meanwhile} fields={fields} />
  }
  return (
    <>
      <EditorColumns
        tabs={[
          {
            id: 'preview',
            label: editorText.preview,
            content: (
              <PreviewFrame label="Preview of the page">
                <Preview content={content} />
              </PreviewFrame>
            ),
          },
          ...(more ? [more] : []),
          {
            id: 'versions',
            label: 'Earlier versions',
            content: (
              <PageVersions
                {...{ page, parts, first, Preview }}
                version={form.version}
                dirty={form.dirty}
                onRestore={restore}
              />
            ),
          },
        ]}
      >
        <Form form={form} id={formId} className="grid content-start gap-5">
          {form.restored && <RestoredNotice onDiscard={() => form.reset()} />}
          {parts.map(({ max, plain, ...part }) =>
            plain ? (
              <TextArea key={part.name} {...part} maxLength={max} />
            ) : (
              <RichTextArea key={part.name} {...part} maxLength={max} place="pages" />
            ),
          )}
        </Form>
      </EditorColumns>
      <EditorFoot
        problem={
          form.failure !== null && (
            <Notice tone="error" title="Not saved. What you typed is still here.">
              <Refusal error={form.failure} />
            </Notice>
          )
        }
        note={
          <span className="mr-auto text-muted max-sm:sr-only">
            {form.dirty ? 'Not saved yet' : 'Everything is saved'}
          </span>
        }
      >
        <Button type="submit" form={formId} busy={form.busy || form.uploading}>
          {form.uploading ? editorText.sendingFile : 'Save'}
        </Button>
      </EditorFoot>
    </>
  )
}
