import { useSuspenseQuery } from '@tanstack/react-query'
import { useMine } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { usePathId } from '#web/router/router.tsx'
import { allAnnouncements, AnnouncementArticle } from './announcement-article.tsx'
import { newsQuery } from './api.ts'
import { NotFoundScreen as NotFound } from './not-found-screen.tsx'
import { firstSentences } from './text.ts'

const publicNews = { href: '/', label: 'All news on the home page' }

/** A public announcement. */
export function NewsScreen() {
  const { shortName } = useSite()
  const { signedIn } = useMine()
  const { data: announcement } = useSuspenseQuery(newsQuery(usePathId()))
  if (!announcement) return <NotFound />
  return (
    <>
      <PageHead
        title={`${announcement.title} – ${shortName}`}
        description={firstSentences(announcement.text)}
        picture={announcement.picture ? `/share/${announcement.id}/preview.jpg` : undefined}
      />
      <AnnouncementArticle announcement={announcement} back={signedIn ? allAnnouncements : publicNews} />
    </>
  )
}
