import type { Site } from '#web/api/site.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { contactWays } from '#web/layout/contact-ways.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { useDismissal } from '#web/layout/use-dismissal.ts'

/**
 * Contact Us, with a panel of the ways to reach the association. It opens on hover, and by tap or key on its own toggle;
 * `navigation.css` does both without scripts. With them, Escape and a tap elsewhere close it too.
 */
export function ContactItem({ site }: { site: Site }) {
  const ways = contactWays(site)
  const item = useDismissal<HTMLLIElement>()
  return (
    <li ref={item} className="hover-menu relative flex flex-wrap items-center lg:flex-nowrap">
      <SiteLink href="/contact" className="nav-link">
        Contact Us
      </SiteLink>
      {ways.length > 0 && (
        <>
          <details className="hover-toggle ml-auto lg:-mr-3 lg:ml-0">
            <summary aria-label="Ways to contact us" className="grid size-12 place-items-center rounded lg:size-11">
              <ChevronDownIcon className="size-5" />
            </summary>
          </details>
          <div className="hover-panel w-full bg-navy-2 py-2 lg:absolute lg:top-full lg:right-0 lg:w-96 lg:rounded-card lg:border lg:border-white/15 lg:p-2 lg:shadow-float">
            <ul>
              {ways.map(({ label, value, href, Icon, outside }) => (
                <li key={label}>
                  <a
                    href={href}
                    {...(outside && { target: '_blank', rel: 'noopener' })}
                    className="flex min-h-14 items-center gap-3 rounded-field px-5 py-2 hover:bg-white/10 lg:px-3"
                  >
                    <Icon className="size-5 flex-none text-sky" />
                    <span className="min-w-0">
                      <span className="block leading-snug text-sky">{label}</span>
                      <span className="block leading-snug font-semibold wrap-anywhere">{value}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </li>
  )
}
