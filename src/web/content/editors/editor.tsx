import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, use, useEffect, useId, useState, type ReactNode } from 'react'
import { errorText } from '#shared/text.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import type { Form } from '#web/components/form.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'

/**
 * The shell of every editor: a dialog that reads what is stored now, asks before it closes over something unsaved, and shows notes
 * of success over its foot. What is in it says through `useEditor` that it was saved, and through `useUnsaved` that it is not.
 */

interface EditorState {
  /** Those forms of the editor that hold something unsaved. */
  unsaved: Set<string>
  /** A note of success, which clears itself. */
  say: (text: string) => void
  /** Asks first where something is unsaved. */
  close: () => void
  /** Everything is saved: closes, and says so on the page below. */
  done: (text: string) => void
}

const EditorContext = createContext<EditorState | null>(null)

export function useEditor(): EditorState {
  const editor = use(EditorContext)
  if (!editor) throw new Error('There is no editor above this component')
  return editor
}

/** Says that this form holds something that closing the editor would lose. */
export function useUnsaved(dirty: boolean): void {
  const { unsaved } = useEditor()
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    unsaved.add(id)
    return () => {
      unsaved.delete(id)
    }
  }, [dirty, unsaved, id])
}

interface EditorProps<Data> {
  title: string
  description?: string
  wide?: boolean
  /** What is edited, and what is said where it cannot be read. */
  query: UseQueryResult<Data>
  failure: string
  /** After it has gone from the screen. */
  onClosed: () => void
  children: (data: Data) => ReactNode
}

const noteClearsAfterMs = 3000

export function Editor<Data>({ title, description, wide, query, failure, onClosed, children }: EditorProps<Data>) {
  const [open, setOpen] = useState(true)
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState<{ text: string } | null>(null)

  const [state] = useState((): EditorState => {
    const unsaved = new Set<string>()
    return {
      unsaved,
      say: (text) => setNote({ text }),
      close: () => (unsaved.size > 0 ? setAsking(true) : setOpen(false)),
      done: (text) => {
        showToast(text)
        setOpen(false)
      },
    }
  })

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (state.unsaved.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [state])

  useEffect(() => {
    if (!note) return
    const timer = setTimeout(() => setNote(null), noteClearsAfterMs)
    return () => clearTimeout(timer)
  }, [note])

  // An editor begins from what is stored now, not from what the dashboard read a while ago. Later readings, and their failures, do
  // not take away what is open.
  const { data } = query
  return (
    <Dialog
      open={open}
      onClose={state.close}
      onClosed={onClosed}
      title={title}
      {...(description && { description })}
      size={wide ? 'wide editor' : 'editor'}
      staysOpen
    >
      <EditorContext value={state}>
        {data !== undefined && query.isFetchedAfterMount ? children(data) : <Unread query={query} failure={failure} />}
      </EditorContext>
      <div
        role="status"
        className="pointer-events-none absolute inset-x-4 bottom-24 z-20 grid justify-items-center sm:bottom-26"
      >
        {note && (
          <p className="flex items-center gap-3 rounded-card bg-green px-5 py-3 font-semibold text-white shadow-float">
            <CheckIcon className="size-5 flex-none" />
            {note.text}
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Leave without saving?"
        action="Leave without saving"
        cancel="Keep editing"
        destructive
        onConfirm={() => setOpen(false)}
      >
        Your unsaved changes will be lost.
      </ConfirmDialog>
    </Dialog>
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

/** What is edited. */
export function EditorBody({ children }: { children: ReactNode }) {
  return <div className="flex-1 px-6 pb-8 sm:px-8">{children}</div>
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

/** The foot that stays within reach of a thumb, whatever is scrolled above it; what went wrong stands beside the button. */
export function EditorFoot({ problem, note, onCancel, children }: EditorFootProps) {
  const { close } = useEditor()
  return (
    <div className="sticky bottom-0 z-10 flex-none border-t border-line bg-card px-6 py-4 sm:px-8">
      {problem && <div className="mb-3">{problem}</div>}
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
