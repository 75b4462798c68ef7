import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { lazyForm, withRetries } from '#web/router/first-touch.tsx'
import { applicationText as text } from './text.ts'

/** Everybody who opens the page wants the form, and its button works only with the code. */
const ApplicationDesk = lazyForm(
  withRetries(async () => (await import('./application-desk.tsx')).ApplicationDesk),
  { form: 'application', atOnce: () => true, loading: 'One moment, the form is loading …' },
)

/** The state of an application, for anybody with its reference number and the applicant's birthday. */
export function ApplicationScreen() {
  const { shortName } = useSite()
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-6 py-6 md:py-12">
      <PageHead title={`${text.title} – ${shortName}`} />
      <h1 className="text-4xl sm:text-5xl">{text.title}</h1>
      <noscript>
        <p className="card border-l-4 border-l-gold p-5 text-lg">{text.needsScripts}</p>
      </noscript>
      <ApplicationDesk />
    </div>
  )
}
