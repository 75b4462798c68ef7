import { applicationText } from '#shared/members/registration/application-text.ts'
import { useSite } from '#web/api/site.ts'
import { contactWays } from '#web/layout/contact-ways.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** For who has no number to look an application up by. */
export function NoNumber() {
  return (
    <div className="border-t border-line pt-4 text-muted">
      <p>{applicationText.noNumber}</p>
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
    </div>
  )
}
