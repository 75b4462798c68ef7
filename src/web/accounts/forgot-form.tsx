import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { withNext } from '#shared/requested-page.ts'
import { accountText, loginErrors } from '#shared/accounts/text.ts'
import { refusalIn } from '#web/accounts/refusal-in.ts'
import { requestResetLink } from '#web/api/accounts.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useSearch } from '#web/router/hydrated.ts'
import { SiteLink } from '#web/router/site-link.tsx'

/** Asks for a link by email. The answer is the same whether or not the account exists. */
export function ForgotForm({ login }: { login: string }) {
  const api = useApi()
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  const [missing, setMissing] = useState(false)
  const request = useMutation({ mutationFn: (typed: string) => requestResetLink(api, { login: typed }) })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (request.isPending) return
    const typed = fieldOf(event, 'login').trim()
    setMissing(typed === '')
    if (typed !== '') request.mutate(typed)
  }

  return (
    <>
      <h1 className="text-5xl">Reset password</h1>
      <p className="mt-3 text-lg text-muted">We will email you a link to choose a new password.</p>
      <form method="post" onSubmit={submit} noValidate className="card mt-6 grid gap-5 p-6">
        <input type="hidden" name="step" value="forgot" />
        {request.isError && <Notice tone="error">{sentenceOf(request.error)}</Notice>}
        {request.isIdle && refused && <Notice tone="error">{loginErrors[refused]}</Notice>}
        {request.isSuccess && <Notice tone="success">{request.data.message}</Notice>}
        {request.isIdle && search.has('sent') && <Notice tone="success">{accountText.resetLinkSent}</Notice>}
        <TextField
          label="Military serial number or email"
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={login}
          error={missing ? 'Please enter your military serial number or email address' : undefined}
        />
        <Button type="submit" busy={request.isPending} className="w-full text-lg">
          {request.isSuccess ? 'Send it again' : 'Send the link'}
        </Button>
        <p className="text-center">
          <SiteLink
            href={withNext('/login', search.get('next'))}
            className="text-link inline-flex min-h-11 items-center"
          >
            Back to log in
          </SiteLink>
        </p>
      </form>
      <p className="mt-6 text-muted">
        No email address on your account, or no email arrived? An administrator can give you a one-time code after
        checking who you are.
      </p>
    </>
  )
}
