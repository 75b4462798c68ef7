import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { errorText } from '#shared/text.ts'
import { meQuery } from '#web/api/mine.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { keepOnDevice, readFromDevice, removeAllFromDevice } from '#web/components/device-storage.ts'
import { ConfirmButton, Dialog } from '#web/components/dialog.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import type { FormState } from '#web/components/use-form.ts'
import { useWide } from '#web/components/use-wide.ts'
import { RichText } from '#web/content/rich-text.tsx'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import { editorText } from './text.ts'

/**
 * The shell of every editor: a dialog or a page that loads what is stored now and asks before it closes with unsaved changes. Its
 * content reports those through `useUnsaved`.
 */

interface EditorState {
  /** Reports how to discard the unsaved changes of the form with this id; null if it has none. */
  mark: (id: string, discard: (() => void) | null) => void
  /** Asks first if there are unsaved changes. */
  close: () => void
  /** Closes without asking, because everything is saved. */
  done: () => void
}

const EditorContext = createContext<EditorState | null>(null)

function useEditor(): EditorState {
  const editor = use(EditorContext)
  if (!editor) throw new Error('There is no editor above this component')
  return editor
}

/** Reports that this form has changes that closing the editor would lose. `discard` deletes its draft. */
export function useUnsaved(dirty: boolean, discard?: () => void): void {
  const { mark } = useEditor()
  const id = useId()
  const onDiscard = useEffectEvent(() => discard?.())
  useEffect(() => {
    mark(id, dirty ? () => onDiscard() : null)
    return () => mark(id, null)
  }, [dirty, mark, id])
}

/** Where this device keeps what this administrator writes here. Drafts of others are deleted. */
export function useDraftKeys(): (what: string) => string {
  const { data: me } = useQuery(meQuery)
  // Of whoever began to write, also when somebody else logs in in another tab.
  const [own] = useState(`${draftPrefix}${me?.id} `)
  useEffect(() => removeAllFromDevice(draftPrefix, (key) => key.startsWith(own)), [own])
  return (what) => `${own}${what}`
}

/** Not `ownPrefix`: a logout in another tab would delete what is being written in this one. */
const draftPrefix = 'write '

const claims = new Map<string, Promise<string>>()

/** A draft for this tab alone, as long as it is open: its own, one left behind, or a new one. Of another tab's text it has nothing. */
export function claimDraft(what: string): Promise<string> {
  const claimed = claims.get(what) ?? claim(what)
  claims.set(what, claimed)
  // Trying again asks again.
  claimed.catch(() => claims.delete(what))
  return claimed
}

async function claim(what: string): Promise<string> {
  const { id } = await queries.ensureQueryData(meQuery)
  const keyOf = (name: string) => `${draftPrefix}${id} ${name}`
  // A tab that is loaded again goes on with its own.
  const own = readFromDevice(keyOf(what), 'sessionStorage')
  const worth = (name: string) => (readFromDevice(keyOf(name)) === null ? 0 : 2) + (name === own ? 1 : 0)
  const names = [what, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${what} ${number}`)]
  for (const name of names.toSorted((one, other) => worth(other) - worth(one)))
    if (await lock(keyOf(name))) {
      keepOnDevice(keyOf(what), name, 'sessionStorage')
      return name
    }
  return what
}

/** Until the tab is closed. Browsers have locks over https only. */
const lock = (key: string) =>
  new Promise<boolean>((resolve) => {
    if (!('locks' in navigator)) return resolve(true)
    const request = navigator.locks.request(key, { ifAvailable: true }, (held) => {
      resolve(held !== null)
      return held && new Promise(() => {})
    })
    // Refused together with storage.
    request.catch(() => resolve(true))
  })

/** The texts of a draft under these names. */
export const textsIn = (kept: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = kept[name]
      return typeof text === 'string' ? [[name, text]] : []
    }),
  )

interface EditorProps<Data> {
  title: string
  description?: string
  wide?: boolean
  /** The content to edit, and the message if it cannot be loaded. */
  query: UseQueryResult<Data>
  failure: string
  onClose: () => void
  children: (data: Data) => ReactNode
}

/** Tracks unsaved changes, and asks before closing with any. */
function useShell(onClose: () => void) {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, () => void>>(new Map())
  const { ask, question } = useLeaving(unsaved.size > 0, () => unsaved.forEach((discard) => discard()))
  const mark = useCallback<EditorState['mark']>((id, discard) => {
    setUnsaved((before) => {
      if (!discard && !before.has(id)) return before
      const others = [...before].filter(([other]) => other !== id)
      return new Map(discard ? [...others, [id, discard]] : others)
    })
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

/** Like `Editor`, but on its own page. */
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
 * An editor starts from what is stored now, not from what the dashboard loaded earlier. Later refetches and their errors do not
 * replace what is open.
 */
function Edited<Data>({ query, failure, children }: Pick<EditorProps<Data>, 'query' | 'failure' | 'children'>) {
  const { data } = query
  // A draft is found by whose it is.
  const me = useQuery(meQuery)
  return data !== undefined && query.isFetchedAfterMount && me.data ? (
    children(data)
  ) : (
    <Unread query={me.isLoadingError && !query.isError ? me : query} failure={failure} />
  )
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

export function EditorBody({ children }: { children: ReactNode }) {
  return <div className="flex-1 px-6 pb-8 sm:px-8">{children}</div>
}

interface EditorColumnsProps {
  children: ReactNode
  /** The preview comes first. */
  tabs: ComponentProps<typeof Tabs>['tabs']
}

/** The form, with the preview beside it always in view. On a phone they are tabs. */
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
  /** Used as the fragment of a URL. */
  id: string
  title: string
  note?: string
  children: ReactNode
}

/** A group of fields in a long form. */
export function FieldGroup({ id, title, note, children }: GroupProps) {
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
  /** Shown before the cancel button. */
  note?: ReactNode
  /** Replaces closing the editor; null for no button. */
  onCancel?: (() => void) | null
  /** Other buttons, after cancel. */
  children?: ReactNode
}

/**
 * The footer stays within reach of a thumb while the content scrolls, and shows errors beside the button. On a phone, an
 * editor page has room for one line.
 */
export function EditorFoot({ problem, note, onCancel, children }: EditorFootProps) {
  const { close } = useEditor()
  const buttons = useRef<HTMLDivElement>(null)
  const [isOneLine, setIsOneLine] = useState(false)
  useEffect(() => {
    if (!buttons.current) return
    const watch = new ResizeObserver(([row]) => setIsOneLine(row !== undefined && row.contentRect.height < 52))
    watch.observe(buttons.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      className={classes(
        'sticky bottom-0 z-10 flex-none border-t border-line bg-card px-3 py-4 sm:px-8',
        isOneLine ? 'max-md:in-[.editor-page]:py-1.5' : 'max-md:in-[.editor-page]:static',
      )}
    >
      {problem && <div className="mb-3 max-h-[40svh] overflow-y-auto empty:hidden">{problem}</div>}
      <div
        ref={buttons}
        className="flex flex-wrap items-center justify-end gap-1.5 max-sm:[&>:is(a,button)]:px-2.5 sm:gap-3"
      >
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

/** Says that text from an earlier visit is back. */
export const RestoredNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice tone="info" title={editorText.draftBack}>
    <DiscardButton onDiscard={onDiscard} />
  </Notice>
)

interface DiscardButtonProps {
  label?: string
  /** Starts again from what is saved. */
  onDiscard: () => void
}

export const DiscardButton = ({ label = editorText.discardDraft, onDiscard }: DiscardButtonProps) => (
  <ConfirmButton
    label={label}
    button={{ look: 'outline', size: 'small', className: 'mt-2' }}
    title={editorText.discardQuestion}
    action={editorText.discardDraft}
    destructive
    onConfirm={onDiscard}
  >
    {editorText.discardMeans}
  </ConfirmButton>
)

interface ChooseTextsProps<Values> {
  form: Pick<FormState<Values>, 'choose'>
  meanwhile: Record<'theirs' | 'mine', Values>
  /** The fields that may differ, with their labels; `rich` for a text of `readRichText`. */
  fields: readonly { name: keyof Values & string; label: string; rich?: boolean }[]
}

/** After two people changed the same thing, shows both texts side by side to choose field by field. */
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
        {differing.map(({ name, label, rich = false }) => (
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
                    {whose === 'mine' ? 'Yours' : 'Saved meanwhile'}
                  </span>
                  {rich && meanwhile[whose][name] ? (
                    <RichText text={inWords(meanwhile[whose][name])} level={3} />
                  ) : (
                    <span className="break-words whitespace-pre-line">
                      {inWords(meanwhile[whose][name]) || <em className="text-muted">Empty</em>}
                    </span>
                  )}
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
