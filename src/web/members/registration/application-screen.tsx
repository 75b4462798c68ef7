import { lazy, Suspense, useEffect, useState } from 'react'
import { applicationText as text } from '#shared/members/registration/application-text.ts'
import type { ApplicationKey, ApplicationStatus } from '#shared/members/registration/mending.ts'
import { useSite } from '#web/api/site.ts'
import { Spinner } from '#web/components/spinner.tsx'
import { contactWays } from '#web/layout/contact-ways.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { ApplicationForm } from '#web/members/registration/application-form.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** With all the fields that may have to be filled in again; most come only to look. */
const FoundApplication = lazy(async () => ({ default: (await import('./found-application.tsx')).FoundApplication }))

export interface Found {
  key: ApplicationKey
  application: ApplicationStatus
}

/** Where an application stands, for whoever has its reference number and the applicant's birthday. */
export function ApplicationScreen() {
  const { shortName } = useSite()
  const [found, setFound] = useState<Found | null>(null)
  const [brought, setBrought] = useState('')
  useEffect(() => {
    const read = () => setBrought(decodeURIComponent(window.location.hash.slice(1)).slice(0, 60))
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-6 py-6 md:py-12">
      <PageHead title={`${text.title} – ${shortName}`} />
      <h1 className="text-4xl sm:text-5xl">{text.title}</h1>
      {found ? (
        <Suspense fallback={<Spinner label="One moment …" />}>
          <FoundApplication found={found} onFound={setFound} onAnother={() => setFound(null)} />
        </Suspense>
      ) : (
        <>
          <noscript>
            <p className="card border-l-4 border-l-gold p-5 text-lg">{text.needsScripts}</p>
          </noscript>
          <ApplicationForm key={brought} reference={brought} onFound={setFound} />
          <div className="border-t border-line pt-4 text-muted">
            <p>{text.noNumber}</p>
            <ContactWays />
          </div>
        </>
      )}
    </div>
  )
}

function ContactWays() {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-8">
      {contactWays(useSite()).map(({ label, value, href }) => (
        <li key={label}>
          <a href={href} className="text-link inline-flex min-h-11 items-center break-all">
            {value}
          </a>
        </li>
      ))}
      <li>
        <SiteLink href="/contact" className="text-link inline-flex min-h-11 items-center">
          Contact Us
        </SiteLink>
      </li>
    </ul>
  )
}
