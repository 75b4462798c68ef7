import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { forgotText } from '#shared/accounts/forgot-text.ts'
import { accountText, loginErrors } from '#shared/accounts/text.ts'
import { refusalIn } from '#web/accounts/refusal-in.ts'
import { requestResetLink } from '#web/api/accounts.ts'
import { sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { TextField } from '#web/components/fields.tsx'
import { contactWays } from '#web/layout/contact-ways.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { withNext } from '#shared/pages.ts'

const linkClass = 'text-link inline-flex min-h-11 items-center'

/** The ways back: a link by email, a one-time code from an administrator, and where the serial number stands. */
export function ForgotForm({ login }: { login: string }) {
  const { code, serial } = forgotText
  const search = useSearch()
  const { sendsEmail } = useSite()
  /** Whoever asks for the serial number finds it first. */
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
        <SiteLink href={withNext('/login', search.get('next'))} className={linkClass}>
          {forgotText.back}
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

/** The answer is the same whether or not the account exists, and names no address. */
function LinkByEmail({ login }: { login: string }) {
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  const [missing, setMissing] = useState(false)
  const request = useMutation({ mutationFn: (typed: string) => requestResetLink({ login: typed }) })
  const { help, field, missing: pleaseType, send, again } = forgotText.email

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (request.isPending) return
    const typed = fieldOf(event, 'login').trim()
    setMissing(typed === '')
    if (typed !== '') request.mutate(typed)
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <input type="hidden" name="step" value="forgot" />
      <p>{help}</p>
      {request.isError && <Notice tone="error">{sentenceOf(request.error)}</Notice>}
      {request.isIdle && refused && <Notice tone="error">{loginErrors[refused]}</Notice>}
      {request.isSuccess && <Notice tone="success">{request.data.message}</Notice>}
      {request.isIdle && search.has('sent') && <Notice tone="success">{accountText.resetLinkSent}</Notice>}
      <TextField
        label={field}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={login}
        error={missing ? pleaseType : undefined}
      />
      <Button type="submit" busy={request.isPending} className="w-full text-lg">
        {request.isSuccess ? again : send}
      </Button>
    </form>
  )
}

/** How to reach the association; its contact page, where it has named no way. */
function Contacts() {
  const ways = contactWays(useSite())
  if (ways.length === 0)
    return (
      <SiteLink href="/contact" className={linkClass}>
        {forgotText.contactPage}
      </SiteLink>
    )
  return (
    <ul aria-label={forgotText.contact} className="grid grid-cols-1 gap-1">
      {ways.map(({ label, value, href, Icon, outside }) => (
        <li key={label}>
          <a
            href={href}
            {...(outside && { target: '_blank', rel: 'noopener' })}
            className="flex min-h-12 items-center gap-3 rounded-field bg-navy-soft px-4 py-2 font-semibold text-navy-2"
          >
            <Icon className="size-5 flex-none" />
            <span className="min-w-0 break-words">
              <span className="sr-only">{label}: </span>
              {value}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
