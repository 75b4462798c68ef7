import { useState, type ReactNode } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, or what will go. */
  children: ReactNode
  /** The act by its name, never just OK. */
  action: string
  /** The way back by its name. */
  cancel?: string
  destructive?: boolean
  /** Whether everything is given that the dialog asks for; it tells beside its fields what is not. */
  check?: () => boolean
  /** The dialog closes when it is done, and stays open with the reason when it fails. */
  onConfirm: () => Promise<unknown> | void
  /** What has failed, above the reason. */
  failure?: string
  /** For lists side by side. */
  wide?: boolean
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  action,
  cancel = 'Cancel',
  destructive,
  check,
  onConfirm,
  failure,
  wide,
}: ConfirmDialogProps) {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })

  function close() {
    setState({ busy: false, error: null })
    onClose()
  }

  async function confirm() {
    if (check && !check()) return
    setState({ busy: true, error: null })
    try {
      await onConfirm()
      close()
    } catch (error) {
      setState({ busy: false, error })
    }
  }

  return (
    <Dialog open={open} onClose={close} title={title} busy={state.busy} {...(wide && { size: 'wide' as const })}>
      <div className="grid gap-5">
        <div>{children}</div>
        {state.error !== null && (
          <Notice tone="error" {...(failure && { title: failure })}>
            {sentenceOf(state.error)}
          </Notice>
        )}
        {/* Under long lists the buttons stay in sight on a desk; a phone with large letters has no room for that. */}
        <div className={classes('flex flex-wrap justify-end gap-3', wide && 'bg-card sm:sticky sm:bottom-0 sm:py-3')}>
          <Button look="outline" disabled={state.busy} onClick={close}>
            {cancel}
          </Button>
          <Button look={destructive ? 'danger' : 'primary'} busy={state.busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
