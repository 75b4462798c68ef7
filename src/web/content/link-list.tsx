import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { PublicSection } from '#shared/content/defaults.ts'
import { useApi } from '#web/api/client.ts'
import { linksQuery } from '#web/api/content.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { LinkRows } from '#web/content/link-rows.tsx'
import { shownAtFirst } from '#web/content/shown-at-first.ts'
import { useDismissal } from '#web/layout/use-dismissal.ts'

const most = 4

/**
 * One of the two floating menus of the home page. The newest links are always there to read; the others open on hover, by
 * tap and by key: over the page on a wide screen, in it on a phone. `navigation.css` does it without scripts.
 */
export function LinkList({ section, title, empty }: { section: PublicSection; title: string; empty: string }) {
  const { links } = useSuspenseQuery(linksQuery(useApi(), section)).data
  const heading = useId()
  const menu = useDismissal<HTMLElement>()
  const { first, more } = shownAtFirst(links, most)
  return (
    <section ref={menu} aria-labelledby={heading} className="hover-menu relative p-6 md:p-8">
      <h2 id={heading} className="mb-3 text-3xl">
        {title}
      </h2>
      {links.length === 0 && <p className="border-t border-line pt-4 text-muted">{empty}</p>}
      <LinkRows links={first} />
      {more.length > 0 && (
        <>
          <details className="hover-toggle group">
            <summary className="flex min-h-12 items-center gap-2 border-t border-line font-semibold text-navy-2 lg:-mb-4">
              <ChevronDownIcon className="size-5" />
              <span className="group-open:hidden">Show {more.length} more</span>
              <span className="hidden group-open:inline">Show fewer</span>
              <span className="sr-only">of {title}</span>
            </summary>
          </details>
          <div className="hover-panel lg:absolute lg:inset-x-0 lg:top-full lg:max-h-[60vh] lg:overflow-y-auto lg:rounded-b-card lg:border-x lg:border-b lg:border-line lg:bg-card lg:px-8 lg:pb-6 lg:shadow-float">
            <LinkRows links={more} />
          </div>
        </>
      )}
    </section>
  )
}
