import { useId } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import type { Announcement } from '#web/api/content.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { announcementLooks } from '#web/content/announcement-looks.ts'
import { LinkRows } from '#web/content/link-rows.tsx'
import { shownAtFirst } from '#web/content/shown-at-first.ts'

const most = 8

/** One section's card; `links` is null while they are on their way. */
export function AnnouncementCard({ section, links }: { section: LinkSection; links: Announcement[] | null }) {
  const { title, ground, empty } = announcementLooks[section]
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="card flex flex-col overflow-hidden shadow-float">
      <div className={`flex min-h-20 items-center justify-between gap-4 px-6 py-4 md:px-8 ${ground}`}>
        <h2 id={heading} className="text-3xl">
          {title}
        </h2>
        {links && links.length > 0 && (
          <span className="display text-3xl tabular-nums opacity-90">
            {links.length}
            <span className="sr-only"> listed</span>
          </span>
        )}
      </div>
      <div className="-mt-px min-h-44 flex-1 px-6 py-4 md:px-8">
        {links === null && <Waiting />}
        {links?.length === 0 && <p className="py-3 text-muted">{empty}</p>}
        {links && <Links links={links} />}
      </div>
    </section>
  )
}

function Links({ links }: { links: Announcement[] }) {
  const { first, more } = shownAtFirst(links, most)
  return (
    <div className="[&_ul:first-child>li:first-child]:border-t-0">
      <LinkRows links={first} />
      {more.length > 0 && (
        <details className="group">
          <summary className="flex min-h-12 items-center gap-2 border-t border-line font-semibold text-navy-2">
            <ChevronDownIcon className="size-5 group-open:rotate-180" />
            <span className="group-open:hidden">Show {more.length} more</span>
            <span className="hidden group-open:inline">Show fewer</span>
          </summary>
          <LinkRows links={more} />
        </details>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5 py-3">
      <Skeleton />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  )
}
