import { useEffect, useState, type ReactNode } from 'react'
import { EditorContext } from '#web/content/editors/editor-context.ts'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { showToast } from '#web/components/toast.tsx'

interface EditorDialogProps {
  title: string
  description?: ReactNode
  wide?: boolean
  /** After it has gone from the screen. */
  onClosed: () => void
  children: ReactNode
}

const noteClearsAfterMs = 3000

/** The frame of every editor. It asks before it closes over something unsaved, and shows notes of success over its foot. */
export function EditorDialog({ title, description, wide, onClosed, children }: EditorDialogProps) {
  const [open, setOpen] = useState(true)
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState<{ text: string } | null>(null)

  const [context] = useState(() => {
    const unsaved = new Set<string>()
    return {
      unsaved,
      say: (text: string) => setNote({ text }),
      close: () => (unsaved.size > 0 ? setAsking(true) : setOpen(false)),
      done: (text: string) => {
        showToast(text)
        setOpen(false)
      },
    }
  })

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (context.unsaved.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [context])

  useEffect(() => {
    if (!note) return
    const timer = setTimeout(() => setNote(null), noteClearsAfterMs)
    return () => clearTimeout(timer)
  }, [note])

  return (
    <Dialog
      open={open}
      onClose={context.close}
      onClosed={onClosed}
      title={title}
      {...(description !== undefined && { description })}
      size={wide ? 'wide editor' : 'editor'}
      staysOpen
    >
      <EditorContext value={context}>{children}</EditorContext>
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

/** What is edited. */
export function EditorBody({ children }: { children: ReactNode }) {
  return <div className="flex-1 px-6 pb-8 sm:px-8">{children}</div>
}

/** The foot that stays within reach of a thumb, whatever is scrolled above it; what went wrong stands beside the button. */
export function EditorFoot({ problem, children }: { problem?: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 flex-none border-t border-line bg-card px-6 py-4 sm:px-8">
      {problem && <div className="mb-3">{problem}</div>}
      <div className="flex flex-wrap items-center justify-end gap-3">{children}</div>
    </div>
  )
}
