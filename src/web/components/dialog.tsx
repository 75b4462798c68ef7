import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classes } from '#web/components/classes.ts'
import { CloseIcon } from '#web/components/icons.tsx'

interface DialogProps {
  open: boolean
  /** Escape, the close button, or a press outside. */
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  wide?: boolean
}

/** Focus stays inside while it is open and returns to where it was. On a phone it rises from the thumb's end. */
export function Dialog({ open, onClose, title, description, children, wide }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-navy/60 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          className={classes(
            'fixed inset-x-0 bottom-0 z-50 max-h-[92svh] overflow-y-auto rounded-t-2xl bg-card p-6 shadow-float transition duration-150 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:p-8 sm:data-starting-style:-translate-y-[calc(50%-1rem)]',
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <div className="flex items-start gap-4">
            <BaseDialog.Title className="flex-1 pt-1 text-3xl">{title}</BaseDialog.Title>
            <BaseDialog.Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-11 flex-none place-items-center rounded-field text-muted hover:bg-navy-soft hover:text-ink"
            >
              <CloseIcon className="size-6" />
            </BaseDialog.Close>
          </div>
          {description && <BaseDialog.Description className="mt-2 text-muted">{description}</BaseDialog.Description>}
          {children && <div className="mt-5">{children}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
