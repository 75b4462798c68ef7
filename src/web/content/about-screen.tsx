import { unbrokenName } from '#shared/content/unbroken-name.ts'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/client.ts'
import { aboutPageQuery, videosQuery } from '#web/api/content.ts'
import { useSite } from '#web/api/site.ts'
import { AboutTexts } from '#web/content/about-texts.tsx'
import { firstSentences } from '#web/content/first-sentences.ts'
import heroScene from '#web/content/hero.svg'
import { PageBanner } from '#web/layout/page-banner.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { VideoPreview } from '#web/content/video-preview.tsx'

export function AboutScreen() {
  const api = useApi()
  const site = useSite()
  usePrefetchQuery(videosQuery(api, 'about')) // asked for beside the texts, not after them
  const { content } = useSuspenseQuery(aboutPageQuery(api)).data
  const [video] = useSuspenseQuery(videosQuery(api, 'about')).data.videos
  return (
    <>
      <PageHead title={`About – ${site.shortName}`} description={firstSentences(content.history)} />
      <PageBanner title={`About ${site.shortName}`} overlapped>
        <p className="text-balance">{unbrokenName(site.name)}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 md:-mt-28">
        {video ? (
          <VideoPreview key={video.id} video={video} />
        ) : (
          <img
            src={heroScene}
            alt=""
            width="1440"
            height="560"
            className="aspect-video w-full rounded-card object-cover object-[88%_100%] shadow-float md:aspect-[18/7] md:object-[100%_100%]"
          />
        )}
      </div>
      <AboutTexts content={content} />
    </>
  )
}
