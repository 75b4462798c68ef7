import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '#web/api/client.ts'
import { aboutPageQuery, videosQuery } from '#web/api/content.ts'
import { useSite } from '#web/api/site.ts'
import { firstSentences } from '#web/site/first-sentences.ts'
import heroScene from '#web/site/hero.svg'
import { PageBanner } from '#web/site/page-banner.tsx'
import { PageHead } from '#web/site/page-head.tsx'
import { VideoPreview } from '#web/site/video-preview.tsx'

export function AboutScreen() {
  const api = useApi()
  const site = useSite()
  usePrefetchQuery(videosQuery(api, 'about')) // asked for beside the texts, not after them
  const { history, vision, mission } = useSuspenseQuery(aboutPageQuery(api)).data.content
  const [video] = useSuspenseQuery(videosQuery(api, 'about')).data.videos
  return (
    <>
      <PageHead title={`About – ${site.shortName}`} description={firstSentences(history)} />
      <PageBanner title={`About ${site.shortName}`} overlapped>
        <p>{site.name}</p>
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
      <section aria-labelledby="history" className="wrap grid gap-4 py-14 md:py-20 lg:grid-cols-[1fr_2.4fr] lg:gap-16">
        <h2 id="history" className="text-4xl md:text-5xl">
          History
        </h2>
        <p className="max-w-[68ch] text-lg whitespace-pre-line md:text-xl md:leading-relaxed">{history}</p>
      </section>
      <div className="wrap grid gap-6 pb-16 md:grid-cols-2 md:pb-24">
        <Statement title="Vision" ground="bg-navy">
          {vision}
        </Statement>
        <Statement title="Mission" ground="bg-olive">
          {mission}
        </Statement>
      </div>
    </>
  )
}

function Statement({ title, ground, children }: { title: string; ground: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={`rounded-card p-7 text-white shadow-card md:p-10 ${ground}`}>
      <h2 className="text-3xl md:text-4xl">{title}</h2>
      <p className="mt-4 max-w-[60ch] text-lg whitespace-pre-line">{children}</p>
    </section>
  )
}
