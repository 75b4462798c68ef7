import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { withNext } from '#shared/requested-page.ts'
import { accountText, loginErrors } from '#shared/accounts/text.ts'
import { LoginGuide } from '#web/accounts/login-guide.tsx'
import { refusalIn } from '#web/accounts/refusal-in.ts'
import { logIn } from '#web/api/accounts.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useSearch } from '#web/router/hydrated.ts'
import { useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/**
 * A plain form that the server also takes by itself, for a button pressed before the scripts have come. It is sent to the
 * page's own address, whose `next` says where to go afterwards.
 */
export function LoginForm({ login, onLoginTyped }: { login: string; onLoginTyped: (login: string) => void }) {
  const api = useApi()
  const navigate = useNavigate()
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  const onwards = (address: string) => withNext(address, search.get('next'))
  const attempt = useMutation({
    mutationFn: (form: { login: string; password: string }) => logIn(api, form),
    onSuccess(outcome) {
      if ('next' in outcome) window.location.assign(onwards(outcome.next))
      else navigate(onwards('/login?step=two-factor'))
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (attempt.isPending) return
    attempt.mutate({ login: fieldOf(event, 'login'), password: fieldOf(event, 'password') })
  }

  const refusal = attempt.isError ? sentenceOf(attempt.error) : attempt.isIdle && refused ? loginErrors[refused] : null
  return (
    <>
      <h1 className="text-5xl">Log in</h1>
      <LoginGuide />
      <form method="post" onSubmit={submit} noValidate className="card mt-6 grid gap-5 p-6">
        {refusal && (
          <Notice tone="error">
            {refusal}
            {refusal === loginErrors['account-pending'] && (
              <SiteLink href="/application" className="flex min-h-11 items-center underline">
                {accountText.seeApplication}
              </SiteLink>
            )}
          </Notice>
        )}
        {attempt.isIdle && search.has('changed') && <Notice tone="success">{accountText.passwordChanged}</Notice>}
        <TextField
          label="Military serial number or admin email"
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={login}
          onChange={(event) => onLoginTyped(event.target.value)}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Button type="submit" look="primary" busy={attempt.isPending || attempt.isSuccess} className="w-full text-lg">
          Log in
        </Button>
        <p className="text-center">
          <SiteLink href={onwards('/login?step=forgot')} className="text-link inline-flex min-h-11 items-center">
            Forgot your password?
          </SiteLink>
        </p>
      </form>
      <p className="mt-6 text-center text-muted">
        Not a member yet?{' '}
        <SiteLink href="/register" className="text-link inline-flex min-h-11 items-center">
          Register here
        </SiteLink>
      </p>
    </>
  )
}
