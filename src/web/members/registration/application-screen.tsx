import { memo, Suspense } from 'react'
import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { someoneIsHere } from '#web/router/first-touch.tsx'
import { applicationText as text } from '#web/members/registration/text.ts'
import { lazyScreen } from '#web/router/lazy.tsx'

/** The form that the server has drawn waits as it is for the first touch, or for the number that came with the address. */
const { Screen: ApplicationDesk } = lazyScreen(async () => {
  if (typeof window !== 'undefined' && document.getElementById('application') && window.location.hash === '')
    await Promise.race([someoneIsHere(), new Promise((resolve) => window.addEventListener('hashchange', resolve))])
  return (await import('./application-desk.tsx')).ApplicationDesk
})

/** Where an application stands, for whoever has its reference number and the applicant's birthday. */
export function ApplicationScreen() {
  const { shortName } = useSite()
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-6 py-6 md:py-12">
      <PageHead title={`${text.title} – ${shortName}`} />
      <h1 className="text-4xl sm:text-5xl">{text.title}</h1>
      <noscript>
        <p className="card border-l-4 border-l-gold p-5 text-lg">{text.needsScripts}</p>
      </noscript>
      <DeskPlace />
    </div>
  )
}

/** Never drawn anew from here: what the server has drawn, and somebody may be typing into, stays until its code is there. */
const DeskPlace = memo(function DeskPlace() {
  return (
    <Suspense fallback={<p className="card p-8 text-lg text-muted">One moment, the form is loading …</p>}>
      <ApplicationDesk />
    </Suspense>
  )
})
