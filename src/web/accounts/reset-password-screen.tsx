import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import {
  emailLoginPasswordMin,
  passwordLength,
  whyNotPassword,
  type PasswordRefusal,
} from '#shared/accounts/password.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { withoutScriptText } from '#shared/accounts/login-text.ts'
import { invitedWelcome, passwordErrors, passwordHelp } from '#shared/accounts/password-text.ts'
import { keepLogin } from '#web/accounts/login-after-reset.ts'
import { refusalIn } from '#web/accounts/refusal-in.ts'
import { setPassword } from '#web/api/accounts.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { useMarkedAs } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { PasswordField } from '#web/components/fields.tsx'
import { useSearch } from '#web/router/router.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

type PasswordCode = keyof typeof passwordErrors

const leaveAfterMs = 2000
/** These mean that only a new link helps. */
const needsNewLink: readonly string[] = ['reset-link-expired', 'not-signed-in'] satisfies ErrorCode[]

const isAboutPassword = (code: string): code is PasswordCode => /^passwords?-/.test(code) && code in passwordErrors

/** A new password, by the link in an email or for someone signed in. */
export function ResetPasswordScreen() {
  const site = useSite()
  const search = useSearch()
  const token = search.get('token')
  const markedAs = useMarkedAs()
  // What they have is asked for, too, but where a link stands for it.
  const asksPresent = !token && (markedAs === 'admin' || markedAs === 'observer')
  const byEmail = asksPresent || search.get('by') === 'email'
  const invited = invitedWelcome[search.get('for') ?? '']
  const refused = refusalIn(search, passwordErrors)
  const [refusal, setRefusal] = useState<PasswordRefusal | null>(null)
  const change = useMutation({
    mutationFn: (form: { password: string; confirm: string; present: string }) =>
      setPassword(token ? { ...form, token } : form),
    onSuccess: ({ login }) => login !== null && keepLogin(login),
  })

  // By a link one has to log in next. Who is logged in all the while goes on at once, and reads there that it is done.
  const next = change.data?.next
  useEffect(() => {
    if (next === undefined) return
    if (next !== '/login?changed') return window.location.replace(next)
    const timer = setTimeout(() => window.location.replace(next), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [next])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (change.isPending || change.isSuccess) return
    const form = {
      password: fieldOf(event, 'password'),
      confirm: fieldOf(event, 'confirm'),
      present: fieldOf(event, 'present'),
    }
    const why = whyNotPassword(form.password, form.confirm)
    setRefusal(why)
    if (!why) change.mutate(form)
  }

  const untried = change.isIdle && refusal === null
  const answer = change.error instanceof ApiError ? change.error : null
  const failedCode = answer ? answer.code : untried ? refused : null
  // What the server tells about a password stands at its field, as what the form tells itself.
  const weak = failedCode !== null && isAboutPassword(failedCode) ? failedCode : null
  const atField = refusal ?? weak
  const atConfirm = atField === 'passwords-differ'
  const wrongPresent = answer?.fields['present']
  const failure =
    weak !== null || wrongPresent
      ? null
      : change.isError
        ? sentenceOf(change.error)
        : untried && refused
          ? passwordErrors[refused]
          : null
  return (
    <div className="wrap py-12 md:py-16">
      <PageHead title={`Reset password – ${site.shortName}`} />
      <div className="mx-auto max-w-md break-words">
        <h1 className="text-5xl">{invited ?? 'Choose a new password'}</h1>
        {/* The browser's code draws nothing here: whoever runs it has scripts. */}
        <noscript>{import.meta.env.SSR && <p className="mt-5">{withoutScriptText('choose a password')}</p>}</noscript>
        {!token && (
          <div className="mt-4 grid gap-5 signed-in:hidden">
            <Notice tone="info">{passwordHelp.linkOnly}</Notice>
            <SiteLink href="/login?step=forgot" className={buttonClass('primary')}>
              {passwordHelp.askForLink}
            </SiteLink>
          </div>
        )}
        <div className={token ? undefined : 'for-signed-in'}>
          <p className="mt-3 text-lg text-muted">
            {invited
              ? passwordHelp.invited(emailLoginPasswordMin)
              : passwordHelp.new(byEmail ? emailLoginPasswordMin : passwordLength.min)}
          </p>
          <form
            method="post"
            onSubmit={submit}
            noValidate
            className="card mt-6 grid grid-cols-1 gap-5 p-[min(1.5rem,6vw)]"
          >
            {token && <input type="hidden" name="token" value={token} />}
            {failure && (
              <Notice tone="error">
                {failure}
                {failedCode && needsNewLink.includes(failedCode) && (
                  <SiteLink href="/login?step=forgot" className="flex min-h-11 items-center font-semibold underline">
                    Ask for a new link
                  </SiteLink>
                )}
              </Notice>
            )}
            {next === '/login?changed' && (
              <Notice tone="success">{change.data?.message} We are taking you to the login page.</Notice>
            )}
            {asksPresent && (
              <PasswordField
                label={passwordHelp.present}
                name="present"
                autoComplete="current-password"
                error={wrongPresent}
              />
            )}
            <PasswordField
              label="New password"
              name="password"
              autoComplete="new-password"
              error={atField && !atConfirm ? passwordErrors[atField] : undefined}
            />
            <PasswordField
              label="Confirm password"
              name="confirm"
              autoComplete="new-password"
              error={atConfirm ? passwordErrors[atField] : undefined}
            />
            <Button type="submit" busy={change.isPending || change.isSuccess} className="w-full text-lg">
              Save the new password
            </Button>
          </form>
        </div>
      </div>
    </div>
  )
}
