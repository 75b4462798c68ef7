import { useEffect, type ReactNode } from 'react'
import { whyNotPassword } from '#shared/accounts/password.ts'
import { accountText, loginErrors, passwordErrors } from '#shared/accounts/text.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { withNext } from '#shared/pages.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { logsInByEmail, useMarkedAs } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { PasswordField, TextField, type Problems } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { useForm } from '#web/components/use-form.ts'
import { ContactLinks, contactWays } from '#web/layout/contact-ways.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { requestResetLink, setPassword } from './api.ts'
import { forgotText, loginText, passwordHelp, refusalIn } from './text.ts'

/** Ways to recover: a link by email, a one-time code from an administrator, and where to find the serial number. */
export function ForgotForm({ login }: { login: string }) {
  const { code, serial } = forgotText
  const search = useSearch()
  const { sendsEmail } = useSite()
  /** Somebody who asks for the serial number finds it first. */
  const lostSerial = search.get('lost') === 'serial'
  const { title, lead } = lostSerial ? forgotText.lostSerial : forgotText
  const serialWay = (number: number) => (
    <Way number={number} title={serial.title}>
      <p>{serial.where}</p>
      <p>{serial.ask}</p>
    </Way>
  )
  const first = lostSerial ? 2 : 1
  return (
    <>
      <h1 className="text-5xl">{title}</h1>
      <p className="mt-3 text-lg text-muted">{lead}</p>
      <ol className="mt-6 grid grid-cols-1 gap-5">
        {lostSerial && serialWay(1)}
        <Way number={first} title={forgotText.email.title}>
          {sendsEmail ? <LinkByEmail login={login} /> : <p>{accountText.noResetLinks}</p>}
        </Way>
        <Way number={first + 1} title={code.title}>
          <p>{code.help}</p>
          <Contacts />
          <p>{code.use}</p>
        </Way>
        {!lostSerial && serialWay(3)}
      </ol>
      <p className="mt-6 text-center">
        <SiteLink href={withNext('/login', search.get('next'))} className="tap-link">
          {loginText.back}
        </SiteLink>
      </p>
    </>
  )
}

function Way({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="card grid grid-cols-1 gap-4 p-[min(1.5rem,6vw)]">
      <h2 className="flex items-center gap-3 text-2xl">
        <span
          aria-hidden="true"
          className="display grid size-[1.6em] flex-none place-items-center rounded-full bg-olive text-white"
        >
          {number}
        </span>
        <span className="min-w-0 break-words">{title}</span>
      </h2>
      {children}
    </li>
  )
}

/** The reply is the same whether or not the account exists, and names no address. */
function LinkByEmail({ login }: { login: string }) {
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  const { help, field, missing, send, again } = forgotText.email
  const form = useForm<{ login: string }, { login: string }, { message: string }>({
    check(typed) {
      const login = typed.login.trim()
      return login === '' ? { problems: { login: missing } } : { sent: { login } }
    },
    send: requestResetLink,
  })
  const { outcome } = form
  return (
    <Form form={form} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="step" value="forgot" />
      <p>{help}</p>
      <FormFailure />
      {outcome.status === 'done' && <Notice tone="success">{outcome.result.message}</Notice>}
      {!form.tried && refused && <Notice tone="error">{loginErrors[refused]}</Notice>}
      {!form.tried && search.has('sent') && <Notice tone="success">{accountText.resetLinkSent}</Notice>}
      <TextField
        label={field}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={login}
      />
      <Button type="submit" busy={form.busy} className="w-full text-lg">
        {outcome.status === 'done' ? again : send}
      </Button>
    </Form>
  )
}

/** How to reach the association, or its contact page if it has named no way. */
function Contacts() {
  const ways = contactWays(useSite())
  if (ways.length === 0)
    return (
      <SiteLink href="/contact" className="tap-link">
        {forgotText.contactPage}
      </SiteLink>
    )
  return (
    <ContactLinks
      ways={ways}
      label={forgotText.contact}
      className="grid grid-cols-1 gap-1"
      linkClass="min-h-12 rounded-field bg-navy-soft px-4 py-2 font-semibold text-navy-2"
    />
  )
}

const leaveAfterMs = 2000
/** With these errors only a new link helps. */
const needsNewLink: readonly string[] = ['reset-link-expired', 'not-signed-in'] satisfies ErrorCode[]

/** Problems with a password are shown at its field, whether from the form or the server. */
const problemsOf = (code: string): Problems =>
  /^passwords?-/.test(code) && Object.hasOwn(passwordErrors, code)
    ? { [code === 'passwords-differ' ? 'confirm' : 'password']: passwordErrors[code as keyof typeof passwordErrors] }
    : {}

/** A new password, by the link in an email or while logged in. */
export function NewPasswordForm() {
  const search = useSearch()
  const token = search.get('token')
  const markedAs = useMarkedAs()
  // Asks for the present password too, unless a link replaces it.
  const asksPresent = !token && logsInByEmail(markedAs)
  const form = useForm<Record<'password' | 'confirm' | 'present', string>, Parameters<typeof setPassword>[0], Changed>({
    check(typed) {
      const why = whyNotPassword(typed.password, typed.confirm)
      if (why) return { problems: problemsOf(why) }
      // From the address itself: the server-rendered page has no token, and the form may be sent before it is rendered again.
      const link = new URLSearchParams(window.location.search).get('token')
      return { sent: link ? { ...typed, token: link } : typed }
    },
    send: setPassword,
    problemsOf: ({ code }) => problemsOf(code),
  })
  const { outcome } = form

  // With a link, the person has to log in next. Somebody logged in continues at once, and reads there that it is done.
  const next = outcome.status === 'done' ? outcome.result.next : undefined
  const mustLogIn = next?.startsWith('/login') ?? false
  useEffect(() => {
    if (next === undefined) return
    if (!mustLogIn) return window.location.replace(next)
    const timer = setTimeout(() => window.location.replace(next), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [next, mustLogIn])

  const inAddress = form.tried ? null : refusalIn(search, passwordErrors)
  const atField: Problems = inAddress ? problemsOf(inAddress) : {}
  const error = form.failure instanceof ApiError ? form.failure.code : inAddress
  const isAtField = Object.keys({ ...form.problems, ...atField }).length > 0
  return (
    <Form form={form} id="new-password" className="card mt-6 grid grid-cols-1 gap-5 p-[min(1.5rem,6vw)]">
      {token && <input type="hidden" name="token" value={token} />}
      {error && !isAtField && (
        <Notice tone="error">
          {form.failure ? sentenceOf(form.failure) : inAddress && passwordErrors[inAddress]}
          {needsNewLink.includes(error) && (
            <SiteLink href="/login?step=forgot" className="flex min-h-11 items-center font-semibold underline">
              Ask for a new link
            </SiteLink>
          )}
        </Notice>
      )}
      {outcome.status === 'done' && mustLogIn && (
        <Notice tone="success">{outcome.result.message} We are taking you to the login page.</Notice>
      )}
      {asksPresent && <PasswordField label={passwordHelp.present} name="present" autoComplete="current-password" />}
      <PasswordField label="New password" name="password" autoComplete="new-password" error={atField['password']} />
      <PasswordField label="Confirm password" name="confirm" autoComplete="new-password" error={atField['confirm']} />
      <Button type="submit" busy={form.busy || outcome.status === 'done'} className="w-full text-lg">
        Save the new password
      </Button>
    </Form>
  )
}

type Changed = Awaited<ReturnType<typeof setPassword>>
