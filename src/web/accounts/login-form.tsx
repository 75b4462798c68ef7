import { useMutation } from '@tanstack/react-query'
import { Suspense, type FormEvent } from 'react'
import { loginText, withoutScriptText } from '#shared/accounts/login-text.ts'
import { LoginGuide } from '#web/accounts/login-guide.tsx'
import { PasskeyLogin } from '#web/accounts/passkey-login.tsx'
import { AddressNotice, BirthdayFields, birthdayPart, DateQuestion } from '#web/accounts/login-parts.tsx'
import { logIn } from '#web/api/accounts.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { PasswordField, TextField } from '#web/components/fields.tsx'
import { useSearch, useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { seeApplication } from '#web/members/text.ts'
import { withNext } from '#shared/pages.ts'

interface Typed {
  login: string
  /** As it was typed, or what the three boxes for a birthday hold. */
  password: string | readonly string[]
}

const linkClass = 'text-link inline-flex min-h-11 items-center'

/**
 * A plain form that the server also takes by itself, for a button pressed before the scripts have come. It is sent to the
 * page's own address, whose `next` says where to go afterwards.
 */
export function LoginForm({ login, onLoginTyped }: { login: string; onLoginTyped: (login: string) => void }) {
  const navigate = useNavigate()
  const search = useSearch()
  const inBoxes = search.get('step') === 'birthday'
  const onwards = (address: string) => withNext(address, search.get('next'))
  const attempt = useMutation({
    async mutationFn({ login, password }: Typed) {
      const form = { login, password: await inOneText(password) }
      const dates = await datesMeant(form)
      return dates ? { dates } : logIn(form)
    },
    onSuccess(outcome) {
      if ('next' in outcome) window.location.replace(onwards(outcome.next))
      else if ('twoFactor' in outcome) navigate(onwards('/login?step=two-factor'))
    },
  })
  const { data: outcome, variables } = attempt
  const question = outcome && 'dates' in outcome && !attempt.isPending ? outcome.dates : null

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const field = (name: string) => fieldOf(event, name)
    attempt.mutate({
      login: field('login'),
      password: inBoxes ? ['day', 'month', 'year'].map(field) : field('password'),
    })
  }

  const busy = attempt.isPending || (attempt.isSuccess && !question)
  const refusal = attempt.error instanceof ApiError ? attempt.error.code : null
  const wayOn =
    refusal === 'login-stopped'
      ? { href: onwards('/login?step=forgot'), label: loginText.waysBack }
      : refusal === 'account-pending' && { href: '/application', label: seeApplication }
  return (
    <>
      <h1 className="text-5xl">Log in</h1>
      {/* The browser's code draws nothing here: whoever runs it has scripts. */}
      <noscript>{import.meta.env.SSR && <p className="mt-5">{withoutScriptText('log in')}</p>}</noscript>
      <LoginGuide />
      <form method="post" onSubmit={submit} noValidate className="card mt-6 grid grid-cols-1 gap-5 p-[min(1.5rem,6vw)]">
        {attempt.isError && (
          <Notice tone="error">
            {sentenceOf(attempt.error)}
            {refusal === 'account-pending' && <p className="mt-2">{loginText.pending}</p>}
            {wayOn && (
              <SiteLink href={wayOn.href} className="flex min-h-11 items-center font-semibold underline">
                {wayOn.label}
              </SiteLink>
            )}
          </Notice>
        )}
        <Suspense>
          {question ? (
            <DateQuestion
              dates={question}
              onChosen={(password) => attempt.mutate({ login: variables?.login ?? '', password })}
            />
          ) : (
            attempt.isIdle && <AddressNotice />
          )}
        </Suspense>
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
        <div className="grid grid-cols-1 gap-1">
          <Suspense>
            {inBoxes ? (
              <BirthdayFields />
            ) : (
              <PasswordField label="Password" name="password" autoComplete="current-password" />
            )}
          </Suspense>
          <p>
            <SiteLink href={onwards(inBoxes ? '/login' : '/login?step=birthday')} className={linkClass}>
              {inBoxes ? loginText.toPassword : loginText.toBirthday}
            </SiteLink>
          </p>
        </div>
        <Button type="submit" look="primary" busy={busy} className="w-full text-lg">
          Log in
        </Button>
        <PasskeyLogin onwards={onwards} />
        <p className="grid justify-items-center text-center">
          {loginText.forgot.map(([lost, forgotten]) => (
            <SiteLink key={forgotten} href={onwards('/login?step=forgot' + lost)} className={linkClass}>
              {forgotten}
            </SiteLink>
          ))}
        </p>
      </form>
      <p className="mt-6 text-center text-muted">
        Not a member yet?{' '}
        <SiteLink href="/register" className={linkClass}>
          Register here
        </SiteLink>
      </p>
    </>
  )
}

const inOneText = async (password: Typed['password']): Promise<string> =>
  typeof password === 'string' ? password : (await birthdayPart()).birthdayIn(password)

/** The two birthdays that figures alone may mean, or null. What cannot be loaded is left to the server, which asks too. */
async function datesMeant({ login, password }: { login: string; password: string }): Promise<readonly string[] | null> {
  if (login.includes('@') || !/^[\d\s./_,-]+$/.test(password)) return null
  const part = await birthdayPart().catch(() => null)
  const read = part?.readBirthday(password)
  return read?.status === 'ambiguous' ? read.dates : null
}
