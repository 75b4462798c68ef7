import { loginNoticeText, loginReason } from '#shared/accounts/login-notice-text.ts'
import { Notice } from '#web/components/notice.tsx'
import { useSearch } from '#web/router/router.tsx'

/** Why one is here, above the login form: what was just done, or which page asked for a login. */
export function LoginNotice() {
  const search = useSearch()
  if (search.has('out'))
    return (
      <Notice tone="success" title={loginNoticeText.loggedOut}>
        {loginNoticeText.nothingRemains}
        {search.has('card') && <p className="mt-2">{loginNoticeText.cardRemoved}</p>}
      </Notice>
    )
  const reason = search.has('ended') ? loginNoticeText.ended : loginReason(search.get('next'))
  return reason && <Notice tone="info">{reason}</Notice>
}
