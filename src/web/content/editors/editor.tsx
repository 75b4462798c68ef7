import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react'
import { errorText } from '#shared/text.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import type { Form } from '#web/components/use-form.ts'
import { useWide } from '#web/components/use-wide.ts'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import { editorText } from './text.ts'

/**
 * The shell of every editor: a dialog or a page that reads what is stored now, and asks before it closes over something unsaved. What is in it
 * says through `useUnsaved` that it holds something.
 */

interface EditorState {
  /** Whether the form with this id holds something unsaved. */
  mark: (id: string, unsaved: boolean) => void
  /** Asks first where something is unsaved. */
  close: () => void
  /** Everything is saved. */
  done: () => void
}

const EditorContext = createContext<EditorState | null>(null)

export function useEditor(): EditorState {
  const editor = use(EditorContext)
  if (!editor) throw new Error('There is no editor above this component')
  return editor
}

/** Says that this form holds something that closing the editor would lose. */
export function useUnsaved(dirty: boolean): void {
  const { mark } = useEditor()
  const id = useId()
  useEffect(() => {
    mark(id, dirty)
    return () => mark(id, false)
  }, [dirty, mark, id])
}

interface EditorProps<Data> {
  title: string
  description?: string
  wide?: boolean
  /** What is edited, and what is said where it cannot be read. */
  query: UseQueryResult<Data>
  failure: string
  onClose: () => void
  children: (data: Data) => ReactNode
}

/** What every editor knows: whether something is unsaved, and the way out that asks first. */
function useShell(onClose: () => void) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const { ask, question } = useLeaving(unsaved.length > 0)
  const mark = useCallback((id: string, isUnsaved: boolean) => {
    setUnsaved((ids) =>
      ids.includes(id) === isUnsaved ? ids : isUnsaved ? [...ids, id] : ids.filter((one) => one !== id),
    )
  }, [])
  const close = () => ask(onClose)
  return { state: { mark, close, done: onClose }, question }
}

export function Editor<Data>({ title, description, wide, onClose, ...edited }: EditorProps<Data>) {
  const { state, question } = useShell(onClose)
  return (
    <Dialog
      onClose={state.close}
      title={title}
      {...(description && { description })}
      size={wide ? 'wide editor' : 'editor'}
      staysOpen
    >
      <EditorContext value={state}>
        <Edited {...edited} />
      </EditorContext>
      {question}
    </Dialog>
  )
}

/** As `Editor`, on a page of its own. */
export function EditorPage<Data>({ onClose, ...edited }: Omit<EditorProps<Data>, 'title' | 'description' | 'wide'>) {
  const { state, question } = useShell(onClose)
  return (
    <div className="editor-page card flex flex-col pt-6">
      <EditorContext value={state}>
        <Edited {...edited} />
      </EditorContext>
      {question}
    </div>
  )
}

/**
 * An editor begins from what is stored now, not from what the dashboard read a while ago. Later readings, and their failures, do
 * not take away what is open.
 */
function Edited<Data>({ query, failure, children }: Pick<EditorProps<Data>, 'query' | 'failure' | 'children'>) {
  const { data } = query
  return data !== undefined && query.isFetchedAfterMount ? children(data) : <Unread query={query} failure={failure} />
}

const Unread = ({ query, failure }: { query: UseQueryResult; failure: string }) => (
  <EditorBody>
    {query.isError ? (
      <Failed title={failure} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div role="status" className="grid gap-4">
        <span className="sr-only">Loading…</span>
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-12 w-2/3" />
      </div>
    )}
  </EditorBody>
)

/** What is edited. */
export function EditorBody({ children }: { children: ReactNode }) {
  return <div className="flex-1 px-6 pb-8 sm:px-8">{children}</div>
}

interface EditorColumnsProps {
  /** The form. */
  children: ReactNode
  /** What it will look like first. */
  tabs: ComponentProps<typeof Tabs>['tabs']
}

/** What is written, and beside it what it will look like, which stays in sight. On a phone they are tabs. */
export function EditorColumns({ children, tabs }: EditorColumnsProps) {
  const label = editorText.previewAndMore
  if (!useWide())
    return (
      <EditorBody>
        <Tabs label={label} tabs={[{ id: 'write', label: editorText.write, content: children }, ...tabs]} />
      </EditorBody>
    )
  return (
    <EditorBody>
      <div className="grid grid-cols-2 gap-x-8">
        {children}
        <div className="sticky top-4 max-h-[calc(100svh-8rem)] min-w-0 self-start overflow-y-auto">
          <Tabs label={label} tabs={tabs} />
        </div>
      </div>
    </EditorBody>
  )
}

interface GroupProps {
  /** By which an address names it. */
  id: string
  title: string
  note?: string
  children: ReactNode
}

/** Fields that belong together, in a form with several such parts. */
export function Group({ id, title, note, children }: GroupProps) {
  return (
    <fieldset id={id} className="scroll-mt-6">
      <legend className="display mb-3 w-full border-b border-line pb-1 text-2xl">{title}</legend>
      {note && <p className="mb-3 text-muted">{note}</p>}
      <div className="field-row">{children}</div>
    </fieldset>
  )
}

interface EditorFootProps {
  problem?: ReactNode
  /** Before the way out. */
  note?: ReactNode
  /** The way out, where it is another than to close the editor, or none. */
  onCancel?: (() => void) | null
  /** What can be done beside leaving. */
  children?: ReactNode
}

/**
 * The foot that stays within reach of a thumb, whatever is scrolled above it; what went wrong stands beside the button. On a page,
 * where the header stays as well, a phone has no room for it.
 */
export function EditorFoot({ problem, note, onCancel, children }: EditorFootProps) {
  const { close } = useEditor()
  return (
    <div className="sticky bottom-0 z-10 flex-none border-t max-md:in-[.editor-page]:static border-line bg-card px-6 py-4 sm:px-8">
      {problem && <div className="mb-3 empty:hidden">{problem}</div>}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {note}
        {onCancel !== null && (
          <Button look="outline" onClick={onCancel ?? close}>
            {onCancel ? 'Cancel' : 'Close'}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

interface ChooseTextsProps<Values> {
  form: Pick<Form<Values>, 'choose'>
  meanwhile: Record<'theirs' | 'mine', Values>
  /** The fields that may differ, as they are called. */
  fields: readonly { name: keyof Values & string; label: string }[]
}

/** Two people changed the same thing: both texts side by side, to choose from field by field. */
export function ChooseTexts<Values>({ form, meanwhile, fields }: ChooseTextsProps<Values>) {
  const differing = fields.filter(({ name }) => meanwhile.theirs[name] !== meanwhile.mine[name])
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(differing.map(({ name }) => name)))

  function choose(name: string, own: boolean) {
    const next = new Set(mine)
    if (own) next.add(name)
    else next.delete(name)
    setMine(next)
  }

  return (
    <>
      <EditorBody>
        <Notice tone="warning" title={errorText['edited-meanwhile']}>
          Choose which text to keep working on. You can still change it before you save.
        </Notice>
        {differing.map(({ name, label }) => (
          <fieldset key={name} className="mt-6">
            <legend className="display text-2xl">{label}</legend>
            <div className="mt-2 grid gap-4 md:grid-cols-2">
              {(['theirs', 'mine'] as const).map((whose) => (
                <label
                  key={whose}
                  className="grid content-start gap-2 rounded-field border border-edge p-4 has-checked:border-navy has-checked:bg-navy-soft has-checked:outline-2 has-checked:outline-navy"
                >
                  <span className="flex min-h-8 items-center gap-3 font-semibold">
                    <input
                      type="radio"
                      name={name}
                      className="size-5 flex-none accent-navy"
                      checked={mine.has(name) === (whose === 'mine')}
                      onChange={() => choose(name, whose === 'mine')}
                    />
                    {whose === 'mine' ? 'Yours' : 'Saved by someone else'}
                  </span>
                  <span className="break-words whitespace-pre-line">
                    {inWords(meanwhile[whose][name]) || <em className="text-muted">Empty</em>}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </EditorBody>
      <EditorFoot onCancel={null}>
        <Button onClick={() => form.choose(mine)}>Continue with the chosen texts</Button>
      </EditorFoot>
    </>
  )
}

const inWords = (value: unknown) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value))
