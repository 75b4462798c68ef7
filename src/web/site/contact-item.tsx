import { useEffect, useRef } from 'react'
import type { Site } from '#web/api/site.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { contactWays } from '#web/site/contact-ways.tsx'
import { navLinkClass } from '#web/site/nav-link-class.ts'
import { SiteLink } from '#web/site/site-link.tsx'

/**
 * Contact Us, with a panel of the ways to reach the association. It opens on hover, and by tap or key on its own toggle;
 * `navigation.css` does both without scripts. With them, Escape and a tap elsewhere close it too.
 */
export function ContactItem({ site }: { site: Site }) {
  const ways = contactWays(site)
  const item = useDismissal()
  return (
    <li ref={item} className="contact-item relative flex flex-wrap items-center lg:flex-nowrap">
      <SiteLink href="/contact" className={navLinkClass}>
        Contact Us
      </SiteLink>
      {ways.length > 0 && (
        <>
          <details className="contact-toggle ml-auto lg:-mr-3 lg:ml-0">
            <summary aria-label="Ways to contact us" className="grid size-12 place-items-center rounded lg:size-11">
              <ChevronDownIcon className="size-5" />
            </summary>
          </details>
          <div className="contact-panel w-full bg-navy-2 py-2 lg:absolute lg:top-full lg:right-0 lg:w-96 lg:rounded-card lg:border lg:border-white/15 lg:p-2 lg:shadow-float">
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
                      <span className="block leading-snug font-semibold break-words">{value}</span>
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

function useDismissal() {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const list = item.current
    if (!list) return
    const close = () => {
      const toggle = list.querySelector('details')
      if (!toggle?.open) return
      if (list.contains(document.activeElement)) toggle.querySelector('summary')?.focus()
      toggle.open = false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      if (list.matches(':hover')) list.dataset.dismissed = ''
    }
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !list.contains(event.target)) close()
    }
    const onLeave = () => delete list.dataset.dismissed
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    list.addEventListener('pointerleave', onLeave)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
      list.removeEventListener('pointerleave', onLeave)
    }
  }, [])
  return item
}
