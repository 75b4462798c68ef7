import { useState } from 'react'
import { withNext } from '#shared/pages.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { CheckIcon, InfoIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import heroScene from '#web/content/hero.svg'
import { PageHead } from '#web/layout/page-head.tsx'
import { lazyForm } from '#web/router/first-touch.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { loginNoticeText, loginReason, loginText, withoutScriptText } from './text.ts'

/** After choosing a password the login is filled in, which needs the script. */
const LoginForm = lazyForm(async () => (await import('./login-form.tsx')).LoginForm, {
  form: 'login',
  atOnce: () => new URLSearchParams(window.location.search).has('changed'),
})
const SecondStepForm = lazyForm(async () => (await import('./login-form.tsx')).SecondStepForm)
const ForgotForm = lazyForm(async () => (await import('./password-forms.tsx')).ForgotForm)

/**
 * Login, its second step, and asking for a new password. The step is in the address, so that Back undoes it; the typed login is
 * carried along.
 */
export function LoginScreen() {
  const site = useSite()
  const step = useSearch().get('step')
  const [login, setLogin] = useState('')
  return (
    <div className="grid min-h-full grid-cols-1 break-words lg:grid-cols-[1.05fr_1fr]">
      <PageHead title={`Log in – ${site.shortName}`} description={`Log in to ${site.name}`} />
      <ForMembers site={site} />
      <div className="order-first grid grid-cols-1 content-start justify-items-center px-[min(1.25rem,5vw)] py-10 md:py-16 lg:order-none">
        <div className="w-full max-w-md min-w-0">
          {step === 'two-factor' ? (
            <SecondStepForm />
          ) : step === 'forgot' ? (
            <ForgotForm login={login} />
          ) : (
            <FirstStep login={login} onLoginTyped={setLogin} />
          )}
        </div>
      </div>
    </div>
  )
}

/** The form and its surroundings. Only the form waits for its code: the passkey and the recovery links are there at once. */
function FirstStep({ login, onLoginTyped }: { login: string; onLoginTyped: (login: string) => void }) {
  const search = useSearch()
  const onwards = (address: string) => withNext(address, search.get('next'))
  return (
    <>
      <h1 className="text-5xl">Log in</h1>
      {/* Empty in the browser: whoever runs its code has scripts. */}
      <noscript>{import.meta.env.SSR && <p className="mt-5">{withoutScriptText('log in')}</p>}</noscript>
      <ReasonHere />
      <LoginGuide />
      <div className="card mt-6 grid grid-cols-1 gap-5 p-[min(1.5rem,6vw)]">
        <LoginForm login={login} onLoginTyped={onLoginTyped} />
        <p className="grid justify-items-center text-center">
          {loginText.forgot.map(([lost, forgotten]) => (
            <SiteLink key={forgotten} href={onwards('/login?step=forgot' + lost)} className="tap-link">
              {forgotten}
            </SiteLink>
          ))}
        </p>
        {/* Last: it comes once the browser is known to have passkeys, and moves nothing. */}
        <PasskeyLogin onwards={onwards} />
      </div>
      <p className="mt-6 text-center text-muted">
        Not a member yet?{' '}
        <SiteLink href="/register" className="tap-link">
          Register here
        </SiteLink>
      </p>
    </>
  )
}

/** From the address: why the person is here. */
function ReasonHere() {
  const search = useSearch()
  const out = search.get('out')
  if (out === '')
    return (
      <Notice tone="success" className="mt-5" title={loginNoticeText.loggedOut}>
        {loginNoticeText.nothingRemains}
        {search.has('card') && <p className="mt-2">{loginNoticeText.cardRemoved}</p>}
      </Notice>
    )
  const reason = search.has('ended') ? loginNoticeText.ended : loginReason(search.get('next'))
  return (
    reason && (
      <Notice tone="info" className="mt-5">
        {reason}
      </Notice>
    )
  )
}

/** The guide above the login form. After choosing a password the login is filled in, and the person may not be a member. */
function LoginGuide() {
  const { title, username, password, chosen } = loginText.guide
  const changed = useSearch().has('changed')
  return (
    <aside
      aria-label={title}
      className="relative mt-5 rounded-card bg-olive-soft px-5 py-4 text-olive after:absolute after:-bottom-2 after:left-8 after:size-4 after:rotate-45 after:bg-olive-soft"
    >
      <p className="flex items-center gap-2 font-semibold">
        <InfoIcon className="size-5" />
        {title}
      </p>
      {!changed && <p className="mt-1">{username}</p>}
      <p>{changed ? chosen : password}</p>
    </aside>
  )
}

const reasonsToLogIn = [
  'Carry your membership card on your phone',
  'Read the announcements for members',
  'Nominate fellow members, and vote for the board',
]

/** Why to log in. Beside the form on a wide screen, below it on a phone. */
function ForMembers({ site }: { site: Site }) {
  return (
    <section aria-label="For members" className="relative flex min-h-112 flex-col overflow-hidden bg-navy text-white">
      <img
        src={heroScene}
        alt=""
        width="1440"
        height="560"
        className="absolute inset-x-0 bottom-0 h-64 w-full object-cover object-[82%_100%] mask-[linear-gradient(to_top,black_70%,transparent)] lg:h-96"
      />
      <div className="relative px-5 pt-12 pb-64 md:mx-auto md:max-w-md lg:max-w-lg lg:pt-20 lg:pb-96">
        <Emblem className="h-24 w-auto" />
        <p className="display mt-6 text-4xl md:text-5xl">{site.tagline}</p>
        <ul className="mt-6 grid grid-cols-1 gap-3 text-lg text-sky">
          {reasonsToLogIn.map((reason) => (
            <li key={reason} className="flex flex-wrap gap-x-3">
              <CheckIcon className="mt-1 size-5 flex-none text-gold-2 max-[15em]:hidden" />
              <span className="beside">{reason}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
