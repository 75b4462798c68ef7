import { useEffect } from 'react'
import { triesLeftToTell } from '#shared/accounts/guess-limits.ts'
import { triesLeftText, logOutFailedText } from '#shared/accounts/login-refusal-text.ts'
import { loginText } from '#shared/accounts/login-text.ts'
import { accountText, loginErrors } from '#shared/accounts/text.ts'
import { takeLogin } from '#web/accounts/login-after-reset.ts'
import { refusalIn } from '#web/accounts/refusal-in.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { logOut } from '#web/layout/log-out.ts'
import { useSearch } from '#web/router/router.tsx'

/** What the address says of something done: a login by the plain form was refused, a password changed, or logging out failed. */
export function LoginOutcome() {
  const search = useSearch()
  const refused = refusalIn(search, loginErrors)
  if (refused) {
    const left = triesLeftToTell(Number(search.get('left') ?? Number.NaN))
    return (
      <Notice tone="error">
        {loginErrors[refused]}
        {left !== undefined && `. ${triesLeftText(left)}`}
        {refused === 'account-pending' && ` ${loginText.pending}`}
      </Notice>
    )
  }
  if (search.has('changed')) return <PasswordChanged />
  return (
    <Notice tone="error">
      <p>{logOutFailedText.failed}</p>
      <Button look="outline" size="small" className="mt-3" onClick={() => void logOut()}>
        {logOutFailedText.again}
      </Button>
    </Notice>
  )
}

/** By a link one logs in next; what with is filled in, for whoever needed a new password may not know that either. */
function PasswordChanged() {
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>('input[name=login]')
    if (field?.value === '') field.value = takeLogin() ?? ''
  }, [])
  return <Notice tone="success">{accountText.passwordChanged}</Notice>
}
