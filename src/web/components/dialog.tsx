import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { classes } from '#web/components/classes.ts'
import { CloseIcon } from '#web/components/icons.tsx'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import type { FormAround } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'

const sizes = {
  normal: 'max-h-[92svh] rounded-t-2xl sm:rounded-card sm:max-w-lg',
  wide: 'max-h-[92svh] rounded-t-2xl sm:rounded-card sm:max-w-3xl',
  /** For work that takes a while: all of a phone's screen, and a height that stays while the content changes. */
  editor: 'h-dvh sm:h-[min(92svh,54rem)] sm:rounded-card sm:max-w-3xl',
  'wide editor': 'h-dvh sm:h-[min(94svh,60rem)] sm:rounded-card sm:max-w-7xl',
} as const

interface DialogProps {
  open: boolean
  /** Escape, the close button, or a press outside. */
  onClose: () => void
  /** After it has gone from the screen. */
  onClosed?: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  size?: keyof typeof sizes
  /** A press outside does not close it: something may be typed in it. */
  staysOpen?: boolean
  /** Something is under way that closing would not stop. */
  busy?: boolean
}

/** Focus stays inside while it is open and returns to where it was. On a phone it rises from the thumb's end. */
export function Dialog({
  open,
  onClose,
  onClosed,
  title,
  description,
  children,
  size = 'normal',
  staysOpen = false,
  busy = false,
}: DialogProps) {
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
      disablePointerDismissal={staysOpen}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-navy/60 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <BaseDialog.Popup
          className={classes(
            'fixed inset-x-0 bottom-0 z-50 flex flex-col overflow-hidden bg-card shadow-float transition duration-150 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:data-starting-style:-translate-y-[calc(50%-1rem)]',
            sizes[size],
          )}
        >
          {/* The title scrolls with the rest: with large letters it may be as high as a small phone. */}
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
            <div
              className={classes(
                'relative mb-5 flex-none px-6 pt-5 sm:px-8',
                size.includes('editor') ? 'sm:pt-6' : 'sm:pt-8',
              )}
            >
              {/* It scrolls away with the title: over the rest it would lie on what is written there. */}
              {!busy && (
                <BaseDialog.Close
                  aria-label="Close"
                  className="absolute top-3 right-2 grid size-11 place-items-center rounded-field text-muted hover:bg-navy-soft hover:text-ink sm:top-5 sm:right-4"
                >
                  <CloseIcon className="size-6" />
                </BaseDialog.Close>
              )}
              <BaseDialog.Title className="pt-1 pr-8 text-3xl">{title}</BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="mt-2 text-muted">{description}</BaseDialog.Description>
              )}
            </div>
            {size.includes('editor') ? children : <div className="px-6 pb-6 sm:px-8 sm:pb-8">{children}</div>}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** What will happen, or what will go. */
  children: ReactNode
  /** The act by its name, never just OK. */
  action: string
  /** The way back by its name. */
  cancel?: string
  destructive?: boolean
  /** Not before something in it is agreed to. */
  disabled?: boolean
  /** After it has gone from the screen. */
  onClosed?: () => void
  /** Whether everything is given that the dialog asks for; it tells beside its fields what is not. */
  check?: () => boolean
  /** The dialog closes when it is done, and stays open with the reason when it fails. */
  onConfirm?: () => Promise<unknown> | void
  /** Where it has fields: the form around them, among the children, which sends what is confirmed. */
  form?: Pick<FormAround, 'failure' | 'problems'> & {
    busy: boolean
    outcome: { status: string }
    submit: () => void
  }
  /** What has failed, above the reason. */
  failure?: string
  /** For lists side by side. */
  wide?: boolean
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  children,
  action,
  cancel = 'Cancel',
  destructive,
  disabled = false,
  onClosed,
  check,
  onConfirm,
  form,
  failure,
  wide,
}: ConfirmDialogProps) {
  const [own, setOwn] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  // What a form has failed with goes with the dialog, what was typed in it stays.
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
      await onConfirm?.()
      close()
    } catch (error) {
      setOwn({ busy: false, error })
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      {...{ title, description, busy }}
      {...(onClosed && { onClosed })}
      staysOpen={form !== undefined}
      {...(wide && { size: 'wide' as const })}
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
            busy={busy}
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
  /** What the button says, where that is more than the act. */
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

/**
 * What a dialog is about, for one that serves many: the last one stays on the screen while the dialog goes. `asked` is how often it
 * was opened, as the key of a form that begins anew each time.
 */
export function useSubject<Subject>() {
  const [state, setState] = useState<{ subject: Subject | null; open: boolean; asked: number }>({
    subject: null,
    open: false,
    asked: 0,
  })
  const { subject, open, asked } = state
  return {
    subject,
    asked,
    ask: (next: Subject) => setState({ subject: next, open: true, asked: asked + 1 }),
    dialog: { open, onClose: () => setState({ ...state, open: false }) },
  }
}
