import { emailLoginPasswordMin, passwordLength } from '#shared/accounts/password.ts'
import { logsInByEmail, signedInMark, useMarkedAs } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { lazyForm } from '#web/router/first-touch.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { invitedWelcome, passwordHelp, withoutScriptText } from './text.ts'

/** People who log in by email have an extra field, which needs the script. */
const NewPasswordForm = lazyForm(async () => (await import('./password-forms.tsx')).NewPasswordForm, {
  form: 'new-password',
  atOnce: () => logsInByEmail(signedInMark().signedIn),
})

export function ResetPasswordScreen() {
  const site = useSite()
  const search = useSearch()
  const byLink = search.has('token')
  const markedAs = useMarkedAs()
  const byEmail = byLink ? search.get('by') === 'email' : logsInByEmail(markedAs)
  const invited = invitedWelcome[search.get('for') ?? '']
  const title = invited ?? 'Choose a new password'
  return (
    <div className="wrap py-12 md:py-16">
      <PageHead title={`${title} – ${site.shortName}`} />
      <div className="mx-auto max-w-md break-words">
        <h1 className="text-5xl">{title}</h1>
        {/* Empty in the browser: whoever runs its code has scripts. */}
        <noscript>{import.meta.env.SSR && <p className="mt-5">{withoutScriptText('choose a password')}</p>}</noscript>
        {!byLink && (
          <div className="mt-4 grid gap-5 signed-in:hidden">
            <Notice tone="info">{passwordHelp.linkOnly}</Notice>
            <SiteLink href="/login?step=forgot" className={buttonClass('primary')}>
              {passwordHelp.askForLink}
            </SiteLink>
          </div>
        )}
        <div className={byLink ? undefined : 'for-signed-in'}>
          <p className="mt-3 text-lg text-muted">
            {invited
              ? passwordHelp.invited(emailLoginPasswordMin)
              : passwordHelp.new(byEmail ? emailLoginPasswordMin : passwordLength.min)}
          </p>
          <NewPasswordForm />
        </div>
      </div>
    </div>
  )
}
