import { privacyPageText, privacyPolicy } from '#shared/members/privacy/privacy-notice.ts'
import type { Site } from '#web/api/site.ts'
import { contactWays } from '#web/layout/contact-ways.tsx'

/** The full privacy notice, in the dialog of the registration form and on its own page. */
export function PolicyText({ site, level: Heading = 'h3' }: { site: Site; level?: 'h2' | 'h3' }) {
  // A phone number stays on one line.
  const ways = contactWays(site).map(({ value }) => value.replaceAll(' ', '\u00a0'))
  const reach = ways.length > 0 ? ways.join(', ') : 'through an officer of your unit’s chapter'
  return (
    // No grids: Chrome prints a paragraph that one of these pushes to the next page over what follows.
    <div className="space-y-5">
      {privacyPolicy({ ...site, reach }).map(({ title, paragraphs }) => (
        <section key={title} className="space-y-2">
          <Heading className="text-2xl">{title}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p className="text-muted">{privacyPageText.version}</p>
    </div>
  )
}
