import { useSite } from '#web/api/site.ts'
import { contactWays } from '#web/layout/contact-ways.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'
import { unbrokenName } from '#shared/content/defaults.ts'

const links = [
  ['Home', '/'],
  ['About', '/about'],
  ['Leadership', '/leadership'],
  ['Featured Stories', '/featured-stories'],
  ['Contact Us', '/contact'],
  ['Election', '/election'],
  ['Privacy', '/privacy'],
  // Public pages are the same for everybody, so the word fits whoever reads it; the server knows where it leads them.
  ['My account', '/redirect'],
] as const

export function Footer() {
  const site = useSite()
  const ways = contactWays(site)
  return (
    <footer className="on-dark no-print border-t-4 border-olive bg-navy text-sky">
      <div className="wrap grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr]">
        <div className="flex flex-wrap gap-4 sm:col-span-2 lg:col-span-1">
          <Emblem className="h-16 w-auto flex-none" />
          <div className="min-w-48 flex-1">
            <p className="display text-xl text-white">{site.tagline}</p>
            <p className="mt-2 max-w-[36ch] text-balance">{unbrokenName(site.name)}</p>
          </div>
        </div>
        <nav aria-label="Footer">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5em),1fr))] gap-x-6">
            {links.map(([label, href]) => (
              <li key={href}>
                <SiteLink href={href} className="flex min-h-11 items-center hover:text-white hover:underline">
                  {label}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        {ways.length > 0 && (
          <ul aria-label="Contact">
            {ways.map(({ label, value, href, Icon, outside }) => (
              <li key={label}>
                <a
                  href={href}
                  {...(outside && { target: '_blank', rel: 'noopener' })}
                  className="flex min-h-11 items-center gap-3 hover:text-white hover:underline"
                >
                  <Icon className="size-5 flex-none" />
                  <span className="min-w-0 wrap-anywhere">
                    <span className="sr-only">{label}: </span>
                    {value}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  )
}
