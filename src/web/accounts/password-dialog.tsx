import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import type { ButtonLook } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { PasswordField } from '#web/components/fields.tsx'

interface PasswordDialogProps {
  open: boolean
  onClose: () => void
  title: string
  explanation: string
  action: string
  look?: ButtonLook
  /** Done with the password and what else was asked; a refusal keeps the dialog open and is shown in it. */
  act: (password: string, form: FormData) => Promise<void>
  /** What is asked besides the password. */
  children?: ReactNode
}

export function PasswordDialog({
  open,
  onClose,
  title,
  explanation,
  action,
  look = 'primary',
  act,
  children,
}: PasswordDialogProps) {
  const attempt = useMutation({
    mutationFn: (form: FormData) => act(String(form.get('password') ?? ''), form),
    onSuccess: onClose,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!attempt.isPending) attempt.mutate(new FormData(event.currentTarget))
  }

  function close() {
    attempt.reset()
    onClose()
  }

  return (
    <Dialog open={open} onClose={close} title={title} description={explanation} busy={attempt.isPending}>
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        {attempt.isError && <Notice tone="error">{sentenceOf(attempt.error)}</Notice>}
        <PasswordField label="Your password" name="password" autoComplete="current-password" />
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={attempt.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" look={look} busy={attempt.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
