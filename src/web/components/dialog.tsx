import { type ComponentProps, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import type { FormAround } from './fields.tsx'
import { CloseIcon } from './icons.tsx'
import { Notice } from './notice.tsx'
import { showToast, ToastRegion } from './toast.tsx'

interface OverlayProps extends Omit<ComponentProps<'dialog'>, 'open' | 'ref' | 'onCancel'> {
  /** Escape, Back on a phone, or a press beside the content. */
  onClose: () => void
  /** A press outside does not close it: something may be typed in it. */
  staysOpen?: boolean
  /** Something is in progress that closing would not stop. */
  busy?: boolean
}

/**
 * The browser's own dialog over the whole screen, open while it is rendered: focus stays inside and returns to where it was. It is drawn
 * in the body, so that it belongs to no form and no hidden part, and has its own toasts, because all else is inert under it.
 */
export function Overlay({ onClose, staysOpen = false, busy = false, className, children, ...rest }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  // Before it leaves the page, because only a closed dialog returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [])

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      {...rest}
      ref={dialog}
      onCancel={(event) => {
        // File fields emit cancel events too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClose={({ currentTarget: element }) => {
        // After a second Escape in a row browsers do not ask any more.
        if (element.open || !element.isConnected) return
        element.showModal()
        if (!busy) onClose()
      }}
      onPointerDown={({ target, currentTarget }) => (pressedBeside.current = target === currentTarget)}
      onClick={({ target, currentTarget }) => {
        const isBeside = pressedBeside.current && target === currentTarget
        if (isBeside && !staysOpen && !busy) onClose()
      }}
      className={classes(
        'fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden not-print:[container:overlay/size]',
        className,
      )}
    >
      {children}
      <ToastRegion isInDialog />
    </dialog>,
    document.body,
  )
}

const sizes = {
  normal: 'max-h-[92svh] rounded-t-2xl sm:rounded-card sm:max-w-lg',
  wide: 'max-h-[92svh] rounded-t-2xl sm:rounded-card sm:max-w-3xl',
  /** For longer work: a phone's whole screen, and a fixed height while the content changes. */
  editor: 'h-dvh sm:h-[min(92svh,54rem)] sm:rounded-card sm:max-w-3xl',
  'wide editor': 'h-dvh sm:h-[min(94svh,60rem)] sm:rounded-card sm:max-w-7xl',
} as const

interface DialogProps extends Pick<OverlayProps, 'onClose' | 'staysOpen' | 'busy'> {
  /** Without it, open as long as it is rendered. */
  open?: boolean
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons, which stay visible while the rest scrolls, unless they would leave too little of it. */
  actions?: ReactNode
  size?: keyof typeof sizes
}

export function Dialog({ open = true, ...rest }: DialogProps) {
  return open && <OpenDialog {...rest} />
}

/** On a phone it slides up from the bottom. */
function OpenDialog({ title, description, children, actions, size = 'normal', ...overlay }: Omit<DialogProps, 'open'>) {
  const id = useId()
  const isEditor = size.includes('editor')
  return (
    <Overlay
      {...overlay}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-description` : undefined}
      className="prints grid items-end justify-items-center bg-navy/60 text-ink transition-opacity duration-150 sm:items-center starting:opacity-0"
    >
      <div
        className={classes(
          'flex w-full flex-col overflow-hidden bg-card shadow-float transition duration-150 sm:w-[calc(100vw-3rem)] starting:translate-y-4',
          sizes[size],
          actions !== undefined && 'few-lines:overflow-y-auto',
        )}
      >
        {/* The title scrolls with the rest: with large letters it may be as high as a small phone. */}
        <div
          className={classes(
            'scroll-hint relative flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain',
            actions !== undefined && 'few-lines:flex-none few-lines:overflow-visible',
          )}
        >
          <div className={classes('mb-5 flex-none px-6 pt-5 sm:px-8', isEditor ? 'sm:pt-6' : 'sm:pt-8')}>
            <h2 id={id} className="pt-1 pr-8 text-3xl">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-2 text-muted">
                {description}
              </p>
            )}
          </div>
          {isEditor ? children : <div className="px-6 pb-6 sm:px-8 sm:pb-8">{children}</div>}
          {/* After the fields, so that they get the focus first. It scrolls away with the title: otherwise it would cover the text below. */}
          {!overlay.busy && (
            <button
              type="button"
              aria-label="Close"
              onClick={overlay.onClose}
              className="no-print absolute top-3 right-2 grid size-11 place-items-center rounded-field text-muted hover:bg-navy-soft hover:text-ink sm:top-5 sm:right-4"
            >
              <CloseIcon className="size-6" />
            </button>
          )}
        </div>
        {actions && (
          <div className="no-print flex max-h-[50svh] flex-none few-lines:max-h-none flex-col-reverse gap-3 overflow-y-auto *:leading-tight border-t border-line px-6 py-4 sm:flex-row sm:flex-wrap-reverse sm:justify-end sm:px-8">
            {actions}
          </div>
        )}
      </div>
    </Overlay>
  )
}

interface ConfirmDialogProps {
  open?: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** What will happen, or what will be deleted. */
  children?: ReactNode
  /** The action by name, never just OK. */
  action: string
  /** The way back by name. */
  cancel?: string
  destructive?: boolean
  /** Until something in it is agreed to. */
  disabled?: boolean
  /** Whether everything the dialog asks for was entered. If not, it says so beside the fields. */
  check?: () => boolean
  /**
   * The dialog closes on success, and stays open with the reason on failure. If it returns a function, that is called once the
   * dialog has closed: before, nothing outside can have the focus.
   */
  onConfirm?: () => Promise<unknown> | void
  /** The form of its fields, if it has any. It is among the children, and sends what is confirmed. */
  form?: Pick<FormAround, 'failure' | 'problems'> & {
    busy: boolean
    uploading: boolean
    outcome: { status: string }
    submit: () => void
  }
  /** What has failed, above the reason. */
  failure?: string
  /** For lists side by side. */
  wide?: boolean
}

export function ConfirmDialog({
  open = true,
  onClose,
  title,
  description,
  children,
  action,
  cancel = 'Cancel',
  destructive,
  disabled = false,
  check,
  onConfirm,
  form,
  failure,
  wide,
}: ConfirmDialogProps) {
  const [own, setOwn] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  // Closing the dialog removes the form's error, and keeps what was typed.
  const [seen, setSeen] = useState<unknown>(null)
  const isSaid = form && (form.failure === seen || Object.keys(form.problems).length > 0)
  const busy = form ? form.busy : own.busy
  const error = form ? (isSaid ? null : form.failure) : own.error
  const isSent = form?.outcome.status === 'done'
  useEffect(() => {
    if (isSent) onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each time it was sent
  }, [isSent])

  function close() {
    setOwn({ busy: false, error: null })
    setSeen(form?.failure ?? null)
    onClose()
  }

  async function confirm() {
    if (form) return form.submit()
    if (check && !check()) return
    setOwn({ busy: true, error: null })
    try {
      const next = await onConfirm?.()
      flushSync(close)
      if (typeof next === 'function') next()
    } catch (error) {
      setOwn({ busy: false, error })
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      {...{ title, description, busy }}
      size={wide ? 'wide' : 'normal'}
      staysOpen={form !== undefined}
    >
      <div className="grid gap-5">
        <div>{children}</div>
        {error !== null && (
          <Notice tone="error" {...(failure && { title: failure })}>
            {sentenceOf(error)}
          </Notice>
        )}
        {/* Under long lists the buttons stay in sight on a desk; a phone with large letters has no room for that. */}
        <div className={classes('flex flex-wrap justify-end gap-3', wide && 'bg-card sm:sticky sm:bottom-0 sm:py-3')}>
          <Button look="outline" disabled={busy} onClick={close}>
            {cancel}
          </Button>
          <Button
            look={destructive ? 'danger' : 'primary'}
            disabled={disabled}
            busy={busy || form?.uploading === true}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'open' | 'onClose'> {
  /** The button's text, if it is more than the action. */
  label?: ReactNode
  button?: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>
  /** Said when it is done. */
  toast?: string
}

/** A button that asks before it acts. */
export function ConfirmButton({ label, button, toast, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label ?? dialog.action}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await onConfirm?.()
          if (toast) showToast(toast)
        }}
      />
    </>
  )
}
