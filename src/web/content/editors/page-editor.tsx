import { useQuery } from '@tanstack/react-query'
import { useId, useRef, type ComponentType, type ReactNode } from 'react'
import { ChooseTexts } from '#web/content/editors/choose-texts.tsx'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { EditorBody, EditorDialog, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { EditorLoading } from '#web/content/editors/editor-loading.tsx'
import { PageVersions } from '#web/content/editors/page-versions.tsx'
import { PreviewFrame } from '#web/content/editors/preview-frame.tsx'
import { usePageDraft, type Texts } from '#web/content/editors/use-page-draft.ts'
import { sentenceOf } from '#web/api/client.ts'
import { editedPageQuery, type EditedPage, type PageState } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'

export interface TextPart<Content> {
  name: keyof Content & string
  label: string
  hint?: string
  rows: number
  max: number
}

interface PageEditorProps<Content extends Texts> {
  page: EditedPage<Content>
  title: string
  parts: readonly TextPart<Content>[]
  /** What a new site begins with. */
  first: Content
  Preview: ComponentType<{ content: Content }>
  /** More that belongs to the page, under a tab of its own. */
  more?: { id: string; label: string; content: ReactNode }
  onClosed: () => void
}

/** The texts of one page, what they will look like, and what they were. */
export function PageEditor<Content extends Texts>(props: PageEditorProps<Content>) {
  const { page, title, onClosed } = props
  const stored = useQuery(editedPageQuery(page))
  return (
    <EditorDialog title={title} wide onClosed={onClosed}>
      <EditorLoading query={stored} failure="The page could not be loaded">
        {(data) => <PageForm {...props} stored={data} />}
      </EditorLoading>
    </EditorDialog>
  )
}

function PageForm<Content extends Texts>(props: PageEditorProps<Content> & { stored: PageState<Content> }) {
  const { page, parts, first, Preview, more, stored } = props
  const { close } = useEditor()
  const draft = usePageDraft(page, stored)
  const form = useRef<HTMLFormElement>(null)
  useFocusInvalid(form, draft.error)
  const formId = useId()

  if (draft.newer) {
    const { newer } = draft
    const differences = parts
      .filter(({ name }) => newer.content[name] !== draft.content[name])
      .map(({ name, label }) => ({ name, label, theirs: newer.content[name] ?? '', mine: draft.content[name] ?? '' }))
    return <ChooseTexts differences={differences} onChosen={draft.choose} />
  }

  return (
    <>
      <EditorBody>
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[2fr_3fr]">
          <form
            id={formId}
            ref={form}
            noValidate
            className="grid content-start gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              draft.save()
            }}
          >
            {parts.map(({ name, label, hint, rows, max }) => (
              <TextArea
                key={name}
                label={label}
                {...(hint && { hint })}
                rows={rows}
                maxLength={max}
                value={draft.content[name]}
                error={draft.refusalOf(name)}
                className="field-sizing-content max-h-96"
                onChange={(event) => draft.type(name, event.target.value)}
              />
            ))}
          </form>
          <Tabs
            label="Preview and more"
            tabs={[
              {
                id: 'preview',
                label: 'Preview',
                content: (
                  <PreviewFrame label="Preview of the page">
                    <Preview content={draft.content} />
                  </PreviewFrame>
                ),
              },
              ...(more ? [more] : []),
              {
                id: 'versions',
                label: 'Earlier versions',
                content: <PageVersions {...{ page, parts, first, Preview, draft }} />,
              },
            ]}
          />
        </div>
      </EditorBody>
      <EditorFoot
        problem={
          draft.error !== null && (
            <Notice tone="error" title="Not saved. What you typed is still here.">
              {sentenceOf(draft.error)}
            </Notice>
          )
        }
      >
        <span className="mr-auto text-muted max-sm:sr-only">
          {draft.dirty ? 'Not saved yet' : 'Everything is saved'}
        </span>
        <Button look="outline" onClick={close}>
          Close
        </Button>
        <Button type="submit" form={formId} busy={draft.saving}>
          Save
        </Button>
      </EditorFoot>
    </>
  )
}
