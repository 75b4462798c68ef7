import { Fragment, type ComponentType } from 'react'
import { unbroken } from '#shared/joined-text.ts'
import { showPhone } from '#shared/members/phone.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { MailIcon, PeopleIcon, PhoneIcon } from '#web/components/icons.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export interface ContactWay {
  label: 'Social page' | 'Email' | 'Phone'
  value: string
  href: string
  Icon: ComponentType<{ className?: string }>
  /** Leads to another website. */
  outside?: true
}

/** The contact details that the association has set. */
export function contactWays({ socialPages, contactEmail, contactPhone }: Site): ContactWay[] {
  const ways = socialPages.map((href): ContactWay => ({
    label: 'Social page',
    value: withoutProtocol(href),
    href,
    Icon: PeopleIcon,
    outside: true,
  }))
  if (contactEmail) ways.push({ label: 'Email', value: contactEmail, href: `mailto:${contactEmail}`, Icon: MailIcon })
  if (contactPhone)
    ways.push({
      label: 'Phone',
      value: unbroken(showPhone(contactPhone)),
      href: phoneHref(contactPhone),
      Icon: PhoneIcon,
    })
  return ways
}

export const phoneHref = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}

/** Lets long addresses wrap before `@`, `/` or a dot rather than in the middle of a word. */
export const Address = ({ text }: { text: string }) =>
  text.split(/(?=[@/.])/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** A vertical list with icons. */
export function ContactLinks({ ways, label, className, linkClass }: ContactLinksProps) {
  return (
    <ul aria-label={label} className={className}>
      {ways.map((way) => (
        <li key={way.href}>
          <a
            href={way.href}
            {...(way.outside && { target: '_blank', rel: 'noopener' })}
            className={`flex items-center gap-3 ${linkClass}`}
          >
            <way.Icon className="size-5 flex-none" />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{way.label}: </span>
              <Address text={way.value} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface ContactLinksProps {
  ways: readonly ContactWay[]
  label: string
  className?: string
  linkClass: string
}

/** An inline list, to follow a sentence that asks people to get in touch. */
export function ContactList() {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-8">
      {contactWays(useSite()).map(({ value, href }) => (
        <li key={href}>
          <a href={href} className="tap-link">
            <span className="min-w-0 wrap-anywhere">
              <Address text={value} />
            </span>
          </a>
        </li>
      ))}
      <li>
        <SiteLink href="/contact" className="tap-link">
          Contact Us
        </SiteLink>
      </li>
    </ul>
  )
}
