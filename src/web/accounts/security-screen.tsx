import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isInventedAddress } from '#shared/accounts/administrators.ts'
import { emailLoginPasswordMin, passwordLength } from '#shared/accounts/password.ts'
import { loginHelpText } from '#shared/accounts/login-help-text.ts'
import { DeviceSection } from '#web/accounts/devices.tsx'
import { PasskeySection } from '#web/accounts/passkeys.tsx'
import { FirstStepNotice } from '#web/accounts/first-step-notice.tsx'
import { OwnDigest } from '#web/accounts/own-digest.tsx'
import { OwnEmail } from '#web/accounts/own-email.tsx'
import { OwnName } from '#web/accounts/own-name.tsx'
import { PasswordChangedNotice } from '#web/accounts/password-changed-notice.tsx'
import { OwnPasswordNotice } from '#web/accounts/own-password-notice.tsx'
import { securityText } from '#shared/accounts/security-text.ts'
import { may, type Role } from '#shared/permissions.ts'
import { TwoFactorOff } from '#web/accounts/two-factor-off.tsx'
import { TwoFactorOn } from '#web/accounts/two-factor-on.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { twoFactorQuery } from '#web/accounts/api.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CheckIcon, LockIcon } from '#web/components/icons.tsx'
import { showDay } from '#web/components/formats.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

function backFor(role: Role | undefined): { href: string; label: string } {
  if (role === 'admin') return { href: '/admin', label: 'Back to Admin Dashboard' }
  if (role === 'observer') return { href: '/observe', label: 'Back to the election' }
  return { href: '/profile', label: 'Back to my profile' }
}

export function SecurityScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const back = backFor(me.data?.role)
  const isAdmin = me.data?.role === 'admin'
  const byEmail = isAdmin || me.data?.role === 'observer'
  const step = me.data?.firstStep ?? null
  const named = me.data?.named ?? true
  const invented = isInventedAddress(me.data?.email ?? '')
  // Whoever is asked for the name finds it first, and then the address; both stay there when they are saved.
  const [nameFirst, setNameFirst] = useState(false)
  if (step === 'name' && !nameFirst) setNameFirst(true)
  const ownName = me.data && may(me.data, 'change own name') && (
    <OwnName key={me.data.id} name={named ? me.data.name : null} />
  )
  const ownEmail = me.data?.email && named && may(me.data, 'change own email') && <OwnEmail email={me.data.email} />
  return (
    <div className="wrap max-w-3xl py-10 md:py-14">
      <PageHead title={`Login and security – ${site.shortName}`} />
      {step === null && (
        <SiteLink href={back.href} className="text-link inline-flex min-h-11 items-center">
          {back.label}
        </SiteLink>
      )}
      <h1 className="mt-2 text-5xl">Login and security</h1>
      {isAdmin && <PasswordChangedNotice className="mt-6" />}
      {isAdmin && <FirstStepNotice step={step} asksEmail={invented} />}
      {nameFirst && ownName}
      {nameFirst && ownEmail}
      {/* Always in one place: moved while it is being set up, it would lose the recovery codes. */}
      {isAdmin && <TwoFactorSection />}
      {!nameFirst && ownName}
      {!nameFirst && ownEmail}
      <section aria-labelledby="password-title" className="card mt-8 p-6 md:p-8">
        <h2 id="password-title" className="flex items-center gap-3 text-3xl">
          <LockIcon className="size-6 text-muted" />
          Password
        </h2>
        {me.isPending && <Skeleton className="mt-4 h-12 w-full" />}
        {me.isError && !me.data && (
          <Failed title="Your account could not be loaded" error={me.error} onRetry={() => void me.refetch()} />
        )}
        {me.data && <OwnPasswordNotice login={me.data} className="mt-4" />}
        {me.data?.ownPassword && !named && <p className="mt-4">{securityText.madeForYou}</p>}
        {me.data?.ownPassword && named && (
          <p className="mt-4 flex gap-2">
            <CheckIcon className="mt-0.5 size-5 flex-none text-green" />
            You log in with your own password.
          </p>
        )}
        {me.data && !me.data.helped && me.data.helpedAt !== null && (
          <p className="mt-4">{loginHelpText.lastHelp(showDay(me.data.helpedAt))}</p>
        )}
        <p className="mt-4 text-muted">
          A new password needs at least {byEmail ? emailLoginPasswordMin : passwordLength.min} characters. Changing it
          logs out your other devices.
        </p>
        <SiteLink href="/reset-password" className={`${buttonClass('primary')} mt-5`}>
          {me.data?.ownPassword ? 'Change my password' : 'Choose my own password'}
        </SiteLink>
      </section>
      {!isAdmin && <TwoFactorSection />}
      {me.data && <PasskeySection />}
      {me.data && <DeviceSection />}
      {isAdmin && step === null && <OwnDigest />}
    </div>
  )
}

function TwoFactorSection() {
  const state = useQuery(twoFactorQuery)
  return (
    <section aria-labelledby="two-step-title" className="card mt-6 p-6 md:p-8">
      <h2 id="two-step-title" className="text-3xl">
        Two-step login
      </h2>
      <p className="mt-3 text-muted">
        After your password, the site also asks for a code from an app on your phone. If someone guesses your password,
        they still cannot get in.
      </p>
      <div className="mt-5">
        {state.isPending && <Skeleton className="h-12 w-full" />}
        {state.isError && !state.data && (
          <Failed title="Two-step login could not be loaded" error={state.error} onRetry={() => void state.refetch()} />
        )}
        {state.data?.enabled === true && (
          <TwoFactorOn name={state.data.name} codesLeft={state.data.recoveryCodesLeft} />
        )}
        {state.data?.enabled === false && <TwoFactorOff />}
      </div>
    </section>
  )
}
