import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useApi } from '#web/api/client.ts'
import { linksQuery, type PublicSection } from '#web/api/content.ts'
import { ChevronDownIcon, OutsideIcon } from '#web/components/icons.tsx'
import { showDay } from '#web/components/show-day.ts'

const shownAtFirst = 4

/** One of the two floating menus of the home page. */
export function LinkList({ section, title, empty }: { section: PublicSection; title: string; empty: string }) {
  const { links } = useSuspenseQuery(linksQuery(useApi(), section)).data
  const heading = useId()
  const more = links.slice(shownAtFirst)
  return (
    <section aria-labelledby={heading} className="p-6 md:p-8">
      <h2 id={heading} className="mb-3 text-3xl">
        {title}
      </h2>
      {links.length === 0 && <p className="border-t border-line pt-4 text-muted">{empty}</p>}
      <Rows links={links.slice(0, shownAtFirst)} />
      {more.length > 0 && (
        <details className="group flex flex-col">
          <summary className="flex min-h-12 items-center gap-2 border-t border-line font-semibold text-navy-2">
            <ChevronDownIcon className="size-5 group-open:rotate-180" />
            <span className="group-open:hidden">Show {more.length} more</span>
            <span className="hidden group-open:inline">Show fewer</span>
          </summary>
          <Rows links={more} />
        </details>
      )}
    </section>
  )
}

interface ListedLink {
  id: string
  title: string
  link: string
  createdAt: string
}

function Rows({ links }: { links: ListedLink[] }) {
  return (
    <ul>
      {links.map(({ id, title, link, createdAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-5 border-t border-line py-1.5">
          <time dateTime={createdAt} className="w-28 flex-none whitespace-nowrap text-muted tabular-nums">
            {showDay(createdAt)}
          </time>
          {link.startsWith('#') ? (
            <span className="min-w-48 flex-1 py-2.5">{title}</span>
          ) : (
            <a
              href={link}
              target="_blank"
              rel="noopener"
              className="group/link flex min-h-11 min-w-48 flex-1 items-center gap-2 font-semibold hover:text-navy-3"
            >
              <span className="min-w-0 underline-offset-4 group-hover/link:underline">{title}</span>
              <OutsideIcon className="size-4 flex-none text-muted" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
