import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isInventedAddress } from '#shared/accounts/administrators.ts'
import { emailLoginPasswordMin, passwordLength } from '#shared/accounts/password.ts'
import type { FirstStep } from '#shared/accounts/two-step.ts'
import { may, type Role } from '#shared/permissions.ts'
import { showDay } from '#shared/time.ts'
import { logsInByEmail, meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { CheckIcon, LockIcon } from '#web/components/icons.tsx'
import { Notice, Fetched } from '#web/components/notice.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { AccountSection, OwnPasswordNotice, PasswordChangedNotice } from './account-parts.tsx'
import { OwnDigest, OwnEmail, OwnName } from './own-account.tsx'
import { DeviceSection, PasskeySection } from './passkeys-and-devices.tsx'
import { TwoFactorSection } from './two-factor.tsx'

/** Administrators have their menu beside the page. */
function backFor(role: Role | undefined): { href: string; label: string } | null {
  if (role === 'admin') return null
  if (role === 'observer') return { href: '/observe', label: 'Back to the election' }
  return { href: '/profile', label: 'Back to my profile' }
}

export function SecurityScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const back = backFor(me.data?.role)
  const isAdmin = me.data?.role === 'admin'
  const step = me.data?.firstStep ?? null
  const named = me.data?.named ?? true
  // Somebody asked for their name finds it first, then the address; both stay in place when saved.
  const [nameFirst, setNameFirst] = useState(false)
  if (step === 'name' && !nameFirst) setNameFirst(true)
  const whoTheyAre = me.data && (
    <>
      {may(me.data, 'change own name') && <OwnName key={me.data.id} name={named ? me.data.name : null} />}
      {me.data.email && named && may(me.data, 'change own email') && <OwnEmail email={me.data.email} />}
    </>
  )
  return (
    <div className="wrap max-w-3xl py-10 md:py-14">
      <PageHead title={`Login and security – ${site.shortName}`} />
      {back && step === null && (
        <SiteLink href={back.href} className="tap-link">
          {back.label}
        </SiteLink>
      )}
      <h1 className="mt-2 text-5xl">Login and security</h1>
      {isAdmin && <PasswordChangedNotice className="mt-6" />}
      {isAdmin && <FirstStepNotice step={step} asksEmail={isInventedAddress(me.data?.email ?? '')} />}
      {nameFirst && whoTheyAre}
      {/* Always in one place: moved while it is being set up, it would lose the recovery codes. */}
      {isAdmin && <TwoFactorSection />}
      {!nameFirst && whoTheyAre}
      <PasswordSection />
      {!isAdmin && <TwoFactorSection />}
      {me.data && <PasskeySection />}
      {me.data && <DeviceSection />}
      {isAdmin && step === null && <OwnDigest />}
    </div>
  )
}

const firstStepText = {
  name: {
    title: 'Welcome. What is your name?',
    help: 'Please enter your real name below before you go on. The log shows it with everything you do.',
  },
  'two-step login': {
    title: 'Please turn on two-step login to go on',
    help: 'Administrators need it on this site. You need a phone and two minutes. Until then you can only use this page.',
  },
  done: 'Thank you. You can go on now.',
  doneButEmail: 'Thank you. Now please enter your own email address',
  toEmail: 'Enter my email address',
  toDashboard: 'Go to the dashboard',
} as const

/** Why an administrator was sent here and can open nothing else yet; and where to continue once it is done. */
function FirstStepNotice({ step, asksEmail }: { step: FirstStep | null; asksEmail: boolean }) {
  const text = firstStepText
  const sentHere = useSearch().has('first')
  // What was done stands further down, and where to go on is said here.
  useEffect(() => {
    if (sentHere && !step) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [sentHere, step, asksEmail])
  if (step)
    return (
      <Notice tone="warning" title={text[step].title} className="mt-6">
        <p>{text[step].help}</p>
      </Notice>
    )
  if (!sentHere) return null
  return (
    <Notice tone="success" title={asksEmail ? text.doneButEmail : text.done} className="mt-6">
      <SiteLink href={asksEmail ? '#email' : '/admin'} className={`${buttonClass('primary', 'small')} mt-3`}>
        {asksEmail ? text.toEmail : text.toDashboard}
      </SiteLink>
    </Notice>
  )
}

const passwordText = {
  madeForYou: 'This password was made for you. Please choose your own.',
  own: 'You log in with your own password.',
  lastHelp: (day: string) => `An administrator last helped with your login on ${day}.`,
  rule: (length: number) =>
    `A new password needs at least ${length} characters. Changing it logs out your other devices.`,
  change: 'Change my password',
  choose: 'Choose my own password',
} as const

function PasswordSection() {
  const text = passwordText
  const me = useQuery(meQuery)
  return (
    <AccountSection
      className="mt-8"
      title={
        <>
          <LockIcon className="size-6 text-muted" />
          Password
        </>
      }
    >
      <div className="mt-4 grid grid-cols-1 gap-4 empty:hidden">
        <Fetched query={me} failed="Your account could not be loaded">
          {({ passwordMade, ownPassword, helped, helpedAt, ...login }) => (
            <>
              <OwnPasswordNotice login={{ ...login, ownPassword, helped, helpedAt }} />
              {passwordMade && <Notice tone="warning">{text.madeForYou}</Notice>}
              {ownPassword && !passwordMade && (
                <p className="flex gap-2">
                  <CheckIcon className="mt-0.5 size-5 flex-none text-green" />
                  {text.own}
                </p>
              )}
              {!helped && helpedAt !== null && <p>{text.lastHelp(showDay(helpedAt))}</p>}
            </>
          )}
        </Fetched>
      </div>
      <p className="mt-4 text-muted">
        {text.rule(logsInByEmail(me.data?.role) ? emailLoginPasswordMin : passwordLength.min)}
      </p>
      <SiteLink href="/reset-password" className={`${buttonClass('primary')} mt-5`}>
        {me.data?.ownPassword && !me.data.passwordMade ? text.change : text.choose}
      </SiteLink>
    </AccountSection>
  )
}
