import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { showInstant } from '#shared/time.ts'
import type { TextPart } from '#web/content/editors/page-editor.tsx'
import { PreviewFrame } from '#web/content/editors/preview-frame.tsx'
import type { PageDraft, Texts } from '#web/content/editors/use-page-draft.ts'
import { versionsQuery, type EditedPage } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Pill } from '#web/components/pill.tsx'

interface Earlier<Content> {
  version: number
  when: string
  who: string
  content: Content
}

interface PageVersionsProps<Content extends Texts> {
  page: EditedPage<Content>
  parts: readonly TextPart<Content>[]
  first: Content
  Preview: ComponentType<{ content: Content }>
  draft: PageDraft<Content>
}

/** What the page said before, and who saved it when; each can be looked at and brought back. */
export function PageVersions<Content extends Texts>(props: PageVersionsProps<Content>) {
  const { page, first, draft } = props
  const stored = useQuery(versionsQuery(page.name))
  const [looking, setLooking] = useState<Earlier<Content> | null>(null)
  const [restoring, setRestoring] = useState<Earlier<Content> | null>(null)

  if (stored.isPending) return <Skeleton className="h-24 w-full" />
  if (stored.isError && !stored.data)
    return (
      <Failed
        title="The earlier versions could not be loaded"
        error={stored.error}
        onRetry={() => void stored.refetch()}
      />
    )

  const versions: Earlier<Content>[] = [
    ...stored.data.versions.map(({ version, savedAt, savedBy, content }) => ({
      version,
      when: showInstant(savedAt),
      who: savedBy ?? 'An administrator',
      content: { ...first, ...content } as Content,
    })),
    { version: 0, when: 'The original text of the site', who: '', content: first },
  ]
  return (
    <>
      <ul aria-label="Earlier versions" className="grid gap-3">
        {versions.map((earlier) => (
          <li key={earlier.version} className="rounded-field border border-line bg-white p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <p className="font-semibold">{earlier.when}</p>
              {earlier.version === draft.version && <Pill>On the page now</Pill>}
            </div>
            {earlier.who && <p className="break-words text-muted">{earlier.who}</p>}
            <div className="mt-2 flex flex-wrap gap-2">
              <Button look="outline" size="small" onClick={() => setLooking(earlier)}>
                Look at it<span className="sr-only">: {earlier.when}</span>
              </Button>
              {earlier.version !== draft.version && (
                <Button look="outline" size="small" onClick={() => setRestoring(earlier)}>
                  Restore<span className="sr-only">: {earlier.when}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Look
        {...props}
        earlier={looking}
        onClose={() => setLooking(null)}
        onRestore={(earlier) => {
          setLooking(null)
          setRestoring(earlier)
        }}
      />
      <ConfirmDialog
        open={restoring !== null}
        onClose={() => setRestoring(null)}
        title="Restore this text?"
        action="Restore"
        onConfirm={() => (restoring ? draft.restore(restoring.content) : undefined)}
      >
        <p>
          Visitors will read the text of <strong>{restoring?.when}</strong> again. What the page says now stays in this
          list.
        </p>
        {draft.dirty && <p className="mt-2 font-semibold text-red">It replaces what you have typed and not saved.</p>}
      </ConfirmDialog>
    </>
  )
}

interface LookProps<Content extends Texts> extends PageVersionsProps<Content> {
  earlier: Earlier<Content> | null
  onClose: () => void
  onRestore: (earlier: Earlier<Content>) => void
}

function Look<Content extends Texts>({ earlier, parts, Preview, draft, onClose, onRestore }: LookProps<Content>) {
  return (
    <Dialog
      open={earlier !== null}
      onClose={onClose}
      title={earlier?.when ?? ''}
      description={earlier?.who}
      size="wide"
    >
      {earlier && (
        <div className="grid gap-5">
          <PreviewFrame label="How it looked">
            <Preview content={earlier.content} />
          </PreviewFrame>
          <dl className="grid gap-4">
            {parts.map(({ name, label }) => (
              <div key={name}>
                <dt className="font-semibold">{label}</dt>
                <dd className="break-words whitespace-pre-line">{earlier.content[name]}</dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="outline" onClick={onClose}>
              Back
            </Button>
            {earlier.version !== draft.version && <Button onClick={() => onRestore(earlier)}>Restore this text</Button>}
          </div>
        </div>
      )}
    </Dialog>
  )
}
