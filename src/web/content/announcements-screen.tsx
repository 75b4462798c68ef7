import { useQuery } from '@tanstack/react-query'
import { linkSections } from '#shared/content/defaults.ts'
import { useApi } from '#web/api/client.ts'
import { announcementsQuery } from '#web/api/content.ts'
import { useSite } from '#web/api/site.ts'
import { Failed } from '#web/components/notice.tsx'
import { AnnouncementCard } from '#web/content/announcement-card.tsx'
import { PageBanner } from '#web/layout/page-banner.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** What members are told, in four cards. */
export function AnnouncementsScreen() {
  const { shortName } = useSite()
  const announcements = useQuery(announcementsQuery(useApi()))
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
