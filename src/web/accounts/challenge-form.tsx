import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { accountText, loginErrors } from '#shared/accounts/text.ts'
import { PasskeyLogin } from '#web/accounts/passkey-login.tsx'
import { refusalIn } from '#web/accounts/refusal-in.ts'
import { answerChallenge } from '#web/api/accounts.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { TextField } from '#web/components/fields.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { withNext } from '#shared/pages.ts'

/** The second step of a two-step login: a code from the app, or a recovery code. */
export function ChallengeForm() {
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  const onwards = (address: string) => withNext(address, search.get('next'))
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp')
  const attempt = useMutation({
    mutationFn: (code: string) => answerChallenge({ code, kind }),
    onSuccess: ({ next }) => window.location.assign(onwards(next)),
  })
  const failedCode = attempt.error instanceof ApiError ? attempt.error.code : null
  const code = attempt.isIdle ? refused : failedCode
  const refusal = attempt.isError ? sentenceOf(attempt.error) : attempt.isIdle && refused ? loginErrors[refused] : null

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = fieldOf(event, 'code').trim()
    if (code !== '' && !attempt.isPending) attempt.mutate(code)
  }

  function switchTo(other: 'totp' | 'recovery') {
    attempt.reset()
    setKind(other)
  }

  return (
    <>
      <h1 className="text-5xl">Two-step login</h1>
      <p className="mt-3 text-lg text-muted">
        {kind === 'totp' ? accountText.twoFactorAsk : accountText.recoveryCodeAsk}
      </p>
      <form method="post" onSubmit={submit} noValidate className="card mt-6 grid grid-cols-1 gap-5 p-[min(1.5rem,6vw)]">
        <input type="hidden" name="step" value="two-factor" />
        <input type="hidden" name="kind" value={kind} />
        {refusal && (
          <Notice tone="error">
            {refusal}
            {code === 'two-factor-expired' && (
              <>
                {' '}
                <SiteLink href={onwards('/login')} className="font-semibold underline">
                  Log in again
                </SiteLink>
              </>
            )}
          </Notice>
        )}
        {kind === 'totp' ? (
          <TextField
            key="totp"
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="text-2xl tracking-[0.3em] tabular-nums"
          />
        ) : (
          <TextField
            key="recovery"
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            className="text-xl tracking-widest"
          />
        )}
        <Button type="submit" busy={attempt.isPending || attempt.isSuccess} className="w-full text-lg">
          Continue
        </Button>
        <PasskeyLogin onwards={onwards} />
        {kind === 'totp' ? (
          <Button look="quiet" onClick={() => switchTo('recovery')}>
            Use a recovery code instead
          </Button>
        ) : (
          <Button look="quiet" onClick={() => switchTo('totp')}>
            Use the code from the app
          </Button>
        )}
      </form>
      <p className="mt-6 text-center">
        <SiteLink href={onwards('/login')} className="text-link inline-flex min-h-11 items-center">
          Back to log in
        </SiteLink>
      </p>
    </>
  )
}
