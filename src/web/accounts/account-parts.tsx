import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { showDay } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { classes, type ButtonLook } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { PasswordField } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { useForm } from '#web/components/use-form.ts'
import { useLocation, useNavigate, useSearch } from '#web/router/router.tsx'

/** What the sections of "Login and security" have in common, and notices about them on other pages. */

interface AccountSectionProps {
  title: ReactNode
  help?: string
  /** The target of links. */
  id?: string
  className?: string
  children: ReactNode
}

export function AccountSection({ title, help, id, className = 'mt-6', children }: AccountSectionProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  // The browser followed a link to here before this was drawn.
  useEffect(() => {
    if (id && window.location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={titleId}
      className={classes('card scroll-mt-24 p-6 md:p-8', className)}
    >
      <h2 id={titleId} className="flex items-center gap-3 text-3xl">
        {title}
      </h2>
      {help && <p className="mt-3 text-muted">{help}</p>}
      {children}
    </section>
  )
}

interface PasswordDialogProps<More extends object, Result> {
  open: boolean
  onClose: () => void
  title: string
  explanation: string
  action: string
  look?: ButtonLook
  /** Runs with the password and the other fields; a refusal keeps the dialog open and is shown in it. */
  act: (typed: { password: string } & More) => Promise<Result>
  /** After it has closed. */
  onDone?: (result: Result) => void
  /** Other fields besides the password, with their initial values. */
  more?: { values: More; fields: ReactNode }
}

export function PasswordDialog<Result, More extends object = object>(props: PasswordDialogProps<More, Result>) {
  const { open, onClose, title, explanation, action, look = 'primary', act, onDone, more } = props
  const form = useForm<{ password: string } & More, { password: string } & More, Result>({
    values: { password: '', ...(more?.values as More) },
    send: act,
    onDone(result) {
      close()
      onDone?.(result)
    },
  })

  function close() {
    form.reset()
    onClose()
  }

  return (
    <Dialog open={open} onClose={close} title={title} description={explanation} busy={form.busy}>
      <Form form={form} className="grid gap-5">
        <FormFailure />
        <PasswordField label="Your password" name="password" autoComplete="current-password" />
        {more?.fields}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={form.busy} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" look={look} busy={form.busy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const noticeText = {
  safer: 'Make your account safer',
  chooseOwnPassword:
    'You still log in with your birthday, which other people may know. Please choose your own password.',
  helpTitle: 'Somebody helped with your login',
  helped: (day: string) =>
    `On ${day}, an administrator helped with your login or changed what you log in with. If you did not ask for this, please tell the association. Choose your own password, so that only you can log in.`,
  passwordChanged: 'Password changed. You are still logged in.',
  othersEnded: 'Other phones and computers were logged out. Use the new password from now on.',
} as const

export interface LoginFacts {
  ownPassword: boolean
  helped: boolean
  helpedAt: number | null
}

interface OwnPasswordNoticeProps {
  login: LoginFacts
  className?: string
  /** The link for choosing a password. */
  children?: ReactNode
}

/** Why somebody should choose a password: somebody helped with the login, or it is still the birthday. Otherwise nothing. */
export function OwnPasswordNotice({ login, className = '', children }: OwnPasswordNoticeProps) {
  if (!login.helped && login.ownPassword) return null
  const helpedAt = login.helped ? login.helpedAt : null
  return (
    <Notice tone="warning" title={helpedAt === null ? noticeText.safer : noticeText.helpTitle} className={className}>
      <p>{helpedAt === null ? noticeText.chooseOwnPassword : noticeText.helped(showDay(helpedAt))}</p>
      {children}
    </Notice>
  )
}

/** Shown after choosing a password while logged in. Not repeated by a reload. */
export function PasswordChangedNotice({ className = '' }: { className?: string }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const inAddress = useSearch().has('changed')
  const [changed] = useState(inAddress)
  useEffect(() => {
    if (inAddress) navigate(pathname, { replace: true })
  }, [inAddress, navigate, pathname])
  if (!changed) return null
  return (
    <Notice tone="success" title={noticeText.passwordChanged} className={className}>
      {noticeText.othersEnded}
    </Notice>
  )
}
