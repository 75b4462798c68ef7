import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { linkSections, type LinkSection } from '#shared/content/defaults.ts'
import { useSite } from '#web/api/site.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { announcementLooks } from './announcement-article.tsx'
import { announcementsQuery, type Announcement } from './api.ts'
import { LinkRows, shownAtFirst } from './link-rows.tsx'

/** News for members, in four cards. */
export function AnnouncementsScreen() {
  const { shortName } = useSite()
  const announcements = useQuery(announcementsQuery)
  return (
    <>
      <PageHead title={`Announcements – ${shortName}`} />
      <PageBanner title="Announcements" overlapped>
        <p>News, events and documents for members</p>
      </PageBanner>
      <div className="wrap relative -mt-20 pb-16 md:-mt-28 md:pb-24">
        {announcements.isError && !announcements.data ? (
          <div className="card p-6 shadow-float">
            <Failed
              title="Error loading announcements"
              error={announcements.error}
              onRetry={() => void announcements.refetch()}
            />
          </div>
        ) : (
          <div className="grid gap-6 md:grid-cols-2" aria-busy={announcements.isPending}>
            {announcements.isPending && (
              <span role="status" className="sr-only">
                Loading…
              </span>
            )}
            {linkSections.map((section) => (
              <AnnouncementCard
                key={section}
                section={section}
                links={announcements.data?.links.filter((link) => link.section === section) ?? null}
              />
            ))}
          </div>
        )}
      </div>
    </>
  )
}

const maxLinksShown = 8

/** One section's card; `links` is null while loading. */
function AnnouncementCard({ section, links }: { section: LinkSection; links: Announcement[] | null }) {
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
  const { first, more } = shownAtFirst(links, maxLinksShown)
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
