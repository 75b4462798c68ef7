import { lazy, Suspense, useEffect, useState } from 'react'
import type { ApplicationKey, ApplicationStatus } from '#shared/members/registration/mending.ts'
import { Spinner } from '#web/components/button.tsx'
import { ApplicationForm } from '#web/members/registration/application-form.tsx'
import { NoNumber } from '#web/members/registration/no-number.tsx'

/** With all the fields that may have to be filled in again; most come only to look. */
const FoundApplication = lazy(async () => ({ default: (await import('./found-application.tsx')).FoundApplication }))

export interface Found {
  key: ApplicationKey
  application: ApplicationStatus
}

/** The question, then where the application stands. */
export function ApplicationDesk() {
  const [found, setFound] = useState<Found | null>(null)
  const [brought, setBrought] = useState('')
  useEffect(() => {
    const read = () => setBrought(numberIn(window.location.hash))
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  if (!found)
    return (
      <>
        <ApplicationForm reference={brought} onFound={setFound} />
        <NoNumber />
      </>
    )
  return (
    <Suspense fallback={<Spinner label="One moment …" />}>
      <FoundApplication found={found} onFound={setFound} onAnother={() => setFound(null)} />
    </Suspense>
  )
}

/** Whatever stands there: somebody may have cut the link. */
function numberIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1)).slice(0, 60)
  } catch {
    return ''
  }
}
