import { Suspense, useState } from 'react'
import { useSite } from '#web/api/site.ts'
import { LoginForm } from '#web/accounts/login-form.tsx'
import { LoginPanel } from '#web/accounts/login-panel.tsx'
import { ChallengeForm, ForgotForm } from '#web/accounts/login-parts.tsx'
import { useSearch } from '#web/router/router.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

export { loadParts } from '#web/accounts/login-parts.tsx'

/** Logging in, its second step, and asking for a new password. The step is in the address, so that Back undoes it. */
export function LoginScreen() {
  const site = useSite()
  const step = useSearch().get('step')
  const [login, setLogin] = useState('')
  return (
    <div className="grid min-h-full grid-cols-1 break-words lg:grid-cols-[1.05fr_1fr]">
      <PageHead title={`Log in – ${site.shortName}`} description={`Log in to ${site.name}`} />
      <LoginPanel site={site} />
      <div className="order-first grid grid-cols-1 content-start justify-items-center px-[min(1.25rem,5vw)] py-10 md:py-16 lg:order-none">
        <div className="w-full max-w-md min-w-0">
          <Suspense>
            {step === 'two-factor' ? (
              <ChallengeForm />
            ) : step === 'forgot' ? (
              <ForgotForm login={login} />
            ) : (
              <LoginForm login={login} onLoginTyped={setLogin} />
            )}
          </Suspense>
        </div>
      </div>
    </div>
  )
}
