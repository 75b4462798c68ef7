import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { classes } from '#web/components/classes.ts'
import { CloseIcon } from '#web/components/icons.tsx'

interface ModalProps {
  /** Escape, the close button, or the end of it. */
  onClose: () => void
  title: string
  children?: ReactNode
  /** Buttons, which stay in sight while the rest scrolls. */
  actions?: ReactNode
  size?: 'normal' | 'wide'
  /** Something is under way that closing would not stop. */
  busy?: boolean
}

/** Like `Dialog`, on the browser's own element: for public pages, which cannot afford the dialog library. Open while it is drawn. */
export function Modal({ onClose, title, children, actions, size = 'normal', busy = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before it leaves the page, for only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!busy) onClose()
      }}
      className={classes(
        'fixed top-auto bottom-0 m-0 max-h-[92svh] w-full max-w-none flex-col overflow-hidden rounded-t-2xl bg-card text-ink shadow-float open:flex',
        'backdrop:bg-navy/60 sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100vw-3rem)] sm:rounded-card',
        size === 'wide' ? 'sm:max-w-3xl' : 'sm:max-w-lg',
      )}
    >
      {/* A scrolling part is a stop for the keyboard, so that it can be scrolled by it. The title scrolls along: with large
          letters it may be as high as a small phone. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 outline-none sm:px-8"
      >
        {!busy && (
          <div className="sticky top-0 z-10 -mr-3 flex h-0 justify-end sm:-mr-4">
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="mt-4 grid size-11 flex-none place-items-center rounded-field bg-card text-muted hover:bg-navy-soft hover:text-ink"
            >
              <CloseIcon className="size-6" />
            </button>
          </div>
        )}
        <h2 id={id} className="mb-3 pt-6 pr-10 text-3xl">
          {title}
        </h2>
        {children}
      </div>
      {actions && (
        <div className="flex max-h-[50svh] flex-none flex-col-reverse gap-3 overflow-y-auto border-t border-line px-5 py-4 sm:flex-row sm:flex-wrap-reverse sm:justify-end sm:px-8">
          {actions}
        </div>
      )}
    </dialog>
  )
}
