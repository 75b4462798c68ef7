import { useSuspenseQuery } from '@tanstack/react-query'
import { useMine } from '#web/api/mine.ts'
import { askAtChange, siteQuery } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { useLocation } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/**
 * What the election asks for or has come to, on every page but the ballot itself. A visitor's line is in the page; a
 * member's takes its place, in the same stages and with room for its link, so nothing moves.
 */
export function ElectionStrip() {
  const { data: site } = useSuspenseQuery({ ...siteQuery, ...askAtChange })
  const { mine, failed } = useMine()
  const { pathname } = useLocation()
  const { strip } = mine ?? site
  const unknown = !mine && !failed
  if (!strip || pathname === '/vote') return null
  return (
    <section aria-label="Election" className="no-print border-b border-gold bg-gold-soft">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 signed-in:min-h-20 signed-in:py-1.5 md:signed-in:min-h-16">
        <p className="min-w-0 flex-1 basis-36 leading-snug font-semibold">{strip.sentence}</p>
        {strip.where && (
          <SiteLink
            href={strip.where.href}
            className={`${buttonClass('primary', 'small')} ${unknown ? 'signed-in:hidden' : ''}`}
          >
            {strip.where.label}
          </SiteLink>
        )}
        {unknown && (
          <span className="invisible hidden signed-in:block">
            <span className={buttonClass('primary', 'small')}>{strip.membersLink}</span>
          </span>
        )}
      </div>
    </section>
  )
}
