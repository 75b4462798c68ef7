import { privacyPageText } from '#shared/members/privacy/privacy-notice.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { PolicyText } from './policy-text.tsx'

/** The privacy notice as a public page. */
export function PrivacyScreen() {
  const site = useSite()
  return (
    <>
      <PageHead title={`Privacy – ${site.shortName}`} description={privacyPageText.description(site.shortName)} />
      <PageBanner title={privacyPageText.title(site.shortName)} />
      <div className="wrap py-10 text-lg md:py-14">
        <div className="grid gap-8 lg:grid-cols-[minmax(0,68ch)_1fr] lg:items-start lg:gap-16">
          <PolicyText site={site} level="h2" />
          <section className="card p-5 md:p-6">
            <p>{privacyPageText.members}</p>
            <SiteLink href="/my-data" className={`${buttonClass('outline')} mt-4`}>
              My data
            </SiteLink>
          </section>
        </div>
      </div>
    </>
  )
}
