import { useState } from 'react'
import { asSentence, withThe } from '#shared/content/defaults.ts'
import { toPrepareText } from '#shared/members/registration/payment.ts'
import { useSite } from '#web/api/site.ts'
import { readFromDevice } from '#web/components/device-storage.ts'
import { AlertIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ContactList } from '#web/layout/contact-ways.tsx'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { appliedAlreadyText, seeApplication } from '#web/members/text.ts'
import { lazyForm, withRetries } from '#web/router/first-touch.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'

/** An unfinished registration on this device. */
const draftKey = 'registration-draft'

const RegistrationForm = lazyForm(
  withRetries(async () => (await import('./registration-form.tsx')).RegistrationForm),
  {
    form: 'registration',
    atOnce: () => readFromDevice(draftKey) !== null,
    loading: 'One moment, the form is loading …',
  },
)

export function RegisterScreen() {
  const site = useSite()
  /** Said before everything else: the fields themselves are further down. */
  const [restored, setRestored] = useState(false)
  return (
    <>
      <PageHead
        title={`Register – ${site.shortName}`}
        description={asSentence(`Apply to become a member of ${withThe(site.name)}`)}
      />
      <PageBanner title={`Join ${site.shortName}`} overlapped>
        <p>{toPrepareText(site)}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 grid grid-cols-1 gap-6 pb-16 md:-mt-28 md:gap-8 md:pb-24">
        <noscript>
          <div className="card border-l-4 border-l-gold p-5 text-lg shadow-float md:p-8">
            <p className="font-semibold">Registration needs JavaScript.</p>
            <p>Please turn it on in your browser’s settings and reload this page, or ask us for help:</p>
            <ContactList />
          </div>
        </noscript>
        {restored && (
          <Notice tone="info" className="shadow-float">
            Welcome back. Your earlier answers on this device are still here.
          </Notice>
        )}
        {!site.registrationOpen && <Closed />}
        <p className="card px-5 py-2 md:px-8">
          {appliedAlreadyText}{' '}
          <SiteLink href="/application" className="tap-link">
            {seeApplication}
          </SiteLink>
        </p>
        <PrivacyNotice site={site} />
        <RegistrationForm draftKey={draftKey} onRestored={setRestored} />
      </div>
    </>
  )
}

function Closed() {
  return (
    <div className="card border-l-4 border-l-gold p-5 text-lg shadow-float md:p-8">
      <h2 className="flex items-center gap-3 text-3xl">
        <AlertIcon className="size-7 flex-none text-gold-ink" />
        Registration Closed
      </h2>
      <p className="mt-2">
        We are not accepting new registrations at this time. If you have a question, please contact us:
      </p>
      <ContactList />
    </div>
  )
}
