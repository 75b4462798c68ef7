import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hostNames } from '#shared/content/video-links.ts'
import { useSite } from '#web/api/site.ts'
import { classes } from '#web/components/classes.ts'
import { EmptyState } from '#web/components/notice.tsx'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { videosQuery, type Video } from './api.ts'
import { PlayMark, VideoLink, VideoPoster } from './video-poster.tsx'
import { VideoViewer, type Places } from './video-viewer.tsx'

const about = 'Stories from our members and units'

/** Up to three stories: one large with two beside it; more than three in two columns. */
export function FeaturedStoriesScreen() {
  const site = useSite()
  const { videos } = useSuspenseQuery(videosQuery('featured_stories')).data
  const [viewed, setViewed] = useState<number | null>(null)
  const [places] = useState<Places>(() => new Map())
  const viewedVideo = viewed === null ? undefined : videos[viewed]
  const oneLarge = videos.length <= 3
  return (
    <>
      <PageHead
        title={`Featured Stories – ${site.shortName}`}
        description={`${about}: ${site.name}`}
        pictureOf={videos[0]?.title}
        picture={videos[0]?.poster ? `/share/${videos[0].id}/preview.jpg` : undefined}
      />
      <PageBanner title="Featured Stories">
        <p>{about}</p>
      </PageBanner>
      <div className="wrap py-10 md:py-14">
        {videos.length === 0 ? (
          <EmptyState title="No stories yet">
            Videos of trainings, relief work and assemblies will be shown here.
          </EmptyState>
        ) : (
          <ul className={oneLarge ? arrangements[videos.length] : 'grid gap-6 md:grid-cols-2'}>
            {videos.map((video, index) => {
              const large = oneLarge && index === 0
              return (
                <li key={video.id} className={large ? 'lg:row-span-2' : undefined}>
                  <StoryCard video={video} large={large} first={index === 0} onOpen={() => setViewed(index)} />
                </li>
              )
            })}
          </ul>
        )}
      </div>
      {viewed !== null && viewedVideo && (
        <VideoViewer
          video={viewedVideo}
          places={places}
          onClose={() => setViewed(null)}
          previous={viewed > 0 ? () => setViewed(viewed - 1) : undefined}
          next={viewed < videos.length - 1 ? () => setViewed(viewed + 1) : undefined}
        />
      )}
    </>
  )
}

const arrangements: Record<number, string> = {
  1: 'grid gap-6',
  2: 'grid gap-6 lg:grid-cols-[2fr_1fr]',
  3: 'grid gap-6 lg:grid-cols-[2fr_1fr]',
}

interface StoryCardProps {
  video: Video
  large?: boolean
  /** The first on the page is loaded with priority. */
  first?: boolean
  onOpen: () => void
}

/** A story's picture and title. */
function StoryCard({ video, large, first, onOpen }: StoryCardProps) {
  return (
    <VideoLink
      video={video}
      onOpen={onOpen}
      className="card group flex h-full flex-col overflow-hidden hover:shadow-float"
    >
      <span className={classes('relative block aspect-video overflow-hidden bg-navy', large && 'lg:flex-1')}>
        <VideoPoster poster={video.poster} first={first} />
        <span className="absolute inset-x-0 bottom-0 flex bg-linear-to-t from-navy/70 p-4 pt-12">
          <PlayMark className={large ? 'size-14 md:size-18' : 'size-14'} />
        </span>
      </span>
      <span className="block p-5">
        <span className="sr-only">Watch: </span>
        <span
          className={classes(
            'display underline-offset-4 group-hover:underline',
            large ? 'text-2xl md:text-3xl' : 'text-2xl',
          )}
        >
          {video.title}
        </span>
        {video.linked && <span className="mt-1 block text-muted">On {hostNames[video.linked.host]}</span>}
      </span>
    </VideoLink>
  )
}
