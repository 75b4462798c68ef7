import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { RichText } from '#web/content/rich-text.tsx'
import { versionsQuery, type EditedPage } from './api.ts'
import type { TextPart, Texts } from './page-editor.tsx'

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
  /** The version that is on the page now. */
  version: number
  dirty: boolean
  onRestore: (content: Content) => Promise<void>
}

/** Earlier versions of a page, to view or to restore, with the time and author of each. */
export function PageVersions<Content extends Texts>(props: PageVersionsProps<Content>) {
  const { page, parts, first, Preview, version, dirty, onRestore } = props
  const stored = useQuery(versionsQuery(page.name))
  const [open, setOpen] = useState<{ to: 'look' | 'restore'; earlier: Earlier<Content> } | null>(null)
  const close = () => setOpen(null)

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
        {versions.map((one) => (
          <li key={one.version} className="rounded-field border border-line bg-white p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <p className="font-semibold">{one.when}</p>
              {one.version === version && <Pill>On the page now</Pill>}
            </div>
            {one.who && <p className="break-words text-muted">{one.who}</p>}
            <div className="mt-2 flex flex-wrap gap-2">
              <Button look="outline" size="small" onClick={() => setOpen({ to: 'look', earlier: one })}>
                View<span className="sr-only">: {one.when}</span>
              </Button>
              {one.version !== version && (
                <Button look="outline" size="small" onClick={() => setOpen({ to: 'restore', earlier: one })}>
                  Restore<span className="sr-only">: {one.when}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {open?.to === 'look' && (
        <Dialog
          onClose={close}
          title={open.earlier.when}
          description={open.earlier.who}
          size="wide"
          actions={
            <>
              <Button look="outline" onClick={close}>
                Back
              </Button>
              {open.earlier.version !== version && (
                <Button onClick={() => setOpen({ ...open, to: 'restore' })}>Restore this text</Button>
              )}
            </>
          }
        >
          <PreviewFrame label="How it looked">
            <Preview content={open.earlier.content} />
          </PreviewFrame>
          <dl className="mt-5 grid gap-4">
            {parts.map(({ name, label, plain }) => (
              <div key={name}>
                <dt className="font-semibold">{label}</dt>
                <dd className="break-words">
                  {plain ? open.earlier.content[name] : <RichText text={open.earlier.content[name] ?? ''} level={3} />}
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
      {open?.to === 'restore' && (
        <ConfirmDialog
          open
          onClose={close}
          title="Restore this text?"
          action="Restore"
          onConfirm={() => onRestore(open.earlier.content)}
        >
          <p>
            Visitors will read the text of <strong>{open.earlier.when}</strong> again. What the page says now stays in
            this list.
          </p>
          {dirty && <p className="mt-2 font-semibold text-red">It replaces what you have typed and not saved.</p>}
        </ConfirmDialog>
      )}
    </>
  )
}

/**
 * A scaled-down preview of a part of the website. Inside, it is as wide as the window, because the site's styles depend on the
 * width of the window; what is in one column may be narrower, and is large enough to be read then.
 */
export function PreviewFrame({ label, width, children }: { label: string; width?: number; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const [size, setSize] = useState<{ width: number; zoom: number } | null>(null)

  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => {
      const laidOut = Math.min(window.innerWidth, width ?? Infinity)
      if (entry) setSize({ width: laidOut, zoom: entry.contentRect.width / laidOut })
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [width])

  return (
    <figure ref={frame} aria-label={label} className="overflow-hidden rounded-field border border-line bg-paper">
      {size && (
        <div inert style={size} className="as-visitor flex flex-col">
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>{children}</Suspense>
        </div>
      )}
    </figure>
  )
}
