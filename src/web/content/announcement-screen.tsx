import { useQuery } from '@tanstack/react-query'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { usePathId } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { allAnnouncements, AnnouncementArticle } from './announcement-article.tsx'
import { announcementQuery } from './api.ts'

/** A written announcement for people who are logged in. */
export function AnnouncementScreen() {
  const { shortName } = useSite()
  const { data: announcement, error, isError, refetch } = useQuery(announcementQuery(usePathId()))
  const title = announcement?.title ?? 'Announcement'
  return (
    <>
      <PageHead title={`${title} – ${shortName}`} />
      {announcement ? (
        <AnnouncementArticle announcement={announcement} back={allAnnouncements} />
      ) : isError ? (
        <div className="wrap py-10">
          <Failed title="The announcement could not be loaded" error={error} onRetry={() => void refetch()} />
        </div>
      ) : announcement === null ? (
        <div className="wrap py-10">
          <h1 className="sr-only">{title}</h1>
          <EmptyState
            title="We could not find this announcement"
            action={
              <SiteLink href={allAnnouncements.href} className={buttonClass('outline')}>
                {allAnnouncements.label}
              </SiteLink>
            }
          >
            It may have been deleted. See the list of announcements.
          </EmptyState>
        </div>
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}
