import { useSite } from '#web/api/site.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { contactWays } from './contact-ways.tsx'

/** The ways to reach the association, after a sentence that asks for one. */
export function ContactList() {
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
